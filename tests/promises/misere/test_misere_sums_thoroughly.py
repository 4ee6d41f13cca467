from __future__ import annotations

from random import Random

import pytest
from tests.unit.misere.plain import heaps_below, sums_of_heaps
from tests.unit.search.naive import wins_of

from grundy.core import Game, Sum
from grundy.notation import read_ruleset
from grundy.workflows import game
from grundy.workflows.solving import quotient as quotients
from grundy.workflows.solving.quotient_moves import QuotientMoves, quotient_moves

RULES = ["kayles", "0.123", "0.07", "0.64", "4.4", "4.1", "0.F", "take {1, 3, 4}", "take {2, 3}", "take 1..2 or split"]


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small sums are answered by quotients too."""
    monkeypatch.setattr(quotients, "SMALL", -1)


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("text", RULES)
def test_outcome_and_every_winning_move_are_those_of_exact_search(text: str) -> None:
    rules = game(text)
    wins = wins_of(heaps_below(rules.ruleset), misere=True)
    rng = Random(3)
    for heaps in [*rng.sample(list(sums_of_heaps(7, 3)), 25), (0,), (0, 5, 0), (9, 3)]:
        solution = rules.solve(Sum.of(heaps), misere=True)
        found = [
            (part, move.label, move.leaves)
            for part, heap in enumerate(heaps)
            for move in rules.ruleset.moves(heap)
            if not wins((*heaps[:part], *move.leaves, *heaps[part + 1 :]))
        ]
        assert (str(solution.outcome) == "N") == wins(heaps)
        assert (list(solution.winning_moves), solution.status) == (found, "proved")
        assert any("misère quotient" in ground for ground in solution.grounds)
        if isinstance(solution.winning_moves, QuotientMoves):
            assert [solution.winning_moves[i] for i in range(-len(found), 0)] == found


@pytest.mark.parametrize("heaps", [(400, 399), (333, 7, 250), (500,), (180, 181, 182), (1, 2)])
def test_the_moves_of_large_heaps_are_those_that_trying_all_of_them_finds(heaps: tuple[int, ...]) -> None:
    quotient = game("kayles").misere_quotient().quotient
    ruleset = read_ruleset("kayles")
    found = []
    for part, heap in enumerate(heaps):
        rest = (*heaps[:part], *heaps[part + 1 :])
        for label, leaves in ruleset.moves(heap):
            if str(quotient.outcome((*rest, *leaves))) == "P":
                found.append((part, label, leaves))
    moves = quotient_moves(Game.of(ruleset, *heaps), quotient)
    assert list(moves) == found
    assert moves[: len(found)] == found
    with pytest.raises(IndexError):
        moves[len(found)]
