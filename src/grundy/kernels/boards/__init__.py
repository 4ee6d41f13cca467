"""Kernels for positions over machine words and for tables of boards."""
