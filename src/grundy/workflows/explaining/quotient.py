"""Explains answers by a misère quotient, for which no block is added, because `Answer.grounds` states the reason."""

from __future__ import annotations

from collections.abc import Iterator

from ..solving import Answer, Solver


def lines(_: Answer, __: Solver) -> Iterator[str]:
    """Yield no block, because the grounds of the answer state the reason already.

    Args:
        _: The answer; not used.
        __: The solver; not used.

    Yields:
        No blocks.
    """
    yield from ()
