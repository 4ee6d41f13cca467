"""What shows in the values of a ruleset: patterns with their grades, look-alikes, code."""
