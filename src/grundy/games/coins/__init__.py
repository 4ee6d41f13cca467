"""Games with coins that slide to the left, or that are turned from heads to tails."""
