"""Follows each row of pins, board and graph of the first position of a match through all moves.

Moves split a row into shorter rows, leave a board with fewer free squares, and remove vertices or edges of a graph. The
picture still shows the original component: each of its pieces is drawn where it was at the start. The piece is either
gone, or it belongs to one of the present components.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from ...core import Board, Heaps, Multigraph, Network, Ring, Scene
from .legal import Turn
from .part_views import FOLLOWED, Cell, MatchParts, PartView, cells_of

PINS = ("pins", "ring")


class PartHistory(NamedTuple):
    """A component of the first position, as it is drawn later in the match: every piece keeps its place.

    Attributes:
        figure: The component at the start, prepared for drawing.
        parts: The keys are the indices of the present components that came from this one. The values are the pieces of
            `figure` that belong to them, in the order in which the present component lists its pieces. For a board,
            pieces are free squares.
        touched: For each piece of `figure` that a move took, covered or named, the number of the last such move, from
            0.
    """

    figure: PartView
    parts: dict[int, list[Cell]]
    touched: dict[Cell, int]


def part_histories(view: MatchParts) -> list[PartHistory]:
    """Follow the rows, boards and graphs of the first position through the moves of a match.

    Components whose moves cannot be followed are left out. If a move is possible at several places of a row or ring,
    the argument `ways` of `MatchParts` states the place.
    """
    lines = {part.part: _Line(part, view) for part in view.start_parts if part.kind in FOLLOWED}
    now = [(lines.get(part), lines[part].cells if part in lines else []) for part in range(view.start.size)]
    for number, turn in enumerate(view.history):
        part, move = turn.move
        line, cells = now[part]
        followed = line.play(number, turn, cells) if line else [list[Cell]() for _ in move.leaves]
        now[part : part + 1] = [(line, left) for left in followed]
    return [line.told(now) for line in lines.values() if line.sound]


class _Line:
    """Follows one component of the first position through the moves of a match.

    `sound` becomes False when a move cannot be followed.
    """

    def __init__(self, figure: PartView, view: MatchParts) -> None:
        self.figure, self.view, self.sound = figure, view, True
        self.members = _members(figure.scene)
        self.cells = list(self.members)
        self.touched: dict[Cell, int] = {}

    def play(self, number: int, turn: Turn, cells: list[Cell]) -> list[list[Cell]]:
        """Follow a move in one of the components that came from this component of the first position.

        Args:
            number: The number of the move in the match, from 0.
            turn: The move, with the game before it.
            cells: The pins in the component of the move, before the move; not used for boards and graphs.

        Returns:
            For each component that the move leaves a list of its pins. The lists are empty for boards and graphs,
            whose pieces are found later by `told`, and if the move cannot be followed.
        """
        part, move = turn.move
        leaves = [list[Cell]() for _ in move.leaves]
        self.sound &= bool(move.touches) and (move.kind == "cover") == (self.figure.kind == "cells")
        if not self.sound:
            return leaves
        way = cells_of(move.touches[min(self.view.ways.count(number), len(move.touches) - 1)])
        ruleset, position = turn.game.part(part)
        if self.figure.kind in PINS:
            scenes = [self.view.scene(ruleset, leaf) for leaf in move.leaves]
            places = [place for _, place in way]
            return self._broken(number, cells, places, [len(_members(scene)) for scene in scenes])
        if self.figure.kind != "cells":
            held = self._held(self.view.scene(ruleset, position))
            way = [held[row] for row, _ in way]
        self.touched |= dict.fromkeys(way, number)
        return leaves

    def _broken(self, number: int, cells: list[Cell], places: list[int], lengths: list[int]) -> list[list[Cell]]:
        """Remove the pins at the indices `places` from `cells`, and return the pins of each row that remains.

        `cells` are the pins of a row, or of a ring, which becomes a row. `number` is the number of the move. `lengths`
        are the lengths of the rows that remain.
        """
        begin, end = min(places), min(places) + len(places)
        if self.figure.kind == "ring" and len(cells) == len(self.cells):
            first = min((place for place in places if (place - 1) % len(cells) not in places), default=0)
            begin, end, cells = 0, len(places), cells[first:] + cells[:first]
        self.touched |= dict.fromkeys(cells[begin:end], number)
        sides = [cells[:begin], cells[end:]]
        leaves = list[list[Cell]]()
        for length in lengths:
            side = next((side for side in sides if len(side) == length), [])
            leaves.append(side)
            sides = [other for other in sides if other is not side]
        self.sound = [*map(len, leaves)] == lengths and not any(sides)
        return leaves

    def _held(self, scene: Scene) -> list[Cell]:
        """Return for each vertex, edge or free square in `scene` its piece in the picture of the first position."""
        known: dict[Hashable, list[Cell]] = {}
        for cell, name in self.members.items():
            if self.figure.kind == "network" or cell not in self.touched:
                known.setdefault(name, []).append(cell)
        return [known[name].pop(0) for name in _members(scene).values()]

    def told(self, now: Sequence[tuple[_Line | None, list[Cell]]]) -> PartHistory:
        """Return the history of the component after all moves of the match.

        Args:
            now: For each present component, in order, a pair. The first element is the `_Line` of the component of the
                first position from which it came, or None. The second is the list of its pins; it is not used for
                boards and graphs.

        Returns:
            The history.
        """
        mine = {part: cells for part, (line, cells) in enumerate(now) if line is self}
        if self.figure.kind not in PINS:
            views = self.view.parts
            mine = {part: self._held(views[part].scene) if part < len(views) else [] for part in mine}
        return PartHistory(self.figure, mine, self.touched)


def _members(scene: Scene) -> dict[Cell, Hashable]:
    if isinstance(scene, Board) and set(scene.rows[0]) != {"I"}:
        places = ((y, x) for y, row in enumerate(scene.rows) for x, square in enumerate(row) if square != "#")
        return {place: place for place in places}
    if isinstance(scene, Network):
        return {(row, 0): name for row, name in enumerate(dict.fromkeys(scene.vertices))}
    if isinstance(scene, Multigraph):
        return {(row, 0): edge for row, edge in enumerate(scene.edges)}
    pins = scene.sizes[0] if isinstance(scene, Heaps) else scene.pins if isinstance(scene, Ring) else 0
    return {(0, place): place for place in range(len(scene.rows[0]) if isinstance(scene, Board) else pins)}
