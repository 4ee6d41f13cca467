"""Base class of the search methods in plain Python: sums of positions, one component at a time, and a store.

A method computes the value of one component, and whether it is a given number. Proved facts are kept.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterable
from functools import reduce
from operator import xor
from typing import Any, TypeVar

from ..core import BitRule, Budget, LimitReached, Ruleset
from .components import Components, Objects, WordsRule
from .solver import Store, ValueSolver, key_of

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


class PlainSolver(ValueSolver):
    """The base class of search methods in plain Python, which evaluate the components of a sum one at a time.

    It splits positions into components, stores what is proved about them, and combines their values. A subclass defines
    how to search one component: `_value` returns its value, and `_has` returns whether the value is n.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        packed: BitRule[Any] | None = None,
        budget: Budget | None = None,
        *,
        memory: int | None = None,
        least: int = 0,
    ) -> None:
        """Prepare to search positions of a ruleset.

        Args:
            ruleset: The ruleset.
            packed: The same rules on positions packed into machine words. If they are given, the search uses them
                instead of `ruleset`.
            budget: Counts and limits the work.
            memory: The approximate limit of stored results in bytes, beyond which `LimitReached` is raised; None for no
                limit.
            least: Components of at most this weight (estimated work) are evaluated by definition, without the search.

        Raises:
            RuleError: If positions of the ruleset have no Grundy values.
        """
        rule = Objects(ruleset) if packed is None else WordsRule(packed)
        self.components = Components(rule, budget, least=least, memory=memory)
        self.visited = 0
        self._size = 0 if packed is None else packed.words
        self._store: Store | None = None
        self._told: set[int] = set()
        self._path: dict[int, None] = {}

    @abstractmethod
    def _value(self, number: int) -> int:
        """Return the Grundy value of a component, given its number in `components`."""

    @abstractmethod
    def _has(self, number: int, n: int) -> bool:
        """Return whether a component, given its number in `components`, has Grundy value n."""

    @property
    def budget(self) -> Budget:
        """The counter that limits the work."""
        return self.components.budget

    @budget.setter
    def budget(self, budget: Budget) -> None:
        """Replace the counter that limits the work."""
        self.components.budget = budget

    def value(self, positions: Iterable[Any]) -> int:
        with self.budget.interruptible():
            total, numbers = self._numbers(positions)
            return reduce(xor, map(self._value, numbers), total)

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        with self.budget.interruptible():
            total, numbers = self._numbers(positions)
            total = reduce(xor, map(self._value, numbers[:0:-1]), total)
            return self._has(numbers[0], total ^ n) if numbers else total == n

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        try:
            total, numbers = self._numbers([position])
        except LimitReached:  # nothing is known about the position
            return 0
        if not numbers:
            return total
        return self.components.least_possible(numbers[0]) if len(numbers) == 1 and not total else 0

    def keep_in(self, store: Store) -> int:
        if not self._size:  # without packed rules there are no words for keys
            return 0
        self._store = store
        for key, value in store.load():
            words = (int.from_bytes(key[8 * i : 8 * i + 8], "little") for i in range(self._size))
            number = self.components.number(tuple(words))
            self.components.value[number] = value
            self._told.add(number)
        return len(self._told)

    def save(self) -> None:
        if self._store is None:
            return
        keys, values = list[bytes](), list[int]()
        for number, value in enumerate(self.components.value):
            if value is not None and number not in self._told:
                self._told.add(number)
                keys.append(key_of(self.components.keys[number]))
                values.append(value)
        if keys:
            self._store.add(keys, values)

    def _answer(self, task: Task[A]) -> A:
        self._path = {}
        return answer_of(task)

    def _enter(self, number: int) -> None:
        """Add the component with this number to the current line of play; raise `LoopyGame` if it is there already."""
        if number in self._path:
            self.components.refuse([*self._path], number)
        self._path[number] = None

    def _numbers(self, positions: Iterable[Any]) -> tuple[int, list[int]]:
        """Return the nim-sum of the components of known value, and the numbers of the others, largest weight first.

        Pairs of equal components cancel.
        """
        components = self.components
        total, found = 0, set[int]()
        for position in positions:
            some, others = components.meet(components.rule.pieces(position))
            total ^= some
            for number in others:
                found ^= {number}
        return total, sorted(found, key=lambda number: (-components.weight[number], number))
