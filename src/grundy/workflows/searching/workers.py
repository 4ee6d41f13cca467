"""A search on a cluster: one process holds the search tree, and worker processes (actors) receive the game as text."""

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
    """Yield a solver for the board of a position that uses the workers of a cluster until the `with` block ends.

    Args:
        ruleset: The ruleset of the position.
        position: A position on the board.
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
    """The worker processes among which a search on a cluster is divided, as the search uses them.

    It starts jobs on the workers and yields their answers. An error in a worker is raised in this process.
    """

    def __init__(self, actors: Actors, text: str) -> None:
        """Use worker processes that are already running.

        Args:
            actors: The processes, each with the object that `worker` returned in it.
            text: The game in notation, which identifies the work.
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
    """Return a worker for the board of the first part of a game; called in the process of an actor.

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
