"""What became of the parts that a match began with: rows with gaps, boards with what was put on them, thinned graphs.

A row of pins falls apart into rows, a board into boards of the same shape with fewer free squares, a graph into graphs
with fewer vertices or edges. On the table they stay what they were: one row whose fallen pins leave gaps, one board on
which dominoes and pieces lie, one graph whose vertices and edges keep their places.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...core import Board, Game, Multigraph, Network, Scene
from .figures import MOST_FIGURES, Figure, figures
from .legal import Turn
from .touches import Cell, changed_cells, row_length

GRAPHS = ("network", "edges")
PINS = ("pins", "ring")
FOLLOWED = (*PINS, "cells", *GRAPHS)
"""Kinds of figures that stay what they were at the start."""


class RowRun(NamedTuple):
    """Neighbours of a row: pins of a part, or a gap (part None) that the move of this number left."""

    length: int
    part: int | None
    turn: int | None = None


class LaidShape(NamedTuple):
    """What a move laid on squares that were free, or which vertices or edges of the start it named."""

    turn: int
    cells: tuple[Cell, ...]


class Lineage(NamedTuple):
    """A part of the start, the parts it fell into, and its row, or what moves did on its board or graph.

    `turned` is the place on a ring where its `row` begins. `held` tells of a graph, for each of the parts, which of the
    vertices or edges of the start its own ones are.
    """

    figure: Figure
    parts: tuple[int, ...]
    row: tuple[RowRun, ...] = ()
    laid: tuple[LaidShape, ...] = ()
    held: tuple[tuple[int, ...], ...] = ()
    turned: int = 0


def lineages(history: Sequence[Turn], game: Game, ways: Sequence[int] = ()) -> list[Lineage]:
    """Return the rows, boards and graphs of the start that can still be drawn as what they were.

    `ways` are the numbers of moves, counted from 0, that were not shown in their first way, but at the other end of a
    row or elsewhere on a ring, each as often as the number of its way.
    """
    start = history[0].game if history else game
    if start.size > MOST_FIGURES:
        return []
    lines = {figure.part: _Line(figure) for figure in figures(start) if figure.kind in FOLLOWED}
    now: list[_Piece | None] = [lines[part].whole if part in lines else None for part in range(start.size)]
    for number, turn in enumerate(history):
        part, move = turn.move
        piece = now[part]
        if piece is None:
            now[part : part + 1] = [None] * len(move.leaves)
            continue
        left = [_Piece(piece.line) for _ in move.leaves]
        now[part : part + 1] = left
        if piece.line.sound:
            piece.line.play(number, turn, piece, left, ways.count(number))
    numbers = {id(piece): part for part, piece in enumerate(now) if piece is not None}
    return [line.told(numbers, now) for line in lines.values() if line.sound]


class _Piece:
    """One part of what a line fell into, wherever it is counted among the parts."""

    def __init__(self, line: _Line, length: int = 0, held: tuple[int, ...] = ()) -> None:
        self.line, self.length, self.held = line, length, held


class _Line:
    def __init__(self, figure: Figure) -> None:
        self.figure, self.sound = figure, True
        length = (row_length(figure.scene) or 0) if figure.kind in PINS else 0
        self.whole = _Piece(self, length, tuple(range(len(_members(figure.scene)))))
        self.row: list[_Piece | RowRun] = [self.whole]
        self.laid: list[LaidShape] = []
        self.turned = 0

    def play(self, number: int, turn: Turn, piece: _Piece, left: list[_Piece], way: int) -> None:
        """Follow a move; where it cannot be followed the line is not sound any more."""
        cells = changed_cells(turn.game, turn.move, way)
        ruleset, _ = turn.game.part(turn.move.part)
        scenes = [ruleset.scene(position) for position in turn.move.move.leaves]
        if self.figure.kind in PINS:
            for each, scene in zip(left, scenes, strict=True):
                each.length = row_length(scene) or 0
            self.sound = bool(cells) and self._break(number, piece, left, cells)
            return
        if self.figure.kind in GRAPHS:
            self.sound = bool(cells) and self._thin(piece, left, scenes, {row for row, _ in cells})
            self.laid.append(LaidShape(number, tuple((piece.held[row], 0) for row, _ in cells)))
            return
        board = self.figure.scene
        self.sound = isinstance(board, Board) and bool(cells)
        for scene in scenes:
            same = isinstance(scene, Board) and isinstance(board, Board) and _shape(scene) == _shape(board)
            self.sound &= same and all(scene.rows[y][x] == "#" for y, x in cells)  # type: ignore[union-attr]
        self.laid.append(LaidShape(number, tuple(cells)))

    def _break(self, number: int, piece: _Piece, left: list[_Piece], cells: list[Cell]) -> bool:
        """Put the pieces that are left, and the gap between them, in the place of a piece of the row."""
        begin = min(place for _, place in cells)
        if self.figure.kind == "ring" and piece is self.whole:  # it opens where the pins fell
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
        """Find the vertices or edges that are left among those of a piece; an edge that was named is gone."""
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

    def told(self, numbers: dict[int, int], now: list[_Piece | None]) -> Lineage:
        """Return the line with its parts by their numbers."""
        parts = tuple(part for part, piece in enumerate(now) if piece is not None and piece.line is self)
        if self.figure.kind == "cells":
            return Lineage(self.figure, parts, laid=tuple(self.laid))
        if self.figure.kind in GRAPHS:
            held = tuple(piece.held for piece in now if piece is not None and piece.line is self)
            return Lineage(self.figure, parts, laid=tuple(self.laid), held=held)
        row = [each if isinstance(each, RowRun) else RowRun(each.length, numbers.get(id(each))) for each in self.row]
        return Lineage(self.figure, parts, tuple(row), turned=self.turned)


def _members(scene: Scene) -> Sequence[object]:
    """Return the vertices of a network, or the edges that are pieces, in the order of their figure."""
    if isinstance(scene, Network):
        return list(dict.fromkeys(scene.vertices))
    return scene.edges if isinstance(scene, Multigraph) else ()


def _shape(board: Board) -> list[int]:
    return [len(row) for row in board.rows]
