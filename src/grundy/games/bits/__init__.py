"""Helpers for rules on machine words: bits of a state, images under symmetries, rotated and reflected boards."""
