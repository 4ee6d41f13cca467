"""Safety of long work: stores of values that are opened and checked, and signals that end work in an orderly way."""
