"""A search on a cluster of machines.

One process has the search tree and divides the work among worker processes, to which it sends the game as text.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from ... import search
from ...cluster import Actors, ClusterJob, RayActors, WorkersDisagree, value_of
from ...core import BitRule, Bits, Budget, InputError, Ruleset, Sum, facet
from ...notation import read_game
from ...search.split_search import Crew

MAKER = "grundy.workflows.searching.workers:worker"
"""The import path of the function that creates the worker of an actor."""


@contextmanager
def split_search(
    ruleset: Ruleset[Any],
    position: Any,  # noqa: ANN401  # any position
    budget: Budget,
    memory: int | None = None,
) -> Iterator[search.SplitSearch]:
    """Start workers on a cluster, and yield a solver that uses them; the end of the `with` block stops them.

    Args:
        ruleset: The ruleset of the position.
        position: A position; the solver accepts all positions on the same board.
        budget: Counts the positions searched by all workers.
        memory: The limit in bytes for each machine, shared by its workers; None for no limit.

    Yields:
        The solver, whose work is divided among the workers.

    Raises:
        InputError: If the position cannot be sent to a worker as text.
        MissingExtra: If Ray is not installed.
    """
    packed = facet(ruleset, Bits).packed(position)
    text = f"{ruleset.name}: {ruleset.show(Sum(position))}"
    if packed is None or not _can_travel(text, packed, position):
        raise InputError(f"{ruleset.name}: a cluster needs a built-in ruleset with bitboards")
    share = memory and memory // (os.cpu_count() or 1)
    with closing(RayActors(MAKER, (text, share))) as actors:
        yield search.SplitSearch(ruleset, packed, SearchCrew(actors, text), WorkersDisagree, budget)


class SearchCrew(Crew):
    """The worker processes of a search on a cluster: sends jobs to them and yields their answers.

    An error in a worker is raised in this process.
    """

    def __init__(self, actors: Actors, text: str) -> None:
        """Use worker processes that are already running.

        Args:
            actors: The processes; each has called `worker` and uses its result.
            text: The game in notation, for messages.
        """
        self.size = actors.size
        self._actors = actors
        self._job = ClusterJob(text, MAKER)

    def ask(self, worker: int, job: search.SplitJob) -> None:
        self._actors.ask(worker, job)

    def answers(self, seconds: float) -> Iterator[tuple[int, search.SplitAnswer | None]]:
        for worker, answer in self._actors.answers(seconds):
            yield worker, None if answer is None else value_of(self._job, answer)


def worker(text: str, memory: int | None) -> search.SplitWorker:
    """Return an object that solves jobs on the board of the first part of a game; called in each worker process.

    Args:
        text: The game in notation.
        memory: The limit in bytes for tables; None for no limit.

    Returns:
        The object that solves jobs on this board.

    Raises:
        InputError: If the position has no bitboard.
    """
    ruleset, position = next(iter(read_game(text).parts))
    packed = facet(ruleset, Bits).packed(position)
    if packed is None:
        raise InputError(f"{ruleset.name}: this position has no bitboard")
    return search.SplitWorker(ruleset.name, packed, memory)


def _can_travel(text: str, packed: BitRule[Any], position: Any) -> bool:  # noqa: ANN401
    try:
        ruleset, again = next(iter(read_game(text).parts))
    except (InputError, StopIteration):
        return False
    other = facet(ruleset, Bits).packed(again)
    return other is not None and (other.encoding, [*other.pack(again)]) == (packed.encoding, [*packed.pack(position)])
