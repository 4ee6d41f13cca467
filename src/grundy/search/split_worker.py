"""One worker of a split search: it holds a compiled search of its own and answers jobs about couples.

All components of an option but the heaviest are valued, then the couple of the heaviest is searched, as far as the job
allows. A job may be done twice: what is proved stays proved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import Packed
from .components import least_zero
from .deep import DeepSearch
from .proof_numbers import INF

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..kernels.boards.proof_search import CoupleTable

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
        self._table: CoupleTable | None = None

    def __call__(self, job: SplitJob) -> SplitAnswer:
        """Do a job. Raises MemoryError where the tables are full; what was found until then is kept."""
        from ..kernels.boards.proof_search import ProofSearch

        if job.learned is not None:
            self.memory.learn_numbers(*job.learned)
        visits, couple, rise = 0, _NOTHING, 1
        while visits < job.visits:
            total, numbers = self.memory.folded(job.pieces)
            if not numbers:
                break
            last = len(numbers) == 1
            n = job.n ^ total if last else least_zero(self.memory.mask(numbers[-1]))
            won, lost = (min(rise * number, INF) for number in (job.threshold if last else (INF, INF)))
            search = ProofSearch(self.memory, numbers[-1], n, threshold=(won, lost), table=self._table)
            search.run(job.visits - visits)
            search.leave()
            self._table = search.table
            visits += search.visits
            rise *= 2
            children = [
                Told(tuple(map(self.memory.key, child.pieces)), n ^ child.total, child.won, child.lost)
                for child in (search.children() if search.answer is None else ())
            ]
            key, excluded = self.memory.key(search.number), self.memory.mask(search.number) & BITS
            couple = key, n, excluded, tuple(children)
            if (last and LEAST * visits > job.visits) if search.answer is None else last:
                break
        total, numbers = self.memory.folded(job.pieces)
        return SplitAnswer(None if numbers else total, *couple, visits, self.memory.found_numbers())
