"""Compiled loops over arrays; each has a plain twin in `sequences` that defines it."""

from .reference import code_kernel, subtraction_kernel
from .sparse import sparse_kernel

__all__ = ["code_kernel", "sparse_kernel", "subtraction_kernel"]
