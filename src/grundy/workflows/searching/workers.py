"""A search on a cluster: introduces the one who holds the tree to the actors below, who read the game as text."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from ... import search
from ...cluster import Actors, ClusterJob, RayActors, WorkersDisagree, value_of
from ...core import InputError, Meter, Packed, Ruleset, Sum
from ...notation import read_game

MAKER = "grundy.workflows.searching.workers:worker"
"""How an actor is made."""


@contextmanager
def split_search(
    ruleset: Ruleset[Any],
    position: Any,  # noqa: ANN401  # any position
    meter: Meter,
    memory: int | None = None,
) -> Iterator[search.SplitSearch]:
    """Yield a solver for positions on the board of `position`; its workers end with it.

    Those of one machine share `memory` bytes. Raises `InputError` for positions that cannot be told to a worker, and
    `MissingExtra`.
    """
    packed = ruleset.packed(position)
    text = f"{ruleset.name}: {ruleset.show(Sum(position))}"
    if packed is None or not _can_travel(text, packed, position):
        raise InputError(f"{ruleset.name}: a cluster needs a built-in ruleset with bitboards")
    share = memory and memory // (os.cpu_count() or 1)
    with closing(RayActors(MAKER, (text, share))) as actors:
        yield search.SplitSearch(ruleset, packed, SearchCrew(actors, text), WorkersDisagree, meter)


class SearchCrew:
    """Actors as a crew: errors that they tell are raised here."""

    def __init__(self, actors: Actors, text: str) -> None:
        """Take actors that were made by `worker`; `text` names what they search."""
        self.size = actors.size
        self._actors = actors
        self._job = ClusterJob(text, MAKER)

    def ask(self, worker: int, job: search.SplitJob) -> None:
        """Give a job to a worker that has none."""
        self._actors.ask(worker, job)

    def answers(self, seconds: float) -> Iterator[tuple[int, search.SplitAnswer | None]]:
        """Wait at most so long for answers; None: that worker was lost. Raises `LimitReached` and `GrundyError`."""
        for worker, answer in self._actors.answers(seconds):
            yield worker, None if answer is None else value_of(self._job, answer)


def worker(text: str, memory: int | None) -> search.SplitWorker:
    """Return a worker for the board of the first part of a game; called in the process of an actor."""
    ruleset, position = next(iter(read_game(text).parts))
    packed = ruleset.packed(position)
    if packed is None:
        raise InputError(f"{ruleset.name}: this position has no bitboard")
    return search.SplitWorker(ruleset.name, packed, memory)


def _can_travel(text: str, packed: Packed[Any], position: Any) -> bool:  # noqa: ANN401
    try:
        ruleset, again = next(iter(read_game(text).parts))
    except (InputError, StopIteration):
        return False
    other = ruleset.packed(again)
    return other is not None and (other.encoding, [*other.pack(again)]) == (packed.encoding, [*packed.pack(position)])
