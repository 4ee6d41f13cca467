from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.kernels.search.plain_tables import plain_coin_values

from grundy.core import LOONY, Budget, InputError, LimitReached, Limits
from grundy.games.boards.boxes import Grid, shape
from grundy.games.boards.nimstring import Nimstring
from grundy.search import EntailedSolver
from grundy.search.coins import LOONY_BYTE, coin_values

RULE = Nimstring()


def byte(value: object) -> object:
    return LOONY_BYTE if value is LOONY else value


@settings(max_examples=examples(40), deadline=None)
@given(
    st.integers(0, 9).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.integers(1, max(1, 2**n - 1)), max_size=6)))
)
def test_the_table_agrees_with_its_reference_implementation_on_any_strings_and_coins(
    drawn: tuple[int, list[int]],
) -> None:
    strings, coins = drawn
    coins = coins if strings else []
    assert coin_values(coins, strings).tolist() == plain_coin_values(coins, strings)


@pytest.mark.nightly
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_fill_the_table_of_strings_as_one_does(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes, beside = shape(2, 4)
    alone = coin_values(boxes, len(beside)).tolist()
    monkeypatch.setattr("grundy.search.ordered_threads.WORTH", 1)
    for piece in (0, 3, 12, 30):
        monkeypatch.setattr("grundy.search.coins.PIECE", piece)
        assert coin_values(boxes, len(beside), threads=threads).tolist() == alone


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 3), (2, 2)])
def test_every_set_of_lines_has_the_value_that_the_rests_define(rows: int, columns: int) -> None:
    boxes, beside = shape(rows, columns)
    table = coin_values(boxes, len(beside))
    solver = EntailedSolver(RULE, theory=False)
    for free, found in enumerate(table.tolist()):
        assert found == byte(solver.value(Grid(rows, columns, free)))


@pytest.mark.nightly
def test_sets_of_lines_of_nine_boxes_have_the_value_that_the_rests_define() -> None:
    boxes, beside = shape(3, 3)
    table = coin_values(boxes, len(beside))
    assert len(table) == 2**24
    assert table[-1] == 2  # E. R. Berlekamp, The Dots and Boxes Game, 2000
    rng, solver = Random(9), EntailedSolver(RULE)
    for _ in range(300):
        free = rng.getrandbits(24) & rng.choice([2**24 - 1, rng.getrandbits(24)])
        assert table[free] == byte(solver.value(Grid(3, 3, free)))


@pytest.mark.parametrize(("size", "value"), [((1, 1), 1), ((1, 2), 1), ((1, 3), 1), ((2, 2), 0), ((2, 3), 1)])
def test_grids_without_lines_have_the_published_values(size: tuple[int, int], value: int) -> None:
    boxes, beside = shape(*size)
    assert coin_values(boxes, len(beside))[-1] == value


def test_limits_hold() -> None:
    boxes, beside = shape(2, 3)
    with pytest.raises(LimitReached):
        coin_values(boxes, len(beside), Budget(Limits(positions=1000)))
    with pytest.raises(LimitReached, match="needs 131072 bytes"):
        coin_values(boxes, len(beside), memory=131071)


@pytest.mark.parametrize("coins", [[0], [8], [1, -1]])
def test_a_coin_without_strings_of_the_graph_is_refused(coins: list[int]) -> None:
    with pytest.raises(InputError, match=f"coin {len(coins)}: expected a mask of some of 3 strings"):
        coin_values(coins, 3)
    with pytest.raises(InputError, match="expected 0 to 36 strings, found 37"):
        coin_values([], 37)
