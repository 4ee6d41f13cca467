"""Divides a search among many workers: each searches another first move, and they exchange proved values.

All workers receive the values proved by others with their next job (`split_worker`). A move may be searched twice, if a
worker stops and is replaced; the result is the same. This module starts no process: a `Crew` does the jobs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..core import BitRule, Budget, LimitReached, Limits, Ruleset
from .proof_numbers import ProofNumbersSolver
from .solver import Store, ValueSolver, key_of, loaded
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


class SumQuestion(NamedTuple):
    """The question whether a sum of components has value n; `pieces` has the machine words of each component."""

    pieces: tuple[Key, ...]
    n: int


class SplitSearch(ValueSolver):
    """Computes Grundy values of one packed ruleset by many workers: it chooses the questions and combines the answers.

    The workers are those of `crew`. `disagree` returns the error to raise if two different values of one component are
    found, given a text that names the component, and the two values.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        packed: BitRule[Any],
        crew: Crew,
        disagree: Callable[[str, tuple[Any, Any]], Exception],
        budget: Budget | None = None,
    ) -> None:
        self.budget = budget or Budget()
        self.packed = packed
        self.values: dict[Key, int] = {}
        self.job_visits = VISITS
        """The size of a job."""
        self.checked = 0
        """Values that were computed again here."""
        self._crew = crew
        self._disagree = disagree
        self._plain = ProofNumbersSolver(ruleset, packed)
        self._answers: dict[SumQuestion, bool] = {}
        self._efforts: dict[SumQuestion, int] = {}
        self._jobs: dict[int, SumQuestion] = {}
        self._learned: list[list[Batch]] = [[] for _ in range(crew.size)]
        self._store: Store | None = None
        self._new: list[Key] = []
        self._unchecked = 0
        self.visited = 0
        """Couples that workers looked at until now."""
        self._start = self._saved = monotonic()

    def keep_in(self, store: Store) -> int:
        self._store = store
        count = 0
        for batch in loaded(store):
            self._learn(batch, None)
            count += len(batch[1])
        self._new.clear()
        return count

    def save(self) -> None:
        self._saved = monotonic()
        if self._store is not None and self._new:
            self._store.add([*map(key_of, self._new)], [self.values[key] for key in self._new])
        self._new.clear()

    def value(self, positions: Iterable[Any]) -> int:
        pieces, total = self._simplified(self._pieces(positions), 0)
        for piece in pieces:
            total ^= self._value(piece)
        return total

    def has_value(self, positions: Iterable[Any], n: int) -> bool:
        pieces, n = self._simplified(self._pieces(positions), n)
        if not pieces:
            return n == 0
        *others, heaviest = sorted(pieces, key=self.packed.weight_of)
        for piece in others:
            n ^= self._value(piece)
        return self._has(heaviest, n)

    def lower_bound(self, position: Any) -> int:  # noqa: ANN401  # any position
        pieces, total = self._simplified(self._pieces([position]), 0)
        if len(pieces) != 1 or total:
            return 0 if pieces else total
        return self._least(pieces[0])

    def _pieces(self, positions: Iterable[Any]) -> list[Key]:
        split = self.packed.split_of
        return [piece for position in positions for piece in split(self.packed.pack(position))]

    def _simplified(self, pieces: Iterable[Key], n: int) -> SumQuestion:
        """Return an equivalent of the question "has this sum value n?" for fewer components.

        Pairs of equal components are removed. A component of known value is removed too, and its value is nim-added to
        n. `pieces` has the machine words of each component.
        """
        left = set[Key]()
        for piece in pieces:
            value = self.values.get(piece)
            if value is None:
                left ^= {piece}
            else:
                n ^= value
        return SumQuestion(tuple(sorted(left)), n)

    def _answer(self, question: SumQuestion) -> bool | None:
        if question in self._answers:
            return self._answers[question]
        pieces, n = self._simplified(*question)
        return None if pieces else n == 0

    def _least(self, piece: Key) -> int:
        n = 0
        while self._answers.get(SumQuestion((piece,), n)) is False:
            n += 1
        return n

    def _value(self, piece: Key) -> int:
        while piece not in self.values:
            self._has(piece, self._least(piece))
        return self.values[piece]

    def _has(self, piece: Key, n: int) -> bool:
        """Return whether a component has value n; the search is divided among the workers.

        The component has value n exactly if none of its options has value n and its own value is not less than n.
        `piece` has the machine words of the component.
        """
        after = self.packed.options_of(piece)
        questions = {SumQuestion(tuple(self.packed.split_of(option)), n) for option in after}
        questions |= {SumQuestion((piece,), k) for k in range(n)}
        root = SumQuestion((piece,), n)
        while (answer := self._answer(root)) is None:
            answers = {question: self._answer(question) for question in questions}
            if any(answers.values()):
                self._answers[root] = False
            elif None not in answers.values():
                self._learn(_rows([piece], [n]), None)
            else:
                self._work([question for question, known in answers.items() if known is None])
        return answer

    def _work(self, questions: list[SumQuestion]) -> None:
        free = sorted(set(questions) - {*self._jobs.values()}, key=self._effort)
        idle = [worker for worker in range(self._crew.size) if worker not in self._jobs]
        for worker, question in zip(idle, free, strict=False):
            self._give(worker, question)
        before = self.visited
        for worker, answer in self._crew.answers(PATIENCE) if self._jobs else ():
            question = self._jobs.pop(worker)
            if answer is None:  # a new worker took over and receives all values
                self._learned[worker] = [_rows(list(self.values), list(self.values.values()))]
            else:
                self._take(worker, question, answer)
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

    def _effort(self, question: SumQuestion) -> int:
        return self._efforts.get(question) or sum(1 + self.packed.weight_of(piece) for piece in question.pieces)

    def _give(self, worker: int, question: SumQuestion) -> None:
        from numpy import concatenate

        batches, self._learned[worker] = self._learned[worker], []
        job = SplitJob(*self._simplified(*question), self.job_visits)
        if batches:
            keys, values = map(concatenate, zip(*batches, strict=True))
            job = job._replace(learned=(keys, values))
        self._jobs[worker] = question
        self._crew.ask(worker, job)

    def _take(self, worker: int, question: SumQuestion, answer: SplitAnswer) -> None:
        self.visited += answer.visits
        self._efforts[question] = answer.effort
        self._learn(answer.found, worker)
        if answer.answer is not None:
            self._answers[question] = answer.answer
            pieces, n = self._simplified(*question)
            if answer.answer and len(pieces) == 1:
                self._learn(_rows([pieces[0]], [n]), worker)

    def _learn(self, batch: Batch, worker: int | None) -> None:
        """Store the values of components that a worker has found, and send them to all other workers.

        `batch` has the machine words of the components and their values. `worker` is the number of the worker, or None.
        From time to time one of the values is computed again in plain Python, to check it.
        """
        keys = list(map(tuple, batch[0].reshape(-1, self.packed.words).tolist()))
        known = self.values
        self._new += [key for key in keys if key not in known]
        for key, value in zip(keys, batch[1].tolist(), strict=True):
            if known.setdefault(key, value) != value:
                raise self._disagree(f"the value of {key}", (known[key], value))
        for other, waiting in enumerate(self._learned):
            if other != worker and keys:
                waiting.append(batch)
        if worker is not None:
            self._unchecked += len(keys)
            if self._unchecked >= CHECK_EVERY:
                self._unchecked = 0
                key = min(keys, key=self.packed.weight_of)
                self._plain.budget = Budget(Limits(positions=CHECK_VISITS))
                with suppress(LimitReached):  # computed again, if that is fast
                    value = self._plain.value([self.packed.unpack(key)])
                    self.checked += 1
                    if value != known[key]:
                        raise self._disagree(f"the value of {key}", (known[key], value))


def _rows(keys: list[Key], values: list[int]) -> Batch:
    from numpy import array, int64

    return array(keys, int64).ravel(), array(values, int64)
