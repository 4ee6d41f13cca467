"""Why, by a misere quotient: its ground says everything."""

from __future__ import annotations

from collections.abc import Iterator

from ..solving import Answer, Solver


def lines(_: Answer, __: Solver) -> Iterator[str]:
    """Yield nothing more."""
    yield from ()
