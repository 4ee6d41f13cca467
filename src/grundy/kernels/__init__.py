"""Compiled loops over arrays; each has a plain twin in `sequences` that defines it."""

from .compiled import choose_cache

choose_cache()

from .reference import code_kernel, subtraction_kernel  # noqa: E402  # numba reads the folder when it is imported
from .sparse import sparse_kernel  # noqa: E402

__all__ = ["code_kernel", "sparse_kernel", "subtraction_kernel"]
