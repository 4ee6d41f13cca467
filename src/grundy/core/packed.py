"""The same rule over 64-bit words, for compiled search."""

from __future__ import annotations

from typing import Any, Protocol


class Packed(Protocol):
    """A rule whose position is one to four unsigned 64-bit words.

    The methods are plain functions without allocation, exceptions or recursion, so that the same
    source runs interpreted in tests and compiled in kernels.
    """

    words: int
    """How many 64-bit words make a position, 1 to 4."""
    most: int
    """An upper bound of the number of options of any position."""

    def options(self, state: Any, out: Any) -> int:  # noqa: ANN401  # a word, or an array of words
        """Write the options of `state` into `out` and return their number, at most `most`."""
