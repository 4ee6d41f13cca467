"""What helps a person at the command line: examples, manual pages, completion, edited lines."""
