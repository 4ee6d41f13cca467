"""The algorithms of a first course agree with the theory of nim, and visit the boards that the course counts."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy import InputError, Limits, solve
from grundy.core import RuleError, tame_outcome

METHODS = ["definition", "top-down", "bottom-up"]


@given(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.sampled_from(METHODS), st.booleans())
def test_each_method_agrees_with_bouton(heaps: list[int], method: str, misere: bool) -> None:
    text = f"nim: {' '.join(map(str, heaps))}"
    found, known = solve(text, misere=misere, method=method), solve(text, misere=misere)
    assert (found.outcome, found.winning_moves) == (known.outcome, known.winning_moves)
    assert found.grounds == ()
    if misere:
        assert found.outcome == tame_outcome(heaps)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=4))
def test_bottom_up_visits_the_product_of_the_sizes_and_top_down_no_more(heaps: list[int]) -> None:
    text = f"nim: {' '.join(map(str, heaps))}"
    table, recursion = (solve(text, method=method, want="outcome").visited for method in ("bottom-up", "top-down"))
    assert recursion <= table == prod(heap + 1 for heap in heaps)


def test_the_board_5_2_3_1_of_the_lecture() -> None:
    counts = {method: solve("nim: 5 2 3 1", method=method).visited for method in METHODS}
    assert counts == {"definition": 6, "top-down": 29, "bottom-up": 144}
    words = solve("nim: 5 2 3 1", method="bottom-up").explain()
    assert "[0 0 0 0] P, [0 0 0 1] N, [0 0 1 0] N, [0 0 1 1] P, [0 0 2 0] N" in words


@pytest.mark.parametrize(
    "text", ["kayles: 6", "grundy: 8 3", "cram: 3x3", "take {2, 3}: 7 + kayles: 3", "wythoff: 3 5"]
)
@pytest.mark.parametrize("misere", [False, True])
def test_top_down_agrees_with_the_solver_on_other_games(text: str, misere: bool) -> None:
    found, known = solve(text, misere=misere, method="top-down"), solve(text, misere=misere)
    assert (found.outcome, found.winning_moves) == (known.outcome, known.winning_moves)


def test_the_definition_uses_no_theorem() -> None:
    found = solve("cram: 4x4", method="definition")
    assert (found.value, found.grounds) == (0, ())
    assert found.visited > 100


def test_boards_that_a_table_cannot_hold_are_refused() -> None:
    with pytest.raises(RuleError, match=r"^bottom-up needs moves to smaller boards of as many heaps; use top-down$"):
        solve("kayles: 7", method="bottom-up")
    with pytest.raises(RuleError, match=r"^bottom-up is for games on heaps; use top-down$"):
        solve("cram: 2x3", method="bottom-up")
    with pytest.raises(InputError, match="layers, proof-numbers, top-down or bottom-up, found 'top'"):
        solve("nim: 3", method="top")


def test_a_limit_leaves_the_outcome_unknown() -> None:
    for method in ("top-down", "bottom-up"):
        found = solve("nim: 9 9 9", method=method, limits=Limits(positions=20))
        assert (found.outcome, found.status) == (None, "limit")
