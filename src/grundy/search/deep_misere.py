"""Compiled search for misère outcomes of sums of positions of one packed ruleset.

The kernel is `kernels.misere_sums` (reference implementation: `whole`), with canonical forms of light components in
`misere_forms` (reference implementation: `misere.canonical`). The theorem of packed rules, `known`, is about normal
play and is not used.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Any

from ..core import BitRule, Budget, RuleError
from .deep import FasterRule, compiled_rule
from .slices import MEMORY, Pace, typed_ends
from .solver import Report


class DeepMisere:
    """Computes misère outcomes of sums by compiled search, for rules on positions packed into machine words.

    All results are reused by later calls.
    """

    def __init__(
        self, name: str, packed: BitRule[Any], *, budget: Budget | None = None, memory: int | None = None
    ) -> None:
        """Compile the rules of a game.

        Args:
            name: The name of the ruleset.
            packed: The rules on positions packed into machine words.
            budget: Counts and limits the work.
            memory: The limit of the tables in bytes, or None for the default. At the limit, unproved results are
                dropped; if that is not enough, the search raises `LimitReached`.

        Raises:
            RuleError: If the rules cannot be compiled, or support normal play only.
        """
        if packed.normal_only:
            raise RuleError(f"{name}: its compiled rule supports normal play only")
        from ..kernels.boards.memory import ComponentMemory
        from ..kernels.boards.misere_search import MisereSearch

        self.budget = budget or Budget()
        self.report: Report | None = None
        self.packed = packed
        code = compiled_rule(name, packed, theory=False)
        limit = memory or MEMORY
        self.memory = ComponentMemory(code, packed.words, packed.most, packed.parts, limit=limit, misere=True)
        self._search = MisereSearch(self.memory)
        self._faster = FasterRule(name, packed, limit, theory=False)
        self._pace = Pace()

    @property
    def visited(self) -> int:
        """The number of sums examined so far."""
        return self._search.visits

    def form(self, number: int) -> int | None:
        """Return the number of the misère canonical form of a component, or None if it was not computed.

        Equal numbers mean equal forms.

        Args:
            number: The number of the component in `memory`.
        """
        return self._search.form(number)

    def lost(self, positions: Iterable[Any]) -> bool:
        """Return whether a sum of positions is a P-position in misère play; raise `LimitReached` at a limit."""
        with typed_ends(self.memory.limit, lambda: self.visited):
            numbers: list[int] = []
            for position in positions:
                words = tuple(self.packed.pack(position))
                if any(words):
                    numbers += self.memory.components(words)[1]
            asked = self._search.ask(numbers)
            done = False
            while not done:
                before, start, steps = self.visited, monotonic(), self.budget.fits(self._pace.steps)
                done = self._search.run(steps)
                if not done:
                    self._faster.offer(self.memory)
                    self._pace.took(monotonic() - start, steps)
                    self.budget.charge_unstored(self.visited - before)
                    if self.report is not None:
                        self.report(self._search.progress())
        return bool(self._search.lost(asked))
