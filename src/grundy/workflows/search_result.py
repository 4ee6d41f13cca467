"""What a deep search answers: a frozen record that knows its JSON and its words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..core import Game, Outcome, Play, Status, Sum
from .solution import WinningMove
from .words import abridged, sentence, win_words

MOST_TOLD = 30
"""Winning moves that are told one by one."""
MOST_NAMED = 10
"""Parts that are named which were searched in one way."""
UNREACHED = "none"
"""The method of a part that a limit kept from being looked at."""


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
    database: str = field(default="", kw_only=True)
    seconds: float = field(compare=False, kw_only=True)

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
            "database": self.database,
            "seconds": round(self.seconds, 3),
        }

    def explain(self) -> str:
        """Return the answer in words."""
        return "\n".join([self._head(), *self._parts(), *self._moves(), *self._line(), *self._work()])

    def _repr_html_(self) -> str:
        """Show the answer in a notebook."""
        from html import escape

        return f"<pre>{escape(self.explain())}</pre>"

    def _head(self) -> str:
        """Say who wins and the value."""
        shown = _short(str(self.game), 100)
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
        methods: dict[tuple[str, str], list[str]] = {}
        for (ruleset, position), part in zip(self.game.parts, self.parts, strict=True):
            text = ruleset.brief(position)
            value = f" = {part.value}" if part.value is not None else ""
            methods.setdefault((part.method, part.reason), []).append(f"{_short(text, 40)}{value}")
        return [self._how(names, *method) for method, names in methods.items()]

    def _how(self, names: list[str], method: str, reason: str) -> str:
        """Say by which method parts were searched; one part has been named already, and in misere play all are one."""
        how = reason if method == UNREACHED else f"by {method} ({reason})"
        several = f"{', '.join(abridged(list(dict.fromkeys(names)), MOST_NAMED, 'part'))}: "
        return sentence(f"{several if len(self.parts) > 1 and self.play == 'normal' else ''}{how}.")

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
        end = " and play is over." if self.line.over else "; ..."
        return [f"A line of best play: {'; '.join(self.line.moves)}{end}"]

    def _work(self) -> list[str]:
        """Say how much work it was, and what became of the database."""
        kept = [f"Database {self.database}."] if self.database else []
        count = "1 position" if self.visited == 1 else f"{self.visited} positions"
        return [*kept, f"{count} in {self.seconds:.2f} s."]


def _short(text: str, most: int) -> str:
    """Return a text, cut where it is longer."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _indented(lines: list[str]) -> list[str]:
    """Return lines that stand under a heading, not too many."""
    return [f"  {line}" for line in abridged(lines, MOST_TOLD, "move")]
