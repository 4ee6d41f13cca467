"""The base class of the methods that compute the Grundy value of a sum, or decide whether it is a given number."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from ..core import Budget, Ruleset
from .definition import grundy_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..kernels.boards.proof_search import ProofProgress


Report = Callable[["ProofProgress"], None]
CHUNK = 1 << 16
"""Values that are loaded at once."""


class Store(Protocol):
    """A persistent store of Grundy values, such as a value database; callers of `ValueSolver.keep_in` supply it.

    A key is a component packed into machine words, written as eight bytes per word, least significant byte first.
    """

    def load(self) -> Iterator[tuple[bytes, int]]:
        """Yield all keys with their values."""

    def add(self, keys: Sequence[bytes], values: Sequence[int], /) -> object:
        """Store Grundy values of components.

        Args:
            keys: The keys.
            values: Their values.

        Returns:
            Anything; callers ignore it.
        """


def key_of(words: Iterable[int]) -> bytes:
    """Return the bytes of the words of a component: the key under which a store has its value."""
    return b"".join(word.to_bytes(8, "little") for word in words)


def loaded(store: Store) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield the contents of a store in batches, each of two arrays.

    The first array has the machine words of all components of the batch, one component after another. The second array
    has one value for each of these components.
    """
    import numpy as np

    pairs = store.load()
    while chunk := list(islice(pairs, CHUNK)):
        keys, values = zip(*chunk, strict=True)
        yield np.frombuffer(b"".join(keys), "<i8").astype(np.int64), np.array(values, np.int64)


class ValueSolver(ABC):
    """The base class of methods that compute Grundy values for one ruleset and reuse their results in later calls.

    A subclass defines `value` and `lower_bound`. It may define a faster `has_value`, and `keep_in` and `save` if it can
    store values.
    """

    budget: Budget
    visited: int
    """The number of positions, or of questions whether a component has value n, examined so far."""
    report: Report | None = None
    """Called from time to time with the progress of the search."""

    @abstractmethod
    def value(self, positions: Iterable[Any]) -> int:
        """Return the Grundy value of a sum of positions; raise `LimitReached` if a limit was reached."""

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        """Return whether a sum has value n, which may be known even if the value is not.

        Args:
            positions: Positions of the ruleset; their sum is judged.
            n: A number of at least 0.

        Returns:
            Whether the Grundy value of the sum is n.

        Raises:
            LimitReached: If a limit was reached before the answer.
        """
        return self.value(positions) == n

    @abstractmethod
    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return the least number that the Grundy value of a position can have, by what has been proved so far."""

    def keep_in(self, store: Store) -> int:
        """Load all values of a persistent store, and return their number; new values are saved there from then on.

        A method that does not pack components into machine words cannot use a store. It does nothing and returns 0.
        """
        return 0

    def save(self) -> None:  # noqa: B027  # methods without a store have nothing to save
        """Write values found since the last call to the persistent store, if there is one."""


class DefinitionSolver(ValueSolver):
    """Computes Grundy values by definition, the mex over all options, except where a theorem gives the value.

    Args:
        ruleset: The ruleset of all positions.
        budget: Counts and limits the work.
        theory: Whether theorems are used.
    """

    def __init__(self, ruleset: Ruleset[Any], budget: Budget | None = None, *, theory: bool = True) -> None:
        self.ruleset = ruleset
        self._theory = theory
        self.budget = budget or Budget()
        self.visited = 0
        self._table: dict[Any, int] = {}

    def value(self, positions: Iterable[Any]) -> int:
        total = 0
        for position in positions:
            key = self.ruleset.canonical(position)
            if key not in self._table:
                try:
                    grundy_values(self.ruleset, [position], self.budget, self._table, theory=self._theory)
                finally:
                    self.visited = len(self._table)
            total ^= self._table[key]
        return total

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        return self._table.get(self.ruleset.canonical(position), 0)
