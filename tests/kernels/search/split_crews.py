"""Crews in one process: workers that search by hand, workers that are lost, workers that lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

from grundy.core import BitRule
from grundy.search import SplitAnswer, SplitJob
from grundy.search.split_worker import ChildNumbers, Key

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


class OneStep:
    """A worker that only takes one look: the children of a couple, with numbers by chance."""

    def __init__(self, packed: BitRule[Any], seed: int = 0) -> None:
        self._packed = packed
        self._values: dict[Key, int] = {}
        self._random = Random(seed)

    def __call__(self, job: SplitJob) -> SplitAnswer:
        if job.learned is not None:
            words, values = job.learned
            rows = words.reshape(-1, self._packed.words).tolist()
            self._values.update(zip(map(tuple, rows), values.tolist(), strict=True))
        pieces, n = self._open(job.pieces, job.n)
        if not pieces:
            return SplitAnswer(n ^ job.n, (), 0, 0, (), 1, NOTHING)
        piece = pieces[0]
        asked = n if len(pieces) == 1 else 0
        options = [self._open(self._packed.split_of(option), asked) for option in self._packed.options_of(piece)]
        excluded = sum(1 << value for value in {asked ^ left for rest, left in options if not rest})
        children = [ChildNumbers(rest, left, self._number(), self._number()) for rest, left in options if rest]
        children += [
            ChildNumbers((piece,), k, self._number(), self._number()) for k in range(asked) if not excluded >> k & 1
        ]
        if not excluded >> asked & 1 and not children:
            self._values[piece] = asked
            found = np.array(piece, np.int64), np.array([asked], np.int64)
            value = asked if len(pieces) == 1 else None
            return SplitAnswer(value if value is None else value ^ n ^ job.n, piece, asked, excluded, (), 1, found)
        told = () if excluded >> asked & 1 else tuple(children)
        return SplitAnswer(None, piece, asked, excluded, told, 1, NOTHING)

    def _open(self, pieces: Any, n: int) -> tuple[tuple[Key, ...], int]:
        left = set[Key]()
        for piece in pieces:
            if piece in self._values:
                n ^= self._values[piece]
            else:
                left ^= {piece}
        return tuple(sorted(left)), n

    def _number(self) -> int:
        return self._random.randint(1, 50)
