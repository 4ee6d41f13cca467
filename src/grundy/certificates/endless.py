"""The entries of certificates about play that need not end: who can force the end, and values that may be infinite.

A game is a graph; `arcs` are the distinct options of every vertex in the bytewise order of their texts. A winner's
replies come nearer to the end, so that lost positions stand behind those which their replies leave.
"""

from __future__ import annotations

from collections.abc import Sequence

from .positions import Entries

Arcs = Sequence[Sequence[int]]
OVER, DRAWN = -1, -2
"""Replies: play has ended in misere play; the option is a draw."""


def outcome_entries(arcs: Arcs, plies: Sequence[int], start: int, *, misere: bool = False) -> Entries:
    """Return the lost and the drawn positions that tell the outcome of `start`, each with what answers its options.

    `plies` has the remoteness of every vertex, -1 for a draw. From a drawn position a move leads to another, and each
    option that is not drawn has a reply to a lost one, the nearest to the end.

    >>> outcome_entries([[1], [0, 2], []], [2, 1, 0], 0)
    [['2', []], ['0', [0]]]
    >>> outcome_entries([[1], [0]], [-1, -1], 0)
    [['0', [-2]], ['1', [-2]]]
    """

    def lost(vertex: int) -> bool:
        return plies[vertex] >= 0 and (plies[vertex] % 2 == 0) != misere

    def reply(option: int) -> int:
        if plies[option] < 0:
            return DRAWN
        answers = [answer for answer in arcs[option] if lost(answer)]
        return min(answers, key=plies.__getitem__) if answers else OVER

    won = plies[start] >= 0 and not lost(start)
    first = [reply(start)] if won else [start]
    replies: dict[int, list[int]] = {}
    waiting = [vertex for vertex in first if vertex >= 0]
    while waiting:
        vertex = waiting.pop()
        if vertex in replies:
            continue
        replies[vertex] = [reply(option) for option in arcs[vertex]]
        waiting += [answer for answer in replies[vertex] if answer >= 0]
        waiting += [option for option in arcs[vertex] if plies[option] < 0]
    order = sorted(replies, key=lambda vertex: (plies[vertex] < 0, plies[vertex], vertex))
    number = {vertex: place for place, vertex in enumerate(order)}
    return [[str(vertex), [number.get(answer, answer) for answer in replies[vertex]]] for vertex in order]


def loops_entries(labels: Sequence[int], order: Sequence[int]) -> Entries:
    """Return all positions with their numbers as they were found, then the infinite ones with -1.

    >>> loops_entries([0, -1, 1], [0, 2])
    [['0', 0], ['2', 1], ['1', -1]]
    """
    infinite = [vertex for vertex, label in enumerate(labels) if label < 0]
    return [[str(vertex), labels[vertex]] for vertex in [*order, *infinite]]
