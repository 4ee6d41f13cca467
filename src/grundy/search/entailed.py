"""Values of games with entailing moves: nimbers, or loony.

What counts in a part is beside which rests a move there wins. A rest is a nim heap, or loony. Let W(G) be the set of
rests beside which the player to move wins with a move in G. A move wins

- leaving a free part of value h: beside the rest h only, and beside none when h is loony;
- leaving a part H that must be answered: beside exactly the rests outside A(H), where A(H) is the set of rests
  beside which some answer wins. A complimenting move (the other passes, the mover moves again) is the case in which
  the one answer is the pass.

G is a nim heap of size g = least number outside W(G), or loony when no number is outside: then whoever is to move
wins, whatever stands beside. Every such set is finite or lacks finitely many numbers, and the loony rest belongs
exactly to the latter; so a sum is won when a part is loony or the nim-sum is not 0, by induction as for
Sprague and Grundy. Source: E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 12; U. Larsson,
R. J. Nowakowski and C. P. Santos, "Impartial games with entailing moves", 2021.

`whole` is the definition of such sums; an explicit stack, as in `definition`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from ..core import LOONY, Entailing, Loony, Meter, Obliged, RuleError, Sum, as_sum, at_most, mex
from .cycles import refuse_cycle

Value: TypeAlias = int | Loony
"""A nimber, or LOONY."""


class Rests(NamedTuple):
    """A set of rests: the `numbers`, or with `cofinite` all others and the loony rest too."""

    numbers: frozenset[int] = frozenset()
    cofinite: bool = False

    def __contains__(self, rest: object) -> bool:
        """Return whether a value belongs to the set."""
        return self.cofinite if rest is LOONY else (rest in self.numbers) != self.cofinite

    def __or__(self, other: Rests) -> Rests:
        """Return the union."""
        if not self.cofinite:
            return other | self if other.cofinite else Rests(self.numbers | other.numbers)
        lack = self.numbers & other.numbers if other.cofinite else self.numbers - other.numbers
        return Rests(lack, cofinite=True)

    def others(self) -> Rests:
        """Return the rests outside the set."""
        return Rests(self.numbers, not self.cofinite)

    def beside(self, value: Value) -> Rests:
        """Return the rests that together with a part of this value belong to the set."""
        if value is LOONY:
            return ALL if self.cofinite else NONE
        return Rests(frozenset(number ^ value for number in self.numbers), self.cofinite)

    def value(self) -> Value:
        """Return the least number outside the set, LOONY when there is none."""
        return min(self.numbers, default=LOONY) if self.cofinite else mex(self.numbers)


NONE = Rests()
ALL = Rests(cofinite=True)


def sum_of_values(values: Iterable[Value]) -> Value:
    """Return the value of free parts side by side: the nim-sum, or LOONY when a part is.

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
    """Finds the values of the positions of one rule with entailing moves, and remembers them.

    Without `theory` the rule's `pieces` are not used: every position stands for itself.
    """

    def __init__(self, ruleset: Entailing[Any], meter: Meter | None = None, *, theory: bool = True) -> None:
        """Work under the limits of `meter`."""
        self.ruleset = ruleset
        self.meter = meter or Meter()
        self.theory = theory
        self.free: dict[Any, Value] = {}
        self.obliged: dict[Any, Rests] = {}

    def value(self, position: Any) -> Value:  # noqa: ANN401  # any position
        """Return the value of a part that nobody must answer; raises `LimitReached` and `LoopyGame`."""
        pieces = self._pieces(position)
        self._solve(pieces or ())
        return LOONY if pieces is None else sum_of_values(self.free[piece] for piece in pieces)

    def wins(self, leaves: Sum[Any]) -> Rests:
        """Return the rests beside which a move wins that leaves these parts, at most one of them obliged."""
        parts = [self._key(part) for part in leaves]
        self._solve([part for key in parts for part in key or ()])
        return self._wins(parts)

    def answers(self, obliged: Obliged[Any]) -> Rests:
        """Return the rests beside which the player wins who must answer a part."""
        return self.wins(Sum(obliged)).others()

    def _pieces(self, position: Any) -> Sequence[Any] | None:  # noqa: ANN401  # any position
        """Return the canonical pieces of a free part, None when it is loony by theorem."""
        return self.ruleset.pieces(position) if self.theory else (position,)

    def _key(self, part: Any) -> Sequence[Any] | None:  # noqa: ANN401  # a position or an obliged one
        """Return the keys that stand for a part, None when it is loony by theorem."""
        if part.__class__ is not Obliged:
            return self._pieces(part)
        return (self.ruleset.canonical(part) if self.theory else part,)

    def _solve(self, parts: Iterable[Any]) -> None:
        """Walk from these parts, free or obliged, until all of them are known."""
        free, obliged, tick = self.free, self.obliged, self.meter.tick
        waiting: dict[Any, Sequence[Sequence[Sequence[Any] | None]]] = {}
        stack = list(parts)
        while stack:
            part = stack[-1]
            if part in free or part in obliged:
                stack.pop()
            elif part in waiting:
                options = waiting.pop(part)
                self.meter.hold(-len(options))
                self._settle(part, options)
                stack.pop()
            else:
                tick()
                options = waiting[part] = self._expand(part)
                self.meter.hold(len(options))
                for below in {p for option in options for key in option for p in key or ()}:
                    if below in waiting:
                        path = list(waiting)
                        refuse_cycle(self.ruleset, path[path.index(below) :], self.meter)
                    if below not in free and below not in obliged:
                        stack.append(below)

    def _expand(self, part: Any) -> Sequence[Sequence[Sequence[Any] | None]]:  # noqa: ANN401  # any part
        """Return the options of a part, each as the keys of the parts it leaves; options alike are one."""
        listed = at_most(self.ruleset.options(part), f"{self.ruleset.name}: a position has")
        return list(dict.fromkeys(tuple(map(self._key, as_sum(option))) for option in listed))

    def _settle(self, part: Any, options: Iterable[Sequence[Sequence[Any] | None]]) -> None:  # noqa: ANN401
        """Remember what is known of a part whose options are all known."""
        numbers: set[int] = set()
        rests = NONE
        for option in options:
            won = self._wins(option)
            if won.cofinite:
                rests |= won
            else:
                numbers |= won.numbers
        rests |= Rests(frozenset(numbers))
        if part.__class__ is Obliged:
            self.obliged[part] = rests
        else:
            self.free[part] = rests.value()

    def _wins(self, option: Iterable[Sequence[Any] | None]) -> Rests:
        """Return the rests beside which a move wins that leaves parts with these keys."""
        value: Value = 0
        answers: Rests | None = None
        for key in option:
            if key is None:
                value = LOONY
            elif key and key[0].__class__ is Obliged:
                if answers is not None:
                    raise RuleError(f"{self.ruleset.name}: a move leaves more than one part that must be answered")
                answers = self.obliged[key[0]]
            else:
                value = sum_of_values((value, *(self.free[piece] for piece in key)))
        if answers is not None:
            return answers.beside(value).others()
        return NONE if value is LOONY else Rests(frozenset((value,)))
