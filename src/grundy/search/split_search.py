"""A search that many workers share: the top of the tree is here, the couples below are jobs (`split_worker`).

Whatever a worker proves, it proves for all: with its next job every worker learns the values that the others found.
The same couple may be searched twice, by a worker that was lost and by another; the answer is the same. No process
is started here: who does the jobs is a `Crew`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from ..core import LimitReached, Limits, Meter, Packed, Ruleset
from .proof_numbers import ProofNumbersSolver
from .solver import Report, Store
from .split_tree import Name, SplitTree
from .split_worker import Key, SplitAnswer, SplitJob

if TYPE_CHECKING:
    from ..kernels.proof_search import Progress
    from .split_worker import Batch

VISITS = 20_000
"""Visits of one job: about half a second."""
PATIENCE = 0.1
"""Seconds to wait for answers before the limits are asked again."""
SAVE_EVERY = 5.0
"""Seconds between two savings."""
CHECK_EVERY = 2000
"""One value of so many is found again here, by another method."""
CHECK_VISITS = 300
"""Visits that such a check may take; what takes more is not checked."""
CHUNK = 1 << 16
"""Values that are learned at once."""


class Crew(Protocol):
    """Workers that remember what they did: `split_worker.SplitWorker` or the like, numbered from 0."""

    size: int

    def ask(self, worker: int, job: SplitJob) -> None:
        """Give a job to a worker that has none."""

    def answers(self, seconds: float) -> Iterable[tuple[int, SplitAnswer | None]]:
        """Wait at most so long for answers; None: that worker was lost, and a new one that knows nothing took over."""


class SplitSearch:
    """Values of the positions of one packed rule, found by a crew. `disagree` makes the error for two values of one."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        packed: Packed[Any],
        crew: Crew,
        disagree: Callable[[str, tuple[Any, Any]], Exception],
        meter: Meter | None = None,
    ) -> None:
        """Begin with workers that know nothing."""
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
        self._visited = 0
        self._start = self._saved = monotonic()

    @property
    def visited(self) -> int:
        """Couples that workers looked at until now."""
        return self._visited

    def keep_in(self, store: Store) -> int:
        """Learn all values of a store, hand it every new one from time to time, and return how many it had."""
        from numpy import frombuffer, int64

        self._store = store
        count, pairs = 0, store.load()
        while chunk := list(islice(pairs, CHUNK)):
            words = frombuffer(b"".join(key for key, _ in chunk), "<i8").astype(int64)
            self._learn(_batch(words, [value for _, value in chunk]), None)
            count += len(chunk)
        self._new.clear()
        return count

    def save(self) -> None:
        """Hand new values to the store."""
        self._saved = monotonic()
        if self._store is not None and self._new:
            keys = [b"".join(word.to_bytes(8, "little") for word in key) for key in self._new]
            self._store.add(keys, [self.tree.values[key] for key in self._new])
        self._new.clear()

    def value(self, positions: Iterable[Any]) -> int:
        """Return the Grundy value of positions side by side. Raises `LimitReached`."""
        pieces, total = self.tree.name(self._pieces(positions), 0)
        for piece in pieces:
            while piece not in self.tree.values:
                self._decide([piece], self.tree.least(piece))
            total ^= self.tree.values[piece]
        return total

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        """Return whether positions side by side have value n, which may be known when the value is not."""
        return self._decide(self._pieces(positions), n)

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        """Return the least number that is not excluded as the value of a position."""
        pieces, total = self.tree.name(self._pieces([position]), 0)
        if len(pieces) != 1 or total:
            return 0 if pieces else total
        return self.tree.least(pieces[0])

    def _pieces(self, positions: Iterable[Any]) -> list[Key]:
        """Return the components of positions side by side."""
        split = self.packed.split_of
        return [piece for position in positions for piece in split(self.packed.pack(position))]

    def _decide(self, pieces: Iterable[Key], n: int) -> bool:
        """Search whether components side by side have value n."""
        kept = list(pieces)
        while (answer := self.tree.answer(root := self.tree.name(kept, n))) is None:
            self._give(root)
            before = self._visited
            for worker, told in self._crew.answers(PATIENCE) if self._jobs else ():
                self._take(worker, told)
            if monotonic() - self._saved > SAVE_EVERY:
                self.save()
            self.meter.passed(self._visited - before)
            if self.report is not None:
                self.report(self._progress(root))
        return answer

    def _give(self, root: Name) -> None:
        """Give jobs to all workers that have none, as long as there are leaves."""
        for worker in range(self._crew.size):
            if worker in self._jobs:
                continue
            path = self.tree.choose(root)
            self._share_proved()
            if not path:
                return
            pieces, n = name = path[-1].name
            self._jobs[worker] = name
            job = SplitJob(pieces, n, self.job_visits, self.tree.threshold(path), _joined(self._learned[worker]))
            self._learned[worker] = []
            self.tree.give(path)
            self._crew.ask(worker, job)

    def _take(self, worker: int, answer: SplitAnswer | None) -> None:
        """Enter an answer; a new worker will learn everything."""
        name = self._jobs.pop(worker)
        if answer is None:
            self.tree.drop(name)
            self._learned[worker] = [self._everything()]
            return
        self._visited += answer.visits
        self._learn(answer.found, worker)
        self.tree.take(name, answer)

    def _learn(self, batch: Batch, worker: int | None) -> None:
        """Enter values that a worker found, and keep them for all others."""
        keys, values = _keys(batch, self.packed.words), batch[1].tolist()
        known = self.tree.values
        for key, value in zip(keys, values, strict=True):
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
                self._check(min(keys, key=self.packed.weight_of))

    def _check(self, key: Key) -> None:
        """Find a value again, if that is quick."""
        self._plain.meter = Meter(Limits(positions=CHECK_VISITS))
        try:
            value = self._plain.value([self.packed.unpack(key)])
        except LimitReached:
            return
        self.checked += 1
        if value != self.tree.values[key]:
            raise self._disagree(f"the value of {key}", (self.tree.values[key], value))

    def _share_proved(self) -> None:
        """Tell all workers what the tree concluded."""
        if self.tree.proved:
            keys, self.tree.proved = self.tree.proved, []
            self._new += keys
            for waiting in self._learned:
                waiting.append(_rows(keys, [self.tree.values[key] for key in keys]))

    def _everything(self) -> Batch:
        """Return all values."""
        return _rows(list(self.tree.values), list(self.tree.values.values()))

    def _progress(self, root: Name) -> Progress:
        """Return how far the search is."""
        from ..kernels.proof_search import Progress

        rate = self._visited / max(monotonic() - self._start, 1e-6)
        node = self.tree.nodes.get(root)
        won, lost = node.numbers if node is not None else (0, 0)
        return Progress(self._visited, rate, len(self.tree.values), len(self.tree.nodes), won, lost)


def _batch(words: Any, values: list[int]) -> Batch:  # noqa: ANN401  # an array
    """Return a batch of the words of components and their values."""
    from numpy import array, int64

    return words, array(values, int64)


def _rows(keys: list[Key], values: list[int]) -> Batch:
    """Return a batch of keys and values."""
    from numpy import array, int64

    return _batch(array(keys, int64).ravel(), values)


def _keys(batch: Batch, words: int) -> list[Key]:
    """Return the keys of a batch."""
    return list(map(tuple, batch[0].reshape(-1, words).tolist()))


def _joined(batches: list[Batch]) -> Batch | None:
    """Return batches as one."""
    from numpy import concatenate

    if not batches:
        return None
    return concatenate([words for words, _ in batches]), concatenate([values for _, values in batches])
