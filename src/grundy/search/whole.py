"""Whole sums by definition: outcome, remoteness and misere Grundy value of several parts together.

Misere values do not add, and neither does remoteness, so the multiset of parts that have moves is searched. Remoteness:
the length of play when the winner hurries and the loser delays (Steinhaus 1925; Smith, "Graphs and composite games",
1966). The misere Grundy value is the mex of those of the options, and 1 where play has ended (Conway, "On Numbers and
Games", 1976).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, NoReturn

from ..core import Game, LoopyGame, Meter, Obliged, Outcome, RuleError, Ruleset, Sum, TwoSided, at_most, mex, patiently
from .cycles import walk

Part = tuple[int, Any]
"""Number of the ruleset, canonical position."""
Whole = tuple[Part, ...]
"""The parts that still have moves, in a fixed order."""
MUCH = 10_000
"""Parts that are written down for the options of one position and count as one position more."""


class PlayOut(NamedTuple):
    """How a whole position plays out: who wins, in how many moves, and its (misere) Grundy value."""

    outcome: Outcome
    remoteness: int
    value: int


class WholeSolver:
    """Solves whole sums over a fixed list of rulesets and remembers everything it has seen."""

    def __init__(self, rulesets: Iterable[Ruleset[Any]], misere: bool, meter: Meter | None = None) -> None:
        """Play by `rulesets`, numbered in their order; raise `RuleError` for a game of two sides."""
        self.rulesets = list(rulesets)
        for ruleset in self.rulesets:
            if isinstance(ruleset, TwoSided):
                raise RuleError(f"{ruleset.name} is partizan and cannot be a component of a sum")
        self.misere = misere
        self.meter = meter or Meter()
        self.table: dict[Whole, PlayOut] = {}
        self._options: dict[Part, list[tuple[Part, ...]]] = {}
        self._alive: dict[Part, bool] = {}
        self._order: dict[Part, int] = {}
        self._over = PlayOut(Outcome.wins(misere), 0, int(misere))

    @property
    def visited(self) -> int:
        """Whole positions whose course is known."""
        return len(self.table)

    @classmethod
    def of(cls, game: Game, misere: bool, meter: Meter | None = None) -> WholeSolver:
        """Return a solver for a game and everything reached from it."""
        return cls([summand.ruleset for summand in game.summands], misere, meter)

    def course(self, game: Game) -> PlayOut:
        """Return how `game` plays out, whose summands are those of this solver."""
        return self.solve((i, p) for i, (_, parts) in enumerate(game.summands) for p in parts)

    def known(self, game: Game) -> PlayOut | None:
        """Return the course of a game if it was seen already, else None; nothing is searched."""
        parts = ((i, self.rulesets[i].canonical(p)) for i, (_, each) in enumerate(game.summands) for p in each)
        return self.table.get(self.whole_of(parts))

    def solve(self, parts: Iterable[Part]) -> PlayOut:
        """Return how a multiset of parts plays out; raises `LimitReached` and `LoopyGame`."""
        with self.meter.heard():
            start = self.whole_of((i, self.rulesets[i].canonical(p)) for i, p in parts)
            walk([start], self.table, self._expand, self._settle, self._refuse)
        return self.table[start]

    def _expand(self, whole: Whole) -> tuple[list[Whole], Iterable[Whole]]:
        """Return the different options of a position; many options of many parts count as several positions."""
        self.meter.tick()
        options: dict[Whole, None] = {}
        size, held = 1 + len(whole), 0
        step = 1 + MUCH // size
        for number, option in enumerate(self.options_of(whole), 1):
            options[option] = None
            if number % step == 0:
                self.meter.tick()
                self.meter.hold((len(options) - held) * size)
                held = len(options)
        self.meter.hold((len(options) - held) * size)
        return [*options], options

    def options_of(self, whole: Whole) -> Iterator[Whole]:
        """Yield the whole positions that one move leaves; equal parts are moved in once."""
        previous = None
        obliged = [part for part in whole if part[1].__class__ is Obliged]  # the player must move there
        for i, part in enumerate(whole):
            if part != previous and (not obliged or part in obliged):
                for leaves in patiently(self._leaves(part)):
                    yield self.whole_of((*whole[:i], *leaves, *whole[i + 1 :]))
            previous = part

    def _leaves(self, part: Part) -> list[tuple[Part, ...]]:
        found = self._options.get(part)
        if found is None:
            number, position = part
            ruleset = self.rulesets[number]
            options = at_most(ruleset.options(position), f"{ruleset.name}: a position has")
            found = self._options[part] = [
                tuple([(number, ruleset.canonical(p)) for p in (option if option.__class__ is Sum else (option,))])
                for option in patiently(options)
            ]
        return found

    def _is_alive(self, part: Part) -> bool:
        """Return whether a part has a move, without listing all of them; one that must be answered always counts."""
        alive = self._alive.get(part)
        if alive is None:
            number, position = part
            has_move = next(iter(self.rulesets[number].options(position)), None) is not None
            alive = self._alive[part] = has_move or position.__class__ is Obliged
        return alive

    def whole_of(self, parts: Iterable[Part]) -> Whole:
        """Return the multiset of parts that have moves, sorted by the order in which they were first met."""
        order = self._order
        alive = [part for part in parts if self._is_alive(part)]
        return tuple(sorted(alive, key=lambda part: order.setdefault(part, len(order))))

    def _settle(self, whole: Whole, options: list[Whole]) -> None:
        courses = [self.table[option] for option in options]
        lost = [c.remoteness for c in courses if c.outcome is Outcome.P]
        if not courses:
            self.table[whole] = self._over
        elif lost:
            self.table[whole] = PlayOut(Outcome.N, 1 + min(lost), mex(c.value for c in courses))
        else:
            longest = max(c.remoteness for c in courses)
            self.table[whole] = PlayOut(Outcome.P, 1 + longest, mex(c.value for c in courses))
        self.meter.hold(-len(options) * (1 + len(whole)))

    def _refuse(self, cycle: list[Whole]) -> NoReturn:
        briefs = ((self.rulesets[number].brief(position) for number, position in whole) for whole in cycle)
        raise LoopyGame([" + ".join(parts) for parts in briefs])
