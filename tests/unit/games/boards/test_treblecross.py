from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from tests.unit.games.oracle import check_hooks

from grundy.core import Outcome, Structure, facet, read_code
from grundy.games.boards.treblecross import Treblecross, WholeTreblecross, stretch_value
from grundy.notation import read_game, read_ruleset
from grundy.search.entailed import EntailedSolver
from grundy.sequences import code_values
from grundy.testing import check_ruleset
from grundy.workflows.library.solution import solve

RULE = Treblecross()
HEAPS = list(code_values(read_code("0.007"), 300))
rows = st.text("x.", min_size=1, max_size=12)


@cache
def mover_wins(row: str) -> bool:
    """The rule in plain words: whoever completes three in a row wins."""
    after = [row[:i] + "x" + row[i + 1 :] for i, mark in enumerate(row) if mark == "."]
    return any("xxx" in new or not mover_wins(new) for new in after)


def test_a_row_of_n_squares_is_lost_exactly_when_0_007_is_0_at_n_plus_2() -> None:
    for squares in range(3, 13):
        assert mover_wins("." * squares) == (HEAPS[squares + 2] != 0)
    for squares in range(3, 299):
        assert RULE.known_outcome("." * squares) is Outcome.of_value(HEAPS[squares + 2])
    assert [n for n in range(3, 15) if solve(f"treblecross: {n}").outcome is Outcome.P] == [6, 12]


def test_a_stretch_is_a_heap_of_0_007_that_is_two_larger() -> None:
    assert [stretch_value(squares) for squares in range(299)] == HEAPS[2:]


@given(rows.filter(lambda row: len(row) > 2 and "xxx" not in row))
def test_the_outcome_of_any_row_is_that_of_the_rule_in_plain_words(row: str) -> None:
    assert RULE.known_outcome(row) is Outcome.wins(mover_wins(row))


def test_every_promise_of_the_rule_holds_on_every_row_of_up_to_eight_squares() -> None:
    check_ruleset(RULE, ["." * squares for squares in range(1, 9)])
    check_hooks(RULE, ["..x..", ".xx", "xxx.", "x", "x.....x"])


def test_adjacent_checkers_are_dawsons_chess_and_stones_that_do_not_touch() -> None:
    @cache
    def value(row: str) -> int:
        """Stones on a strip, none beside another, in plain words."""
        free = [i for i, mark in enumerate(row) if mark == "." and "o" not in row[max(0, i - 1) : i + 2]]
        values = {value(row[:i] + "o" + row[i + 1 :]) for i in free}
        return next(v for v in range(len(values) + 1) if v not in values)

    rules = [facet(read_ruleset(name), Structure) for name in ("adjacent-checkers", "dawsons-chess")]
    assert rules[0].sequence() == rules[1].sequence()
    for squares in range(12):
        assert solve(f"adjacent-checkers: {squares}").value == value("." * squares)


@cache
def mover_wins_all(rows: tuple[str, ...]) -> bool:
    """The rule of the literature in plain words: three in a row win the whole game; without a move one loses."""
    for number, row in enumerate(rows):
        for place, mark in enumerate(row):
            new = row[:place] + "x" + row[place + 1 :]
            if mark == "." and ("xxx" in new or not mover_wins_all((*rows[:number], new, *rows[number + 1 :]))):
                return True
    return False


small = st.text("x.", min_size=1, max_size=5).filter(lambda row: "xxx" not in row)


@given(st.lists(small, min_size=1, max_size=3).filter(lambda rows: sum(map(len, rows)) <= 12))
def test_three_in_a_row_that_end_the_whole_game_decide_a_sum_as_the_rule_in_plain_words(rows: list[str]) -> None:
    found = solve(f"treblecross(ends=game): {'; '.join(rows)}")
    assert found.outcome is Outcome.wins(mover_wins_all(tuple(sorted(rows))))


def test_n_squares_whose_line_of_three_ends_the_game_have_the_value_of_0_007_at_n_plus_2() -> None:
    solver = EntailedSolver(WholeTreblecross())
    assert [solver.value("." * squares) for squares in range(3, 60)] == HEAPS[5:62]
    assert [solve(f"treblecross(ends=game): {n}").value for n in (9, 11)] == [HEAPS[11], HEAPS[13]]


def test_a_completed_row_is_read_and_shown_and_ends_the_game() -> None:
    game = read_game("treblecross(ends=game): .xxx; 4")
    assert str(game) == "treblecross(ends=game): .xxx; 4"
    assert (solve(game).outcome, solve(game).move_count) == (Outcome.P, 0)
    won = solve("treblecross(ends=game): x.x; 4; 5")
    assert (won.outcome, [str(move) for move in won.winning_moves]) == (Outcome.N, ["part 0: square 2"])
