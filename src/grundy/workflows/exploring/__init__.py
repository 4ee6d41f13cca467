"""Finds patterns in the values of a ruleset, rulesets with the same values, and code for the values."""
