"""Divides a search among the workers of a cluster: each searches another first move, and they exchange proved values.

All workers receive the values proved by others with their next job. A move may be searched twice, if a worker stops and
is replaced; the result is the same. This module starts no process: a `Crew` does the jobs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..core import BitRule, Budget, LimitReached, Limits, Ruleset
from .components import Option, least_zero
from .deep import DeepSearch
from .proof_numbers import ProofNumbersSolver
from .solver import Store, key_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..kernels.boards.proof_search import CoupleTable

    Batch = tuple[NDArray[np.int64], NDArray[np.int64]]
    """Keys, the words of one component after those of another, and their values."""

Key = tuple[int, ...]
"""The words of a component."""
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


class Crew(Protocol):
    """A group of workers that search parts of a game and remember their results; users of `SplitSearch` supply it.

    There are `size` workers, numbered from 0. They may be threads, processes or other machines.
    """

    size: int

    def ask(self, worker: int, job: SplitJob) -> None:
        """Start a job on an idle worker.

        Args:
            worker: The number of the worker.
            job: The job.
        """

    def answers(self, seconds: float) -> Iterable[tuple[int, SplitAnswer | None]]:
        """Wait at most this many seconds for results, and return pairs of a worker's number and its answer.

        None instead of an answer means that the worker stopped and was replaced by a new one of the same number.
        """


class SplitSearch(ProofNumbersSolver):
    """Computes Grundy values of one packed ruleset by many workers: it chooses the questions and combines the answers.

    The workers are those of `crew`. `disagree` returns the error to raise if two different values of one component are
    found, given a text that names the component, and the two values. A question is an `Option`: whether the nim-sum of
    its components is its number.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        packed: BitRule[Any],
        crew: Crew,
        disagree: Callable[[str, tuple[Any, Any]], Exception],
        budget: Budget | None = None,
    ) -> None:
        super().__init__(ruleset, packed, budget)
        self.packed = packed
        self.values: dict[Any, int] = self.components.given
        """The values that theorems, the workers and the store give."""
        self.job_visits = VISITS
        """The size of a job."""
        self.checked = 0
        """Values that were computed again here."""
        self._crew = crew
        self._disagree = disagree
        self._plain = ProofNumbersSolver(ruleset, packed)
        self._answers: dict[Option, bool] = {}
        self._efforts: dict[Option, int] = {}
        self._jobs: dict[int, Option] = {}
        self._batches: list[Batch] = []
        self._sent = [0] * crew.size
        """For each worker the number of batches that it has received."""
        self._new: list[Key] = []
        self._unchecked = 0
        self._start = self._saved = monotonic()

    def keep_in(self, store: Store) -> int:
        count = super().keep_in(store)
        self._batches.append(_rows([*self.values], [*self.values.values()]))
        return count

    def save(self) -> None:
        self._saved = monotonic()
        if self._store is not None and self._new:
            self._store.add([*map(key_of, self._new)], [self.values[key] for key in self._new])
        self._new.clear()

    def _value(self, number: int) -> int:
        while self.components.value[number] is None:
            self._has(number, self.components.least_possible(number))
        return self.components.settled(number)

    def _has(self, number: int, n: int) -> bool:
        """Return whether a component has value n; the search is divided among the workers.

        The component has value n exactly if none of its options has value n and its own value is not less than n.
        """
        known = self.components
        questions = [option._replace(total=option.total ^ n) for option in known.expand(number, n)[1]]
        questions += [Option(k, (number,)) for k in range(n)]
        while not known.is_decided(number, n):
            answers = [self._answer(question) for question in questions]
            if any(answers):
                known.exclude(number, n)
            elif None not in answers:
                self._learn(_rows([known.keys[number]], [n]))
            else:
                self._work([question for question, answer in zip(questions, answers, strict=True) if answer is None])
        return known.value[number] == n

    def _answer(self, question: Option) -> bool | None:
        total, others = self.components.refreshed(question)
        if not others:
            return total == 0
        if len(others) == 1 and self.components.is_excluded(others[0], total):
            return False
        return self._answers.get(question)

    def _work(self, questions: list[Option]) -> None:
        free = sorted(set(questions) - {*self._jobs.values()}, key=self._effort)
        idle = [worker for worker in range(self._crew.size) if worker not in self._jobs]
        for worker, question in zip(idle, free, strict=False):
            self._give(worker, question)
        before = self.visited
        for worker, answer in self._crew.answers(PATIENCE) if self._jobs else ():
            question = self._jobs.pop(worker)
            if answer is None:  # a new worker took over and receives all values
                self._sent[worker] = 0
            else:
                self._take(question, answer)
        if monotonic() - self._saved > SAVE_EVERY:
            self.save()
        self.budget.charge_unstored(self.visited - before)
        self.budget.poll()  # all workers may be lost, so that no result arrives
        if self.report is not None:
            from ..kernels.boards.proof_search import ProofProgress

            rate = self.visited / max(monotonic() - self._start, 1e-6)
            efforts = [self._effort(question) for question in questions]
            self.report(
                ProofProgress(self.visited, rate, len(self.values), len(self._answers), min(efforts), max(efforts))
            )

    def _effort(self, question: Option) -> int:
        return self._efforts.get(question) or sum(1 + self.components.weight[piece] for piece in question.others)

    def _give(self, worker: int, question: Option) -> None:
        from numpy import concatenate

        batches = self._batches[self._sent[worker] :]
        self._sent[worker] = len(self._batches)
        n, others = self.components.refreshed(question)
        job = SplitJob(tuple(self.components.keys[piece] for piece in others), n, self.job_visits)
        if batches:
            keys, values = map(concatenate, zip(*batches, strict=True))
            job = job._replace(learned=(keys, values))
        self._jobs[worker] = question
        self._crew.ask(worker, job)

    def _take(self, question: Option, answer: SplitAnswer) -> None:
        self.visited += answer.visits
        self._efforts[question] = answer.effort
        self._learn(answer.found, check=True)
        if answer.answer is not None:
            self._answers[question] = answer.answer
            n, others = self.components.refreshed(question)
            if len(others) == 1 and answer.answer:
                self._learn(_rows([self.components.keys[others[0]]], [n]))
            elif len(others) == 1:
                self.components.exclude(others[0], n)

    def _learn(self, batch: Batch, *, check: bool = False) -> None:
        """Store the values of components, and send them to all workers with their next jobs.

        `batch` has the machine words of the components and their values. If `check` is True, one of the values is
        computed again in plain Python from time to time.
        """
        keys = list(map(tuple, batch[0].reshape(-1, self.packed.words).tolist()))
        self._new += [key for key in keys if key not in self.values]
        for key, value in zip(keys, batch[1].tolist(), strict=True):
            if (other := self.components.learn(key, value)) != value:
                raise self._disagree(f"the value of {key}", (other, value))
        if keys:
            self._batches.append(batch)
        if check:
            self._unchecked += len(keys)
            if self._unchecked >= CHECK_EVERY:
                self._unchecked = 0
                key = min(keys, key=self.packed.weight_of)
                self._plain.budget = Budget(Limits(positions=CHECK_VISITS))
                with suppress(LimitReached):  # computed again, if that is fast
                    value = self._plain.value([self.packed.unpack(key)])
                    self.checked += 1
                    if value != self.values[key]:
                        raise self._disagree(f"the value of {key}", (self.values[key], value))


def _rows(keys: list[Key], values: list[int]) -> Batch:
    from numpy import array, int64

    return array(keys, int64).ravel(), array(values, int64)
