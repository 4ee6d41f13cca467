"""The certificate of a searched position: what the search proved, told anew part by part for a checker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..certificates import Certificate, nimber_entries
from ..core import nim_sum
from ..search import DeepSearch
from .certify import certify
from .certify_boards import boards_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .search import Search

LIGHT = 22
"""Parts of so few cells, squares or vertices are searched in about a millisecond, so that all proofs can be weighed."""


def certify_search(run: Search) -> Certificate:
    """Return a certificate of the Grundy value of a game by what its search, still open, knows.

    A single board of Cram, Chomp or Node Kayles is certified by its rule: what is missing to a proof is searched for,
    under the limits of the search. All other games are certified as `certify` does. Raises `LimitReached`.
    """
    boards = boards_of(run.game)
    if boards is None or len(run.parts) != 1:
        return certify(run.game, proof="nimber", meter=run.meter)
    solver, moves, start = run.solver(0), boards.moves, boards.start

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
    return Certificate("nimber", "normal", boards.game, {"start": moves.show(start), "value": total}, entries)
