"""The idea in a sentence: told for the games that have one, and what it says is so by the definition."""

from __future__ import annotations

import pytest

from grundy import solve
from grundy.workflows.course import LESSONS
from grundy.workflows.explaining.ideas import Idea, idea


def told(game: str, *, misere: bool = False) -> str:
    """The sentence for a game, or nothing."""
    found = idea(solve(game, misere=misere))
    assert found is None or not found.lesson or found.lesson in LESSONS
    return "" if found is None else found.sentence


@pytest.mark.parametrize(
    ("game", "begins"),
    [
        ("take 1..3: 10", "Leave a multiple of 4:"),
        ("take 1..3: 12", "You face a multiple of 4:"),
        ("nim(max=6): 9", "Leave a multiple of 7:"),
        ("bash(min=2, max=5): 17", "Leave a heap with the rest 0 or 1 after division by 7:"),
        ("nim: 3 5 7", "Make every binary column of the values even;"),
        ("nim: 1 2 3", "Every binary column is even;"),
        ("nim: 4 4", "Every part has an equal twin:"),
        ("nim: 4 7", "Leave equal twins ("),
        ("kayles: 7", "Leave equal twins ("),
        ("cram: 4x4", "The board is its own image:"),
        ("cram: 2x3", "Put a domino where it is its own image,"),
        ("queens: 5x5", "Begin on the square that is its own image,"),
        ("chomp: 3x4", "Who begins wins:"),
        ("chomp: 4x4", "Bite row 2 column 2:"),
        ("chomp: 5,4", "One line is one square longer"),
        ("wythoff: 4 8", "Leave one of the pairs (1, 2), (3, 5),"),
        ("wythoff: 3 5", "You face one of the pairs"),
        ("grundy: 8", ""),
        ("nim: 0", ""),
        ("tic-tac-toe: X.O/.X./..O", ""),
    ],
)
def test_the_idea_of_a_game(game: str, begins: str) -> None:
    assert told(game).startswith(begins)
    assert bool(told(game)) == bool(begins)


def test_misere_play_has_other_ideas() -> None:
    assert not told("nim: 3 5 7", misere=True)


@pytest.mark.parametrize("rule", ["take 1..3", "take 1..6", "bash(min=2, max=5)", "bash(min=3, max=4)"])
def test_a_rest_that_is_told_as_lost_is_lost_and_every_other_is_won(rule: str) -> None:
    for heap in range(1, 60):
        answer = solve(f"{rule}: {heap}")
        found = idea(answer)
        if answer.move_count:
            assert found is not None
            assert found.sentence.startswith("You face") == (str(answer.outcome) == "P")


@pytest.mark.parametrize("columns", range(2, 7))
@pytest.mark.parametrize("rows", range(1, 5))
def test_what_is_said_of_chomp_is_so(rows: int, columns: int) -> None:
    lost = ("Both arms", "One line is")
    for cut in range(columns):
        game = f"chomp: {','.join([str(columns)] * (rows - 1) + [str(columns - cut)])}"
        answer = solve(game)
        found = idea(answer)
        if found is not None:
            assert found.sentence.startswith(lost) == (str(answer.outcome) == "P"), game


def test_the_lesson_of_an_idea_is_named() -> None:
    assert idea(solve("nim: 4 4")) == Idea(told("nim: 4 4"), "mirror")
