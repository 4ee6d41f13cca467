"""Commands that exchange data with other programs."""
