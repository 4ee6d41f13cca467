from __future__ import annotations

from itertools import chain, islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.games.oracle import Oracle, check_hooks, check_misere, labels

from grundy.core import LimitReached, NotationError, Outcome, PositionError, RuleError, Sum
from grundy.games.heaps.moore import CircularNim, Moore
from grundy.games.heaps.rings import CircularKayles

FOUR = list(product(range(4), repeat=4))


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_misere_theorem_of_moore_holds_and_its_wins_are_found(k: int) -> None:
    check_misere(Moore(k), (Sum(board) for board in [*product(range(5), repeat=3), *product(range(3), repeat=4)]))


def test_misere_sums_of_several_boards_are_known_for_nim_only() -> None:
    boards = list(product(range(3), repeat=2))
    check_misere(Moore(1), (Sum(a, b) for a in boards for b in boards))
    assert Moore(2).known_misere(Sum((1, 2), (3, 4))) is None
    assert Moore(2).known_misere(Sum((0, 0), (0,))) is Outcome.N


def test_moves_are_named_by_every_heap_they_touch() -> None:
    assert labels(Moore(2).moves((1, 2))) == [
        "take 1 from heap 1",
        "take 1 from heap 2",
        "take 2 from heap 2",
        "take 1 from heap 1, 1 from heap 2",
        "take 1 from heap 1, 2 from heap 2",
    ]
    assert labels(Moore(2).moves_to((3, 5, 6), 0)) == ["take 2 from heap 2, 3 from heap 3"]


def test_heaps_of_a_thousand_digits_answer_at_once() -> None:
    moves = list(Moore(2).moves_to((10**1000, 1, 0), 0) or ())
    assert [move.leaves for move in moves] == [Sum((0, 0, 0))]
    moves = list(Moore(2).moves_to((10**1000, 10**999, 3**1800), 0) or ())
    assert len(moves) == 1


def test_moves_are_counted_without_listing_them() -> None:
    n = 10**18
    assert Moore(2).count_moves((n, n, n)) == 3 * n + 3 * n * n
    assert CircularNim(2).count_moves((n, 0, n, n)) == 3 * n + 2 * n * n
    assert CircularNim(60).count_moves((1,) * 50) == 2**50 - 1
    with pytest.raises(LimitReached, match="more than 100000 sets of heaps"):
        CircularNim(40).count_moves((1,) * 50)


@pytest.mark.parametrize(("n", "k"), [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 2), (4, 3), (5, 2)])
def test_every_hook_of_circular_nim_agrees_with_the_definition(n: int, k: int) -> None:
    top = {1: 8, 2: 7, 3: 6, 4: 4, 5: 3}[n]
    check_hooks(CircularNim(k), product(range(top), repeat=n))


@pytest.mark.parametrize(("n", "k", "top"), [(3, 2, 6), (4, 2, 5), (4, 3, 4), (2, 1, 8), (3, 3, 5), (3, 5, 4)])
def test_circular_nim_is_decided_in_the_proved_cases(n: int, k: int, top: int) -> None:
    oracle = Oracle(CircularNim(k))
    for circle in product(range(top), repeat=n):
        assert CircularNim(k).known_outcome(circle) is oracle.outcome(circle)


def test_unproved_circles_are_left_open() -> None:
    assert CircularNim(2).known_outcome((1, 2, 3, 4, 5)) is None
    assert CircularNim(2).known_value((1, 2, 3, 4, 5)) is None
    assert CircularNim(2).moves_to((1, 2, 3, 4, 5), 0) is None
    assert CircularNim(2).known_misere(Sum((1, 2, 3))) is None


def test_circular_nim_with_k_1_is_misere_nim_in_misere_play() -> None:
    check_misere(CircularNim(1), (Sum(board) for board in product(range(4), repeat=3)))


def test_kayles_is_not_circular_nim() -> None:
    """Errata 6. A row is not a circle; a circle of single tokens is a ring of pins, larger heaps are not."""
    kayles, circle = CircularKayles(), Oracle(CircularNim(2))
    for n in range(3, 11):
        assert kayles.known_value(("row", n)) > 0
        assert kayles.known_value(("ring", n)) == circle.value((1,) * n) == 0
    assert circle.outcome((1, 1, 2)) is Outcome.N
    assert CircularNim(2).count_moves((3,) * 6) > kayles.count_moves(("ring", 18))


def test_a_circle_may_be_turned_and_mirrored() -> None:
    assert CircularNim(2).canonical((3, 1, 2)) == (1, 2, 3)
    assert CircularNim(2).canonical((2, 1, 3, 1)) == (1, 2, 1, 3)
    assert Moore(2).canonical((3, 0, 1)) == (1, 3)
    assert Moore(2).canonical((0, 0)) == (0,)


def test_names_say_k() -> None:
    assert (Moore().name, Moore(3).name, CircularNim(4).name) == ("moore(k=2)", "moore(k=3)", "circular-nim(k=4)")
    assert Moore(2) != CircularNim(2)


def test_an_invalid_board_is_refused() -> None:
    with pytest.raises(NotationError) as empty:
        Moore(2).read("")
    assert empty.value.message == "expected a heap size, found nothing"
    with pytest.raises(PositionError) as none:
        Moore(2).check(())
    assert none.value.message == "moore(k=2) needs at least one heap, found 0"
    for bad in (0, True):
        with pytest.raises(RuleError) as wrong:
            CircularNim(bad)
        assert wrong.value.message == f"circular-nim: k is a whole number from 1, not {bad!r}"


SMALL = list(chain(product(range(7), repeat=1), product(range(7), repeat=2), product(range(6), repeat=3)))


@pytest.mark.nightly
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_every_hook_of_moores_nim_agrees_with_the_definition(k: int) -> None:
    oracle = check_hooks(Moore(k), SMALL + FOUR)
    assert all(Moore(k).known_outcome(board) is oracle.outcome(board) for board in SMALL + FOUR)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 10**40), min_size=1, max_size=6), st.integers(1, 4))
def test_huge_boards_answer_and_their_winning_moves_win_or_are_too_many(board: list[int], k: int) -> None:
    rule, position = Moore(k), tuple(board)
    try:
        found = list(islice(rule.moves_to(position, 0) or (), 20))
    except LimitReached:
        assert rule.known_outcome(position) is Outcome.N
        return
    assert (rule.known_outcome(position) is Outcome.N) == bool(found)
    for move in found:
        (after,) = move.leaves
        assert rule.known_outcome(after) is Outcome.P
        assert 1 <= sum(a > b for a, b in zip(position, after, strict=True)) <= k
        assert all(a >= b for a, b in zip(position, after, strict=True))
