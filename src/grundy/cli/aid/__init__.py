"""What helps a person at the command line: examples, completion, edited lines."""
