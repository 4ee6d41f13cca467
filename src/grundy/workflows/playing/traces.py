"""Where the last moves of a match can be seen on the table that they led to.

A move leaves a trace: pieces it touched that still have a place, tokens that went from a heap, or else the whole parts
it left. Later moves carry the trace on, since parts are counted anew when one of them falls apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...core import Board, Game, Heaps, Network
from .figures import Figure, figures, key
from .legal import Turn
from .touches import changed_cells

MOST_CAME = 100
"""Tokens that one move brings and that are named one by one."""


class GoneTokens(NamedTuple):
    """Tokens that went from a heap of a part: those from number `left` to below `size`, counted from 0."""

    part: int
    heap: int
    left: int
    size: int


class Trace(NamedTuple):
    """What a move left to be seen: who made it (0 began), cells as part, row and place, tokens gone, whole parts."""

    player: int
    cells: tuple[tuple[int, int, int], ...] = ()
    gone: tuple[GoneTokens, ...] = ()
    parts: tuple[int, ...] = ()

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the pieces that were touched."""
        return frozenset(key(*cell) for cell in self.cells)


def traces(history: Sequence[Turn], game: Game, most: int = 2) -> list[Trace]:
    """Return the traces of the last moves of a match in the `game` they led to, the oldest first."""
    begin = max(0, len(history) - most)
    turns, found = history[begin:], list[Trace]()
    for i, turn in enumerate(turns):
        after = turns[i + 1].game if i + 1 < len(turns) else game
        trace = _left_by(turn, after, (begin + i) % 2)
        for later in turns[i + 1 :]:
            trace = _carried(trace, later)
        found.append(trace)
    return found


def last_trace(history: Sequence[Turn]) -> Trace:
    """Return what the last move of a match touched in the position before it."""
    game, move = history[-1]
    cells = tuple((move.part, *place) for place in changed_cells(game, move))
    return Trace((len(history) - 1) % 2, cells, parts=() if cells else (move.part,))


def _left_by(turn: Turn, after: Game, player: int) -> Trace:
    """Return the trace of a move in the position right after it."""
    part, count = turn.move.part, len(turn.move.move.leaves)
    whole = Trace(player, parts=tuple(range(part, part + count)))
    old, new = _figure(turn.game, part), _figure(after, part)
    if count != 1 or old is None or new is None or old.kind != new.kind:
        return whole
    if old.scene == new.scene:  # a pass
        return Trace(player)
    if isinstance(old.scene, Heaps) and isinstance(new.scene, Heaps):
        return _tokens(part, old.scene, new.scene, player) if old.kind == "heaps" else whole
    places = changed_cells(turn.game, turn.move)
    if isinstance(old.scene, Network) and isinstance(new.scene, Network):
        names = list(dict.fromkeys(old.scene.vertices))
        now = {name: i for i, name in enumerate(dict.fromkeys(new.scene.vertices))}
        places = [(now[names[row]], 0) for row, _ in places if names[row] in now]
    elif not isinstance(old.scene, Board) or old.kind == "pins":
        return whole
    return Trace(player, tuple((part, *place) for place in places)) if places else whole


def _tokens(part: int, old: Heaps, new: Heaps, player: int) -> Trace:
    """Return which tokens went from which heaps, and which came."""
    cells, gone = [], []
    for heap, (before, now) in enumerate(zip(old.sizes, new.sizes, strict=False)):
        if now < before:
            gone.append(GoneTokens(part, heap, now, before))
        elif now - before <= MOST_CAME:
            cells += [(part, heap, token) for token in range(before, now)]
    whole = () if cells or gone else (part,)
    return Trace(player, tuple(cells), tuple(gone), whole)


def _carried(trace: Trace, later: Turn) -> Trace:
    """Return the trace after one more move: parts behind a part that fell apart have other numbers."""
    part, more = later.move.part, len(later.move.move.leaves) - 1

    def now(old: int) -> int | None:
        return old + more if old > part else None if old == part and more else old

    cells = tuple((to, row, place) for old, row, place in trace.cells if (to := now(old)) is not None)
    gone = tuple(each._replace(part=to) for each in trace.gone if (to := now(each.part)) is not None)
    return trace._replace(
        cells=cells, gone=gone, parts=tuple(to for each in trace.parts if (to := now(each)) is not None)
    )


def _figure(game: Game, part: int) -> Figure | None:
    return next((figure for figure in figures(game) if figure.part == part), None)
