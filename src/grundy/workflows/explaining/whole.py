"""Why, where the whole sum was searched."""

from __future__ import annotations

from collections.abc import Iterator

from ..solving import Answer, Solver


def lines(answer: Answer, _: Solver) -> Iterator[str]:
    """Say that there is nothing shorter than the search, unless a theorem was named already."""
    if answer.outcome is not None and not answer.grounds:
        yield "Grundy values do not decide misère sums, so every reachable position was searched."
