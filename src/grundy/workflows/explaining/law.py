"""Explains answers that were found by a proved law of all P-positions or values."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Outcome
from ...drawing.fit import TextBlock
from ..solving import Answer, Solver


def lines(answer: Answer, _: Solver) -> Iterator[TextBlock]:
    """Yield the reason why the player to move wins or loses, if a law of all P-positions or values was proved.

    Args:
        answer: The answer to explain.
        _: The solver; not used.

    Yields:
        A paragraph.
    """
    if answer.outcome is Outcome.P:
        yield "This position is a P-position of the law: every move leads to an N-position."
    elif answer.winning_moves:
        yield "This position is not a P-position of the law; a winning move leads to one."
