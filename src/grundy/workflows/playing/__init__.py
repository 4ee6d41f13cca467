"""Matches: moves, phrases, the computer player, hints and reviews."""
