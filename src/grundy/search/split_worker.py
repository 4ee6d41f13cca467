"""One worker of a split search: it holds a compiled search of its own and answers jobs about couples.

A job asks about an option: components side by side and a number n. All of them but the heaviest are valued, then
the couple of the heaviest is searched, as far as the visits and the thresholds of the job allow. The answer tells
what is proved of the couple that was searched last, its children with their numbers where it is undecided, and all
values that were found. A job may be done twice: what is proved stays proved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import Packed
from .deep import DeepSearch
from .proof_numbers import INF

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..kernels.proof_search import ProofSearch, Table

    Batch = tuple[NDArray[np.int64], NDArray[np.int64]]
    """Keys, the words of one component after those of another, and their values."""

Key = tuple[int, ...]
"""The words of a component."""
BITS = (1 << 63) - 1
"""The bits of a mask that stand for values."""


class SplitJob(NamedTuple):
    """Whether components side by side have value n: as far as so many visits and these numbers, won and lost."""

    pieces: tuple[Key, ...]
    n: int
    visits: int
    threshold: tuple[int, int]
    learned: Batch | None = None
    """Values that others found since the last job."""


class Told(NamedTuple):
    """A child of a couple: components side by side, the number they should have, and how far that is to decide."""

    pieces: tuple[Key, ...]
    n: int
    won: int
    lost: int


class SplitAnswer(NamedTuple):
    """What came of a job.

    `value` is the nim-sum of all pieces when it is known, else None. Of the couple (piece, n) that was searched last,
    `excluded` has a bit for every value that is not that of the piece; `children` are told where it is undecided.
    """

    value: int | None
    piece: Key
    n: int
    excluded: int
    children: tuple[Told, ...]
    visits: int
    found: Batch


_NOTHING: tuple[Key, int, int, tuple[Told, ...]] = ((), 0, 0, ())


LEAST = 4
"""A search that reaches its threshold before this share of its visits goes on with a greater one."""


class SplitWorker:
    """Does jobs of one packed rule, one after the other; everything found serves the next."""

    def __init__(self, name: str, packed: Packed[Any], memory: int | None = None) -> None:
        """Compile the rule; `memory` bounds the bytes of the tables. Raises `RuleError`."""
        self.memory = DeepSearch(name, packed, memory=memory).memory
        self._table: Table | None = None

    def __call__(self, job: SplitJob) -> SplitAnswer:
        """Do a job. Raises MemoryError where the tables are full; what was found until then is kept."""
        if job.learned is not None:
            self.memory.learn_numbers(*job.learned)
        visits, couple, rise = 0, _NOTHING, 1
        while visits < job.visits:
            total, numbers = self._open(job.pieces)
            if not numbers:
                break
            last = len(numbers) == 1
            n = job.n ^ total if last else self._least(numbers[-1])
            won, lost = (min(rise * number, INF) for number in (job.threshold if last else (INF, INF)))
            search = self._couple(numbers[-1], n, job.visits - visits, (won, lost))
            visits += search.visits
            rise *= 2
            couple = self._told(search, n)
            if (last and LEAST * visits > job.visits) if search.answer is None else last:
                break
        total, numbers = self._open(job.pieces)
        return SplitAnswer(None if numbers else total, *couple, visits, self.memory.found_numbers())

    def _open(self, pieces: tuple[Key, ...]) -> tuple[int, list[int]]:
        """Return the nim-sum of the known pieces, and the numbers of the others, the heaviest first."""
        total, found = 0, list[int]()
        for piece in pieces:
            some, numbers = self.memory.components(piece)
            total ^= some
            found += numbers
        return total, sorted(found, key=lambda number: (-self.memory.weight(number), number))

    def _least(self, number: int) -> int:
        """Return the least number that is not excluded as the value of a component."""
        mask = self.memory.mask(number)
        return (~mask & mask + 1).bit_length() - 1

    def _couple(self, number: int, n: int, visits: int, threshold: tuple[int, int]) -> ProofSearch:
        """Search a couple for so many visits with the numbers of the last search, and leave it."""
        from ..kernels.proof_search import ProofSearch

        search = ProofSearch(self.memory, number, n, threshold=threshold, table=self._table)
        search.run(visits)
        search.leave()
        self._table = search.table
        return search

    def _told(self, search: ProofSearch, n: int) -> tuple[Key, int, int, tuple[Told, ...]]:
        """Return what is told of a couple: its piece and n, what is excluded, and its children where it is open."""
        key = self.memory.key
        excluded = self.memory.mask(search.number) & BITS
        children = (
            ()
            if search.answer is not None
            else tuple(
                Told(tuple(map(key, child.pieces)), n ^ child.total, child.won, child.lost)
                for child in search.children()
            )
        )
        return key(search.number), n, excluded, children
