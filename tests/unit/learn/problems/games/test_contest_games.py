from __future__ import annotations

from itertools import combinations, product
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import check_hooks, labels

from grundy.core import (
    Game,
    Heaps,
    InputError,
    LimitReached,
    NotationError,
    Outcome,
    PositionError,
    RuleError,
    Sum,
    scene_of,
)
from grundy.games.heaps.dawson import dawson_value
from grundy.search import grundy_value, grundy_values
from grundy.testing import check_ruleset
from grundy.workflows import game as rules_of
from grundy.workflows import solve
from grundy_learn.problems.games.checkers import Checkers
from grundy_learn.problems.games.decrementing import Decrementing
from grundy_learn.problems.games.kingdom import Kingdom, kingdom_rows
from grundy_learn.problems.games.steps_to import StepsTo
from grundy_learn.problems.games.triangle import Triangle

HITS = list(product(range(1, 6), repeat=3))
GOLDEN = golden("contest")


@pytest.mark.parametrize("target", range(5))
def test_a_pile_that_walks_to_a_target_has_the_parity_of_its_way_as_value(target: int) -> None:
    check_ruleset(StepsTo(target), range(12))
    check_hooks(StepsTo(target), range(12))


def test_stones_on_a_strip_have_the_values_of_dawsons_chess_whatever_lies_there() -> None:
    strips = ["".join(cells) for n in range(1, 10) for cells in product(".o", repeat=n)]
    legal = [strip for strip in strips if "oo" not in strip]
    check_ruleset(Checkers(), legal)
    assert labels(Checkers().moves("..o...")) == ["cell 1", "cell 5", "cell 6"]


def test_an_empty_strip_of_n_cells_has_the_golden_value() -> None:
    assert [dawson_value(n) for n in range(61)] == GOLDEN["P4_M23BA_adjacent_checkers"]["grundy_0_to_60"]


def test_the_period_of_strips_is_the_proved_one_of_code_0_137() -> None:
    period = rules_of("0.137").period()
    assert period is not None
    assert (period.preperiod, period.period, period.status) == (52, 34, "proved")
    values = [period.value(n) for n in range(400)]
    assert [dawson_value(n) for n in range(400)] == values


@pytest.mark.parametrize("hits", [(1, 2, 3), (5, 5, 5), (1, 4, 5), (2, 4, 5), (3, 1, 1)])
def test_castles_of_every_last_hit_have_the_value_of_the_rule(hits: tuple[int, int, int]) -> None:
    check_ruleset(Kingdom(*hits), [(pile, last) for pile in range(70) for last in ("", "y", "z")])


def test_the_rows_of_all_125_triples_are_those_of_the_rule_far_beyond_their_period() -> None:
    for hits in HITS:
        values = grundy_values(Kingdom(*hits), [(100, "")])
        rows = kingdom_rows(*hits)
        for (pile, last), value in values.items():
            assert rows.table[rows.reduced(pile)][("", "y", "z").index(last)] == value, (hits, pile, last)


def test_rows_repeat_within_26_piles_and_after_10_at_most_and_as_the_golden_table_says() -> None:
    known = GOLDEN["P6_CF1312F_red_kingdom"]["preperiod_period_of_rows"]
    for hits in HITS:
        rows = kingdom_rows(*hits)
        table = [rows.table[rows.reduced(n)] for n in range(300)]
        period = next(p for p in range(1, 100) if table[100:200] == table[100 + p : 200 + p])
        preperiod = next(n for n in range(100) if table[n:200] == table[n + period : 200 + period])
        assert preperiod <= 26
        assert 2 <= period <= 10
        key = ",".join(map(str, hits))
        assert known.get(key, [max(1, preperiod), period]) == [max(1, preperiod), period], "golden rows begin at 1"


def test_the_golden_rows_of_values_are_those_of_the_period() -> None:
    for key, table in GOLDEN["P6_CF1312F_red_kingdom"]["values_a_by_last(free,Y,Z)"].items():
        rows = kingdom_rows(*map(int, key.split(",")))
        assert [list(rows.table[rows.reduced(n)]) for n in range(len(table))] == table


def test_every_hit_of_a_castle_is_a_move_of_its_own_and_a_kind_may_not_follow_itself() -> None:
    rule = Kingdom(2, 2, 2)
    assert list(rule.options((1, ""))) == [(0, ""), (0, "y"), (0, "z")]
    assert labels(rule.moves((5, "y"))) == ["hit x", "hit z"]
    assert labels(rule.moves((5, "z"))) == ["hit x", "hit y"]
    assert not list(rule.options((0, "y")))
    assert Kingdom(6, 1, 1).known_value((3, "")) is None
    assert grundy_value(Kingdom(6, 1, 1), (3, "")) == 1


def test_castles_are_read_as_they_are_shown() -> None:
    rule = Kingdom(3, 1, 2)
    assert rule.read("7 6@y, 0@z") == Sum((7, ""), (6, "y"), (0, "z"))
    assert rule.show(Sum((7, ""), (6, "y"))) == "7 6@y"
    assert scene_of(rule, (6, "y")) == Heaps((6,), ("after y",))
    with pytest.raises(NotationError, match="expected y or z, found 'x'"):
        rule.read("7@x")


