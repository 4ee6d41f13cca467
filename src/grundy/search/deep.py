"""Compiled search of positions that fall apart: values and couples of one packed rule, with all that was proved.

By proof numbers over couples (`kernels.proof_numbers`, plain twin `proof_numbers`), in slices; what was proved stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..core import LimitReached, Meter, Packed, RuleError
from .components import least_zero
from .slices import MEMORY, Pace, typed_ends
from .solver import Report, Store, chunks

if TYPE_CHECKING:
    from ..kernels.boards.memory import ComponentMemory
    from ..kernels.boards.packed_code import CompiledRule

MOST_LEAST = 18
"""The largest weight that is valued by definition at once."""
LONG = 3.0
"""Seconds of a search for which code for one board alone is worth its compilation, about a second."""
SAVE_EVERY = 5.0
"""Seconds between two savings."""


class DeepSearch:
    """Values of the positions of one packed rule; everything found serves the next question.

    `memory` bounds the bytes of the tables. Raises `RuleError` where the functions cannot be compiled.
    """

    def __init__(  # noqa: PLR0913  # one argument for each thing that can be said
        self,
        name: str,
        packed: Packed[Any],
        *,
        meter: Meter | None = None,
        memory: int | None = None,
        least: int = MOST_LEAST,
        threads: int = 1,
    ) -> None:
        """Compile the rule; components up to the weight `least` are valued by definition when they are met.

        Several threads search together and share all that they find; which of them finds it is chance.
        """
        from ..kernels.boards.memory import ComponentMemory

        self.meter = meter or Meter()
        self.report: Report | None = None
        self.packed = packed
        code = compiled_rule(name, packed)
        limit = memory or MEMORY
        self.memory = ComponentMemory(
            code, packed.words, packed.most, packed.parts, least=least, limit=limit, threads=threads
        )
        self._faster = FasterRule(name, packed)
        self._pace = Pace()
        self.visited = 0
        """Couples looked at until now."""
        self._store: Store | None = None
        self._saved = monotonic()

    def keep_in(self, store: Store) -> int:
        """Learn all values of a store, hand it every new one from time to time, and return how many it had."""
        self._store = store
        count = 0
        for keys, values in chunks(store):
            self.memory.learn(keys, values)
            count += len(keys)
        return count

    def save(self) -> None:
        """Hand new values to the store."""
        self._saved = monotonic()
        if self._store is not None:
            keys, values = self.memory.found()
            if keys:
                self._store.add(keys, values)

    def value(self, positions: Iterable[Any]) -> int:
        """Return the Grundy value of positions side by side. Raises `LimitReached`."""
        return self._valued(positions, 0, 0)[0]

    def known(self, position: Any) -> int | None:  # noqa: ANN401  # any position
        """Return the value of a position where it is known already, or found at once; else None."""
        total, numbers = self._components([position])
        return None if numbers else total

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        """Return whether positions side by side have value n, which may be known when the value is not."""
        total, numbers = self._valued(positions, 1, -1)
        if not numbers:
            return total == n
        wanted = total ^ n
        return wanted <= self.packed.most and self._search(numbers[0], wanted) >= 0  # no value is above that

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return the least number that is not excluded as the value of a position."""
        try:
            total, numbers = self._components([position])
        except LimitReached:  # no room for its components: nothing is known of them
            return 0
        if len(numbers) != 1 or total:
            return 0 if numbers else total
        return least_zero(self.memory.mask(numbers[0]))

    def _components(self, positions: Iterable[Any]) -> tuple[int, list[int]]:
        """Return the nim-sum of known components, and the numbers of the others, the heaviest first."""
        states = [words for position in positions if any(words := tuple(self.packed.pack(position)))]
        with self._typed_ends():
            return self.memory.folded(states)

    def _valued(self, positions: Iterable[Any], left: int, place: int) -> tuple[int, list[int]]:
        """Return the same after components were valued, at each step that at a place, until so many are left."""
        total, numbers = self._components(positions)
        while len(numbers) > left:
            words = [self.memory.key(number) for number in numbers]
            del words[place]
            total ^= self._search(numbers[place], None)
            with self._typed_ends():
                more, numbers = self.memory.folded(words)
            total ^= more
        return total, numbers

    def _search(self, number: int, n: int | None) -> int:
        """Return the value of a component; when n is given, -1 may say that it is another."""
        from ..kernels.boards.proof_search import ProofSearch

        search = ProofSearch(self.memory, number, n)
        done = False
        while not done:
            before, start, steps = search.visits, monotonic(), self.meter.fits(self._pace.steps)
            with self._typed_ends():
                done = search.run(steps)
            self.visited += search.visits - before
            if monotonic() - self._saved > SAVE_EVERY:
                self.save()
            if not done:
                self._faster.offer(self.memory)
                self._pace.took(monotonic() - start, steps)
                self.meter.passed(search.visits - before)
                if self.report is not None:
                    self.report(search.progress())
        if search.value is not None and search.answer:
            return search.value
        return -1

    def _typed_ends(self) -> AbstractContextManager[None]:
        return typed_ends(self.memory.limit, lambda: self.visited)


def rule_is_ready(packed: Packed[Any]) -> bool:
    """Return whether the code of a rule is ready or kept, so that it needs no compiler."""
    from ..kernels.boards.packed_code import is_ready

    return is_ready(packed.words, *_functions(packed))


def _functions(packed: Packed[Any]) -> tuple[Any, ...]:
    return packed.options, packed.split, packed.canon, packed.weight, packed.known


class FasterRule:
    """Compiles a rule for one board alone when a search has been long, if there is a compiler."""

    def __init__(self, name: str, packed: Packed[Any], *, theory: bool = True) -> None:
        """Begin to count the seconds."""
        from ..kernels.sealed import has_compiler

        self._began = monotonic() if has_compiler() else inf
        self._compile = partial(compiled_rule, name, packed, theory=theory, alone=True)

    def offer(self, memory: ComponentMemory) -> None:
        """Give the memory of a search the faster code once it has taken `LONG` seconds."""
        if monotonic() - self._began > LONG:
            self._began = inf
            memory.take(self._compile())


def compiled_rule(name: str, packed: Packed[Any], *, theory: bool = True, alone: bool = False) -> CompiledRule:
    """Compile the functions of a rule.

    Args:
        name: The name of the rule.
        packed: The rule.
        theory: Whether its theorem, `known`, is used.
        alone: Whether the code is for this board alone; it is faster, and takes a compiler.

    Returns:
        The compiled functions.

    Raises:
        RuleError: If a function cannot be compiled.
    """
    from ..kernels.boards.packed_code import compiled
    from ..kernels.boards.rule_machine import Uncompilable

    try:
        return compiled(packed.words, *_functions(packed), theory=theory, alone=alone)
    except Uncompilable as error:
        raise RuleError(f"{name}: a bitboard function cannot be compiled: {error}") from None
