"""Compiled code for positions packed into machine words, and for tables of all positions of a board."""
