"""The page of puzzles over HTTP: every move is a link, one of them is right, the others are refuted."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import httpx
import pytest

from grundy.notation import read_game
from grundy_learn.puzzles import puzzle_of

DAY = "2026-11-25"


def show(client: httpx.Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def tries(page: str) -> dict[str, str]:
    return {words: address for address, words in re.findall(r'<a class="move" href="([^"]+)">([^<]+)</a>', page)}


@pytest.mark.parametrize("level", [1, 2, 3])
def test_one_move_is_right_and_every_other_is_answered(client: httpx.Client, level: int) -> None:
    puzzle = puzzle_of(date.fromisoformat(DAY), level)
    moves = tries(show(client, f"/puzzles?day={DAY}&level={level}"))
    assert len(moves) == puzzle.moves
    for words, address in moves.items():
        page = show(client, f"/{address}")
        assert ("Right." in page) == (words == puzzle.move)
        assert ("The other player replies" in page) == (words != puzzle.move)
        assert (f"It leaves {puzzle.leaves}," in page) == (words == puzzle.move)


def test_a_day_without_a_name_is_today_and_its_address_names_it(client: httpx.Client) -> None:
    page = show(client, "/puzzles")
    (day,) = set(re.findall(r'<time datetime="([^"]+)"', page))
    assert date.fromisoformat(day)
    assert all(f"day={day}&level=1" in address for address in tries(page).values())


def test_a_solved_puzzle_is_played_out_from_what_was_left(client: httpx.Client) -> None:
    puzzle = puzzle_of(date.fromisoformat(DAY), 1)
    page = show(client, "/" + tries(show(client, f"/puzzles?day={DAY}"))[puzzle.move])
    (address,) = re.findall(r'id="playit" href="([^"]+)"', page)
    assert str(read_game(puzzle.game)) in show(client, f"/{address}")


def test_a_wrong_move_is_played_out_on_the_board_and_puzzles_for_practice_have_numbers(client: httpx.Client) -> None:
    puzzle = puzzle_of(7, 2)
    page = show(client, "/puzzles?n=7&level=2")
    moves = tries(page)
    assert "n=8" in page
    assert len(moves) == puzzle.moves
    wrong = show(client, "/" + next(address for words, address in moves.items() if words != puzzle.move))
    assert wrong.count('<p class="caption">') > 1
    assert "grundy</b>" in wrong
    assert show(client, "/" + moves[puzzle.move]).count('<p class="caption">') == 1


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("day=tomorrow", "day: expected a day"),
        ("day=2026-02-30", "day: expected a day"),
        ("level=4", "level: expected a whole number from 1 to 3"),
        ("m=%C3%A9", "m: expected"),
        (f"day={DAY}&m=zzzz", "m: expected the number of one of"),
        ("sel=x", "sel: expected pieces"),
        ("f=9", "f: expected numbers"),
        ("n=-1", "n: expected a whole number from 0 to 1000000000"),
    ],
)
def test_the_error_of_a_wrong_address_names_the_expected_form(client: httpx.Client, query: str, expected: str) -> None:
    answer = client.get(f"/puzzles?{query}")
    assert answer.status_code == 422
    assert expected in unescape(answer.text)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_day_of_the_calendar_have_puzzles(client: httpx.Client, day: str) -> None:
    assert tries(show(client, f"/puzzles?day={day}"))
