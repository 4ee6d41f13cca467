"""The public objects of the library: rulesets and solutions with all their methods."""
