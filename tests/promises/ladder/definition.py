"""Who wins, by the rule and nothing else: what the ladder holds every answer against.

Nothing here is shared with the solvers: of a rule only `options` is asked, and of a game of two sides how it ended.
Work is counted; where it would be too much, `Spent` is raised, and the ladder goes on without a definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from grundy.core import EntailedPosition, Entailing, Game, LimitReached, Outcome, Ruleset, Sum, TwoSided, as_sum

Whole = tuple[int, ...]
"""The numbers of the parts of a position, ascending; parts that can do the same have one number."""


class Spent(Exception):
    """More work than was allowed."""


class Course(NamedTuple):
    """Who wins, and after how many moves when the winner hurries and the loser delays; None: a draw."""

    outcome: Outcome
    remoteness: int | None


def mex(values: Iterable[int]) -> int:
    seen = {*values}
    return next(n for n in range(len(seen) + 1) if n not in seen)


def _options(ruleset: Ruleset[Any], position: Any) -> Iterator[Sum[Any]]:
    try:
        yield from map(as_sum, ruleset.options(position))
    except LimitReached:
        raise Spent from None


class Definition:
    """All positions that follow from a game, each with who wins there; values where the mex alone says them."""

    def __init__(self, game: Game, *, misere: bool, most: int) -> None:
        self.rulesets = [ruleset for ruleset, _ in game.summands]
        self.sides = any(isinstance(ruleset, TwoSided) for ruleset in self.rulesets)
        self.entails = any(isinstance(ruleset, Entailing) for ruleset in self.rulesets)
        self.last_loses = misere != game.last_loses
        self._numbers: dict[Any, int] = {}
        self._places: list[tuple[int, Any]] = []
        self._left: dict[int, list[Whole]] = {}
        self._most, self._moves = most, 10 * most
        start = self.whole(game)
        self.options: dict[Whole, list[Whole]] = {}
        self._list([start])
        self.courses = self._played_out()
        self._order = self._ends_first()
        self._values: dict[Whole, int] | None = None
        self._suspense: dict[Whole, int] | None = None

    @property
    def loops(self) -> bool:
        return self._order is None

    @property
    def size(self) -> int:
        return len(self.options)

    def whole(self, game: Game) -> Whole:
        return tuple(sorted(self._number(i, part) for i, (_, parts) in enumerate(game.summands) for part in parts))

    def knows(self, game: Game) -> bool:
        return self.whole(game) in self.options

    def course(self, game: Game) -> Course:
        """Return who wins a game that follows, and how long it lasts."""
        return self.courses[self.whole(game)]

    def outcome(self, game: Game) -> Outcome:
        return self.course(game).outcome

    def suspense(self, game: Game) -> int | None:
        """Return how long play lasts when the winner delays and the loser hurries; None where it may never end."""
        if self.loops or self.sides:
            return None
        if self._suspense is None:
            self._suspense = self._from_the_ends(self._suspense_of)
        return self._suspense[self.whole(game)]

    def value(self, game: Game) -> int | None:
        if self.sides or self.entails or self.last_loses or self.loops:
            return None
        if self._values is None:
            self._values = self._from_the_ends(lambda whole, known: mex(known[end] for end in self.options[whole]))
        return self._values[self.whole(game)]

    def _number(self, summand: int, part: Any) -> int:
        key = (summand, part.__class__, part)
        if key not in self._numbers:
            self._numbers[key] = len(self._places)
            self._places.append((summand, part))
        return self._numbers[key]

    def _leaves(self, number: int) -> list[Whole]:
        if number not in self._left:
            summand, part = self._places[number]
            found = []
            for option in _options(self.rulesets[summand], part):
                found.append(tuple(self._number(summand, piece) for piece in option))
                self._moves -= 1
                if self._moves < 0:
                    raise Spent
            self._left[number] = found
        return self._left[number]

    def _after(self, whole: Whole) -> list[Whole]:
        obliged = [i for i, part in enumerate(whole) if self._places[part][1].__class__ is EntailedPosition]
        found = dict.fromkeys(
            tuple(sorted((*whole[:i], *pieces, *whole[i + 1 :])))
            for i in obliged or range(len(whole))
            for pieces in self._leaves(whole[i])
        )
        self._moves -= len(found)
        if self._moves < 0:
            raise Spent
        return list(found)

    def _list(self, waiting: list[Whole]) -> None:
        while waiting:
            whole = waiting.pop()
            if whole in self.options:
                continue
            if len(self.options) >= self._most:
                raise Spent
            self.options[whole] = self._after(whole)
            waiting += self.options[whole]

    def _end(self, whole: Whole) -> Outcome:
        if self.sides and whole:
            summand, part = self._places[whole[0]]
            rule: TwoSided[Any] = self.rulesets[summand]  # type: ignore[assignment]
            ended = rule.result(part) or Outcome.P
            if ended is Outcome.D:
                return ended
            return Outcome.wins((ended is Outcome.N) != self.last_loses)
        return Outcome.wins(self.last_loses)

    def _played_out(self) -> dict[Whole, Course]:
        before: dict[Whole, list[Whole]] = {whole: [] for whole in self.options}
        left = {whole: len(ends) for whole, ends in self.options.items()}
        for whole, ends in self.options.items():
            for end in ends:
                before[end].append(whole)
        found = {whole: Course(self._end(whole), 0) for whole, ends in self.options.items() if not ends}
        found = {whole: course for whole, course in found.items() if course.outcome is not Outcome.D}
        layer, depth = list(found), 0
        while layer:
            depth += 1
            new: dict[Whole, Course] = {}
            for whole in layer:
                lost = found[whole].outcome is Outcome.P
                for earlier in before[whole]:
                    left[earlier] -= not lost
                    if earlier not in found and lost:
                        new[earlier] = Course(Outcome.N, depth)
                    elif earlier not in found and earlier not in new and not left[earlier]:
                        new[earlier] = Course(Outcome.P, depth)
            found |= new
            layer = list(new)
        return {whole: found.get(whole, Course(Outcome.D, None)) for whole in self.options}

    def _suspense_of(self, whole: Whole, known: dict[Whole, int]) -> int:
        ends = self.options[whole]
        if self.courses[whole].outcome is Outcome.P:
            return 1 + min((known[end] for end in ends), default=-1)
        return 1 + max((known[end] for end in ends if self.courses[end].outcome is Outcome.P), default=-1)

    def _from_the_ends(self, told: Callable[[Whole, dict[Whole, int]], int]) -> dict[Whole, int]:
        known: dict[Whole, int] = {}
        for whole in self._order or ():
            known[whole] = told(whole, known)
        return known

    def _ends_first(self) -> list[Whole] | None:
        """Return all positions, each behind its options; None where play can go on for ever."""
        done: dict[Whole, bool] = {}
        order: list[Whole] = []
        for start in self.options:
            stack = [start]
            while stack:
                whole = stack[-1]
                if whole in done:
                    stack.pop()
                    if not done[whole]:
                        done[whole] = True
                        order.append(whole)
                    continue
                done[whole] = False
                for end in self.options[whole]:
                    if end not in done:
                        stack.append(end)
                    elif not done[end]:
                        return None
        return order


class PartValues:
    """Grundy values of single positions of one rule, as the mex says them."""

    def __init__(self, below: Callable[[Any], Iterable[tuple[Any, ...]]]) -> None:
        self.below = below
        self.values: dict[Any, int] = {}

    @classmethod
    def of(cls, ruleset: Ruleset[Any]) -> PartValues:
        return cls(lambda position: map(tuple, _options(ruleset, position)))

    def value(self, position: Any, most: int) -> int:
        left = most
        options: dict[Any, list[tuple[Any, ...]]] = {}
        stack = [position]
        while stack:
            place = stack[-1]
            if place in self.values:
                stack.pop()
                continue
            if place not in options:
                options[place] = []
                for pieces in self.below(place):
                    left -= 1
                    if left < 0:
                        raise Spent
                    options[place].append(pieces)
            waiting = {piece for pieces in options[place] for piece in pieces if piece not in self.values}
            if not options.keys().isdisjoint(waiting):
                raise Spent
            stack += waiting
            if not waiting:
                self.values[place] = mex(map(self.total, options.pop(place)))
        return self.values[position]

    def total(self, pieces: Iterable[Any]) -> int:
        found = 0
        for piece in pieces:
            found ^= self.values[piece]
        return found
