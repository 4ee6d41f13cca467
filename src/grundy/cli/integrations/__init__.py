"""The commands that speak with other programs."""
