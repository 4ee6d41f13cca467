"""Matches: moves, words, the opponent, hints and reviews."""
