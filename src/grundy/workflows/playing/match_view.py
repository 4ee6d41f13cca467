"""Prepares a match for drawing: its components, their history, and the visible effects of the last moves.

A move is shown by the pieces that it changed, or by the tokens that it removed from a heap, or else by the whole
components that it left. If a component splits into several, all later components get other indices.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ...core import Way
from .legal import Turn
from .part_views import FOLLOWED, MOST_FIGURES, MatchParts, PartView, cells_of, part_views, piece_id, touched_cells

if TYPE_CHECKING:
    from .part_history import PartHistory
    from .sketches import SketchLine

LAST_MARKED = 2
"""The number of last moves that are marked."""
MOST_CAME = 100
"""The largest number of tokens added by a move that are shown one by one."""


class GoneTokens(NamedTuple):
    """Tokens that a move removed from a heap, which are marked at the places where they were.

    Attributes:
        part: The index of the component.
        heap: The index of the heap in the component.
        left: The number of tokens that are left.
        size: The number of tokens before the move; the removed ones have the numbers `left` to `size` - 1, from 0.
    """

    part: int
    heap: int
    left: int
    size: int


class Trace(NamedTuple):
    """The visible effect of a move, to be marked in a picture.

    Attributes:
        player: The player who made the move, 0 or 1.
        cells: The changed pieces that are still drawn, each as (component, row, place) as in `piece_id`.
        gone: The tokens that the move removed from heaps.
        parts: The indices of the components that the move left, if nothing more precise can be marked.
    """

    player: int
    cells: tuple[tuple[int, int, int], ...] = ()
    gone: tuple[GoneTokens, ...] = ()
    parts: tuple[int, ...] = ()

    @property
    def pieces(self) -> frozenset[str]:
        """The identifiers of the changed pieces that are still drawn, such as "1.0.3"."""
        return frozenset(piece_id(*cell) for cell in self.cells)


class MatchView(MatchParts):
    """The data for drawing a match: its components, their history since the start, and the last moves.

    The constructor is that of `MatchParts`.
    """

    @cached_property
    def histories(self) -> list[PartHistory]:
        """The rows, boards and graphs of the first position, each with the pieces that are left of it now.

        All pieces are drawn where they were at the start. The list is empty before the first move, and if the first
        position has more than 60 components.
        """
        kinds = [view.kind for view in self.start_parts]
        if not self.history or self.start.size > MOST_FIGURES or FOLLOWED.isdisjoint(kinds):
            return []
        from .part_history import part_histories

        return part_histories(self)

    @cached_property
    def sketches(self) -> list[SketchLine]:
        """The components of the first position whose moves draw lines, as in Sprouts, with all lines drawn so far."""
        if self.start.size > MOST_FIGURES or all(view.kind != "faces" for view in self.start_parts):
            return []
        from .sketches import sketch_lines

        return sketch_lines(self)

    @cached_property
    def last_moves(self) -> list[Trace]:
        """The visible effects of the last two moves, the older one first."""
        begin = max(0, len(self.history) - LAST_MARKED)
        views = {view.part: view for view in self.parts}
        return [_trace(self.history[number:], number % 2, views) for number in range(begin, len(self.history))]

    def step_back(self) -> None:
        """Show the position before the last move, with the pieces marked that this move touches."""
        turn = self.history[-1]
        self.shown = turn.game
        self.parts = part_views(turn.game, self.scene)
        part, move = turn.move
        view = self.parts[part] if part < len(self.parts) else None
        ways = [] if view is None else touched_cells(view, move)
        cells = tuple((part, *cell) for cell in ways[0]) if ways else ()
        self.last_moves = [Trace((len(self.history) - 1) % 2, cells, parts=() if cells else (part,))]


def _trace(turns: Sequence[Turn], player: int, views: dict[int, PartView]) -> Trace:
    part, move = turns[0].move
    parts: Sequence[int] = range(part, part + len(move.leaves))
    if move.kind == "pass":
        return Trace(player)
    for later in turns[1:]:
        there, more = later.move.part, len(later.move.move.leaves) - 1
        parts = [old + more * (old > there) for old in parts if old != there or not more]
    whole = Trace(player, parts=tuple(parts))
    view = views.get(parts[0]) if len(move.leaves) == len(parts) == 1 else None
    if view is None or not move.touches:
        return whole
    if view.kind == "heaps":
        return _tokens(move.touches[0], player, view.part) or whole
    if view.kind == "cells" and (cells := cells_of(move.touches[0])):
        return Trace(player, tuple((view.part, *cell) for cell in cells))
    return whole


def _tokens(way: Way, player: int, part: int) -> Trace | None:
    """Return the tokens that a move on heaps removes and adds, as a `Trace`; None if there are none to mark.

    `way` lists the spans of tokens that the move touches. The move was made in component `part` by `player` (0 or 1).
    """
    gone = [GoneTokens(part, heap, begin, end) for heap, begin, end, added in way if not added]
    came = [span for span in way if span.added and span.end - span.begin <= MOST_CAME]
    cells = [(part, heap, token) for heap, begin, end, _ in came for token in range(begin, end)]
    return Trace(player, tuple(cells), tuple(gone)) if cells or gone else None
