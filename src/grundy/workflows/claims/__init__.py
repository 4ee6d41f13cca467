"""Claims about a ruleset: proved, true as far as compared, or refuted."""
