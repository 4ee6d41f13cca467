"""A search shared by many workers: the top of the tree is here, and the couples below are jobs (`split_worker`).

All workers receive the values proved by others with their next job. A couple may be searched twice, by a lost worker
and by its replacement; the result is the same. This module starts no process; the jobs are done by a `Crew`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from ..core import BitRule, LimitReached, Limits, Meter, Ruleset
from .proof_numbers import ProofNumbersSolver
from .solver import Report, Store, chunks
from .split_tree import Name, SplitTree
from .split_worker import Key, SplitAnswer, SplitJob

if TYPE_CHECKING:
    from .split_worker import Batch

VISITS = 20_000
"""Visits of one job: about half a second."""
PATIENCE = 0.1
"""Seconds to wait for results before limits are checked again."""
SAVE_EVERY = 5.0
"""Seconds between two writes to the store."""
CHECK_EVERY = 2000
"""One value in this many is computed again here, by another method."""
CHECK_VISITS = 300
"""Visits that such a check may use; a value that needs more is not checked."""


class Crew(Protocol):
    """A group of workers, numbered from 0, that search parts of a game and remember what they found."""

    size: int

    def ask(self, worker: int, job: SplitJob) -> None:
        """Start a job on an idle worker.

        Args:
            worker: The number of the worker.
            job: The job.
        """

    def answers(self, seconds: float) -> Iterable[tuple[int, SplitAnswer | None]]:
        """Wait at most some seconds for results: the number of the worker, and its answer.

        None instead of an answer means that the worker was lost and replaced by a new one.
        """


class SplitSearch:
    """Computes Grundy values of one packed ruleset by many workers: it chooses the questions and combines the answers.

    `disagree` builds the error for two different values of one component.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        packed: BitRule[Any],
        crew: Crew,
        disagree: Callable[[str, tuple[Any, Any]], Exception],
        meter: Meter | None = None,
    ) -> None:
        self.meter = meter or Meter()
        self.report: Report | None = None
        self.packed = packed
        self.tree = SplitTree()
        self.job_visits = VISITS
        """The size of a job."""
        self.checked = 0
        """Values that were found again here."""
        self._crew = crew
        self._disagree = disagree
        self._plain = ProofNumbersSolver(ruleset, packed)
        self._jobs: dict[int, Name] = {}
        self._learned: list[list[Batch]] = [[] for _ in range(crew.size)]
        self._store: Store | None = None
        self._new: list[Key] = []
        self._unchecked = 0
        self.visited = 0
        """Couples that workers looked at until now."""
        self._start = self._saved = monotonic()

    def keep_in(self, store: Store) -> int:
        """Load all values of a persistent store, from then on save new values there, and return the number loaded."""
        from numpy import array, frombuffer, int64

        self._store = store
        count = 0
        for keys, values in chunks(store):
            self._learn((frombuffer(b"".join(keys), "<i8").astype(int64), array(values, int64)), None)
            count += len(keys)
        self._new.clear()
        return count

    def save(self) -> None:
        """Write values found since the last call to the persistent store, if there is one."""
        self._saved = monotonic()
        if self._store is not None and self._new:
            keys = [b"".join(word.to_bytes(8, "little") for word in key) for key in self._new]
            self._store.add(keys, [self.tree.values[key] for key in self._new])
        self._new.clear()

    def value(self, positions: Iterable[Any]) -> int:
        """Return the Grundy value of a sum of positions; raise `LimitReached` if a limit was reached."""
        pieces, total = self.tree.name(self._pieces(positions), 0)
        for piece in pieces:
            while piece not in self.tree.values:
                self._decide([piece], self.tree.least(piece))
            total ^= self.tree.values[piece]
        return total

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
        return self._decide(self._pieces(positions), n)

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return the least number that the Grundy value of a position can have, by what has been proved so far."""
        pieces, total = self.tree.name(self._pieces([position]), 0)
        if len(pieces) != 1 or total:
            return 0 if pieces else total
        return self.tree.least(pieces[0])

    def _pieces(self, positions: Iterable[Any]) -> list[Key]:
        split = self.packed.split_of
        return [piece for position in positions for piece in split(self.packed.pack(position))]

    def _decide(self, pieces: Iterable[Key], n: int) -> bool:
        kept = list(pieces)
        while (answer := self.tree.answer(root := self.tree.name(kept, n))) is None:
            self._give(root)
            before = self.visited
            for worker, told in self._crew.answers(PATIENCE) if self._jobs else ():
                name = self._jobs.pop(worker)
                if told is None:  # a new worker took over and receives all values
                    self.tree.drop(name)
                    self._learned[worker] = [_rows(list(self.tree.values), list(self.tree.values.values()))]
                else:
                    self.visited += told.visits
                    self._learn(told.found, worker)
                    self.tree.take(name, told)
            if monotonic() - self._saved > SAVE_EVERY:
                self.save()
            self.meter.passed(self.visited - before)
            self.meter.look()  # all workers may be lost, so that no result arrives
            if self.report is not None:
                from ..kernels.boards.proof_search import ProofProgress

                rate = self.visited / max(monotonic() - self._start, 1e-6)
                node = self.tree.nodes.get(root)
                numbers = node.numbers if node is not None else (0, 0)
                self.report(ProofProgress(self.visited, rate, len(self.tree.values), len(self.tree.nodes), *numbers))
        return answer

    def _give(self, root: Name) -> None:
        """Start jobs on all idle workers, as long as the search tree has leaves that no worker is searching."""
        from numpy import concatenate

        for worker in range(self._crew.size):
            if worker in self._jobs:
                continue
            path = self.tree.choose(root)
            if self.tree.proved:  # send the conclusions of the tree to all workers
                keys, self.tree.proved = self.tree.proved, []
                self._new += keys
                for waiting in self._learned:
                    waiting.append(_rows(keys, [self.tree.values[key] for key in keys]))
            if not path:
                return
            pieces, n = name = path[-1].name
            self._jobs[worker] = name
            told = self._learned[worker]
            learned = (
                (concatenate([keys for keys, _ in told]), concatenate([values for _, values in told])) if told else None
            )
            job = SplitJob(pieces, n, self.job_visits, self.tree.threshold(path), learned)
            self._learned[worker] = []
            self.tree.give(path)
            self._crew.ask(worker, job)

    def _learn(self, batch: Batch, worker: int | None) -> None:
        """Record values that a worker found, pass them to the others with their next jobs, and recompute a few of them.

        The worker is None for values from a store.
        """
        keys = list(map(tuple, batch[0].reshape(-1, self.packed.words).tolist()))
        known = self.tree.values
        for key, value in zip(keys, batch[1].tolist(), strict=True):
            if known.setdefault(key, value) != value:
                raise self._disagree(f"the value of {key}", (known[key], value))
        self._new += keys
        for other, waiting in enumerate(self._learned):
            if other != worker and keys:
                waiting.append(batch)
        if worker is not None:
            self._unchecked += len(keys)
            if self._unchecked >= CHECK_EVERY:
                self._unchecked = 0
                key = min(keys, key=self.packed.weight_of)
                self._plain.meter = Meter(Limits(positions=CHECK_VISITS))
                with suppress(LimitReached):  # computed again, if that is fast
                    value = self._plain.value([self.packed.unpack(key)])
                    self.checked += 1
                    if value != known[key]:
                        raise self._disagree(f"the value of {key}", (known[key], value))


def _rows(keys: list[Key], values: list[int]) -> Batch:
    from numpy import array, int64

    return array(keys, int64).ravel(), array(values, int64)