def lowest_terms(most: int, size: int) -> list[tuple[int, ...]]:
    return [numbers for numbers in product(range(1, most + 1), repeat=size) if gcd(*numbers) == 1]


def test_the_outcome_of_coupled_numbers_follows_from_parities_and_forced_moves() -> None:
    positions = [(1,), *lowest_terms(24, 2), *lowest_terms(9, 3), *lowest_terms(5, 4)]
    check_ruleset(Decrementing(), positions)


def test_the_golden_values_of_pairs_are_those_of_the_rule() -> None:
    for key, value in GOLDEN["P7_AGC010D_decrementing"]["grundy_of_pairs"].items():
        assert grundy_value(Decrementing(), tuple(map(int, key.split(",")))) == value


def test_the_divisor_couples_the_numbers_so_no_values_of_single_numbers_add_up() -> None:
    """Adding a 1, which has no move, is adding nothing to a sum; here it changes the outcome."""
    assert grundy_value(Decrementing(), (2, 2, 3)) > 0
    assert grundy_value(Decrementing(), (1, 2, 2, 3)) == 0


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=6))
def test_numbers_of_any_size_are_n_exactly_when_some_move_leaves_p(numbers: list[int]) -> None:
    divisor = gcd(*numbers)
    position = tuple(number // divisor for number in numbers)
    rule = Decrementing()
    outcomes = [rule.known_outcome(after) for after in rule.options(position)]
    assert rule.known_outcome(position) is Outcome.wins(Outcome.P in outcomes)


def boards(rows: int, stones: int) -> list[tuple[tuple[int, int, int], ...]]:
    cells = [(r, c, n) for r in range(1, rows + 1) for c in range(1, r + 1) for n in range(1, stones + 1)]
    chosen = [board for size in range(3) for board in combinations(cells, size)]
    return [board for board in chosen if len({cell[:2] for cell in board}) == len(board)]


@pytest.mark.parametrize(("rows", "most", "stones"), [(1, 3, 8), (2, 1, 4), (2, 2, 4), (3, 1, 1)])
def test_the_classes_of_rows_decide_every_small_triangle(rows: int, most: int, stones: int) -> None:
    check_ruleset(Triangle(rows, most), boards(rows, stones))


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
            board = ((int(row), 1, stones),) if stones else ()
            assert grundy_value(Triangle(3, 1), board) == value


def test_huge_boards_answer_by_theorem_and_their_moves_are_too_many_to_list() -> None:
    rule = Triangle(10**9, 10**5)
    assert rule.known_outcome(((1, 1, 10**9), (10**9, 5, 3))) is Outcome.N
    with pytest.raises(LimitReached, match="more than 100000 moves"):
        next(rule.options(((1, 1, 3),)))


@pytest.mark.parametrize(
    "game",
    [
        Game.of(StepsTo(3), 0, 7, 4),
        Game.of(Checkers(), ".....", "..o.."),
        Game.of(Kingdom(1, 3, 4), (7, ""), (6, "")),
        Game.of(Decrementing(), (3, 6, 7)),
        Game.of(Triangle(2, 1), ((1, 1, 2), (2, 1, 1))),
    ],
    ids=lambda game: game.summands[0].ruleset.name,
)
def test_the_general_solver_names_every_winning_move(game: Game) -> None:
    solution = solve(game)
    assert solution.status == "proved"
    assert bool(solution.winning_moves) == (solution.outcome is Outcome.N)
    winning = {(move.part, move.move) for move in solution.winning_moves}
    for part, (ruleset, position) in enumerate(game.parts):
        for move in ruleset.moves(position):
            lost = solve(game.after(part, move.leaves)).outcome is Outcome.P
            assert lost == ((part, move.label) in winning)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda: StepsTo(-1), RuleError, "the target is a whole number, not -1"),
        (lambda: StepsTo(3).check(-1), PositionError, "expected a pile, found -1"),
        (lambda: Checkers().check(".oo."), PositionError, "no two side by side, found '.oo.'"),
        (lambda: Checkers().check(""), PositionError, "expected cells"),
        (lambda: Kingdom(0, 1, 2), RuleError, r"hits are whole numbers from 1, not \(0, 1, 2\)"),
        (lambda: Kingdom(1, 1, 2).check((-1, "")), PositionError, "expected a pile and its last hit"),
        (lambda: Kingdom(1, 1, 2).check((3, "x")), PositionError, "the last hit is"),
        (lambda: Decrementing().check((2, 4)), PositionError, "without a common divisor"),
        (lambda: Decrementing().check((0, 1)), PositionError, "numbers from 1"),
        (lambda: Triangle(0, 1), RuleError, "rows and stones are whole numbers from 1"),
        (lambda: Triangle(2, 1).check(((3, 1, 1),)), PositionError, "not on the board"),
        (lambda: Triangle(2, 1).check(((2, 1, 1), (1, 1, 1))), PositionError, "each cell once, in order"),
        (lambda: Triangle(2, 1).read("1"), PositionError, "expected cells"),
    ],
)
def test_an_invalid_rule_or_position_is_refused(wrong: object, error: type[InputError], message: str) -> None:
    assert callable(wrong)
    with pytest.raises(error, match=message):
        wrong()
