"""What a deep search answers: a frozen record that knows its JSON and its words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..core import Game, Outcome, Play, Status, Sum
from .solution import WinningMove
from .words import abridged, move_words, sentence, win_words

MOST_TOLD = 30
"""Winning moves that are told one by one."""


class PartAnswer(NamedTuple):
    """What was found of one part: its value, or a proved lower bound, by which method and why that one."""

    value: int | None
    lower: int
    method: str
    reason: str


class Line(NamedTuple):
    """A principal line: moves in turn, as they are told, and whether play is over behind them."""

    moves: tuple[str, ...]
    over: bool


@dataclass(frozen=True)
class SearchResult:
    """Who wins a large position, its exact value, every winning move, and a line of play.

    `status` is "limit" when the outcome stayed unknown or the value that was asked for did; `moves_status` says the
    same of the winning moves, which have a limit of their own: `winning_moves` then holds those proved to win, and
    `move_count` is None. `lower` is a proved lower bound of the value.
    """

    game: Game
    play: Play
    outcome: Outcome | None
    value: int | None
    lower: int
    status: Status
    reason: str
    parts: tuple[PartAnswer, ...]
    winning_moves: tuple[WinningMove, ...]
    move_count: int | None
    moves_status: Status | None
    line: Line
    visited: int
    seconds: float = field(compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `grundy search --json`."""
        parts = [
            {
                "game": f"{ruleset.name}: {ruleset.show(Sum(position))}",
                "value": part.value,
                "lower": part.lower,
                "method": part.method,
            }
            for (ruleset, position), part in zip(self.game.parts, self.parts, strict=True)
        ]
        return {
            "schema": 1,
            "game": str(self.game),
            "play": self.play,
            "outcome": None if self.outcome is None else self.outcome.value,
            "value": self.value,
            "lower": self.lower,
            "status": self.status,
            "reason": self.reason,
            "parts": parts,
            "move_count": self.move_count,
            "winning_moves": [
                {"part": m.part, "move": m.move, "leaves": str(self.game.after(m.part, m.pieces))}
                for m in self.winning_moves
            ],
            "moves_status": self.moves_status,
            "line": list(self.line.moves),
            "visited": self.visited,
            "seconds": round(self.seconds, 3),
        }

    def explain(self) -> str:
        """Return the answer in words."""
        return "\n".join([self._head(), *self._parts(), *self._moves(), *self._line(), self._work()])

    def _repr_html_(self) -> str:
        """Show the answer in a notebook."""
        from html import escape

        return f"<pre>{escape(self.explain())}</pre>"

    def _head(self) -> str:
        """Say who wins and the value."""
        text = str(self.game)
        shown = text if len(text) <= 100 else f"{text[:97]}..."
        misere = ", misere play" if self.play == "misere" else ""
        who = {
            None: "who wins is not known",
            Outcome.N: "the next player wins (N)",
            Outcome.P: "the previous player wins (P)",
        }.get(self.outcome, "nobody can force a win (D)")
        if self.value is not None:
            value = f", Grundy value {self.value}"
        elif self.play == "misere":
            value = ""
        else:
            value = f", Grundy value at least {self.lower}" if self.lower else ", Grundy value unknown"
        stopped = f"\n{sentence(self.reason)}." if self.status == "limit" else ""
        return f"{shown}{misere}: {who}{value}.{stopped}"

    def _parts(self) -> list[str]:
        """Say by which method each part was searched."""
        lines = []
        for (ruleset, position), part in zip(self.game.parts, self.parts, strict=True):
            text = ruleset.brief(position)
            value = f" = {part.value}" if part.value is not None else ""
            name = f"{text if len(text) <= 40 else text[:37] + '...'}{value}: " if len(self.parts) > 1 else ""
            lines.append(f"{name}by {part.method} ({part.reason})")
        return [sentence(line) + "." for line in dict.fromkeys(lines)]

    def _moves(self) -> list[str]:
        """List the winning moves."""
        if self.moves_status is None:
            return []
        told = [win_words(self.game, move) for move in self.winning_moves]
        if self.moves_status == "limit":
            found = f"at least {len(told)}" if told else "none found yet"
            return [f"Winning moves ({found}; their limit was reached):", *_indented(told)]
        if not told:
            return [] if self.outcome is not Outcome.N else ["No move wins: the rule has no moves here."]
        count = "Only 1 winning move:" if len(told) == 1 else f"{len(told)} winning moves:"
        return [count, *_indented(told)]

    def _line(self) -> list[str]:
        """Tell the principal line."""
        if not self.line.moves:
            return []
        end = " and play is over" if self.line.over else " ..."
        return [f"A line of best play: {'; '.join(self.line.moves)}{end}."]

    def _work(self) -> str:
        """Say how much work it was."""
        return f"{self.visited} positions in {self.seconds:.2f} s."


def _indented(lines: list[str]) -> list[str]:
    """Return lines that stand under a heading, not too many."""
    return [f"  {line}" for line in abridged(lines, MOST_TOLD, "move")]


def told(game: Game, part: int, label: str) -> str:
    """Return a move of a line as it is told."""
    return move_words(game, part, label)
