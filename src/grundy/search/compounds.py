"""Outcomes of compounds from numbers of their components: remoteness, suspense, foreclosed values, values.

Each rule is a theorem (Steinhaus 1925; Smith 1966; Conway 1976, chapter 14; Stromquist and Ullman 1993; `Compound` in
games names them); the moves of the compound are the definition with which it is compared. Only
components are explored, so the work is the sum of their sizes, not the product.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from ..core import LoopyGame, Meter, Outcome, Ruleset, Sum, as_sum, nim_sum
from .arena import Region
from .loopy import ENDLESS, ends_first, outcome_of, play_lengths
from .suspense import ENDED, ENDS, foreclosed, suspense, values_above

Components = tuple[Sum[Any], ...]
Value = Callable[[int, Sum[Any]], int]
"""Gives the Grundy value of a component, by its number; it may know theorems."""


class CompoundTheory:
    """Judges the compounds of one kind over fixed rulesets, and remembers the numbers of their components."""

    def __init__(
        self, kind: str, rulesets: Sequence[Ruleset[Any]], value: Value, misere: bool, meter: Meter | None = None
    ) -> None:
        """Play component number i by rulesets[i], whose Grundy values `value` gives."""
        self.kind = kind
        self.rulesets = rulesets
        self.value_of = value
        self.misere = misere
        self.meter = meter or Meter()
        self._tables: dict[tuple[Ruleset[Any], int], tuple[Region, Sequence[int]]] = {}
        self._raising: dict[tuple[int, Sum[Any]], list[int]] = {}
        self._starts: dict[tuple[Ruleset[Any], int], list[Sum[Any]]] = {}
        self._rules: dict[str, Callable[[Components], Outcome | None]] = {
            "conjunctive": self._conjunctive,
            "continued": self._continued,
            "selective": self._selective,
            "shortened": self._shortened,
            "diminished": self._diminished,
            "ordinal": self._by_value,
            "side": self._side,
            "sequential": self._by_value,
        }

    def outcome(self, position: Components) -> Outcome | None:
        """Return who wins, or None where no theorem says it (ordinal sums in misere play).

        Raises `LimitReached` for components that are too large and `LoopyGame` where one can go on for ever,
        unless the compound is conjunctive.
        """
        return self._rules[self.kind](position)

    def value(self, position: Components) -> int | None:
        """Return the Grundy value where the theorem gives it: of ordinal and sequential compounds in normal play."""
        if self.kind == "ordinal" and not self.misere:
            total = self.value_of(len(position) - 1, position[-1])
            for i in reversed(range(len(position) - 1)):
                total = self._raised(i, position[i], total)
            return total
        if self.kind == "sequential" and not self.misere:
            return self._sequential(position)
        return None

    def numbers(self, position: Components) -> tuple[str, list[int | str | None]]:
        """Return what decides, in words, and what it is for each component; None: a draw, or nothing is known.

        Where no theorem speaks of the components the words are empty.
        """
        every = list(enumerate(position))
        if self.kind == "sequential":
            return "value with those behind", [*self._from_each(position)]
        if self.misere and self.kind in ("ordinal", "shortened", "selective"):
            return self._misere_numbers(every)
        if self.kind == "conjunctive":
            return "remoteness", [None if n == ENDLESS else n for n in (self._number(i, c) for i, c in every)]
        if self.kind == "continued":
            return "suspense", [self._number(i, c) for i, c in every]
        if self.kind == "diminished":
            return "foreclosed value", [self._open(i, c) for i, c in every]
        if self.kind == "side":
            return "value", [self.value_of(i, c) if i else self._open(i, c) for i, c in every]
        return "value", [self.value_of(i, c) for i, c in every]

    def _misere_numbers(self, every: Sequence[tuple[int, Sum[Any]]]) -> tuple[str, list[int | str | None]]:
        """Return what decides in misere play where that is no number of normal play, else the values."""
        if self.kind == "ordinal":
            return "", [None for _ in every]
        alive = [self._is_alive(i, c) for i, c in every]
        if self.kind == "selective" and sum(alive) > 1:
            return "value in normal play", [self.value_of(i, c) for i, c in every]
        told = self.kind == "shortened"
        outcomes = (str(outcome_of(self._number(i, c), misere=True)) if told or alive[i] else None for i, c in every)
        return "misere outcome", [*outcomes]

    # The rules.

    def _conjunctive(self, position: Components) -> Outcome:
        """Decide by the least remoteness; a draw is endless."""
        found = [self._number(i, parts) for i, parts in enumerate(position)]
        ending = [length for length in found if length != ENDLESS]
        return outcome_of(min(ending, default=ENDLESS), self.misere)

    def _continued(self, position: Components) -> Outcome:
        """Decide by the greatest suspense."""
        return outcome_of(max(self._number(i, parts) for i, parts in enumerate(position)), self.misere)

    def _selective(self, position: Components) -> Outcome:
        """Decide by the outcomes in normal play; in misere play one last component decides alone."""
        if self.misere:
            alive = [i for i, parts in enumerate(position) if self._is_alive(i, parts)]
            if len(alive) < 2:
                return outcome_of(self._number(alive[0], position[alive[0]]), misere=True) if alive else Outcome.N
        return Outcome.wins(any(self.value_of(i, parts) for i, parts in enumerate(position)))

    def _shortened(self, position: Components) -> Outcome:
        """Decide by the outcomes of the components, unless one has ended."""
        if not all(self._is_alive(i, parts) for i, parts in enumerate(position)):
            return Outcome.wins(self.misere)
        if self.misere:
            return Outcome.wins(any(self._number(i, parts) % 2 == 0 for i, parts in enumerate(position)))
        return Outcome.wins(any(self.value_of(i, parts) for i, parts in enumerate(position)))

    def _diminished(self, position: Components) -> Outcome:
        """Decide by the nim-sum of the foreclosed values."""
        return self._of_foreclosed([self._number(i, parts) for i, parts in enumerate(position)])

    def _side(self, position: Components) -> Outcome:
        """Decide by the foreclosed value of the first component and the values of the others."""
        beside = [self.value_of(i, parts) for i, parts in enumerate(position) if i]
        return self._of_foreclosed([self._number(0, position[0]), *beside])

    def _of_foreclosed(self, values: Sequence[int]) -> Outcome:
        """Return the outcome of components with these foreclosed values."""
        if ENDED in values:
            return Outcome.wins(self.misere)
        return Outcome.wins(ENDS in values or nim_sum(values) != 0)

    def _by_value(self, position: Components) -> Outcome | None:
        """Decide by the value; a sequential compound has one in misere play too, whose end counts 1."""
        if self.kind == "sequential":
            return Outcome.of_value(self._sequential(position))
        value = self.value(position)
        return None if value is None else Outcome.of_value(value)

    def _raised(self, number: int, parts: Sum[Any], above: int) -> int:
        """Return the value of G : H, where H has value `above`: that number among those that no option of G has."""
        if not above:
            return self.value_of(number, parts)
        found = self._raising.get((number, parts))  # of each value taken, how many below it are not
        if found is None:
            options, taken = self.rulesets[number].options, set[int]()
            for i, part in enumerate(parts):
                for option in options(part):
                    self.meter.passed(1)
                    taken.add(self.value_of(number, parts.replace(i, as_sum(option))))
            found = self._raising[number, parts] = [value - i for i, value in enumerate(sorted(taken))]
        return above + bisect_right(found, above)

    def _sequential(self, position: Components) -> int:
        """Return the value of playing one component behind the other."""
        return self._from_each(position)[0]

    def _from_each(self, position: Components) -> list[int]:
        """Return the value of each component with those behind it."""
        total, found = int(self.misere), list[int]()
        for i in reversed(range(len(position))):
            plain = not total and not self.misere
            total = self.value_of(i, position[i]) if plain else self._number(i, position[i], total)
            found.append(total)
        return found[::-1]

    # The numbers of components.

    def _open(self, number: int, parts: Sum[Any]) -> int | None:
        """Return the foreclosed value of a component, if it has one."""
        found = self._number(number, parts)
        return found if found >= 0 else None

    def _number(self, number: int, parts: Sum[Any], end: int = 0) -> int:
        """Return the number of one component; its region is explored when it is first asked for."""
        key = self.rulesets[number], end
        found = self._tables.get(key)
        vertex = None if found is None else found[0].vertex(parts)
        if found is None or vertex is None:
            starts = self._starts.setdefault(key, [])
            starts.append(parts)
            region = Region(self.rulesets[number], starts, self.meter)
            found = self._tables[key] = region, self._table(region, end)
            vertex = region.vertex(parts)
        return found[1][vertex or 0]

    def _table(self, region: Region, end: int) -> Sequence[int]:
        """Return the numbers of a region."""
        order = ends_first(region.arena, self.meter)
        if order is None and self.kind != "conjunctive":
            raise LoopyGame([region.ruleset.name])
        if order is None or self.kind in ("conjunctive", "shortened", "selective"):
            return play_lengths(region.arena, self.misere, self.meter).plies
        if self.kind == "continued":
            return suspense(region.arena, order, self.misere)
        if self.kind == "sequential":
            return values_above(region.arena, order, end)
        return foreclosed(region.arena, order, self.misere)

    def _is_alive(self, number: int, parts: Sum[Any]) -> bool:
        """Return whether a component has a move."""
        options = self.rulesets[number].options
        return any(next(iter(options(part)), None) is not None for part in parts)
