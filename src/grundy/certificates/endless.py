"""The entries of certificates about games in which positions can repeat: outcomes, and values that may be infinite.

A game is a graph. `arcs` lists the distinct options of every vertex, ordered by the bytes of their texts. A reply of
the winner leads to a position that is closer to the end of play. So every P-position is listed after the P-positions
that its replies reach.
"""

from __future__ import annotations

from collections.abc import Sequence

from .positions import Entries

Arcs = Sequence[Sequence[int]]
OVER, DRAWN = -1, -2
"""Replies: OVER if play has ended in misère play, DRAWN if the option is a draw."""


def outcome_entries(arcs: Arcs, plies: Sequence[int], start: int, *, misere: bool = False) -> Entries:
    """List entries that prove the outcome of a position of a game in which play may cycle: P-positions and draws.

    Each entry contains a reply to every move. From a drawn position, some move leads to another drawn position, and
    every option that is not drawn has a reply to a P-position. If several replies are possible, the one to the
    P-position closest to the end of play is chosen.

    Args:
        arcs: The options of every vertex.
        plies: The remoteness of every vertex, -1 for a draw.
        start: The vertex whose outcome is proved.
        misere: Whether the player who makes the last move loses.

    Returns:
        The entries [vertex, replies]. The reply to an option is the index of the entry of the vertex that it leads to,
        OVER (-1) if the option has no moves and is won in misère play, or DRAWN (-2) if the option is a draw.

    Example:
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
    """List entries that prove Smith-Fraenkel values: all finite values, then the vertices of infinite value.

    Args:
        labels: The value of every vertex, negative if it is infinite.
        order: The vertices of finite value, in the order in which they were determined.

    Returns:
        The entries [vertex, value], with -1 for an infinite value.

    Example:
        >>> loops_entries([0, -1, 1], [0, 2])
        [['0', 0], ['2', 1], ['1', -1]]
    """
    infinite = [vertex for vertex, label in enumerate(labels) if label < 0]
    return [[str(vertex), labels[vertex]] for vertex in [*order, *infinite]]
