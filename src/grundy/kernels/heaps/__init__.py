"""Compiled functions that compute and verify the Grundy values of heaps."""
