"""Helpers for rules on machine words: bits of a state, and symmetric images of boards."""
