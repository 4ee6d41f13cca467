"""Explains answers by a misère quotient; the ground of the answer is sufficient."""

from __future__ import annotations

from collections.abc import Iterator

from ..solving import Answer, Solver


def lines(_: Answer, __: Solver) -> Iterator[str]:
    """Yield nothing.

    Args:
        _: The answer.
        __: The solver.

    Yields:
        No blocks.
    """
    yield from ()
