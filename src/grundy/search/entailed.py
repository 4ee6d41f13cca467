"""Values of games with entailing moves, which oblige the opponent to reply in the same component: nimbers, or loony.

A component G is described by a set of games that may be added to it, each a nim heap or loony (a component in which the
player to move wins any sum). Let W(G) be the set of such games X for which the player to move wins G + X by a move in
G. A move wins as follows:

- A move that leaves a component of value h in which no reply is due wins exactly if X is the nim heap h. If h is loony,
  it wins for no X.
- A move that leaves a component H in which the opponent must reply wins exactly if X is not in A(H). Here A(H) is the
  set of games X such that some reply wins H + X. A complimenting move, after which the same player moves again, counts
  as one whose only reply is to pass.

G has the value g, the least number outside W(G), or is loony if no number is outside. Every such set is finite or
cofinite, and it contains the loony game exactly if it is cofinite. So a sum is won if a component is loony or the
nim-sum is not 0, by induction as for Sprague and Grundy. Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning
Ways", 1982, chapter 12; U. Larsson, R. J. Nowakowski and C. P. Santos, "Impartial games with entailing moves", 2021.
The definition of such sums is in `whole`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from ..core import LOONY, Budget, EntailedPosition, Entailing, Loony, RuleError, Sum, as_sum, at_most, mex
from .cycles import refuse_cycle, walk

Value: TypeAlias = int | Loony
"""A nimber, or LOONY."""
Leaves: TypeAlias = Sequence[Sequence[Any] | None]
"""The result of a move: the canonical pieces of every component, None for a component that is loony by theorem."""


class Rests(NamedTuple):
    """A set of games that may be added to a component, for instance those with which a move in the component wins.

    Each game is a nim heap or the loony game. The set contains the nim heaps with sizes in `numbers`, or if `cofinite`
    is True, the loony game and the nim heaps of all other sizes.
    """

    numbers: frozenset[int] = frozenset()
    cofinite: bool = False

    def __contains__(self, rest: object) -> bool:
        return self.cofinite if rest is LOONY else (rest in self.numbers) != self.cofinite

    def __or__(self, other: Rests) -> Rests:
        if not self.cofinite:
            return other | self if other.cofinite else Rests(self.numbers | other.numbers)
        lack = self.numbers & other.numbers if other.cofinite else self.numbers - other.numbers
        return Rests(lack, cofinite=True)

    def others(self) -> Rests:
        """Return the games, nim heaps or loony, that are not in this set."""
        return Rests(self.numbers, not self.cofinite)

    def beside(self, value: Value) -> Rests:
        """Return the set of all games X such that X plus a component of a given value is equal to a game in this set.

        `value` is that value, the size of a nim heap or LOONY.
        """
        if value is LOONY:
            return ALL if self.cofinite else NONE
        return Rests(frozenset(number ^ value for number in self.numbers), self.cofinite)

    def value(self) -> Value:
        """Return the size of the smallest nim heap that is not in this set, or LOONY if all nim heaps are in it."""
        return min(self.numbers, default=LOONY) if self.cofinite else mex(self.numbers)


NONE = Rests()
ALL = Rests(cofinite=True)


def sum_of_values(values: Iterable[Value]) -> Value:
    """Return the value of a sum of components with these values: their nim-sum, or LOONY if one of them is loony.

    >>> sum_of_values([1, 3]), str(sum_of_values([1, LOONY]))
    (2, 'loony')
    """
    total = 0
    for value in values:
        if value is LOONY:
            return LOONY
        total ^= value
    return total


class EntailedSolver:
    """Computes and stores the values, nimbers or loony, of positions of one ruleset with entailing moves.

    The ruleset's method `pieces` splits positions into components, and `canonical` replaces them by equivalent ones; if
    `theory` is False, neither is used.
    """

    def __init__(self, ruleset: Entailing[Any], budget: Budget | None = None, *, theory: bool = True) -> None:
        self.ruleset = ruleset
        self.budget = budget or Budget()
        self.theory = theory
        self.known: dict[Any, Any] = {}
        """The value of each free component, and the rests with which an obliged one is won by a reply."""

    def value(self, position: Any) -> Value:  # noqa: ANN401  # any position
        """Return the value, a nimber or loony, of a position in which the player to move may move in any component.

        Raise `LimitReached` at a limit, and `LoopyGame` if play need not end.
        """
        pieces = self._pieces(position)
        self._solve(pieces or ())
        return LOONY if pieces is None else sum_of_values(self.known[piece] for piece in pieces)

    def wins(self, leaves: Sum[Any]) -> Rests:
        """Return the set of games X such that a move wins if it leaves the sum of these components and X.

        At most one of the components is one in which the opponent must reply. X is a nim heap or the loony game.
        """
        parts = [self._key(part) for part in leaves]
        self._solve([part for key in parts for part in key or ()])
        return self._wins(parts)

    def answers(self, obliged: EntailedPosition[Any]) -> Rests:
        """Return the set of games X such that the player to move, who must reply in `obliged`, wins `obliged` + X.

        Each game in the set is a nim heap or the loony game.
        """
        return self.wins(Sum(obliged)).others()

    def _pieces(self, position: Any) -> Sequence[Any] | None:  # noqa: ANN401  # any position
        return self.ruleset.pieces(position) if self.theory else (position,)

    def _key(self, part: Any) -> Sequence[Any] | None:  # noqa: ANN401  # a position or an obliged one
        if part.__class__ is not EntailedPosition:
            return self._pieces(part)
        return (self.ruleset.canonical(part) if self.theory else part,)

    def _solve(self, parts: Iterable[Any]) -> None:
        with self.budget.interruptible():
            walk(parts, self.known, self._expand, self._settle, partial(refuse_cycle, self.ruleset, budget=self.budget))

    def _expand(self, part: Any) -> tuple[Sequence[Leaves], Iterable[Any]]:  # noqa: ANN401  # any part
        """Return the distinct options of a component, and the components that these options leave."""
        self.budget.charge()
        listed = at_most(self.ruleset.options(part), f"{self.ruleset.name}: a position has")
        options = list(dict.fromkeys(tuple(map(self._key, as_sum(option))) for option in listed))
        self.budget.reserve(len(options))
        return options, {below for option in options for key in option for below in key or ()}

    def _settle(self, part: Any, options: Sequence[Leaves]) -> None:  # noqa: ANN401
        numbers: set[int] = set()
        rests = NONE
        for option in options:
            won = self._wins(option)
            if won.cofinite:
                rests |= won
            else:
                numbers |= won.numbers
        rests |= Rests(frozenset(numbers))
        self.known[part] = rests if part.__class__ is EntailedPosition else rests.value()
        self.budget.reserve(-len(options))

    def _wins(self, option: Leaves) -> Rests:
        """Return the set of games X such that a move wins if it leaves the sum of X and the components in `option`.

        Each item of `option` is one component that the move leaves: the canonical positions into which it splits, or
        None if a theorem shows that it is loony. A component in which the opponent must reply is a single position.
        """
        value: Value = 0
        answers: Rests | None = None
        for key in option:
            if key is None:
                value = LOONY
            elif key and key[0].__class__ is EntailedPosition:
                if answers is not None:
                    raise RuleError(f"{self.ruleset.name}: a move leaves more than one part that must be answered")
                answers = self.known[key[0]]
            else:
                value = sum_of_values((value, *(self.known[piece] for piece in key)))
        if answers is not None:
            return answers.beside(value).others()
        return NONE if value is LOONY else Rests(frozenset((value,)))
