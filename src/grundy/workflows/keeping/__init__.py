"""What keeps long work safe: stores of values opened and checked, signals that end it in good order."""
