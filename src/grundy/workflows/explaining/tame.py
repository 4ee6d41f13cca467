"""Explains misère play of tame components by Bouton's rule: as in normal play until only values 0 and 1 are left."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import nim_sum
from ...drawing.fit import TextBlock, number, part_name
from ..solving import Answer, Solver
from .values import binary, known, parts_table


def lines(answer: Answer, _: Solver) -> Iterator[TextBlock]:
    """Yield the values of the components, and advice that depends on how many of these values are 2 or more.

    Args:
        answer: The answer to explain.
        _: The solver; not used.

    Yields:
        Paragraphs and tables.
    """
    yield from parts_table(answer)
    values = known(answer)
    if not len(values) == answer.game.size > 1:
        return
    yield from binary(answer, values, answer.winning_moves[0].move if answer.winning_moves else "")
    large = [i for i, value in enumerate(values) if value > 1]
    if not large:
        ones = sum(value == 1 for value in values)
        yield (
            f"Only values 0 and 1 are left ({ones} of them 1): each move changes one of them, so the number of\n"
            "ones decides; the player to move wins when it is even."
        )
    elif len(large) == 1:
        yield (
            f"Decisive position: only {part_name(answer.game, large[0])} has a value of 2 or more. The player to\n"
            "move brings it to 0 or 1, whichever leaves an odd number of ones."
        )
    else:
        yield (
            "Two or more components have a value of 2 or more: play as in normal play and leave nim-sum 0\n"
            f"(now it is {number(nim_sum(values))}); the play changes only at the decisive position."
        )
