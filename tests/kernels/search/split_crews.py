"""Crews in one process: workers that answer by chance, workers that are lost, workers that lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from operator import xor
from random import Random
from typing import Any

import numpy as np

from grundy.core import BitRule, mex
from grundy.search import SplitAnswer, SplitJob
from grundy.search.split_search import Key

Worker = Callable[[SplitJob], SplitAnswer]
NOTHING = np.zeros(0, np.int64), np.zeros(0, np.int64)


class HereCrew:
    """Workers of this process; `loses` says of the n-th job whether its worker is lost, and then another is made."""

    def __init__(self, make: Callable[[], Worker], size: int, loses: Callable[[int], bool] = lambda _: False) -> None:
        self.size = size
        self.jobs: list[SplitJob] = []
        self.under_way: dict[int, SplitJob] = {}
        self.lost = 0
        self._make = make
        self._loses = loses
        self._workers = [make() for _ in range(size)]
        self._random = Random(size)

    def ask(self, worker: int, job: SplitJob) -> None:
        assert worker not in self.under_way
        self.jobs.append(job)
        self.under_way[worker] = job

    def answers(self, seconds: float) -> Iterator[tuple[int, SplitAnswer | None]]:
        worker = self._random.choice([*self.under_way])
        job = self.under_way.pop(worker)
        if self._loses(len(self.jobs)):
            self.lost += 1
            self._workers[worker] = self._make()
            yield worker, None
        else:
            yield worker, self._workers[worker](job)


class Fickle:
    """A worker that answers some questions by definition, and of the others says how hard they are, by chance."""

    def __init__(self, packed: BitRule[Any], seed: int = 0) -> None:
        self._packed = packed
        self._values: dict[Key, int] = {}
        self._random = Random(seed)

    def __call__(self, job: SplitJob) -> SplitAnswer:
        if job.learned is not None:
            words, values = job.learned
            rows = words.reshape(-1, self._packed.words).tolist()
            self._values.update(zip(map(tuple, rows), values.tolist(), strict=True))
        if self._random.random() < 0.5:
            return SplitAnswer(None, self._random.randint(0, 50), 1, NOTHING)
        known = len(self._values)
        total = reduce(xor, map(self._value, job.pieces), 0)
        new = list(self._values.items())[known:]
        found = np.array([key for key, _ in new], np.int64).ravel(), np.array([value for _, value in new], np.int64)
        return SplitAnswer(total == job.n, 0, 1, found)

    def _value(self, piece: Key) -> int:
        if piece not in self._values:
            after = map(self._packed.split_of, self._packed.options_of(piece))
            self._values[piece] = mex(reduce(xor, map(self._value, pieces), 0) for pieces in after)
        return self._values[piece]
