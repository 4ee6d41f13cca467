"""The components at the start of a match as they are now: rows with gaps, boards with pieces on them, smaller graphs.

A row of pins splits into rows, a board into boards of the same shape with fewer free squares, a graph into graphs with
fewer vertices or edges. The picture still shows the original: one row with gaps, one board with dominoes and pieces on
it, one graph whose vertices and edges keep their places.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...core import Board, Heaps, Multigraph, Network, Ring, Scene
from .legal import Turn
from .match_view import FOLLOWED, Cell, MatchView, PartView, cells_of

GRAPHS = ("network", "edges")


class RowRun(NamedTuple):
    """Consecutive places of a row: pins of a component, or a gap (component None) made by the move with this number."""

    length: int
    part: int | None
    turn: int | None = None


class LaidShape(NamedTuple):
    """The squares that a move covered, or the vertices or edges of the start that it named."""

    turn: int
    cells: tuple[Cell, ...]


class PartHistory(NamedTuple):
    """A component of the start, the components that it became, and its row, or the moves on its board or graph.

    `turned` is the place on a ring where its `row` begins. `held` maps, for each component of a graph, its vertices or
    edges to those of the start.
    """

    figure: PartView
    parts: tuple[int, ...]
    row: tuple[RowRun, ...] = ()
    laid: tuple[LaidShape, ...] = ()
    held: tuple[tuple[int, ...], ...] = ()
    turned: int = 0


def part_histories(view: MatchView) -> list[PartHistory]:
    """Return the rows, boards and graphs of the start that can still be drawn as they were.

    A move made in another way than the first took pins at the other end of a row, or elsewhere on a ring.
    """
    if view.is_large:
        return []
    lines = {part.part: _Line(part, view) for part in view.start_parts if part.kind in FOLLOWED}
    now: list[_Piece | None] = [lines[part].whole if part in lines else None for part in range(view.start.size)]
    for number, turn in enumerate(view.history):
        part, move = turn.move
        piece = now[part]
        if piece is None:
            now[part : part + 1] = [None] * len(move.leaves)
            continue
        left = [_Piece(piece.line) for _ in move.leaves]
        now[part : part + 1] = left
        if piece.line.sound:
            piece.line.play(number, turn, piece, left, view.ways.count(number))
    numbers = {id(piece): part for part, piece in enumerate(now) if piece is not None}
    return [line.told(numbers, now) for line in lines.values() if line.sound]


class _Piece:
    """One component that a line has become; its index is kept elsewhere."""

    def __init__(self, line: _Line, length: int = 0, held: tuple[int, ...] = ()) -> None:
        self.line, self.length, self.held = line, length, held


class _Line:
    def __init__(self, figure: PartView, view: MatchView) -> None:
        self.figure, self.view, self.sound = figure, view, True
        self.whole = _Piece(self, _length(figure.scene), tuple(range(len(_members(figure.scene)))))
        self.row: list[_Piece | RowRun] = [self.whole]
        self.laid: list[LaidShape] = []
        self.turned = 0

    def play(self, number: int, turn: Turn, piece: _Piece, left: list[_Piece], way: int) -> None:
        """Follow a move, or mark the line as no longer sound if that is impossible."""
        move = turn.move.move
        ways = move.touches
        covers = move.kind == "cover"  # covered squares stay covered, however the board splits
        self.sound = bool(ways) and covers == (self.figure.kind == "cells")
        if not self.sound:
            return
        cells = cells_of(ways[min(way, len(ways) - 1)])
        if covers:
            self.laid.append(LaidShape(number, tuple(cells)))
            return
        ruleset, _ = turn.game.part(turn.move.part)
        scenes = [self.view.scene(ruleset, position) for position in move.leaves]
        if self.figure.kind in GRAPHS:
            self.sound = self._thin(piece, left, scenes, {row for row, _ in cells})
            self.laid.append(LaidShape(number, tuple((piece.held[row], 0) for row, _ in cells)))
            return
        for each, scene in zip(left, scenes, strict=True):
            each.length = _length(scene)
        self.sound = self._break(number, piece, left, cells)

    def _break(self, number: int, piece: _Piece, left: list[_Piece], cells: list[Cell]) -> bool:
        """Replace a piece of the row by the remaining pieces and the gap between them."""
        begin = min(place for _, place in cells)
        if self.figure.kind == "ring" and piece is self.whole:  # the ring opens where the pins fell
            places = {place for _, place in cells}
            self.turned = min((each for each in places if (each - 1) % piece.length not in places), default=0)
            begin = 0
        sides = {0: begin, 1: piece.length - begin - len(cells)}
        rest = [each for each in left if each.length]
        if sorted(each.length for each in rest) != sorted(filter(None, sides.values())):
            return False
        first = next((each for each in rest if each.length == sides[0]), None)
        last = next((each for each in rest if each is not first), None)
        at = self.row.index(piece)
        broken = (first, RowRun(len(cells), None, number), last)
        self.row[at : at + 1] = [each for each in broken if each is not None]
        return True

    def _thin(self, piece: _Piece, left: list[_Piece], scenes: list[Scene], named: set[int]) -> bool:
        """Find the remaining vertices or edges among those of a piece; an edge that was named is gone."""
        members = _members(self.figure.scene)
        known: dict[object, list[int]] = {}
        for row, at in enumerate(piece.held):
            if self.figure.kind == "network" or row not in named:
                known.setdefault(members[at], []).append(at)
        try:
            for each, scene in zip(left, scenes, strict=True):
                each.held = tuple(known[member].pop(0) for member in _members(scene))
        except LookupError:
            return False
        return True

    def told(self, numbers: dict[int, int], now: list[_Piece | None]) -> PartHistory:
        """Return the line with its components by their indices."""
        mine = {part: piece for part, piece in enumerate(now) if piece is not None and piece.line is self}
        parts = tuple(mine)
        if self.figure.kind == "cells":
            return PartHistory(self.figure, parts, laid=tuple(self.laid))
        if self.figure.kind in GRAPHS:
            held = tuple(piece.held for piece in mine.values())
            return PartHistory(self.figure, parts, laid=tuple(self.laid), held=held)
        row = [each if isinstance(each, RowRun) else RowRun(each.length, numbers.get(id(each))) for each in self.row]
        return PartHistory(self.figure, parts, tuple(row), turned=self.turned)


def _members(scene: Scene) -> Sequence[object]:
    """Return the vertices of a network, or the edges that are pieces, in the order of the figure."""
    if isinstance(scene, Network):
        return list(dict.fromkeys(scene.vertices))
    return scene.edges if isinstance(scene, Multigraph) else ()


def _length(scene: Scene) -> int:
    if isinstance(scene, Heaps):
        return scene.sizes[0]
    return scene.pins if isinstance(scene, Ring) else len(scene.rows[0]) if isinstance(scene, Board) else 0
