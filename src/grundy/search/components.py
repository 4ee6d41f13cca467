"""Stores the independent components of positions with their values and options, in plain Python.

The value of a position that splits is the nim-sum of the values of its components. Each component has a number, its
value if this is known, and *exclusions*: a mask whose bit v is 1 if it is proved that the value is not v. The compiled
code in `kernels.boards.components` must give the same results.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, NamedTuple, NoReturn

from ..core import (
    MAX_OPTIONS,
    BitRule,
    Budget,
    Entailing,
    Knowledge,
    LimitReached,
    LoopyGame,
    RuleError,
    Ruleset,
    TwoSided,
    as_sum,
    at_most,
    count_moves,
    facet,
    has_misere_rule,
    iterate_checked,
)
from .cycles import refuse_cycle

Key = Hashable
"""A component: a canonical position, or its words."""
COMPONENT_BYTES, OPTION_BYTES = 500, 100
"""The approximate memory of a component and of a listed option."""


class Rule:
    """The rules of a game whose positions split, in the form that a search over components uses.

    A key represents a component: a canonical position here, a tuple of machine words in `WordsRule`.
    """

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        """Prepare a ruleset for a search over components; raise `RuleError` if its positions have no Grundy value."""
        if isinstance(ruleset, TwoSided | Entailing) or has_misere_rule(ruleset):
            raise RuleError(f"{ruleset.name}: its positions have no Grundy value")
        self.ruleset = ruleset
        self._known_value = facet(ruleset, Knowledge).known_value

    def pieces(self, position: Any) -> Iterable[Key]:  # noqa: ANN401
        """Return the canonical components of a position."""
        return (self.ruleset.canonical(position),)

    def after(self, key: Any) -> Iterator[Iterable[Key]]:  # noqa: ANN401
        """Yield, for every option of a component, the canonical components of that option."""
        for option in at_most(self.ruleset.options(key), f"{self.ruleset.name}: a position has"):
            yield map(self.ruleset.canonical, as_sum(option))

    def weight(self, key: Any) -> int:  # noqa: ANN401
        """Return an estimate of the work to evaluate a component: here its number of moves."""
        return count_moves(self.ruleset, key)

    def known(self, key: Any) -> int | None:  # noqa: ANN401
        """Return the Grundy value of a component if a theorem of the rules gives it, else None."""
        value = self._known_value(key)
        return value if value is not None or count_moves(self.ruleset, key) else 0

    def refuse(self, cycle: list[Any], budget: Budget) -> NoReturn:
        """Raise the error for a game in which a position can recur.

        Args:
            cycle: The components of the cycle. Each occurs in an option of the one before it, and the first one in
                an option of the last one.
            budget: Counts and limits the search for a shorter cycle.

        Raises:
            LoopyGame: Always.
        """
        refuse_cycle(self.ruleset, cycle, budget)


class WordsRule(Rule):
    """Packed rules in the form that a search over components in plain Python uses.

    Components are represented by tuples of machine words. Their weights, estimates of the work, are those of the
    packed rules.
    """

    def __init__(self, packed: BitRule[Any]) -> None:
        self.packed = packed

    def pieces(self, position: Any) -> Iterable[Key]:  # noqa: ANN401
        return self.packed.split_of(tuple(self.packed.pack(position)))

    def after(self, key: Any) -> Iterator[Iterable[Key]]:  # noqa: ANN401
        return map(self.packed.split_of, self.packed.options_of(key))

    def weight(self, key: Any) -> int:  # noqa: ANN401
        return self.packed.weight_of(key)

    def known(self, key: Any) -> int | None:  # noqa: ANN401
        return self.packed.known_of(key)

    def refuse(self, cycle: list[Any], budget: Budget) -> NoReturn:
        raise LoopyGame([str(words) for words in cycle])


def least_zero(mask: int) -> int:
    """Return the index of the lowest zero bit of a mask."""
    return (~mask & mask + 1).bit_length() - 1


class Option(NamedTuple):
    """An option as a sum: the nim-sum of its components of known value, and the numbers of the other components.

    The components with the largest weight, an estimate of the work, come first.
    """

    total: int
    others: tuple[int, ...]


class Components:
    """Stores components under the numbers 0, 1, ..., with the values and excluded values that a search has proved."""

    def __init__(self, rule: Rule, budget: Budget | None = None, *, memory: int | None = None) -> None:
        """Create an empty store.

        Args:
            rule: The rules.
            budget: Counts and limits the work.
            memory: The approximate limit of the store in bytes, beyond which `LimitReached` is raised; None for no
                limit.
        """
        self.rule = rule
        self.budget = budget or Budget()
        self.memory = memory
        self.keys: list[Any] = []
        self.value: list[int | None] = []
        self.excluded: list[int] = []
        self.weight: list[int] = []
        self._numbers: dict[Key, int] = {}
        self.given: dict[Key, int] = {}
        """Values by theorems, and values that were found elsewhere."""
        self._options: dict[int, tuple[int, list[Option]]] = {}
        self._held = 0

    def number(self, key: Key) -> int:
        """Return the number under which a component is stored; a new component gets the next number."""
        found = self._numbers.get(key)
        if found is None:
            self.budget.poll()  # a weight may list many moves; a component stopped here by a limit is not numbered
            with self.budget.interruptible():
                weight = self.rule.weight(key)
            found = self._numbers[key] = len(self.keys)
            self.keys.append(key)
            self.value.append(None)
            self.excluded.append(0)
            self.weight.append(weight)
            self._hold(COMPONENT_BYTES)
        return found

    def meet(self, pieces: Iterable[Key]) -> tuple[int, list[int]]:
        """Return the nim-sum of the known values of components, and the numbers of those of unknown value.

        The numbers are in the order of `pieces`; a component that is not stored yet gets the next number.
        """
        total, others = 0, []
        for key in pieces:
            known = self.given.get(key)
            if known is None and key not in self._numbers:  # query a theorem once
                known = self.rule.known(key)
                if known is not None:
                    self.learn(key, known)
            number = self.number(key) if known is None else -1
            value = self.value[number] if known is None else known
            if value is None:
                others.append(number)
            else:
                total ^= value
        return total, others

    def learn(self, key: Key, value: int) -> int:
        """Store the value of a component that a theorem gives or that was found elsewhere.

        Args:
            key: The component.
            value: Its Grundy value.

        Returns:
            The value that is stored: this one, or a different one that was stored before.
        """
        if key not in self.given:
            self.given[key] = value
            self._hold(COMPONENT_BYTES // 2)
        if key in self._numbers:
            self.value[self._numbers[key]] = value
        return self.given[key]

    def refreshed(self, option: Option) -> Option:
        """Return an option without the components whose values became known; these values are added to its nim-sum."""
        value = self.value
        if all(value[piece] is None for piece in option.others):
            return option
        total, others = option.total, []
        for piece in option.others:
            found = value[piece]
            if found is None:
                others.append(piece)
            else:
                total ^= found
        return Option(total, tuple(others))

    def is_excluded(self, number: int, n: int) -> bool:
        """Return whether the Grundy value of a component has been proved to differ from n.

        Args:
            number: The number of the component.
            n: The value in question.

        Returns:
            Whether it is excluded.
        """
        return bool(self.excluded[number] >> n & 1)

    def exclude(self, number: int, n: int) -> None:
        """Record that the Grundy value of a component is not n; an n too large for any Grundy value is ignored.

        Args:
            number: The number of the component.
            n: The value in question.
        """
        if n <= MAX_OPTIONS:
            self.excluded[number] |= 1 << n

    def least_possible(self, number: int) -> int:
        """Return the least value that is not excluded for the component with this number."""
        return least_zero(self.excluded[number])

    def is_decided(self, number: int, n: int) -> bool:
        """Return whether it is known that the Grundy value of a component is n, or that it is not.

        Args:
            number: The number of the component.
            n: The value in question.

        Returns:
            Whether the question is decided.
        """
        return self.value[number] is not None or self.is_excluded(number, n)

    def expand(self, number: int, n: int | None = None) -> tuple[int, list[Option]]:
        """List those options of a component whose values are unknown.

        A component cannot have the value of one of its options. So the values of the other options are excluded for it.

        Args:
            number: The number of the component.
            n: A value, or None. If an option is found to have the value n, the listing stops, and the result lists no
                option.

        Returns:
            The number of options counted, and the distinct options whose values were unknown when they were listed,
            least estimated work first.
        """
        found = self._options.get(number)
        if found is None:
            self.budget.charge()
            kept: dict[Option, int] = {}
            count = 0
            for pieces in iterate_checked(self.rule.after(self.keys[number])):
                count += 1
                total, others = self.meet(pieces)
                single = {piece for piece in others if others.count(piece) % 2}  # equal components cancel in pairs
                option = Option(total, tuple(sorted(single, key=lambda piece: (-self.weight[piece], piece))))
                if option.others:
                    kept.setdefault(option, sum(self.weight[piece] ** 2 for piece in option.others))
                else:
                    self.exclude(number, option.total)
                    if option.total == n:
                        return count, []
            found = self._options[number] = count, sorted(kept, key=kept.__getitem__)
            self._hold(OPTION_BYTES * len(kept))
        return found

    def settled(self, number: int) -> int:
        """Return the Grundy value of the component with this number, which must be known already.

        An unknown value is an error of the caller: `AssertionError` is raised.
        """
        value = self.value[number]
        if value is None:
            raise AssertionError(f"component {number} has no value yet")
        return value

    def _hold(self, size: int) -> None:
        """Count `size` more bytes as used; raise `LimitReached` if the bytes used exceed the memory limit."""
        self._held += size
        if self.memory is not None and self._held > self.memory:
            raise LimitReached(
                f"the memory limit of {self.memory} bytes was reached after {len(self._options)} positions",
                kind="memory",
                visited=len(self._options),
            )
