"""The film of a position: at most four short steps, of which each shows something on the board."""

from __future__ import annotations

import pytest

from grundy.core import Limits, Outcome
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.playing import FilmStep, Match, after, film
from grundy.workflows.playing.film import MOST_STEPS, MOST_WORDS


def steps_of(text: str, *, misere: bool = False) -> tuple[Match, list[FilmStep]]:
    match = Match(read_game(text), misere, Limits(seconds=5))
    return match, film(match)


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_film_has_at_most_four_steps_of_forty_words_and_recommends_a_winning_move(name: str) -> None:
    match, steps = steps_of(CATALOGUE[name].example)
    assert len(steps) <= MOST_STEPS
    for step in steps:
        assert 0 < len(step.text.split()) <= MOST_WORDS, step.text
        assert "\n" not in step.text
        assert not step.text[0].islower() or step.text.startswith("grundy")
    for move in filter(None, (step.move for step in steps)):
        assert match.judge.outcome(after(match.game, move)) is Outcome.P


@pytest.mark.parametrize(
    ("game", "count", "shown"),
    [
        ("nim: 3 5 7", 4, ["marks", "links", "marks", "move"]),
        ("kayles: 3 5", 4, ["view", "view", "view", "move"]),
        ("kayles: 9", 3, ["turns", "turns", "move"]),
        ("take 1..3: 10", 4, ["marks", "marks", "turns", "move"]),
        ("wythoff: 6 9", 4, ["view", "view", "turns", "move"]),
        ("cram: 4x4", 4, ["links", "turns", "turns", "turns"]),
        ("grundy: 8", 4, ["text", "marks", "marks", "move"]),
        ("nim: 3 5 6", 4, ["links", "turns", "turns", "turns"]),
    ],
)
def test_each_step_changes_the_board_by_blocks_pairs_copies_multiples_rays_images_or_replies(
    game: str, count: int, shown: list[str]
) -> None:
    _, steps = steps_of(game)
    assert len(steps) == count
    assert [bool(getattr(step, what)) for step, what in zip(steps, shown, strict=True)] == [True] * count


def test_what_is_alone_is_what_the_move_takes() -> None:
    _, steps = steps_of("nim: 3 5 7")
    alone = {at for at, roles in steps[2].marks.items() if "alone" in roles}
    goes = {at for at, roles in steps[3].marks.items() if roles == "goes"}
    assert alone == goes == {"0.0.2"}


def test_a_lost_position_shows_three_moves_each_with_a_reply_that_wins() -> None:
    match, steps = steps_of("nim: 1 2 3")
    assert len(steps[1:]) == 3
    for step in steps[1:]:
        assert step.turns[0].game == match.game
        last, move = step.turns[-1]
        assert match.judge.outcome(after(last, move)) is Outcome.P


def test_a_game_that_is_over_or_too_large_has_no_film_and_misere_play_has_an_idea() -> None:
    assert steps_of("nim: 0")[1] == steps_of("sprouts: 20")[1] == []
    assert steps_of("nim: 3 5 7", misere=True)[1][0].text.startswith("Play as if the last move won")
