"""Makes the certificate of the Grundy value of a searched position, from the values of its components."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from ...certificates import Certificate, nimber_entries
from ...core import Bits, CheckedGame, facet, nim_sum
from ...search import DeepSearch, ProvedParts, can_search
from ..solving import Answer, Solver
from .certify import agreeing, boards_of, certify

SHORTENED = 25
"""Proofs of boards with at most this number of cells, squares or vertices are shortened by many small changes.

Larger boards are proved by compiled search (`ProvedParts`), and the first proof is used.
"""
LIGHT = 22
"""Components with at most this number of cells are searched in about a millisecond, and all proofs compared."""

AT_ONCE = 64
"""The number of entries whose hints are computed together."""


def certify_search(run: Solver, answer: Answer) -> Certificate:
    """Make a certificate of the Grundy value of a game, with the results of its search.

    The certificate of a single board of Cram, Chomp or Node Kayles names the family of the board, whose rules the
    checker knows. Values that the search did not compute are computed now, within the limits of the search. If no
    position of the board splits into components, all positions are listed. All other games are certified as by
    `certify`.

    Args:
        run: The solver that has searched the game.
        answer: The answer of that search.

    Returns:
        The certificate of the value, with the entries that the proof needs.

    Raises:
        LimitReached: If a limit is exceeded.
    """
    boards = boards_of(run.game)
    if boards is None or run.game.size != 1:
        return agreeing(certify(run.game, proof="nimber", budget=run.budget), answer)
    claim: dict[str, Any] = {"start": boards.moves.show(boards.start)}
    ruleset, position = next(iter(run.game.parts))
    words = facet(ruleset, Bits).packed(position)
    if words is not None and words.split is None and boards.moves.size(boards.start) > SHORTENED:
        return certify(run.game, proof="labelling", budget=run.budget, answer=answer)  # no position splits
    if large := _compiled(run, boards):
        claim["value"], chosen = large
        return agreeing(Certificate("nimber", "normal", boards.rule, claim, chosen), answer)
    solver, moves, start = run.solvers.of(run.game.part(0)), boards.moves, boards.start

    def options(position: Any) -> Iterable[Any]:  # noqa: ANN401  # each family has its own arguments
        run.budget.charge_unstored(1)
        return moves.options(position)

    def value(part: Any) -> int:  # noqa: ANN401
        return solver.value([part])

    def known(part: Any) -> int | None:  # noqa: ANN401
        light = moves.size(part) <= LIGHT
        return value(part) if light or not isinstance(solver, DeepSearch) else solver.known(part)

    total = nim_sum(map(value, moves.parts(start)))
    entries = nimber_entries(moves._replace(options=options), start, value, known)
    return agreeing(Certificate("nimber", "normal", boards.rule, claim | {"value": total}, entries), answer)


class ChosenEntries:
    """An iterable of the entries of a proof, made one by one, so that a large proof is never completely in memory.

    An entry consists of a component as text, its Grundy value, and one number for each option of the component: the
    index of a reply that leads back to this value, or -1 if the components of the option have entries of their own.

    Args:
        run: The solver, whose budget counts the entries.
        boards: The game, with the function that writes a component as text.
        proof: The components that were chosen for the proof, with their values.
    """

    def __init__(self, run: Solver, boards: CheckedGame, proof: ProvedParts) -> None:
        self._run, self._moves, self._proof = run, boards.moves, proof

    def __len__(self) -> int:
        return len(self._proof)

    def __iter__(self) -> Iterator[list[Any]]:
        for value, same in groupby(self._proof, itemgetter(1)):
            while parts := [part for position, _ in islice(same, AT_ONCE) for part in self._moves.parts(position)]:
                self._run.budget.charge_unstored(len(parts))
                for part, hints in zip(parts, self._proof.hints(parts, value), strict=True):
                    yield [self._moves.show(part), value, hints]


def _compiled(run: Solver, boards: CheckedGame) -> tuple[int, ChosenEntries] | None:
    moves, parts = boards.moves, [*boards.moves.parts(boards.start)]
    words = boards.words() if sum(map(moves.size, parts)) > SHORTENED else None
    if words is None or not can_search(words.packed, "boards.proof_numbers", "boards.proof_parts"):
        return None
    proof = ProvedParts(str(run.game), words, run.budget, run.solvers.memory, run.reporter.solver)
    value = proof.value(parts)
    proof.choose(parts)
    return value, ChosenEntries(run, boards, proof)
