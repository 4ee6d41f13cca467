"""The interface of every method for values: the value of a sum, and whether it is a given number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from ..core import Meter, Ruleset
from .definition import grundy_values

if TYPE_CHECKING:
    from ..kernels.boards.proof_search import ProofProgress


Report = Callable[["ProofProgress"], None]
CHUNK = 1 << 16
"""Values that are loaded at once."""


class Store(Protocol):
    """A persistent store of Grundy values.

    A key is a component packed into machine words, eight bytes each, least significant byte first.
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


def chunks(store: Store) -> Iterator[tuple[list[bytes], list[int]]]:
    """Yield all keys and values of a store in batches of at most 65,536."""
    pairs = store.load()
    while chunk := list(islice(pairs, CHUNK)):
        yield [key for key, _ in chunk], [value for _, value in chunk]


class ValueSolver(Protocol):
    """The interface of methods that compute Grundy values for one ruleset and reuse their results in later calls."""

    meter: Meter
    report: Report | None
    """Called from time to time with the progress of the search."""

    @property
    def visited(self) -> int:
        """The number of positions, or of questions whether a component has value n, examined so far."""

    def value(self, positions: Iterable[Any]) -> int:
        """Return the Grundy value of a sum of positions; raise `LimitReached` if a limit was reached."""

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        """Return whether a sum has value n.

        Args:
            positions: Positions of the ruleset; their sum is judged.
            n: A number of at least 0.

        Returns:
            Whether the Grundy value of the sum is n.

        Raises:
            LimitReached: If a limit was reached before the answer.
        """

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return a lower bound on the Grundy value of a position, by what has been proved so far."""

    def keep_in(self, store: Store) -> int:
        """Load all values of a persistent store, from then on save new values there, and return the number loaded."""

    def save(self) -> None:
        """Write new values to the persistent store, if there is one."""


class DefinitionSolver:
    """Computes Grundy values by definition, the mex over all options, except where a theorem gives the value."""

    def __init__(self, ruleset: Ruleset[Any], meter: Meter | None = None) -> None:
        self.ruleset = ruleset
        self.meter = meter or Meter()
        self.report: Report | None = None
        self._table: dict[Any, int] = {}

    @property
    def visited(self) -> int:
        """The number of positions whose value is known."""
        return len(self._table)

    def value(self, positions: Iterable[Any]) -> int:
        """Return the Grundy value of a sum of positions."""
        total = 0
        for position in positions:
            key = self.ruleset.canonical(position)
            if key not in self._table:
                grundy_values(self.ruleset, [position], self.meter, self._table, theory=True)
            total ^= self._table[key]
        return total

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        """Return whether a sum has value n.

        Args:
            positions: Positions of the ruleset; their sum is judged.
            n: A number of at least 0.

        Returns:
            Whether the Grundy value of the sum is n.

        Raises:
            LimitReached: If a limit was reached before the answer.
        """
        return self.value(positions) == n

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return the value if it is known, else 0."""
        return self._table.get(self.ruleset.canonical(position), 0)

    def keep_in(self, store: Store) -> int:
        """Do nothing and return 0, because this method does not pack positions into the keys of a store."""
        return 0

    def save(self) -> None:
        """Do nothing: this method does not use a store."""
