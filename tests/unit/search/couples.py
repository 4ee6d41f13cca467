"""Depth-first search in plain Python over couples (component, n): does this component have value n?

The couple (c, n) represents c + *n, which is a P-position exactly if c has value n. For v = 0, 1, ..., n the search
looks for an option of value v; if there is none, v is the value of c. So a lost couple gives an exact value and a won
couple an exclusion. In a sum all components except the heaviest are evaluated first (J. Lemoine and S. Viennot,
"Computer analysis of Sprouts with nimbers", 2010; "Nimbers are inevitable", 2012). Cost: one visit per couple
requested.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

from grundy.search import ProofNumbersSolver
from grundy.search.components import Option

A = TypeVar("A")
Task = Generator["Task[Any]", Any, A]
"""A step of a search: it yields the steps whose results it needs, and returns its own result."""


def answer_of(task: Task[A]) -> A:
    """Run a recursive function, written as a generator that yields its recursive calls, with an explicit stack.

    So the depth of the recursion is not limited. Return the result of the function.

    >>> def depth(n):
    ...     return 1 + (yield depth(n - 1)) if n else 0
    >>> answer_of(depth(100_000))
    100000
    """
    stack: list[Task[Any]] = [task]
    answer: Any = None
    while stack:
        try:
            below = stack[-1].send(answer)
        except StopIteration as end:
            stack.pop()
            answer = end.value
        else:
            stack.append(below)
            answer = None
    found: A = answer
    return found


class CouplesSolver(ProofNumbersSolver):
    """Computes Grundy values of components in plain Python by depth-first search.

    The search asks whether the value of a component is n, for n = 0, 1, ...; a pair (component, n) is called a couple.
    """

    def _answer(self, task: Task[A]) -> A:
        self._path = {}
        return answer_of(task)

    def _value(self, number: int) -> int:
        return self._answer(self._nimber(number))

    def _has(self, number: int, n: int) -> bool:
        return bool(self._answer(self._is(number, n)))

    def _nimber(self, number: int) -> Task[int]:
        while self.components.value[number] is None:
            yield self._is(number, self.components.least_possible(number))
        return self.components.settled(number)

    def _single(self, option: Option) -> Task[Option]:
        """Evaluate all components of an option except the heaviest, and return the option with only that one left."""
        option = self.components.refreshed(option)
        while len(option.others) > 1:
            yield self._nimber(option.others[-1])
            option = self.components.refreshed(option)
        return option

    def _is(self, number: int, n: int) -> Task[Any]:
        known = self.components
        self.visited += 1
        self.budget.charge_unstored(1)
        if known.is_decided(number, n):
            return known.value[number] == n
        count, options = known.expand(number)
        if count < n:
            return False
        self._enter(number)
        for v in range(n + 1):
            if not known.is_decided(number, n) and not known.is_excluded(number, v):
                yield self._seek(number, options, v)
        del self._path[number]
        return known.value[number] == n

    def _seek(self, number: int, options: list[Option], v: int) -> Task[None]:
        """Find out whether the value of a component is v, where smaller values are excluded already.

        If one of its options has value v, exclude v, else record v as its value.
        """
        known = self.components
        for each in options:
            option = yield self._single(each)
            if option.others:
                yield self._is(option.others[0], option.total ^ v)
                option = known.refreshed(option)
            if not option.others:
                known.exclude(number, option.total)
            if known.is_excluded(number, v):
                return
        known.value[number] = v
