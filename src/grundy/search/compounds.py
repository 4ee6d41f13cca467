"""Outcomes of compounds of games, decided by theorems from one number for each component, such as its remoteness.

Each rule is a theorem (H. Steinhaus 1925; C. A. B. Smith 1966; J. H. Conway 1976, chapter 14; W. Stromquist and D.
Ullman 1993; `games.compounds` states them). Only the components are explored, not the positions of the whole compound,
so the work is the sum of their sizes, not the product. Tests compare the results with a search of the whole compound.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from ..core import Budget, LoopyGame, Outcome, Ruleset, Sum, as_sum, mex, nim_sum
from .game_graph import GameGraph, Region
from .loopy import ENDLESS, ends_first, outcome_of, play_lengths

ENDED = -2
"""In place of a foreclosed value: there is no move."""
ENDS = -1
"""In place of a foreclosed value: a move ends the game, and wins at once."""


def play_suspense(game_graph: GameGraph, order: Sequence[int], misere: bool) -> list[int]:
    """Compute the suspense of every vertex: the length of play if the winner delays and the loser hurries.

    The player to move wins exactly if the suspense is odd in normal play, or even in misère play (J. H. Conway, "On
    Numbers and Games", 1976, chapter 14).

    Args:
        game_graph: The game graph (all positions that can be reached).
        order: Its vertices, every one after its options.
        misere: Whether the player who cannot move wins.

    Returns:
        The suspense of each vertex.
    """
    found = [0] * game_graph.size
    for v in order:
        below = [found[u] for u in game_graph.options(v)]
        lost = [length for length in below if length % 2 == misere]
        if below:
            found[v] = 1 + (max(lost) if lost else min(below))
    return found


def foreclosed(below: Sequence[int], misere: bool) -> int:
    """Return the foreclosed value of a position: its value in sums that end as soon as one component ends.

    A position without options has the value `ENDED`. In normal play a position with such an option has the value
    `ENDS`: the player to move ends the sum and wins. Every other position has the mex of its options, where options of
    values `ENDS` and `ENDED` do not count, because a move to them loses (J. H. Conway, 1976). In misère play no
    position has the value `ENDS`.

    Args:
        below: The values of its options.
        misere: Whether the player who cannot move wins.

    Returns:
        The value.

    Example:
        >>> foreclosed([ENDS, 0, 2], misere=False), foreclosed([ENDED, 0], misere=False), foreclosed([], misere=False)
        (1, -1, -2)
    """
    if not below:
        return ENDED
    return ENDS if ENDED in below and not misere else mex(value for value in below if value >= 0)


Components = tuple[Sum[Any], ...]
Value = Callable[[int, Sum[Any]], int]
"""Returns the Grundy value of a component, given its number and its positions; it may use theorems."""


class CompoundTheory:
    """Solves compounds of games (such as selective, conjunctive or sequential ones) by theorems.

    It applies to one kind of compound over fixed rulesets and stores the number that a theorem uses for each component,
    such as its remoteness.
    """

    def __init__(
        self, kind: str, rulesets: Sequence[Ruleset[Any]], value: Value, misere: bool, budget: Budget | None = None
    ) -> None:
        """Prepare to solve compounds.

        Args:
            kind: The kind of the compound: "conjunctive", "continued", "selective", "shortened", "diminished",
                "ordinal", "side" or "sequential".
            rulesets: The ruleset of each component.
            value: Returns the Grundy value of a component, given its index and its position.
            misere: Whether the player who cannot move wins.
            budget: Counts and limits the work.
        """
        self.kind = kind
        self.rulesets = rulesets
        self.value_of = value
        self.misere = misere
        self.budget = budget or Budget()
        self._tables: dict[tuple[Ruleset[Any], int], tuple[Region, Sequence[int]]] = {}
        self._raising: dict[tuple[int, Sum[Any]], list[int]] = {}
        self._starts: dict[tuple[Ruleset[Any], int], list[Sum[Any]]] = {}

    def outcome(self, position: Components) -> Outcome | None:
        """Return the outcome of a compound, or None if no theorem applies (ordinal sums in misère play).

        Raises `LimitReached` if components are too large, and `LoopyGame` if play in a component need not end, unless
        the compound is conjunctive.
        """
        every = list(enumerate(position))
        if self.kind in ("ordinal", "sequential"):
            value = self._from_each(position)[0] if self.kind == "sequential" else self.value(position)
            return None if value is None else Outcome.of_value(value)
        if self.kind == "conjunctive":  # the first component that ends ends all; a draw never ends
            lengths = [self._number(i, parts) for i, parts in every]
            return outcome_of(min((n for n in lengths if n != ENDLESS), default=ENDLESS), self.misere)
        if self.kind == "continued":
            return outcome_of(max(self._number(i, parts) for i, parts in every), self.misere)
        if self.kind in ("diminished", "side"):
            values = self._foreclosed(every)
            return Outcome.wins(self.misere if ENDED in values else ENDS in values or nim_sum(values) != 0)
        return self._by_outcomes(every)

    def _by_outcomes(self, every: Sequence[tuple[int, Sum[Any]]]) -> Outcome:
        """Return the outcome of a selective or shortened compound.

        `every` has the index and position of each component. In both a move is made in one or more components. A
        shortened compound ends as soon as one component ends.
        """
        alive = [(i, parts) for i, parts in every if self._is_alive(i, parts)]
        if self.kind == "shortened" and len(alive) < len(every):
            return Outcome.wins(self.misere)
        if self.kind == "shortened" and self.misere:
            return Outcome.wins(0 in {self._number(i, parts) % 2 for i, parts in every})
        if self.misere and len(alive) < 2:  # the only remaining component decides
            return outcome_of(self._number(*alive[0]), misere=True) if alive else Outcome.N
        return Outcome.wins({self.value_of(i, parts) for i, parts in every} != {0})

    def value(self, position: Components) -> int | None:
        """Return the Grundy value of a compound, or None if no theorem gives it.

        Theorems give it for ordinal and sequential compounds in normal play only.
        """
        if self.kind == "ordinal" and not self.misere:
            total = self.value_of(len(position) - 1, position[-1])
            for i in reversed(range(len(position) - 1)):
                total = self._raised(i, position[i], total)
            return total
        if self.kind == "sequential" and not self.misere:
            return self._from_each(position)[0]
        return None

    def numbers(self, position: Components) -> tuple[str, list[int | str | None]]:
        """Return the name of the property that a theorem uses, and this property of each component.

        An example is ("remoteness", [3, 4]). The property of a component is an integer, or "P" or "N" if the theorem
        uses misère outcomes. It is None if the component is drawn or does not have this property. If no theorem
        applies, the name is "" and the list contains only None.
        """
        every = list(enumerate(position))
        if self.kind == "sequential":
            return "value with later components", [*self._from_each(position)]
        if self.misere and self.kind in ("ordinal", "shortened", "selective"):
            return self._misere_numbers(every)
        if self.kind == "conjunctive":
            return "remoteness", [None if n == ENDLESS else n for n in (self._number(i, c) for i, c in every)]
        if self.kind == "continued":
            return "suspense", [self._number(i, c) for i, c in every]
        if self.kind in ("diminished", "side"):
            words = "foreclosed value" if self.kind == "diminished" else "value"
            return words, [n if n >= 0 else None for n in self._foreclosed(every)]
        return "value", [self.value_of(i, c) for i, c in every]

    def _misere_numbers(self, every: Sequence[tuple[int, Sum[Any]]]) -> tuple[str, list[int | str | None]]:
        """Return the result of `numbers` for an ordinal, shortened or selective compound in misère play."""
        if self.kind == "ordinal":
            return "", [None for _ in every]
        alive = [self._is_alive(i, c) for i, c in every]
        if self.kind == "selective" and sum(alive) > 1:
            return "value in normal play", [self.value_of(i, c) for i, c in every]
        shortened = self.kind == "shortened"
        outcomes = (
            str(outcome_of(self._number(i, c), misere=True)) if shortened or alive[i] else None for i, c in every
        )
        return "misere outcome", [*outcomes]

    def _raised(self, number: int, parts: Sum[Any], above: int) -> int:
        """Return the value of the ordinal sum G : H, where G is component `number` and H has the value `above`.

        It is the number at index `above`, from 0, in the ascending list of all numbers that are not values of options
        of G.
        """
        if not above:
            return self.value_of(number, parts)
        found = self._raising.get((number, parts))  # number of untaken values below each taken one
        if found is None:
            options, taken = self.rulesets[number].options, set[int]()
            for i, part in enumerate(parts):
                for option in options(part):
                    self.budget.charge_unstored(1)
                    taken.add(self.value_of(number, parts.replace(i, as_sum(option))))
            found = self._raising[number, parts] = [value - i for i, value in enumerate(sorted(taken))]
        return above + bisect_right(found, above)

    def _from_each(self, position: Components) -> list[int]:
        total, found = int(self.misere), list[int]()
        for i in reversed(range(len(position))):
            plain = not total and not self.misere
            total = self.value_of(i, position[i]) if plain else self._number(i, position[i], total)
            found.append(total)
        return found[::-1]

    def _foreclosed(self, every: Sequence[tuple[int, Sum[Any]]]) -> list[int]:
        """Return the foreclosed value of each component, which decides sums that end as soon as one component ends.

        In a side compound only the first component has a foreclosed value; for the others, return the Grundy value.
        """
        return [self.value_of(i, c) if i and self.kind == "side" else self._number(i, c) for i, c in every]

    def _number(self, number: int, parts: Sum[Any], end: int = 0) -> int:
        """Return the number, such as the remoteness, that the theorem uses for one component at the position `parts`.

        `number` is the index of the component. In a sequential compound, `end` is the value of all later components
        together.
        """
        key = self.rulesets[number], end
        found = self._tables.get(key)
        vertex = None if found is None else found[0].vertex(parts)
        if found is None or vertex is None:
            starts = self._starts.setdefault(key, [])
            starts.append(parts)
            region = Region(self.rulesets[number], starts, self.budget)
            found = self._tables[key] = region, self._table(region, end)
            vertex = region.vertex(parts)
        return found[1][vertex or 0]

    def _table(self, region: Region, end: int) -> Sequence[int]:
        order = ends_first(region.game_graph, self.budget)
        if order is None and self.kind != "conjunctive":
            raise LoopyGame([region.ruleset.name])
        if order is None or self.kind in ("conjunctive", "shortened", "selective"):
            return play_lengths(region.game_graph, self.misere, self.budget).plies
        if self.kind == "continued":
            return play_suspense(region.game_graph, order, self.misere)
        found = [0] * region.game_graph.size
        for v in order:
            below = [found[u] for u in region.game_graph.options(v)]
            if self.kind == "sequential":  # `end` is the value of the later components, or 1 in misère play
                found[v] = mex(below) if below else end
            else:
                found[v] = foreclosed(below, self.misere)
        return found

    def _is_alive(self, number: int, parts: Sum[Any]) -> bool:
        options = self.rulesets[number].options
        return any(next(iter(options(part)), None) is not None for part in parts)
