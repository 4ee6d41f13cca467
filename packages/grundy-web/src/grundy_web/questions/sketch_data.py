"""Drawings of Sprouts on the page: lines that stay where they were drawn, and spots and regions to click.

A sketch is the drawing of one component of Sprouts at the start of a match, with all lines drawn since; the position of
this component may now consist of several components. The same move can be drawn in several ways, because different
lines can give equal positions. A visitor draws a line by clicking the two spots that it joins, and also a region if the
two spots have several regions in common. The id of spot i is "c.i.0" and that of region i is "c.i.1", where c is the
index of the first present component that the sketch became. Texts of moves and explanations name lines by the letters
of spots.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from grundy.core import Game
from grundy.drawing import move_words, sketched
from grundy.workflows.explaining import Block
from grundy.workflows.playing import (
    LAST_MARKED,
    DrawnLine,
    MatchView,
    PartMove,
    PieceIds,
    SketchLine,
    Turn,
    after,
    drawn_lines,
    legal_moves,
    phrase,
    piece_id,
)

from .piece_table import PieceTable, drawing_data, placed

LEAVES = "   -> "
"""The text between a winning move and the position after it, in an explanation."""
_IN_BRACKETS = re.compile(r"\(([^()]+)\)")


def drawn_ways(game: Game, moves: Sequence[PartMove], lines: Sequence[SketchLine]) -> dict[int, list[DrawnLine]]:
    """List the ways to draw each move of Sprouts as a line on the drawings of a match.

    Args:
        game: The present position.
        moves: The legal moves.
        lines: The drawings of the components of Sprouts, each with the present components that it became.

    Returns:
        For the index of each move that can be drawn, the ways to draw it; moves of other games are left out.
    """
    found: dict[int, list[DrawnLine]] = {}
    for line in lines:
        for part in line.parts:
            numbers = [i for i, move in enumerate(moves) if move.part == part]
            ways = drawn_lines(line, game, part, [moves[i] for i in numbers])
            found.update(zip(numbers, ways, strict=True))
    return _told_apart(found)


def _told_apart(found: dict[int, list[DrawnLine]]) -> dict[int, list[DrawnLine]]:
    """Add numbers, as in "1-2 (2)", to the descriptions of moves that have the same description as another move.

    `found` contains the ways to draw each move. Return the same ways, with different descriptions for different moves.
    """
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
    """List the pieces to click for each way to draw a line: two spots, and the region if they share several.

    Args:
        line: The drawing of a component of Sprouts, with the present components that it became.
        ways: All ways to draw a line on it.

    Returns:
        The ids of the pieces for each way.
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
    """Return the drawing of a component of Sprouts as plain data for the page: lines, and spots and regions to click.

    Args:
        line: The component at the start of the match, with all lines drawn since.
        table: The object that converts pieces to data.

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
    """Describes moves of a match in words; moves of Sprouts are named by the letters of the spots in the drawing.

    `game` is the present position.
    """

    def __init__(self, game: Game, lines: Sequence[SketchLine]) -> None:
        self.game, self.lines = game, lines
        self._told = {turn: words for line in lines for turn, words in zip(line.turns, line.told, strict=True)}

    def of_turn(self, number: int, turn: Turn) -> str:
        """Return the text of a move of the match that was made.

        Args:
            number: The number of the move in the match, from 0.
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
        """Find the legal move that a typed text means, in which spots are named by their letters in the drawing.

        Args:
            text: The text that a person typed.
            moves: The legal moves.

        Returns:
            The move and the index of the way to draw it, or None if the text describes no move that can be drawn.
        """
        for number, ways in drawn_ways(self.game, moves, self.lines).items():
            for way in ways:
                if way.words == " ".join(text.split()):
                    return moves[number], way.way
        return None


class SpotNames:
    """Replaces the moves in an explanation of a Sprouts position by texts with the letters of spots in the drawing."""

    def __init__(self, history: Sequence[Turn], game: Game, ways: Sequence[int] = ()) -> None:
        """Prepare the names for the present position of a match.

        Args:
            history: The moves of the match.
            game: The present position.
            ways: The numbers of moves, from 0, drawn in another way than the first, each repeated by the index of its
                way: [2, 2] draws move 2 in its third way.
        """
        self.history, self.game, self.ways = [*history], game, ways
        moves = list(legal_moves(game))
        told = drawn_ways(game, moves, MatchView(history, game, ways).sketches)
        self.known: dict[str, tuple[PartMove, str]] = {}
        for number, drawn in told.items():
            move = moves[number]
            self.known[move_words(game, move.part, move.move.label)] = move, drawn[0].words

    def word(self, label: str) -> str:
        """Return the name of a move with letters for spots, or the given name `label` if the move is not drawn."""
        return self.known[label][1] if label in self.known else label

    def words_of(self, move: PartMove) -> str:
        """Return the text of a legal move, in which spots are named by letters if the move is drawn."""
        return self.word(move_words(self.game, move.part, move.move.label))

    def text(self, told: str) -> str:
        """Return a sentence of an explanation, with the moves in parentheses named by the letters of spots."""
        return _IN_BRACKETS.sub(lambda found: f"({self.word(found[1])})", told)

    def block(self, block: Block) -> Block:
        """Return a paragraph, list or table of an explanation, in which the spots of moves are named by letters."""
        if block["kind"] == "text":
            return block | {"text": self.text(block["text"])}
        if block["kind"] == "list":
            heads = ((item, item.partition(LEAVES)[0]) for item in block["items"])
            return block | {"items": [self.word(head) if head in self.known else item for item, head in heads]}
        if block["kind"] == "columns" and block["header"] == ["move", "reply"]:
            return block | {"rows": [[self.word(move), self._answer(move, answer)] for move, answer in block["rows"]]}
        if block["kind"] == "binary" and ", leaving " in block["note"]:
            label, leaving, value = block["note"].partition(", leaving ")
            part = next((i for i, row in enumerate(block["rows"]) if row["mark"]), 0)
            return block | {"note": self.word(move_words(self.game, part, label)) + leaving + value}
        return block

    def after(self, move: PartMove) -> SpotNames:
        """Return the object that names spots in the position after a move."""
        return SpotNames([*self.history, Turn(self.game, move)], after(self.game, move), self.ways)

    def _answer(self, label: str, answer: Any) -> str:  # noqa: ANN401  # a cell of a table
        return self.after(self.known[label][0]).word(answer) if label in self.known else str(answer)
