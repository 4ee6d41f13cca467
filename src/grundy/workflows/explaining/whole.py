"""Explains answers for which the whole sum was searched."""

from __future__ import annotations

from collections.abc import Iterator

from ..solving import Answer, Solver


def lines(answer: Answer, _: Solver) -> Iterator[str]:
    """Yield a sentence that the whole sum was searched, unless the grounds of the answer name a theorem.

    Args:
        answer: The answer to explain.
        _: The solver; not used.

    Yields:
        A paragraph.
    """
    if answer.outcome is not None and not answer.grounds:
        yield "Grundy values do not decide misère sums, so every reachable position was searched."
