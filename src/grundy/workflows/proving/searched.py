"""The certificate of a searched position: what the search proved, told anew part by part for a checker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...certificates import Certificate, nimber_entries
from ...core import nim_sum
from ...search import DeepSearch
from ..solving import Answer, Solver
from .certify import agreeing, boards_of, certify

LIGHT = 22
"""Parts of so few cells, squares or vertices are searched in about a millisecond, so that all proofs can be weighed."""


def certify_search(run: Solver, found: Answer) -> Certificate:
    """Return a certificate of the Grundy value of a game by what its search, still open, knows beside what it `found`.

    A single board of Cram, Chomp or Node Kayles is certified by its rule: what is missing to a proof is searched for,
    under the limits of the search. All other games are certified as `certify` does. Raises `LimitReached`.
    """
    boards = boards_of(run.game)
    if boards is None or run.game.size != 1:
        return agreeing(certify(run.game, proof="nimber", meter=run.meter), found)
    solver, moves, start = run.solvers.of(run.game.part(0)), boards.moves, boards.start

    def options(position: Any) -> Iterable[Any]:  # noqa: ANN401  # each family has its own
        run.meter.passed(1)
        return moves.options(position)

    def value(part: Any) -> int:  # noqa: ANN401
        return solver.value([part])

    def known(part: Any) -> int | None:  # noqa: ANN401
        light = moves.weight is None or moves.weight(part) <= LIGHT
        return value(part) if light or not isinstance(solver, DeepSearch) else solver.known(part)

    total = nim_sum(map(value, moves.parts(start)))
    entries = nimber_entries(moves._replace(options=options), start, value, known)
    claim = {"start": moves.show(start), "value": total}
    return agreeing(Certificate("nimber", "normal", boards.rule, claim, entries), found)
