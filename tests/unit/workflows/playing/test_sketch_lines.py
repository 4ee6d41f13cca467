"""Matches of both kinds of Sprouts on one sketch: what is drawn stays, lines never cross, every move can be drawn."""

from __future__ import annotations

from random import Random

import pytest
from tests.unit.drawing.crossings import crossings

from grundy.core import Picture, facet
from grundy.notation import read_game
from grundy.workflows.playing.annotated import annotated
from grundy.workflows.playing.legal import read_numbers
from grundy.workflows.playing.match import Match, replay
from grundy.workflows.playing.match_view import MatchView
from grundy.workflows.playing.pictures import match_svg
from grundy.workflows.playing.position_picture import position_svg
from grundy.workflows.playing.sketches import SketchLine, drawn_lines

TEXTS = ["sprouts: 2", "sprouts: 3", "sprouts: 4", "sprouts: 0.0.AB./AB.", "brussels-sprouts: 2"]


def sketched(match: Match, ways: list[int]) -> SketchLine:
    (line,) = MatchView(match.history, match.game, ways).sketches
    return line


@pytest.mark.parametrize(
    "text", ["sprouts: 2", "sprouts: 3", "sprouts: 4", "sprouts: 0.0.AB./AB.", "brussels-sprouts: 2"]
)
def test_every_move_of_a_match_can_be_drawn_without_crossings_until_none_is_left(text: str) -> None:
    match, rng, ways = Match(read_game(text)), Random(text), list[int]()
    while not match.over:
        line = sketched(match, ways)
        for part in line.parts:
            moves = [move for move in match.moves() if move.part == part]
            found = drawn_lines(line, match.game, part, moves)
            assert all(found), (match.game, line.strokes)
        ways += [len(match.history)] * rng.randrange(3)
        match.play(rng.choice(match.moves()))
        assert sketched(match, ways).turns == tuple(range(len(match.history)))
    line = sketched(match, ways)
    assert line.sketch.sheet.is_sound()
    assert crossings(list(line.sketch.curves.values())) == []
    drawn = facet(line.ruleset, Picture)
    assert not list(drawn.strokes(line.sketch.scene[0]))


def test_spots_stay_where_they_are_unless_it_is_crowded() -> None:
    match, rng = Match(read_game("sprouts: 5")), Random(5)
    before, stayed, seen = sketched(match, []).sketch.points, 0, 0
    while not match.over:
        match.play(rng.choice(match.moves()))
        after = sketched(match, []).sketch.points
        assert len(after) == len(before) + 1
        stayed += sum(old == new for old, new in zip(before, after, strict=False))
        seen += len(before)
        before = after
    assert stayed > 0.6 * seen


def test_the_way_that_is_chosen_joins_the_spots_that_were_pressed() -> None:
    match = Match(read_game("sprouts: 4"))
    (joins,) = drawn_lines(
        sketched(match, []), match.game, 0, [move for move in match.moves() if move.move.label == "1-2"]
    )
    assert sorted(tuple(sorted(each.spots)) for each in joins) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    wanted = next(each for each in joins if set(each.spots) == {1, 3})
    match.play(match.find("1-2"))
    assert sketched(match, [0] * wanted.way).told == ("b-d",)


def test_equal_components_are_drawn_each_at_its_own_place() -> None:
    match = Match(read_game("sprouts: 5"))
    replay(match, read_numbers("3.6.1.9.1.6.3"))
    assert str(match.game) == "sprouts: 1 1"
    line, joined = sketched(match, []), list[set[tuple[int, int]]]()
    for part in line.parts:
        moves = [move for move in match.moves() if move.part == part]
        ways = drawn_lines(line, match.game, part, moves)
        joined.append({each.spots for found in ways for each in found})
    assert all(joined)
    assert not joined[0] & joined[1]


def test_pictures_of_a_match_show_all_lines_where_they_were_drawn() -> None:
    played = Match(read_game("sprouts: 3 + nim: 2"))
    replay(played, read_numbers("0.2.0.6.1"))
    (line,) = MatchView(played.history, played.game).sketches
    drawn = position_svg(played.game, played.history)
    assert len(line.sketch.curves) == len(line.strokes) == 5
    assert all(curve in drawn for curve in line.sketch.curves.values())
    assert drawn.count("<text") == position_svg(played.game).count("<text")
    told = annotated(played, ("Ada", "Bea"))
    assert all(curve in match_svg(told) for curve in line.sketch.curves.values())
