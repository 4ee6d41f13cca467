"""What users of the library hold: rulesets and solutions that answer."""
