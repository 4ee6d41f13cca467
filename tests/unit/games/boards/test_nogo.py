from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden.reading import golden
from tests.unit.games.oracle import check_hooks

from grundy.core import Outcome, PositionError
from grundy.games.boards.nogo import NoGo
from grundy.games.boards.nogo_bits import nogo_bits
from grundy.games.boards.stones import Stones, components, lines_of, shortened, stones_of
from grundy.testing import check_packed, check_ruleset
from grundy.workflows.library.solution import solve

RULE = NoGo()
GOLDEN = golden("boards")["nogo_impartial"]


def beside(rows: tuple[str, ...], row: int, column: int) -> list[tuple[int, int]]:
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [(r, c) for r, c in near if 0 <= r < len(rows) and 0 <= c < len(rows[0])]


def breathes(rows: tuple[str, ...], row: int, column: int) -> bool:
    """Whether the group on a square has a free neighbour, in plain words."""
    group, waiting = {(row, column)}, [(row, column)]
    while waiting:
        for r, c in beside(rows, *waiting.pop()):
            if rows[r][c] == ".":
                return True
            if rows[r][c] == rows[row][column] and (r, c) not in group:
                group.add((r, c))
                waiting.append((r, c))
    return False


def allowed(rows: tuple[str, ...]) -> bool:
    stones = ((r, c) for r, line in enumerate(rows) for c, sign in enumerate(line) if sign in "BW")
    return all(breathes(rows, r, c) for r, c in stones)


def after(rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The boards that one move leaves, in plain words."""
    found = []
    for r, c in product(range(len(rows)), range(len(rows[0]))):
        if rows[r][c] == ".":
            boards = ((*rows[:r], rows[r][:c] + stone + rows[r][c + 1 :], *rows[r + 1 :]) for stone in "BW")
            found += [board for board in boards if allowed(board)]
    return found


@cache
def value(rows: tuple[str, ...]) -> int:
    values = {value(board) for board in after(rows)}
    return next(v for v in range(len(values) + 1) if v not in values)


boards = (
    st.tuples(st.integers(1, 3), st.integers(1, 4))
    .flatmap(
        lambda size: st.lists(
            st.text("..BW#", min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
        ).map(tuple)
    )
    .filter(lambda rows: allowed(rows) and sum(line.count(".") for line in rows) < 8)
)


@pytest.mark.parametrize("squares", range(1, 8))
def test_a_row_has_the_published_value_by_the_rule_in_plain_words(squares: int) -> None:
    assert value(("." * squares,)) == GOLDEN["values_1xn"][squares - 1]


@pytest.mark.parametrize("squares", range(1, 9))
def test_a_row_has_the_published_value(squares: int) -> None:
    assert solve(f"nogo: 1x{squares}").value == GOLDEN["values_1xn"][squares - 1]


@pytest.mark.parametrize("size", ["2x2", "2x3"])
def test_a_board_has_the_published_value(size: str) -> None:
    assert solve(f"nogo: {size}").value == GOLDEN["values"][size]


@given(boards)
def test_the_moves_of_any_board_are_those_of_the_rule_in_plain_words(rows: tuple[str, ...]) -> None:
    board = stones_of(rows)
    assert lines_of(board) == rows
    names = {(*divmod(cell, len(rows[0])), stone) for cell, stone in _played(rows)}
    assert {choice for choice, _ in RULE.choices(board)} == names
    assert RULE.count_moves(board) == len(after(rows))


def _played(rows: tuple[str, ...]) -> list[tuple[int, str]]:
    text = "".join(rows)
    new = (("".join(board)) for board in after(rows))
    places = ((next(i for i, (a, b) in enumerate(zip(text, each, strict=True)) if a != b), each) for each in new)
    return [(i, {"B": "black", "W": "white"}[each[i]]) for i, each in places]


@given(boards)
def test_the_value_of_any_board_is_the_nim_sum_of_its_parts_and_that_of_its_representative(
    rows: tuple[str, ...],
) -> None:
    parts = components(stones_of(rows))
    total = 0
    for part in parts:
        total ^= value(lines_of(part))
    assert total == value(rows)
    assert value(lines_of(RULE.canonical(stones_of(rows)))) == value(rows)


def test_of_neighbouring_stones_of_one_colour_in_a_row_one_is_enough() -> None:
    assert shortened("BB..WWW.B") == "B..W.B"
    for length in range(1, 8):
        for signs in product(".BW", repeat=length):
            row = "".join(signs)
            if allowed((row,)):
                assert value((row,)) == value((shortened(row),))


def test_every_promise_of_the_rule_holds() -> None:
    check_ruleset(RULE, [part for text in ("1x4", "2x2", "B.W/...", "BB.W.") for part in RULE.read(text)])
    check_hooks(RULE, [part for text in ("1x5", "2x3", ".#B./..W.", "#", "BB.W.") for part in RULE.read(text)])


def test_the_rule_over_words_gives_the_same_game() -> None:
    starts = [part for text in ("1x6", "2x3", "B.W/.../..#") for part in RULE.read(text)]
    check_packed(RULE, starts, machine=False)
    assert nogo_bits(3, 2) is nogo_bits(3, 2)
    assert RULE.packed(next(iter(RULE.read("8x8")))) is None


def test_misere_play_follows_the_rule() -> None:
    @cache
    def wins(rows: tuple[str, ...]) -> bool:
        left = after(rows)
        return not left or not all(map(wins, left))

    for text in ("1x2", "1x5", "2x2", "2x3"):
        rows = lines_of(next(iter(RULE.read(text))))
        assert solve(f"nogo: {text}", misere=True).outcome is Outcome.wins(wins(rows))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("BW/WB", "nogo: the group on row 1 column 1 has no free neighbour"),
        ("..B/..", "nogo: expected a row of 3 squares, as the first one, found '..'"),
        ("51x2", "nogo: a board has 1 to 50 rows and columns, not 51x2"),
    ],
)
def test_an_invalid_board_is_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError) as told:
        RULE.read(text)
    assert told.value.message.removeprefix("nogo: ") == message.removeprefix("nogo: ")


@pytest.mark.parametrize(
    "position", [3, Stones(1, 1, 2), Stones(1, 2, 3, black=1), Stones(0, 1, 0), Stones(1, 1, 0, black=1)]
)
def test_an_invalid_position_is_refused(position: object) -> None:
    with pytest.raises(PositionError, match=r"^nogo: "):
        RULE.check(position)  # type: ignore[arg-type]
