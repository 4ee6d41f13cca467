"""Help for people at the command line: examples, completion, line editing."""
