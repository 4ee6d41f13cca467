"""A game as it stands on the table: summands of any rulesets, each with its parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .errors import RuleError
from .ruleset import Ruleset
from .sums import Sum


class Summand(NamedTuple):
    """Parts that are played by one rule."""

    ruleset: Ruleset[Any]
    parts: Sum[Any]

    def __str__(self) -> str:
        """Return the summand in notation."""
        return f"{self.ruleset.name}: {self.ruleset.write(self.parts)}"


class Game:
    """A disjunctive sum of summands; its parts are numbered from 0 in the order of the text."""

    __slots__ = ("summands",)

    def __init__(self, *summands: Summand) -> None:
        """Put summands side by side; raise `RuleError` when a rule cannot stand in a sum."""
        self.summands = summands
        if len(summands) > 1 or any(len(parts) > 1 and ruleset.solo for ruleset, parts in summands):
            mixed = len({ruleset.last_loses for ruleset, _ in summands}) > 1
            for ruleset, _ in summands:
                _refuse_in_sum(ruleset, mixed)

    @classmethod
    def of(cls, ruleset: Ruleset[Any], *positions: Any) -> Game:  # noqa: ANN401  # any position
        """Return the game of positions of one ruleset."""
        return cls(Summand(ruleset, Sum.of(positions)))

    @property
    def parts(self) -> Iterator[tuple[Ruleset[Any], Any]]:
        """Yield (ruleset, position) of every part."""
        return ((ruleset, position) for ruleset, parts in self.summands for position in parts)

    def part(self, number: int) -> tuple[Ruleset[Any], Any]:
        """Return (ruleset, position) of one part."""
        for ruleset, parts in self.summands:
            if number < len(parts):
                return ruleset, parts[number]
            number -= len(parts)
        raise IndexError("the game has no part of this number")

    @property
    def size(self) -> int:
        """The number of parts."""
        return sum(len(parts) for _, parts in self.summands)

    @property
    def last_loses(self) -> bool:
        """Whether the rule itself is misere."""
        return any(summand.ruleset.last_loses for summand in self.summands)

    def after(self, part: int, leaves: Sum[Any]) -> Game:
        """Return the game after a move in part number `part`."""
        summands = list(self.summands)
        for i, (ruleset, parts) in enumerate(summands):
            if part < len(parts):
                summands[i] = Summand(ruleset, parts.replace(part, leaves))
                return Game(*summands)
            part -= len(parts)
        raise IndexError("the game has no part of this number")

    def __str__(self) -> str:
        """Return the game in notation; reading it gives the game back."""
        return " + ".join(map(str, self.summands))

    def __repr__(self) -> str:
        """Return the notation in angle brackets."""
        return f"<Game {self}>"

    def __eq__(self, other: object) -> bool:
        """Compare rules and positions."""
        return isinstance(other, Game) and self.summands == other.summands

    def __hash__(self) -> int:
        """Hash as `__eq__` compares."""
        return hash(self.summands)


def _refuse_in_sum(ruleset: Ruleset[Any], mixed: bool) -> None:
    """Refuse rules whose position is not the same for both players, and mixtures of end conventions."""
    if ruleset.solo:
        raise RuleError(f"{ruleset.name} cannot be part of a sum: its position says whose turn it is")
    if mixed:
        raise RuleError("a sum needs one convention: here one rule lets the last move win and another lets it lose")
