"""The idea in a sentence: told for the games that have one, and what it says is so by the definition."""

from __future__ import annotations

import pytest

from grundy import solve
from grundy.core import Knowledge, Limits, facet
from grundy.games import CATALOGUE
from grundy.workflows.explaining.ideas import idea
from grundy_learn.course import LESSONS


def told(game: str, *, misere: bool = False) -> str:
    """The sentence for a game, or nothing."""
    found = idea(solve(game, misere=misere))
    assert found is None or not found.lesson or found.lesson in LESSONS
    return "" if found is None else found.sentence


@pytest.mark.parametrize(
    ("game", "begins"),
    [
        ("take 1..3: 10", "Leave a multiple of 4:"),
        ("take 1..3: 12", "You have a multiple of 4:"),
        ("nim(max=6): 9", "Leave a multiple of 7:"),
        ("bash(min=2, max=5): 17", "Leave a heap with remainder 0 or 1 after division by 7:"),
        ("nim: 3 5 7", "Make every binary column of the values even;"),
        ("nim: 1 2 3", "Every binary column is even;"),
        ("nim: 4 4", "Every component has an equal copy:"),
        ("nim: 4 7", "Leave equal copies ("),
        ("kayles: 7", "Leave equal copies ("),
        ("cram: 4x4", "The board is its own image:"),
        ("queens: 5x5", "Begin on the square that is its own image,"),
        ("nim: 5", "Take the whole heap."),
        ("nimble: 3", "Move the coin to square 0."),
        ("graph: 2>1 3>2 4>1 4>2 @ 4", "Label the vertices backwards from the terminal positions:"),
        ("maze: ..#./...@", "Label the squares backwards from the terminal positions:"),
        ("tic-tac-toe: X.O/.X./..O", "Stop the line that the other player is about to complete, at c2."),
        ("poset: a<b a<c b<d c<d", "The first player wins:"),
        ("grundy: 8", "Leave the Grundy value 0:"),
        ("officers: 12", "The Grundy value is 0:"),
        ("nim: 0", ""),
        ("notakto: .../.../...", ""),
    ],
)
def test_the_idea_of_a_game(game: str, begins: str) -> None:
    assert told(game).startswith(begins)
    assert bool(told(game)) == bool(begins)


def test_every_impartial_game_of_the_catalogue_with_a_theorem_has_an_idea() -> None:
    without = set()
    for entry in CATALOGUE.values():
        if entry.group == "partizan":
            continue
        answer = solve(entry.example, limits=Limits(seconds=60))
        if facet(answer.game.summands[0].ruleset, Knowledge).theory is not None:
            assert idea(answer) is not None, entry.name
        elif idea(answer) is None:
            without.add(entry.name)
    assert without == {"notakto", "race", "top-entails", "nimstring", "dots-and-boxes"}


def test_a_symmetric_partizan_board_has_the_idea_of_its_symmetry() -> None:
    assert told("col: 4x4").startswith("The other player answers every move by its image")


@pytest.mark.parametrize(
    ("game", "begins"),
    [
        (
            "nim: 3 5 7",
            "Play as if the last move won while you leave a heap of 2 or more; otherwise leave an odd number",
        ),
        ("nim: 1 2 3", "The other player plays as if the last move won, and finally leaves you an odd number"),
        ("nim: 1 1", "Leave an odd number of heaps of 1:"),
        ("nim: 1 1 1", "An odd number of heaps of 1 is left,"),
        ("turning-turtles: 1 3", ""),
        ("kayles: 7", ""),
    ],
)
def test_misere_play_has_other_ideas(game: str, begins: str) -> None:
    assert told(game, misere=True).startswith(begins)
    assert bool(told(game, misere=True)) == bool(begins)
