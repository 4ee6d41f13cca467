"""Whole sums by definition: outcome, remoteness and misere Grundy value of several parts together.

Misere values do not add, and neither does remoteness, so the position searched is the whole
multiset of parts, parts without moves left out. An explicit stack, as in `definition`.

Remoteness: the length of play when the winner hurries and the loser delays; 0 where play has ended,
else 1 + the least remoteness of the lost options of a won position, 1 + the greatest of all options
of a lost one (Steinhaus 1925; Smith, "Graphs and composite games", 1966). The misere Grundy value is
the mex of those of the options, and 1 where play has ended (Conway, "On Numbers and Games", 1976).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ..core import Game, LoopyGame, Meter, Obliged, Outcome, RuleError, Ruleset, Sum, TwoSided, at_most, mex

Part = tuple[int, Any]
"""Number of the ruleset, canonical position."""
Whole = tuple[Part, ...]
"""The parts that still have moves, in a fixed order."""
MUCH = 10_000
"""Parts that are written down for the options of one position and count as one position more."""


class Course(NamedTuple):
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
                raise RuleError(f"{ruleset.name} is a game of two sides and no part of a sum")
        self.misere = misere
        self.meter = meter or Meter()
        self.table: dict[Whole, Course] = {}
        self._options: dict[Part, list[tuple[Part, ...]]] = {}
        self._alive: dict[Part, bool] = {}
        self._order: dict[Part, int] = {}
        self._over = Course(Outcome.wins(misere), 0, int(misere))

    @property
    def visited(self) -> int:
        """Whole positions whose course is known."""
        return len(self.table)

    @classmethod
    def of(cls, game: Game, misere: bool, meter: Meter | None = None) -> WholeSolver:
        """Return a solver for a game and everything reached from it."""
        return cls([summand.ruleset for summand in game.summands], misere, meter)

    def course(self, game: Game) -> Course:
        """Return how `game` plays out, whose summands are those of this solver."""
        return self.solve((i, p) for i, (_, parts) in enumerate(game.summands) for p in parts)

    def solve(self, parts: Iterable[Part]) -> Course:
        """Return how a multiset of parts plays out; raises `LimitReached` and `LoopyGame`."""
        start = self.whole_of((i, self.rulesets[i].canonical(p)) for i, p in parts)
        table, tick = self.table, self.meter.tick
        open_options: dict[Whole, list[Whole]] = {}
        stack = [start]
        while stack:
            whole = stack[-1]
            if whole in table:
                stack.pop()
            elif whole in open_options:
                options = open_options.pop(whole)
                table[whole] = self._judge(options)
                self.meter.hold(-len(options) * (1 + len(whole)))
                stack.pop()
            else:
                tick()
                options = open_options[whole] = self._expand(whole)
                for option in options:
                    if option in open_options:
                        raise LoopyGame(self._cycle(stack, open_options, option))
                    if option not in table:
                        stack.append(option)
        return table[start]

    def _expand(self, whole: Whole) -> list[Whole]:
        """Return the different options of a position; many options of many parts count as several positions."""
        options: dict[Whole, None] = {}
        size, held = 1 + len(whole), 0
        step = 1 + MUCH // size
        for number, option in enumerate(self.meter.watch(self.options_of(whole)), 1):
            options[option] = None
            if number % step == 0:
                self.meter.tick()
                self.meter.hold((len(options) - held) * size)
                held = len(options)
        self.meter.hold((len(options) - held) * size)
        return [*options]

    def options_of(self, whole: Whole) -> Iterator[Whole]:
        """Yield the whole positions that one move leaves; equal parts are moved in once."""
        previous = None
        obliged = [part for part in whole if part[1].__class__ is Obliged]  # the player must move there
        for i, part in enumerate(whole):
            if part != previous and (not obliged or part in obliged):
                for leaves in self._leaves(part):
                    yield self.whole_of((*whole[:i], *leaves, *whole[i + 1 :]))
            previous = part

    def _leaves(self, part: Part) -> list[tuple[Part, ...]]:
        """Return what the moves of one part leave, remembered."""
        found = self._options.get(part)
        if found is None:
            number, position = part
            ruleset = self.rulesets[number]
            options = at_most(self.meter.watch(ruleset.options(position)), f"{ruleset.name}: a position has")
            found = self._options[part] = [
                tuple((number, ruleset.canonical(p)) for p in (option if isinstance(option, Sum) else (option,)))
                for option in self.meter.watch(options)
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

    def _judge(self, options: list[Whole]) -> Course:
        """Return how a position plays out whose options are all known."""
        if not options:
            return self._over
        courses = [self.table[option] for option in options]
        value = mex(c.value for c in courses)
        lost = [c.remoteness for c in courses if c.outcome is Outcome.P]
        if lost:
            return Course(Outcome.N, 1 + min(lost), value)
        return Course(Outcome.P, 1 + max(c.remoteness for c in courses), value)

    def _cycle(self, stack: list[Whole], open_options: dict[Whole, list[Whole]], again: Whole) -> list[str]:
        """Return the open positions from `again` on, as text."""
        path = [whole for whole in dict.fromkeys(stack) if whole in open_options]
        return [self._show(whole) for whole in path[path.index(again) :]]

    def _show(self, whole: Whole) -> str:
        """Write a whole position."""
        return " + ".join(self.rulesets[number].brief(position) for number, position in whole)
