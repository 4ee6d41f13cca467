"""Decides claims about rulesets: proved, true as far as they were compared, or refuted."""
