"""Components by number, in plain Python: what is known of each, and its options; twin of `kernels.components`.

A position of a game that falls apart is the nim-sum of its components. Each that was met has a number, perhaps its
value, and the *exclusions*, a mask whose bit v says that the value is not v.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import xor
from typing import Any, NamedTuple, NoReturn, TypeAlias

from ..core import (
    MAX_OPTIONS,
    Entailing,
    LimitReached,
    LoopyGame,
    Meter,
    Packed,
    RuleError,
    Ruleset,
    TwoSided,
    as_sum,
    at_most,
    patiently,
)
from .cycles import refuse_cycle

Key = Hashable
"""A component: a canonical position, or its words."""
COMPONENT_BYTES, OPTION_BYTES = 500, 100
"""What a component and an option that is listed cost, about."""


class Objects:
    """The rule of a ruleset: its options are sums, which are the components; a weight is a number of moves."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        """Raise `RuleError` for rules whose values are no mex."""
        if isinstance(ruleset, TwoSided | Entailing) or ruleset.last_loses:
            raise RuleError(f"{ruleset.name}: its positions have no Grundy value")
        self.ruleset = ruleset
        self.name = ruleset.name

    def pieces(self, position: Any) -> Iterable[Key]:  # noqa: ANN401
        """Return the canonical position."""
        return (self.ruleset.canonical(position),)

    def after(self, key: Any) -> Iterator[Iterable[Key]]:  # noqa: ANN401
        """Yield the canonical parts of every option."""
        for option in at_most(self.ruleset.options(key), f"{self.name}: a position has"):
            yield map(self.ruleset.canonical, as_sum(option))

    def weight(self, key: Any) -> int:  # noqa: ANN401
        """Return how much work a component may be: the number of moves."""
        return self.ruleset.count_moves(key)

    def known(self, key: Any) -> int | None:  # noqa: ANN401
        """Return what the ruleset knows; a position without moves is worth 0."""
        value = self.ruleset.known_value(key)
        return value if value is not None or self.ruleset.count_moves(key) else 0

    def refuse(self, cycle: list[Any], meter: Meter) -> NoReturn:
        """Raise `LoopyGame` for components that are met again below themselves."""
        refuse_cycle(self.ruleset, cycle, meter)


class WordsRule:
    """A packed rule, interpreted."""

    def __init__(self, name: str, packed: Packed[Any]) -> None:
        self.name = name
        self.packed = packed

    def pieces(self, position: Any) -> Iterable[Key]:  # noqa: ANN401
        """Return the components of the words of a position."""
        return self.packed.split_of(tuple(self.packed.pack(position)))

    def after(self, key: Any) -> Iterator[Iterable[Key]]:  # noqa: ANN401
        """Yield the components of every option."""
        return map(self.packed.split_of, self.packed.options_of(key))

    def weight(self, key: Any) -> int:  # noqa: ANN401
        """Return the weight of the words."""
        return self.packed.weight_of(key)

    def known(self, key: Any) -> int | None:  # noqa: ANN401
        """Return what the packed rule knows."""
        return self.packed.known_of(key)

    def refuse(self, cycle: list[Any], meter: Meter) -> NoReturn:
        """Raise `LoopyGame`: the weights cannot have fallen."""
        raise LoopyGame([str(words) for words in cycle])


Rule: TypeAlias = Objects | WordsRule
"""The rule of a game that falls apart, as a search wants it."""


def least_zero(mask: int) -> int:
    """Return the place of the least bit of a mask that is 0."""
    return (~mask & mask + 1).bit_length() - 1


class Option(NamedTuple):
    """The nim-sum of the components of an option that had values, and the numbers of the others, the heaviest first."""

    total: int
    others: tuple[int, ...]


class Options(NamedTuple):
    """How many options a component has, and those whose value was open when they were made, the lightest first."""

    moves: int
    open: tuple[Option, ...]


class Components:
    """What is known of the components 0, 1, ... of one rule. Nothing is forgotten; `memory` bounds the bytes, about."""

    def __init__(self, rule: Rule, meter: Meter | None = None, *, least: int = 0, memory: int | None = None) -> None:
        """Know nothing yet; components up to the weight `least` are valued by definition."""
        self.rule = rule
        self.meter = meter or Meter()
        self.least = least
        self.memory = memory
        self.keys: list[Any] = []
        self.value: list[int | None] = []
        self.excluded: list[int] = []
        self.weight: list[int] = []
        self._numbers: dict[Key, int] = {}
        self._theorems: dict[Key, int] = {}
        self._options: dict[int, Options] = {}
        self._held = 0

    def number(self, key: Key) -> int:
        """Return the number of a component; one that is new gets the next."""
        found = self._numbers.get(key)
        if found is None:
            self.meter.look()  # a weight may be a long list of moves; what a limit stops here was never met
            with self.meter.heard():
                weight = self.rule.weight(key)
            found = self._numbers[key] = len(self.keys)
            self.keys.append(key)
            self.value.append(None)
            self.excluded.append(0)
            self.weight.append(weight)
            self._hold(COMPONENT_BYTES)
        return found

    def meet(self, pieces: Iterable[Key]) -> tuple[int, list[int]]:
        """Return the nim-sum of the components that have values, and the numbers of the others in their order."""
        total, others = 0, []
        for key in pieces:
            known = self._theorems.get(key)
            if known is None and key not in self._numbers:  # a theorem is asked once
                known = self.rule.known(key)
                if known is not None:
                    self._theorems[key] = known
                    self._hold(COMPONENT_BYTES // 2)
            number = self.number(key) if known is None else -1
            value = self.value[number] if known is None else known
            if value is None:
                others.append(number)
            else:
                total ^= value
        return total, others

    def refreshed(self, option: Option) -> Option:
        """Return an option with the components folded whose values have become known."""
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
        """Return whether the value of a component is known not to be n."""
        return bool(self.excluded[number] >> n & 1)

    def exclude(self, number: int, n: int) -> None:
        """Keep that the value of a component is not n; of what is too large for any value nothing need be kept."""
        if n <= MAX_OPTIONS:
            self.excluded[number] |= 1 << n

    def least_possible(self, number: int) -> int:
        """Return the least number that is not excluded."""
        return least_zero(self.excluded[number])

    def is_decided(self, number: int, n: int) -> bool:
        """Return whether it is known whether the value of a component is n."""
        return self.value[number] is not None or self.is_excluded(number, n)

    def expand(self, number: int, n: int | None = None) -> Options:
        """Return the options of a component; those whose value is known are exclusions instead.

        The first one of value `n` decides: then no others are made, and none is listed.
        """
        found = self._options.get(number)
        if found is None:
            self.meter.tick()
            kept: dict[Option, int] = {}
            count = 0
            for total, others in self._generate(number):
                count += 1
                option = self._resolved(total, others)
                if option.others:
                    kept.setdefault(option, sum(self.weight[piece] ** 2 for piece in option.others))
                else:
                    self.exclude(number, option.total)
                    if option.total == n:
                        return Options(count, ())
            found = self._options[number] = Options(count, tuple(sorted(kept, key=kept.__getitem__)))
            self._hold(OPTION_BYTES * len(found.open))
        return found

    def define(self, root: int) -> int:
        """Find the value of a component by definition, with all that follow."""
        value = self.value
        waiting: dict[int, tuple[list[tuple[int, list[int]]], Iterator[int]]] = {}
        stack = [root]
        while stack:
            number = stack[-1]
            if value[number] is not None:
                stack.pop()
                continue
            if number not in waiting:
                self.meter.tick()
                options = list(self._generate(number))
                waiting[number] = options, chain.from_iterable(others for _, others in options)
            below = next((piece for piece in waiting[number][1] if value[piece] is None), None)
            if below is None:
                options, seen = waiting.pop(number)[0], 0
                for total, others in options:
                    total = reduce(xor, map(self.settled, others), total)  # noqa: PLW2901
                    seen |= 1 << total if total <= len(options) else 0
                value[number] = least_zero(seen)
            elif below in waiting:
                self.refuse([*waiting], below)
            else:
                stack.append(below)
        return self.settled(root)

    def settled(self, number: int) -> int:
        """Return the value of a component that is known to have one."""
        value = self.value[number]
        if value is None:
            raise AssertionError(f"component {number} has no value yet")
        return value

    def refuse(self, path: Sequence[int], again: int) -> NoReturn:
        """Raise the error for a path on which a component is met again."""
        self.rule.refuse([self.keys[number] for number in path[list(path).index(again) :]], self.meter)

    def _generate(self, number: int) -> Iterator[tuple[int, list[int]]]:
        return (self.meet(pieces) for pieces in patiently(self.rule.after(self.keys[number])))

    def _resolved(self, total: int, others: list[int]) -> Option:
        """Fold what is known or light, sort the others and cancel equal ones."""
        left: list[int] = []
        for piece in others:
            if self.value[piece] is None and self.weight[piece] <= self.least:
                self.define(piece)
            value = self.value[piece]
            if value is not None:
                total ^= value
            elif piece in left:
                left.remove(piece)
            else:
                left.append(piece)
        return Option(total, tuple(sorted(left, key=lambda piece: (-self.weight[piece], piece))))

    def _hold(self, size: int) -> None:
        """Count bytes; raise `LimitReached` when they are too many."""
        self._held += size
        if self.memory is not None and self._held > self.memory:
            raise LimitReached(
                f"the memory limit of {self.memory} bytes was reached after {len(self._options)} positions",
                kind="memory",
                visited=len(self._options),
            )
