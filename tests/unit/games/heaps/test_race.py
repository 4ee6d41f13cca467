from __future__ import annotations

from functools import cache

import pytest

from grundy.core import Heaps, Outcome, Sum, scene_of
from grundy.games.heaps.race import Pile, Race
from grundy.search import ZermeloSolver
from grundy.testing import check_ruleset
from grundy.workflows.library.solution import solve

RULE = Race()


@cache
def outcome(tokens: int, mine: tuple[int, ...], other: tuple[int, ...]) -> str:
    """The rule in plain words: W, D or L for the side to move."""
    if not tokens:
        return "L"
    answers = {outcome(tokens - take, other, mine) for take in mine if take <= tokens}
    return "D" if not answers else "W" if "L" in answers else "D" if "D" in answers else "L"


@pytest.mark.parametrize(
    ("mine", "other"), [((1, 2), (2, 3)), ((2, 3), (1, 2)), ((1, 3, 4), (1, 3, 4)), ((5,), (2, 7))]
)
def test_races_end_as_the_rule_in_plain_words_says(mine: tuple[int, ...], other: tuple[int, ...]) -> None:
    solver = ZermeloSolver(RULE)
    letters = {Outcome.N: "W", Outcome.D: "D", Outcome.P: "L"}
    for tokens in range(60):
        assert letters[solver.solve(Pile(tokens, mine, other)).outcome] == outcome(tokens, mine, other)


def test_with_equal_lists_that_hold_1_the_last_token_wins_as_in_a_subtraction_game() -> None:
    solver = ZermeloSolver(RULE)
    for tokens in range(40):
        found = solver.solve(Pile(tokens, (1, 2, 3), (1, 2, 3)))
        assert found.outcome is (Outcome.N if tokens % 4 else Outcome.P)


def test_a_side_that_is_stuck_before_the_last_token_makes_it_a_draw() -> None:
    assert RULE.result(Pile(1, (2, 3), (1,))) is Outcome.D
    assert RULE.result(Pile(0, (2, 3), (1,))) is Outcome.P
    assert RULE.result(Pile(2, (2, 3), (1,))) is None
    found = solve("race: 3 @ 1 2 / 2 3")
    assert found.outcome is Outcome.D
    assert found.to_dict()["best_moves"] == ["take 2"]


def test_every_promise_of_the_rule_holds() -> None:
    check_ruleset(RULE, [Pile(17, (1, 4), (2, 3)), Pile(9, (3,), (3,))])


def test_after_a_move_the_lists_change_places() -> None:
    assert [move.label for move in RULE.moves(Pile(5, (1, 4, 9), (2,)))] == ["take 1", "take 4"]
    assert list(RULE.options(Pile(5, (1, 4, 9), (2,)))) == [Pile(4, (2,), (1, 4, 9)), Pile(1, (2,), (1, 4, 9))]
    assert scene_of(RULE, Pile(5, (1,), (2,))) == Heaps((5,), ("pile",))


def test_takes_are_read_in_any_order() -> None:
    assert RULE.read("12 @ 2, 1 / 3 3") == Sum(Pile(12, (1, 2), (3,)))
