"""Compiled proof-number search for Grundy values and misère outcomes, for rules on positions packed into machine words.

In normal play it computes a value, or decides whether the value is a given number. In misère play it decides who wins a
sum. It runs in time slices, and later calls reuse what was proved.

The module `proof_numbers` explains the method and is its reference implementation in plain Python. The reference
implementations for misère play are `whole` and, for the canonical forms of small components, `misere.canonical`.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from functools import cached_property
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..core import BitRule, Budget, LimitReached, RuleError
from .components import least_zero
from .slices import MEMORY, Pace, typed_ends
from .solver import Report, Store, ValueSolver, loaded

if TYPE_CHECKING:
    from ..kernels.boards.misere_search import MisereSearch
    from ..kernels.boards.packed_code import CompiledRule
    from ..kernels.boards.proof_search import PathSearch

MOST_LEAST = 18
"""The largest weight that is evaluated by definition at once."""
LONG = 3.0
"""Seconds of search after which code for a single board is worth its compilation of about a second."""
COMPILER = 256 << 20
"""A search with a smaller limit of memory keeps its code: the compiler itself needs about 60 MB."""
SAVE_EVERY = 5.0
"""Seconds between two writes to the store."""


class CompiledSearch:
    """Runs compiled searches in time slices: limits and interrupts are checked in between, and progress is reported.

    It is the common base class of searches in normal play and in misère play.
    """

    misere = False
    """Whether the search is for misère play."""

    def __init__(  # noqa: PLR0913  # independent settings
        self,
        name: str,
        packed: BitRule[Any],
        *,
        budget: Budget | None = None,
        memory: int | None = None,
        least: int = MOST_LEAST,
        threads: int = 1,
    ) -> None:
        """Compile the rules of a game.

        Several threads search together and share all results; which of them finds a result is not deterministic.

        Args:
            name: The name of the ruleset.
            packed: The rules on positions packed into machine words.
            budget: Counts and limits the work.
            memory: The limit of the tables in bytes, or None for the default. At the limit, unproved results are
                dropped; if that is not enough, the search raises `LimitReached`.
            least: Components up to this weight, an estimate of the work, are evaluated by definition at once; not used
                in misère play.
            threads: The number of threads.

        Raises:
            RuleError: If the functions cannot be compiled, or are for normal play only and the search is not.
        """
        from ..kernels.boards.memory import ComponentMemory
        from ..kernels.sealed import has_compiler

        if self.misere and packed.normal_only:
            raise RuleError(f"{name}: its compiled rule supports normal play only")
        self.name = name
        self.budget = budget or Budget()
        self.packed = packed
        self.report: Report | None = None
        self.visited = 0
        """Couples, or sums in misère play, looked at until now."""
        self._limit = memory or MEMORY
        shape = self._compiled(), packed.words, packed.most, packed.parts
        self.memory = ComponentMemory(*shape, least=least, limit=self._limit, misere=self.misere, threads=threads)
        self._began = monotonic() if self._limit >= COMPILER and has_compiler() else inf
        self._pace = Pace()

    def save(self) -> None:
        """Save new results to the store, in a subclass that has one; here, do nothing."""

    def _run(self, search: PathSearch) -> None:
        """Search until the answer is known; raise `LimitReached` at a limit.

        When the search has run for some seconds, faster code that works only for boards of this size replaces its code.
        """
        saved, done = monotonic(), False
        while not done:
            before, start, steps = search.visits, monotonic(), self.budget.fits(self._pace.steps)
            try:
                with self._typed_ends():
                    done = search.run(steps)
            finally:
                self.visited += search.visits - before
                if self.report is not None and not done:  # before a limit ends the search
                    self.report(search.progress())
            if monotonic() - saved > SAVE_EVERY:
                saved = monotonic()
                self.save()
            if not done:
                if monotonic() - self._began > LONG:
                    self._began = inf
                    search.memory.take(self._compiled(alone=True))
                self._pace.took(monotonic() - start, steps)
                self.budget.charge_unstored(search.visits - before)

    def _compiled(self, *, alone: bool = False) -> CompiledRule:
        """Compile the functions of the rules; with `alone` for this board size alone, which is faster to run."""
        from ..kernels.boards.packed_code import compiled
        from ..kernels.boards.source_trees import Untranslatable

        packed, functions = self.packed, _functions(self.packed)
        try:
            return compiled(packed.words, *functions, joined=packed.joined, alone=alone)
        except Untranslatable as error:
            raise RuleError(f"{self.name}: a bitboard function cannot be compiled: {error}") from None

    def _typed_ends(self) -> AbstractContextManager[None]:
        return typed_ends(self._limit, lambda: self.visited)


class DeepSearch(CompiledSearch, ValueSolver):
    """Computes Grundy values by compiled proof-number search, for rules on positions packed into machine words.

    All results are reused by later calls.
    """

    _store: Store | None = None

    def keep_in(self, store: Store) -> int:
        self._store = store
        count = 0
        for words, values in loaded(store):
            self.memory.learn(words, values)
            count += len(values)
        return count

    def save(self) -> None:
        if self._store is not None:
            words, values = self.memory.found()
            keys = [row.tobytes() for row in words.astype("<i8").reshape(-1, self.packed.words)]
            if keys:
                self._store.add(keys, values.tolist())

    def value(self, positions: Iterable[Any]) -> int:
        return self._valued(positions, 0, 0)[0]

    def known(self, position: Any) -> int | None:  # noqa: ANN401  # any position
        """Return the Grundy value of a position if it is known or is computed without a search, else None."""
        total, numbers = self._components([position])
        return None if numbers else total

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        total, numbers = self._valued(positions, 1, -1)
        if not numbers:
            return total == n
        wanted = total ^ n
        return wanted <= self.packed.most and self._search(numbers[0], wanted) >= 0  # no value is larger

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        try:
            total, numbers = self._components([position])
        except LimitReached:  # its components do not fit into memory, so nothing is known
            return 0
        if len(numbers) != 1 or total:
            return 0 if numbers else total
        return least_zero(self.memory.mask(numbers[0]))

    def _components(self, positions: Iterable[Any]) -> tuple[int, list[int]]:
        """Return the nim-sum of the components of known value, and the numbers of the others, largest weight first.

        Pairs of equal components cancel.
        """
        states = [words for position in positions if any(words := tuple(self.packed.pack(position)))]
        with self._typed_ends():
            return self.memory.folded(states)

    def _valued(self, positions: Iterable[Any], left: int, place: int) -> tuple[int, list[int]]:
        """Evaluate components of a sum until the values of at most `left` components are unknown.

        Components of unknown value are sorted by weight (estimated work), largest first; each time, the one at index
        `place` is evaluated. Return the nim-sum of the components of known value, and the numbers of the others.
        """
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
        """Return the value of a component; if n is given, return -1 as soon as the value is proved not to be n."""
        from ..kernels.boards.proof_search import ProofSearch

        search = ProofSearch(self.memory, number, n)
        self._run(search)
        return search.value if search.value is not None and search.answer else -1


class DeepMisere(CompiledSearch):
    """Computes misère outcomes of sums by compiled search, for rules on positions packed into machine words.

    All results are reused by later calls. A theorem for values, `packed.known`, is true in normal play only, so it is
    not used.
    """

    misere = True

    @cached_property
    def _search(self) -> MisereSearch:
        from ..kernels.boards.misere_search import MisereSearch

        return MisereSearch(self.memory)

    def lost(self, positions: Iterable[Any]) -> bool:
        """Return whether a sum of positions is a P-position in misère play; raise `LimitReached` at a limit."""
        with self._typed_ends():
            numbers: list[int] = []
            for position in positions:
                words = tuple(self.packed.pack(position))
                if any(words):
                    numbers += self.memory.components(words)[1]
            self._search.ask(numbers)
        self._run(self._search)
        return bool(self._search.answer)


def rule_is_ready(packed: BitRule[Any]) -> bool:
    """Return whether compiled code of packed rules is in memory or cached, so that no compiler is needed."""
    from ..kernels.boards.packed_code import is_ready

    return is_ready(packed.words, *_functions(packed), joined=packed.joined)


def _functions(packed: BitRule[Any]) -> tuple[Any, ...]:
    return packed.options, packed.split, packed.canon, packed.weight, packed.known
