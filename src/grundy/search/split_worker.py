"""One worker of a split search: it has its own compiled search and does jobs on couples.

All components of an option except the heaviest are evaluated; then the couple of the heaviest is searched as far as the
job allows. A job may be done twice, because proved facts stay true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import BitRule
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
"""The bits of a mask that represent values."""


class SplitJob(NamedTuple):
    """A job for a worker: the question whether a sum of components has value n.

    The search ends after `visits` positions, or if its proof numbers (won, lost) reach `threshold`.
    """

    pieces: tuple[Key, ...]
    n: int
    visits: int
    threshold: tuple[int, int]
    learned: Batch | None = None
    """Values that others found since the last job."""


class ChildNumbers(NamedTuple):
    """A child of a search node: components, the value that their sum should have, and the proof numbers.

    `won` and `lost` estimate the work to prove it won, and to prove it lost.
    """

    pieces: tuple[Key, ...]
    n: int
    won: int
    lost: int


class SplitAnswer(NamedTuple):
    """The answer of a worker to a job.

    `value` is the nim-sum of all components, None if unknown. For the component `piece` searched last, with the value
    `n` in question, `excluded` has a bit for every value that it does not have; `children` are listed if undecided.
    """

    value: int | None
    piece: Key
    n: int
    excluded: int
    children: tuple[ChildNumbers, ...]
    visits: int
    found: Batch


_NOTHING: tuple[Key, int, int, tuple[ChildNumbers, ...]] = ((), 0, 0, ())


LEAST = 4
"""A search that reaches its threshold before this share of its visits continues with a greater one."""


class SplitWorker:
    """A worker of a shared search: it answers jobs about one packed ruleset and reuses its results in later jobs."""

    def __init__(self, name: str, packed: BitRule[Any], memory: int | None = None) -> None:
        """Compile the rules of a game.

        Args:
            name: The name of the ruleset.
            packed: The rules on positions packed into machine words.
            memory: The limit of the tables in bytes, or None for the default.

        Raises:
            RuleError: If the rules cannot be compiled.
        """
        self.memory = DeepSearch(name, packed, memory=memory).memory
        self._table: CoupleTable | None = None

    def __call__(self, job: SplitJob) -> SplitAnswer:
        """Search for the answer to a job.

        Args:
            job: The question and the limits.

        Returns:
            The answer, or what is known if a limit was reached.

        Raises:
            MemoryError: If the tables are full; the results found until then are kept.
        """
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
                ChildNumbers(tuple(map(self.memory.key, child.pieces)), n ^ child.total, child.won, child.lost)
                for child in (search.children() if search.answer is None else ())
            ]
            key, excluded = self.memory.key(search.number), self.memory.mask(search.number) & BITS
            couple = key, n, excluded, tuple(children)
            if (last and LEAST * visits > job.visits) if search.answer is None else last:
                break
        total, numbers = self.memory.folded(job.pieces)
        return SplitAnswer(None if numbers else total, *couple, visits, self.memory.found_numbers())
