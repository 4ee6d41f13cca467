"""Helpers for rules over machine words: bits of a state, images under symmetries, boards turned and reflected."""
