"""Compiled search for misère outcomes of sums of positions of one ruleset, packed into machine words.

The kernel is `kernels.misere_proofs` (reference implementation: `whole`), with canonical forms of small components in
`misere_forms` (reference implementation: `misere.canonical`). Packed rules may have a theorem for values, `known`; it
is true in normal play only, so it is not used here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core import BitRule, Budget, RuleError
from .deep import CompiledSearch, compiled_rule
from .slices import MEMORY


class DeepMisere(CompiledSearch):
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

        limit = memory or MEMORY
        code = compiled_rule(name, packed, theory=False)
        super().__init__(name, packed, budget, limit, theory=False)
        self.memory = ComponentMemory(code, packed.words, packed.most, packed.parts, limit=limit, misere=True)
        self._search = MisereSearch(self.memory)

    def form(self, number: int) -> int | None:
        """Return the number of the misère canonical form of a component, or None if it was not computed.

        Equal numbers mean equal forms.

        Args:
            number: The number of the component in `memory`.
        """
        return self._search.form(number)

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
