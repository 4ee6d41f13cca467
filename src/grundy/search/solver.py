"""What every method for values gives: the value of positions side by side, and whether it is a given number."""

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
"""Values that are learned at once."""


class Store(Protocol):
    """Keeps exact values: a key is the words of a component, eight bytes each with the lowest first."""

    def load(self) -> Iterator[tuple[bytes, int]]:
        """Yield all keys with their values."""

    def add(self, keys: Sequence[bytes], values: Sequence[int], /) -> object:
        """Keep new values."""


def chunks(store: Store) -> Iterator[tuple[list[bytes], list[int]]]:
    """Yield all keys and values of a store, many at once."""
    pairs = store.load()
    while chunk := list(islice(pairs, CHUNK)):
        yield [key for key, _ in chunk], [value for _, value in chunk]


class ValueSolver(Protocol):
    """A method at work on one ruleset; it remembers what it proved, so later questions are quicker."""

    meter: Meter
    report: Report | None
    """Asked from time to time how far the search is."""

    @property
    def visited(self) -> int:
        """Positions, or couples, looked at until now."""

    def value(self, positions: Iterable[Any]) -> int:
        """Return the Grundy value of positions side by side; raises `LimitReached`."""

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        """Return whether positions side by side have value n; raises `LimitReached`."""

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return a number that the value of a position cannot be less than, from what is proved already."""

    def keep_in(self, store: Store) -> int:
        """Learn all values of a store, hand it every new one from time to time, and return how many it had."""

    def save(self) -> None:
        """Hand what was proved to the store, if there is one."""


class DefinitionSolver:
    """Values by definition, with the theorems of the ruleset."""

    def __init__(self, ruleset: Ruleset[Any], meter: Meter | None = None) -> None:
        self.ruleset = ruleset
        self.meter = meter or Meter()
        self.report: Report | None = None
        self._table: dict[Any, int] = {}

    @property
    def visited(self) -> int:
        """Positions whose value is known."""
        return len(self._table)

    def value(self, positions: Iterable[Any]) -> int:
        """Return the Grundy value of positions side by side."""
        total = 0
        for position in positions:
            key = self.ruleset.canonical(position)
            if key not in self._table:
                grundy_values(self.ruleset, [position], self.meter, self._table, theory=True)
            total ^= self._table[key]
        return total

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        """Return whether positions side by side have value n."""
        return self.value(positions) == n

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return the value where it is known, else 0."""
        return self._table.get(self.ruleset.canonical(position), 0)

    def keep_in(self, store: Store) -> int:
        """Nothing is kept between two runs: keys are words."""
        return 0

    def save(self) -> None:
        """Nothing is kept between two runs."""
