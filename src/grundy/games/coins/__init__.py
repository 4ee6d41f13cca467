"""Games with coins that slide to the left, or are turned from heads to tails."""
