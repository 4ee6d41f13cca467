"""An explanation of a position drawn on a sketch, with moves named by the spots on the board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from grundy.core import Game
from grundy.drawing import move_words
from grundy.workflows.explaining import Block
from grundy.workflows.playing import MatchView, PartMove, Turn, after, legal_moves

from .sketch_data import drawn_ways

LEAVES = "   -> "
"""The text between a winning move and the position after it."""
_IN_BRACKETS = re.compile(r"\(([^()]+)\)")


class SpotNames:
    """Translates the moves in an explanation of a Sprouts position to the letters of spots in the drawing."""

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
        """Return the `label` of a move with letters of spots, or the label itself if the move is not drawn."""
        return self.known[label][1] if label in self.known else label

    def words_of(self, move: PartMove) -> str:
        """Return the text of a legal move, with letters of spots if it is drawn."""
        return self.word(move_words(self.game, move.part, move.move.label))

    def text(self, told: str) -> str:
        """Return a sentence of an explanation, in which the moves in brackets have letters of spots."""
        return _IN_BRACKETS.sub(lambda found: f"({self.word(found[1])})", told)

    def block(self, block: Block) -> Block:
        """Return a block of an explanation, a list or table, with its moves translated."""
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
        """Return the translation for the position after a move."""
        return SpotNames([*self.history, Turn(self.game, move)], after(self.game, move), self.ways)

    def _answer(self, label: str, answer: Any) -> str:  # noqa: ANN401  # a cell of a table
        return self.after(self.known[label][0]).word(answer) if label in self.known else str(answer)
