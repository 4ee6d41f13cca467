"""One worker of a search on a cluster: it has its own compiled search and answers questions about sums of components.

In a sum, all components except the heaviest are evaluated first. A job may be done twice, because proved facts stay
true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import BitRule
from .components import least_zero
from .deep import DeepSearch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..kernels.boards.proof_search import CoupleTable

    Batch = tuple[NDArray[np.int64], NDArray[np.int64]]
    """Keys, the words of one component after those of another, and their values."""

Key = tuple[int, ...]
"""The words of a component."""


class SplitJob(NamedTuple):
    """A job for a worker: to search whether a sum of components has value n, visiting about `visits` positions.

    `pieces` has the machine words of each component.
    """

    pieces: tuple[Key, ...]
    n: int
    visits: int
    learned: Batch | None = None
    """Values that others found since the last job."""


class SplitAnswer(NamedTuple):
    """The result of a worker's job, which was to search whether a sum has value n.

    Attributes:
        answer: Whether the sum has value n, or None if this is still unknown.
        effort: An estimate of the work that remains to prove that the sum has value n.
        visits: The number of positions visited.
        found: The components evaluated in this search, as one array of their machine words, and an array of their
            values.
    """

    answer: bool | None
    effort: int
    visits: int
    found: Batch


class SplitWorker:
    """A worker of a shared search: it answers jobs about one packed ruleset and reuses its results in later jobs."""

    def __init__(self, name: str, packed: BitRule[Any], memory: int | None = None) -> None:
        """Compile the rules of a game.

        Args:
            name: The name of the ruleset.
            packed: The rules on positions packed into machine words.
            memory: The limit of the tables in bytes, or None for the default. At the limit, unproved results are
                dropped; if that is not enough, a job raises `MemoryError`.

        Raises:
            RuleError: If the rules cannot be compiled.
        """
        self.memory = DeepSearch(name, packed, memory=memory).memory
        self._table: CoupleTable | None = None

    def __call__(self, job: SplitJob) -> SplitAnswer:
        """Return the result of a job; its `answer` is None if the visits of the job do not suffice.

        Raises:
            MemoryError: If the tables are full.
        """
        from ..kernels.boards.proof_search import ProofSearch

        if job.learned is not None:
            self.memory.learn(*job.learned)
        answer: bool | None = None
        visits = effort = 0
        while answer is None and visits < job.visits:
            total, numbers = self.memory.folded(job.pieces)
            if not numbers:
                answer = total == job.n
                break
            last = len(numbers) == 1
            n = job.n ^ total if last else least_zero(self.memory.mask(numbers[-1]))
            search = ProofSearch(self.memory, numbers[-1], n, table=self._table)
            search.run(job.visits - visits)
            progress = search.progress()
            effort = progress.lost if last else max(progress.won, progress.lost)
            search.leave()
            self._table = search.table
            visits += search.visits
            answer = search.answer if last else None
        return SplitAnswer(answer, effort, visits, self.memory.found())
