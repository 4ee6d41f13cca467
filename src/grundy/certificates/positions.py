"""The entries of certificates about positions: every entry rests on earlier ones, so their order is an induction.

A game is given by its options and by the text of a position; what is true of a position is told by a function.
Options are listed in the bytewise order of their texts. All walks are iterative.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from ..core import CheckedMoves, mex

P = TypeVar("P", bound=Hashable)
Entries = list[list[Any]]


def strategy_entries(moves: CheckedMoves[P], start: P, lost: Callable[[P], bool]) -> Entries:
    """Return the lost positions that a winner meets after a lost `start`, each with a reply to every move from it.

    `lost` tells whether the player to move loses; a position where nobody can move and which is not lost (misere play)
    gets the reply -1. Of several replies one that is an entry already is taken.
    """
    entries: Entries = []
    number: dict[P, int] = {}
    waiting: dict[P, list[P | None]] = {}

    def reply(option: P) -> P | None:
        answers = [answer for answer in moves.listed(option) if lost(answer)]
        return next((answer for answer in answers if answer in number), answers[0] if answers else None)

    stack = [start]
    while stack:
        position = stack[-1]
        if position in number:
            stack.pop()
        elif position in waiting:
            replies = [-1 if answer is None else number[answer] for answer in waiting.pop(position)]
            number[position] = len(entries)
            entries.append([moves.show(position), replies])
        else:
            waiting[position] = [reply(option) for option in moves.listed(position)]
            stack += [answer for answer in waiting[position] if answer is not None and answer not in number]
    return entries


def labelling_entries(moves: CheckedMoves[P], start: P) -> Entries:
    """Return all positions reached from `start`, each after its options, with their values by definition."""
    values: dict[P, int] = {}
    waiting: dict[P, Sequence[P]] = {}
    stack = [start]
    while stack:
        position = stack[-1]
        if position in values:
            stack.pop()
        elif position in waiting:
            values[position] = mex(values[option] for option in waiting.pop(position))
        else:
            waiting[position] = [*dict.fromkeys(moves.options(position))]
            stack += [option for option in waiting[position] if option not in values]
    return [[moves.show(position), value] for position, value in values.items()]
