from __future__ import annotations

from itertools import product

import pytest
from tests.golden.reading import golden

from grundy.core import LimitReached
from grundy.games import dawson_value
from grundy.search import grundy_value, grundy_values
from grundy_learn.problems import problem
from grundy_learn.problems.tables import castle_rows

GOLDEN = golden("contest")
CASTLES = GOLDEN["P6_CF1312F_red_kingdom"]
HITS = list(product(range(1, 6), repeat=3))


def value_of(name: str, *case: object) -> int:
    """Compute the value of the one component of the game of a case by its rule."""
    ((ruleset, position),) = problem(name).game(*case).parts
    return grundy_value(ruleset, position)


def test_an_empty_strip_of_n_cells_has_the_golden_value() -> None:
    assert [dawson_value(n) for n in range(61)] == GOLDEN["P4_M23BA_adjacent_checkers"]["grundy_0_to_60"]


def test_the_rows_of_all_125_triples_are_those_of_the_rule_far_beyond_their_period() -> None:
    for hits in HITS:
        ((ruleset, _),) = problem("cf1312f").game(*hits, [1]).parts
        rows = castle_rows(*hits)
        for (pile, last), value in grundy_values(ruleset, [(100, "")]).items():
            assert rows.table[rows.reduced(pile)][("", "y", "z").index(last)] == value, (hits, pile, last)


def test_rows_repeat_within_26_piles_and_after_10_at_most_and_as_the_golden_table_says() -> None:
    known = CASTLES["preperiod_period_of_rows"]
    for hits in HITS:
        rows = castle_rows(*hits)
        table = [rows.table[rows.reduced(n)] for n in range(300)]
        period = next(p for p in range(1, 100) if table[100:200] == table[100 + p : 200 + p])
        preperiod = next(n for n in range(100) if table[n:200] == table[n + period : 200 + period])
        assert preperiod <= 26
        assert 2 <= period <= 10
        key = ",".join(map(str, hits))
        assert known.get(key, [max(1, preperiod), period]) == [max(1, preperiod), period], "golden rows begin at 1"


def test_the_golden_rows_of_values_are_those_of_the_period() -> None:
    for key, table in CASTLES["values_a_by_last(free,Y,Z)"].items():
        rows = castle_rows(*map(int, key.split(",")))
        assert [list(rows.table[rows.reduced(n)]) for n in range(len(table))] == table


def test_the_golden_values_of_pairs_are_those_of_the_rule() -> None:
    for key, value in GOLDEN["P7_AGC010D_decrementing"]["grundy_of_pairs"].items():
        assert value_of("agc010d", [*map(int, key.split(","))]) == value


def test_the_divisor_couples_the_numbers_so_no_values_of_single_numbers_add_up() -> None:
    """Adding a 1, which has no move, is adding nothing to a sum; here it changes the outcome."""
    assert value_of("agc010d", [2, 2, 3]) > 0
    assert value_of("agc010d", [1, 2, 2, 3]) == 0


def test_one_cell_has_its_stones_mod_k_plus_1_in_the_digit_of_its_class() -> None:
    """The value of v stones is (v mod (K + 1)) * B^t, t = (N - r) mod (K + 1), B = 2^bitlength(K)."""
    found = GOLDEN["P8_CF2045F_grid_game"]["grundy_of_one_cell_by_row_v0"]
    for key, rows in found.items():
        n, k = (int(part[2:]) for part in key.split(","))
        for row, values in rows.items():
            base, digit = 2 ** k.bit_length(), (n - int(row)) % (k + 1)
            assert values == [stones % (k + 1) * base**digit for stones in range(len(values))]
    for row, values in found["N=3,K=1"].items():
        for stones, value in enumerate(values[:3]):
            assert value_of("cf2045f", 3, 1, [(int(row), 1, stones)] if stones else []) == value


def test_a_huge_triangle_is_answered_by_its_theorem_and_its_moves_are_too_many_to_list() -> None:
    data = f"1\n{10**9} 2 {10**5}\n1 1 {10**9}\n{10**9} 5 3\n".encode()
    assert list(problem("cf2045f").solve(data)) == ["Anda"]
    with pytest.raises(LimitReached, match="more than 100000 moves"):
        list(problem("cf2045f").solve_plainly(data))
