"""The random contents of the exercises of each lesson: positions, rulesets and statements."""
