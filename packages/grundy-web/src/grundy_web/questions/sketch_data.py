"""Sketches on the page: lines that stay where they were drawn, and spots and regions to click to draw one.

Each way to draw a move is an entry of its own: its keys are those of the two spots that the line joins, and of the
region if they share several. The key of spot i of a sketch is (i, 0), that of region i is (i, 1), in the first of the
components that the sketch has become.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.core import Game
from grundy.drawing import sketched
from grundy.workflows.playing import (
    LAST_MARKED,
    DrawnLine,
    PartMove,
    PieceIds,
    SketchLine,
    Turn,
    drawn_lines,
    phrase,
    piece_id,
)

from .piece_table import PieceTable, drawing_data, placed


def drawn_ways(game: Game, moves: Sequence[PartMove], lines: Sequence[SketchLine]) -> dict[int, list[DrawnLine]]:
    """List the ways to draw each move of Sprouts as a line on the drawings of a match.

    Args:
        game: The present position.
        moves: The legal moves.
        lines: The drawings, one for each component at the start, with the components that it became.

    Returns:
        The ways for each move that has a drawing, by the number of the move.
    """
    found: dict[int, list[DrawnLine]] = {}
    for line in lines:
        for part in line.parts:
            numbers = [i for i, move in enumerate(moves) if move.part == part]
            ways = drawn_lines(line, game, part, [moves[i] for i in numbers])
            found.update(zip(numbers, ways, strict=True))
    return _told_apart(found)


def _told_apart(found: dict[int, list[DrawnLine]]) -> dict[int, list[DrawnLine]]:
    """Return the ways to draw moves, with numbers added to equal texts of different moves."""
    first: dict[str, dict[int, int]] = {}
    for number, ways in sorted(found.items()):
        for way in ways:
            at = first.setdefault(way.words, {})
            at.setdefault(number, len(at) + 1)
    return {
        number: [
            way if first[way.words][number] == 1 else way._replace(words=f"{way.words} ({first[way.words][number]})")
            for way in ways
        ]
        for number, ways in found.items()
    }


def pressed_by(line: SketchLine, ways: Sequence[DrawnLine]) -> list[PieceIds]:
    """List the pieces to click for each way to draw a line: two spots, and the region if there are several.

    Args:
        line: The drawing of Sprouts, with the components that it became.
        ways: All ways to draw a line on it, as spots and region.

    Returns:
        The keys of the pieces for each way.
    """
    regions: dict[frozenset[int], set[int]] = {}
    for way in ways:
        regions.setdefault(frozenset(way.spots), set()).add(way.region)
    found = []
    for way in ways:
        keys = {piece_id(line.parts[0], spot, 0) for spot in way.spots}
        if len(regions[frozenset(way.spots)]) > 1:
            keys.add(piece_id(line.parts[0], way.region, 1))
        found.append(frozenset(keys))
    return found


def sketch_data(line: SketchLine, table: PieceTable) -> dict[str, Any]:
    """Return the data of a drawing of Sprouts for a page: regions and spots that can be clicked, and lines.

    Args:
        line: The drawing of Sprouts, with the components that it became.
        table: Converts pieces to data.

    Returns:
        The data of the drawing.
    """
    drawn, first = line.sketch, line.parts[0] if line.parts else line.figure.part
    hinted = table.hint.move if table.hint else None
    spots: set[int] = set()
    if hinted is not None and hinted.part in line.parts:
        spots = {spot for way in drawn_ways(table.view.shown, [hinted], [line])[0][:1] for spot in way.spots}
    shown = sketched(drawn)
    pieces = []
    for number in range(len(drawn.scene[0].regions)):
        piece = table.piece(piece_id(first, number, 1), "")
        if piece["does"] and (piece["open"] or piece["pressed"]):
            x, y = drawn.points[drawn.spots_of_region(number)[0]]
            names = " ".join(map(drawn.name, drawn.spots_of_region(number)))
            placing = {"x": x, "y": y, "w": 0.0, "h": 0.0, "row": number, "place": 1}
            pieces.append(piece | placing | {"area": drawn.area(number), "mark": names, "token": False, "by": None})
    for each in shown.pieces:
        piece = table.piece(piece_id(first, each.row, 0), each.mark) | placed(each)
        pieces.append(piece | {"token": False, "by": None, "hinted": each.row in spots})
    data: dict[str, Any] = {
        "kind": "faces",
        "name": line.figure.name,
        "part": line.figure.part,
        "flat": False,
        "by": None,
        "several": table.several and len(line.parts) < len(table.names),
        "hinted": False,
    }
    data |= drawing_data(shown, pieces)
    begin = len(table.view.history) - LAST_MARKED
    lately = {
        at: (turn % 2, words)
        for at, turn, words in zip(drawn.drawn_lines, line.turns, line.told, strict=True)
        if turn >= begin
    }
    arcs: list[dict[str, Any]] = data["arcs"]
    for number, arc in zip(drawn.curves, arcs, strict=True):
        arc["by"], arc["words"] = lately.get(number, (None, ""))
    return data


class LineWords:
    """Describes moves of Sprouts in a match by the letters of spots in its drawings, other moves as usual."""

    def __init__(self, game: Game, lines: Sequence[SketchLine]) -> None:
        self.game, self.lines = game, lines
        self._told = {turn: words for line in lines for turn, words in zip(line.turns, line.told, strict=True)}

    def of_turn(self, number: int, turn: Turn) -> str:
        """Return the text of a move of the match that was made.

        Args:
            number: The number of the move.
            turn: The position before it, and the move.

        Returns:
            The words.
        """
        return self._told.get(number) or phrase(*turn)

    def of_move(self, game: Game, move: PartMove) -> str:
        """Return the text of a legal move of the present position.

        Args:
            game: The present position.
            move: The move.

        Returns:
            The words.
        """
        ways = drawn_ways(game, [move], self.lines).get(0) if game is self.game else None
        return ways[0].words if ways else phrase(game, move)

    def find(self, text: str, moves: Sequence[PartMove]) -> tuple[PartMove, int] | None:
        """Find a move by its text with letters of spots.

        Args:
            text: The text that a person typed.
            moves: The legal moves.

        Returns:
            The move and the index of the way to draw it, or None.
        """
        for number, ways in drawn_ways(self.game, moves, self.lines).items():
            for way in ways:
                if way.words == " ".join(text.split()):
                    return moves[number], way.way
        return None
