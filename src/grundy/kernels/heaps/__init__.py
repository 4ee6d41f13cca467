"""Kernels for the values of heaps."""
