"""Misère canonical forms: the form of a position is the simplest game that is equal to it in every misère sum.

Each form is stored once and identified by a number; its options are forms with smaller numbers. A position G is equal
to H if the options of H are options of G and H is an option of every other option of G (such a move is reversible: the
reply is to H). If H is the game without moves, G must also be an N-position, because a reply is impossible after the
end of play. Forms that cannot be simplified are equal only if they are identical. Sources: J. H. Conway, "On Numbers
and Games", 1976, chapter 12; P. M. Grundy and C. A. B. Smith, "Disjunctive games with the last player losing", 1956. No
function is recursive.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import reduce
from typing import Any

from ..core import Budget, LoopyGame, Ruleset, Sum, as_sum, at_most, brief_of

Options = frozenset[int]

ZERO = 0
"""The form without options."""


class Forms:
    """A collection of misère canonical forms, each stored once and identified by a number, and of their sums.

    Attributes:
        options: The options of each form.
    """

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self.options: list[Options] = [frozenset()]
        self.lost: list[bool] = [False]
        """For each form, whether the player to move loses in misère play."""
        self._numbers: dict[Options, int] = {frozenset(): ZERO}
        self._sums: dict[tuple[int, int], int] = {}
        self._positions: dict[tuple[object, Hashable], int] = {}

    def form(self, options: Iterable[int]) -> int:
        """Return the number of the canonical form of a game, given the numbers of the forms of its options.

        `ZERO` is the number of the game without moves.

        >>> forms = Forms()
        >>> one = forms.form([ZERO])
        >>> forms.form([one]), forms.form([forms.form([ZERO, one])])  # {*1} is 0, {*2} is new
        (0, 3)
        """
        chosen = frozenset(options)
        found = self._numbers.get(chosen)
        if found is None:
            found = self._simpler(chosen)
            if found is None:
                found = len(self.options)
                self.options.append(chosen)
                self.lost.append(bool(chosen) and not any(self.lost[x] for x in chosen))
            self._numbers[chosen] = found
        return found

    def _simpler(self, chosen: Options) -> int | None:
        """Return the number of the form to which a game with these options simplifies by a reversible move, or None."""
        for target in set().union(*(self.options[x] for x in chosen)):
            wanted = self.options[target]
            back = wanted <= chosen and all(target in self.options[x] for x in chosen - wanted)
            if back and (target != ZERO or any(self.lost[x] for x in chosen)):
                return target
        return None

    def nim(self, size: int) -> int:
        """Return the number of the canonical form of a nim heap of this size."""
        heaps: list[int] = []
        for _ in range(size + 1):
            heaps.append(self.form(heaps))
        return heaps[size]

    def add(self, *forms: int) -> int:
        """Return the number of the canonical form of the sum of the forms with these numbers."""
        return reduce(self._add, forms, ZERO)

    def _add(self, a: int, b: int) -> int:
        sums = self._sums
        stack = [(min(a, b), max(a, b))]
        while stack:
            a, b = pair = stack[-1]
            if pair in sums:
                stack.pop()
                continue
            below = [
                *((min(x, b), max(x, b)) for x in self.options[a]),
                *((min(a, y), max(a, y)) for y in self.options[b]),
            ]
            missing = [other for other in below if other not in sums]
            if missing:
                stack += missing
                continue
            self.budget.charge()
            sums[pair] = b if a == ZERO else self.form(sums[other] for other in below)
            stack.pop()
        return sums[pair]

    def of(self, ruleset: Ruleset[Any], parts: Iterable[Any]) -> int:
        """Return the number of the misère canonical form of a sum of positions.

        Args:
            ruleset: The ruleset.
            parts: The positions whose sum is formed.

        Returns:
            The number of the form.

        Raises:
            LoopyGame: If play need not end.
            LimitReached: If a limit is exceeded.
        """
        with self.budget.interruptible():
            return self.add(*(self._of(ruleset, ruleset.canonical(part)) for part in parts))

    def _of(self, ruleset: Ruleset[Any], start: Any) -> int:  # noqa: ANN401  # any position
        known = self._positions
        waiting: dict[Any, list[Sum[Any]]] = {}
        stack = [start]
        while stack:
            position = stack[-1]
            if (ruleset, position) in known:
                stack.pop()
                continue
            options = waiting.get(position)
            if options is not None:
                totals = (self.add(*(known[ruleset, part] for part in option)) for option in options)
                known[ruleset, position] = self.form(totals)
                del waiting[position]
                stack.pop()
                continue
            self.budget.charge()
            found = at_most(ruleset.options(position), f"{ruleset.name}: a position has")
            waiting[position] = options = [Sum.of(map(ruleset.canonical, as_sum(option))) for option in found]
            for part in {part: None for option in options for part in option}:
                if part in waiting:
                    raise LoopyGame([brief_of(ruleset, p) for p in [*waiting][[*waiting].index(part) :]])
                if (ruleset, part) not in known:
                    stack.append(part)
        return known[ruleset, start]

    def reached(self, form: int) -> list[int]:
        """Return the numbers of a form and of all forms that play from it can reach.

        The numbers are ascending, and the options of a form have smaller numbers than the form.
        """
        found = {form}
        stack = [form]
        while stack:
            for option in self.options[stack.pop()]:
                if option not in found:
                    found.add(option)
                    stack.append(option)
        return sorted(found)

    def show(self, form: int, most: int = 200) -> str:
        """Write a canonical form with braces, with nim heaps as their size, such as "2" or "{2,0}".

        Args:
            form: The number of the form.
            most: The largest number of characters; a longer text ends in "...".

        Returns:
            The text.

        Example:
            >>> forms = Forms()
            >>> forms.show(forms.form([forms.nim(2), forms.form([forms.nim(2)])]))
            '{2,{2}}'
        """
        texts: dict[int, str] = {}
        sizes: dict[int, int] = {}
        for x in self.reached(form):
            below = [sizes.get(y, -1) for y in self.options[x]]
            if sorted(below) == [*range(len(below))]:
                sizes[x] = len(below)
                texts[x] = str(len(below))
            else:
                inner = ",".join(sorted((texts[y] for y in self.options[x]), key=lambda text: (len(text), text)))
                texts[x] = "{" + inner + "}"
                if len(texts[x]) > most:
                    texts[x] = texts[x][: most - 3] + "..."
        return texts[form]
