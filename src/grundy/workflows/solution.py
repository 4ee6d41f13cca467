"""What `solve` answers: a frozen record that knows its JSON, its words and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import Game, Outcome, Play, Status, Sum

if TYPE_CHECKING:
    from .facts import Facts

MOST_TEXT = 64_000_000
"""When the texts of all winning moves would be longer than this, in characters, `leaves` is null in the JSON."""


class WinningMove(NamedTuple):
    """A move that wins: in which part, its name, and what it leaves there in place of the part."""

    part: int
    move: str
    pieces: Sum[Any]

    def __str__(self) -> str:
        """Return the move with the number of its part."""
        return f"part {self.part}: {self.move}"


@dataclass(frozen=True)
class Solution:
    """Who wins a game, its value, and every winning move.

    `value` is the Grundy value (None in misere play), `values` those of the parts. When `status` is
    "limit" something stayed unknown, as `reason` says: what is None, or winning moves that were too many to try.
    `grounds` are the theorems and proved periods that answered, in words; `facts` say more of games that can
    go on for ever and of compounds.
    """

    game: Game
    play: Play
    outcome: Outcome | None
    value: int | None
    status: Status
    values: tuple[int | None, ...] = field(repr=False)
    move_count: int | None
    winning_moves: Sequence[WinningMove]
    reason: str = ""
    grounds: tuple[str, ...] = field(default=(), repr=False)
    visited: int = 0
    facts: Facts | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        """Return the answer on one line."""
        moves = [f"{m.part}: {m.move}" for m in self.winning_moves[:4]]
        more = ", ..." if len(self.winning_moves) > 4 else ""
        text = _short(str(self.game)) if self.game.size < 1000 else f"{self.game.size} parts"
        wins = f"wins=[{', '.join(moves)}{more}]"
        return f"Solution({text!r}, {self.play}, outcome={self.outcome}, value={self.value}, {wins})"

    def leaves(self, move: WinningMove) -> str:
        """Return the whole game after a move, in notation."""
        return str(self.game.after(move.part, move.pieces))

    def explain(self, *, moves: bool = False) -> str:
        """Return the reason in words and tables; with `moves` every legal move with what it leads to."""
        from .explain import explain

        return explain(self, moves=moves)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `grundy solve --json`."""
        misere = (self.play == "misere") != self.game.last_loses
        parts: list[dict[str, Any]] = [
            {"game": f"{ruleset.name}: {ruleset.show(Sum(position))}", "value": None if misere else value}
            for (ruleset, position), value in zip(self.game.parts, self.values, strict=True)
        ]
        answer = {
            "schema": 1,
            "game": str(self.game),
            "play": self.play,
            "outcome": None if self.outcome is None else self.outcome.value,
            "value": self.value,
            "status": self.status,
            "parts": parts,
            "move_count": self.move_count,
            "winning_moves": self.moves_told(self.winning_moves),
            "explanation": self.explain(),
        }
        if self.status == "limit":
            answer["reason"] = self.reason
        if self.facts is not None:
            answer |= self.facts.to_dict(self)
        return answer

    def moves_told(self, moves: Sequence[WinningMove]) -> list[dict[str, Any]]:
        """Return moves as JSON; `leaves` is None when the texts would be too long together."""
        size = sum(len(ruleset.show(Sum(position))) + len(ruleset.name) + 2 for ruleset, position in self.game.parts)
        short = size * len(moves) <= MOST_TEXT
        return [{"part": m.part, "move": m.move, "leaves": self.leaves(m) if short else None} for m in moves]

    def _repr_html_(self) -> str:
        """Show the answer in a notebook."""
        from html import escape

        return f"<pre>{escape(self.explain())}</pre>"


def _short(text: str, most: int = 120) -> str:
    """Return a text that fits on a line."""
    return text if len(text) <= most else text[: most - 3] + "..."
