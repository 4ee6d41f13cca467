"""What a table shows of a match, computed once: its parts, what the last moves touched, what became of the start.

A move leaves a trace: pieces it touched that still have a place, tokens that went from a heap, or else the whole parts
it left. Parts have other numbers after a part before them falls apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core import Game, Ruleset, Scene, Way
from .legal import Turn
from .part_views import MOST_FIGURES, PartView, part_views, piece_id
from .touched_pieces import cells_of, touched_cells

if TYPE_CHECKING:
    from .part_history import PartHistory
    from .sketches import SketchLine

LAST = 2
"""Moves that are marked as the last ones."""
MOST_CAME = 100
"""Tokens that one move brings and that are named one by one."""
FOLLOWED = frozenset({"pins", "ring", "cells", "network", "edges"})
"""Kinds of parts that stay what they were at the start."""


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
    def pieces(self) -> frozenset[str]:
        """The ids of the pieces that were touched."""
        return frozenset(piece_id(*cell) for cell in self.cells)


class MatchView:
    """A match as a table shows it; every part is drawn once, whatever is asked for."""

    def __init__(self, history: Sequence[Turn], game: Game, ways: Sequence[int] = ()) -> None:
        """Show a match.

        Args:
            history: The moves so far.
            game: The game that they led to.
            ways: The numbers of the moves, counted from 0, that were not made in their first way: each as often as
                ways come before its own.
        """
        self.history, self.shown, self.game, self.ways = history, game, game, ways
        self.start = history[0].game if history else game
        self._scenes: dict[tuple[Ruleset[Any], Any], Scene] = {}

    def scene(self, ruleset: Ruleset[Any], position: Any) -> Scene:  # noqa: ANN401  # any position
        """Return the scene of a position that stood on the table."""
        key = ruleset, position
        if key not in self._scenes:
            self._scenes[key] = ruleset.scene(position)
        return self._scenes[key]

    @cached_property
    def start_parts(self) -> list[PartView]:
        """The first parts of the start."""
        return part_views(self.start, self.scene)

    @cached_property
    def parts(self) -> list[PartView]:
        """The first parts of the game that is shown."""
        return self.start_parts if self.shown is self.start else part_views(self.shown, self.scene)

    @cached_property
    def histories(self) -> list[PartHistory]:
        """The rows, boards and graphs of the start that are drawn as what they were; none before the first move."""
        if not self.history or not any(view.kind in FOLLOWED for view in self.start_parts):
            return []
        from .part_history import part_histories

        return part_histories(self)

    @cached_property
    def sketches(self) -> list[SketchLine]:
        """The parts of the start on which lines are drawn."""
        if all(view.kind != "faces" for view in self.start_parts):
            return []
        from .sketches import sketch_lines

        return sketch_lines(self)

    @cached_property
    def last_moves(self) -> list[Trace]:
        """The traces of the last moves, the oldest first."""
        begin = max(0, len(self.history) - LAST)
        views = {view.part: view for view in self.parts}
        return [_trace(self.history[number:], number % 2, views) for number in range(begin, len(self.history))]

    def step_back(self) -> None:
        """Show the position before the last move with what this move touches; nothing is left after it."""
        turn = self.history[-1]
        self.shown = turn.game
        self.parts = part_views(turn.game, self.scene)
        part, move = turn.move
        view = self.parts[part] if part < len(self.parts) else None
        ways = [] if view is None else touched_cells(view, move)
        cells = tuple((part, *cell) for cell in ways[0]) if ways else ()
        self.last_moves = [Trace((len(self.history) - 1) % 2, cells, parts=() if cells else (part,))]

    @property
    def is_large(self) -> bool:
        """Whether the start has too many parts for any of them to be followed."""
        return self.start.size > MOST_FIGURES


def _trace(turns: Sequence[Turn], player: int, views: dict[int, PartView]) -> Trace:
    """Return the trace of the first of some turns, in what the last of them left."""
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
    """Return the tokens that went from heaps, and those that came."""
    gone = [GoneTokens(part, heap, begin, end) for heap, begin, end, added in way if not added]
    came = [span for span in way if span.added and span.end - span.begin <= MOST_CAME]
    cells = [(part, heap, token) for heap, begin, end, _ in came for token in range(begin, end)]
    return Trace(player, tuple(cells), tuple(gone)) if cells or gone else None
