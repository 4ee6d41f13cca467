"""Games with coins: slid to the left, or turned from heads to tails."""
