"""How many examples a property is tried with that needs more of them than others, or whose examples take long."""

from __future__ import annotations

from hypothesis import settings


def examples(most: int) -> int:
    """Return so many with `--hypothesis-profile long`, and a third of them, thirty at least, without."""
    return most if settings().max_examples > 30 else max(30, most // 3)
