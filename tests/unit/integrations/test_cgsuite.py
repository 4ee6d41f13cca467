"""CGSuite notation: what its own tests say of its rulesets holds for the games that are read here."""

from __future__ import annotations

import pytest

from grundy import InputError, read_game, read_ruleset, solve
from grundy.integrations import cgsuite_text, read_cgsuite

VALUES = {
    "game.heap.Nim": "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
    "game.heap.GrundysGame": "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0",
    "game.heap.Kayles": "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1",
    "game.heap.DawsonsKayles": "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3",
    "game.heap.Subtraction([2,3,7])": "0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0",
    "game.heap.Subtraction([2,3,7], allbut => true)": "0 1 0 1 2 3 2 3 4 5 4 5 6 7 6 7 8 9 8 9 10",
    'game.heap.TakeAndBreak("0.3F")': "0 1 2 0 1 2 3 4 5 3 4 5 6 7 8 6 7 8 9 10 11",
    'game.heap.Spawning("1-3")': "- 1 2 4 7 8 11 13 14 16 19 21 22 25 26 28 31 32 35 37 38",
    'game.heap.Spawning("3")': "- 0 0 1 2 4 7 8 11 13 14 16 19 21 22 25 26 28 31 32 35",
    'game.heap.Spawning("1+C")': "- 1 2 1 4 1 2 1 8 1 2 1 4 1 2 1 16 1 2 1 4",
    'game.heap.Spawning("4FS")': "- 0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3",
    'game.heap.Spawning("1+S")': "- 1 2 4 3 6 7 8 16 18 25 32 11 64 31 128",
}
"""Nim values of heaps 0, 1, ... in the tests of CGSuite 2 (lib/core, GameHeapTest); heap 0 has no coin."""
EXPECTED = 'a game of CGSuite such as *3, game.heap.Kayles(7) or game.grid.Cram("...|...")'
SAME = (
    ("nim: 3 + nim: 5", "game.heap.Nim(3) + game.heap.Nim(5)"),
    ("0.77: 7 + 0.07: 8 + 4!.0: 9", "game.heap.Kayles(7) + game.heap.DawsonsKayles(8) + game.heap.GrundysGame(9)"),
    ("0.{2!,3}: 5", 'game.heap.TakeAndBreak("0.{2!,3}")(5)'),
    ("4.[3]: 6", 'game.heap.TakeAndBreak("4.[3]")(6)'),
    ("take {2, 3, 7}: 20", "game.heap.Subtraction([2,3,7])(20)"),
    ("wythoff: 3 5", "game.heap.Wythoff((3,5))"),
    ("cram: ..#/...", 'game.grid.Cram("..#|...")'),
    ("mock-turtles: 0", 'game.heap.Spawning("1-3")(1)'),
)


@pytest.mark.parametrize("ruleset", VALUES)
def test_a_ruleset_of_cgsuite_has_the_nim_values_that_its_tests_say(ruleset: str) -> None:
    for heap, value in enumerate(VALUES[ruleset].split()):
        if value != "-":
            assert solve(read_cgsuite(f"{ruleset}({heap})")).value == int(value), heap


def test_wythoff_and_cram_have_the_nim_values_that_the_tests_of_cgsuite_say() -> None:
    row = [solve(read_cgsuite(f"game.heap.Wythoff((10,{n}))")).value for n in range(12)]
    assert row == [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 18]
    assert solve(read_cgsuite('game.grid.Cram(".........|##.######")')).value == 4
    assert read_cgsuite("game.grid.Cram(Grid.Empty(4,3))") == read_game("cram: 4x3")


@pytest.mark.parametrize(("ours", "theirs"), SAME)
def test_a_game_is_written_in_cgsuite_notation_and_read_back(ours: str, theirs: str) -> None:
    assert cgsuite_text(ours) == theirs
    assert read_cgsuite(theirs) == read_game(ours)


def test_names_of_codes_bounded_nim_and_rows_of_coins_are_written_too() -> None:
    assert cgsuite_text("kayles: 7") == "game.heap.Kayles(7)"
    assert cgsuite_text("nim(max=3): 9") == "game.heap.Subtraction([1,2,3])(9)"
    assert cgsuite_text("ruler: 3 4") == 'game.heap.Spawning("1+C")(3) + game.heap.Spawning("1+C")(4)'
    assert cgsuite_text(read_cgsuite("*3 + * + 0")) == "game.heap.Nim(3) + game.heap.Nim(1) + game.heap.Nim(0)"
    assert read_ruleset("kayles").name == "kayles"


@pytest.mark.parametrize(
    ("text", "told", "at"),
    [
        ("1/2", f"expected {EXPECTED}, found '1'", 0),
        ("*3 +", f"expected {EXPECTED}, found nothing", 4),
        ("*3 + game.heap.Kayles(x)", "expected a heap, found 'x'", 22),
        ("game.heap.Kayles(7) x", 'expected "+" or the end of the text, found \'x\'', 20),
        ("game.heap.Wythoff(3)", "expected two heaps such as (3,5), found '3'", 18),
        ("game.heap.Subtraction([0])(3)", "expected a list of takes such as [2,3,7], found '['", 22),
        ('game.heap.Spawning("9")(3)', f"expected {EXPECTED}, found 'game.heap.Spawning'", 0),
        ('game.heap.TakeAndBreak("0.9#")(3)', "expected a digit 0-9 or A-V, {numbers of heaps} or *, found '#'", 27),
        ('*2 + game.grid.Cram("..|...")', "expected a row of 2 cells, as the first one, found '...'", 5),
    ],
)  # fmt: skip
def test_a_game_that_one_notation_lacks_is_refused_at_its_place(text: str, told: str, at: int) -> None:
    with pytest.raises(InputError) as refused:
        read_cgsuite(text)
    assert (refused.value.message, refused.value.at, refused.value.text) == (told, at, text)


@pytest.mark.parametrize(
    "game", ["sprouts: 3", "take squares: 9", "take 1..1001: 9", "nim(max=10000000000): 9", "{2+!}.0: 7"]
)
def test_a_ruleset_that_cgsuite_does_not_have_is_refused_by_name(game: str) -> None:
    with pytest.raises(InputError, match=r"^CGSuite is not known to have the ruleset .* \(it has nim, codes, sets"):
        cgsuite_text(game)
