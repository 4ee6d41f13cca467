"""The entries of certificates about positions; the proof of every entry uses only earlier entries.

Options are ordered by the bytes of their texts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from ..core import CheckedMoves, mex

P = TypeVar("P", bound=Hashable)
Entries = list[list[Any]]


def strategy_entries(moves: CheckedMoves[P], start: P, lost: Callable[[P], bool]) -> Entries:
    """List entries that prove a P-position: the P-positions that a winning strategy reaches, each with its replies.

    A reply is given by the index of the entry of the P-position that it reaches. In misère play, an N-position without
    moves has the reply -1. If several replies are possible, one that is already an entry is chosen.

    Args:
        moves: The moves of the game.
        start: The P-position whose outcome is proved.
        lost: Returns whether the player to move loses.

    Returns:
        The entries [position, replies], with a reply to every move from the position.
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
    """List entries that prove a Grundy value by definition: all reachable positions with their values, options first.

    Args:
        moves: The moves of the game.
        start: The position whose value is proved.

    Returns:
        The entries [position, value].
    """
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
