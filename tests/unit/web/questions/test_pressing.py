"""Every legal move can be made by pressing pieces of the figure; a game without pieces is shown as text."""

from __future__ import annotations

import random
import re

import pytest

from grundy.core import Game
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.playing.legal import PartMove, legal_moves
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.match_view import MatchView
from grundy.workflows.playing.part_views import PieceIds, part_views, touched_pieces
from grundy_web.questions.figure_data import figure_data
from grundy_web.questions.piece_table import TouchChoice
from grundy_web.questions.sketch_data import drawn_ways, pressed_by

OTHERS = ["0.8: 7", "0.8888: 9", "4.3: 7", "take 1..3: 9", "hackenbush: 0-1 0-1 1-1 1-2", "treblecross: 14"]
OTHERS += [
    "sprouts: 0.AB./AB.",
    "sprouts: 1A1A.0.0.",
    "poker-nim(add=2): 3 @ 1 1",
    "cram: 4x4",
    "geography(edges=true): 0>1 1>2 2>0 @ 0",
    "kings: 3x5",
]


def offered(choice: TouchChoice, number: int) -> bool:
    """Whether some way to press the pieces of a move plays it, or offers it as a button."""
    for keys in choice.alternatives[number]:
        pressed: frozenset[str] = frozenset()
        for at in sorted(keys):
            press = choice.press(pressed, at)
            if press.play == number:
                return True
            pressed = press.pressed
        if number in choice.meant(pressed):
            return True
    return False


def sketched(game: Game, moves: list[PartMove]) -> list[PieceIds]:
    found: list[PieceIds] = []
    for line in MatchView((), game).sketches:
        ways = drawn_ways(game, moves, [line])
        assert all(ways.values())
        found += pressed_by(line, [way for each in ways.values() for way in each])
    return found


@pytest.mark.parametrize("text", [*(entry.example for entry in CATALOGUE.values()), *OTHERS])
def test_every_legal_move_can_be_made_by_pressing_pieces(text: str) -> None:
    match, rng = Match(read_game(text)), random.Random(text)
    while not match.over and len(match.history) < 12:
        moves = match.moves()
        shown = {figure.part for figure in part_views(match.game) if figure.kind != "text"}
        entries = [[keys] for keys in sketched(match.game, moves)] or touched_pieces(part_views(match.game), moves)
        choice = TouchChoice(entries)
        if len(entries) != len(moves):  # on a sketch each way to draw a move is an entry of its own
            assert all(offered(choice, i) for i in range(len(entries)))
        elif match.only_pass() is None:
            silent = [i for i, move in enumerate(moves) if move.part in shown and not offered(choice, i)]
            assert not silent, (str(match.game), [match.words(moves[i]) for i in silent])
        match.play(rng.choice(moves))


@pytest.mark.parametrize("text", [*(entry.example for entry in CATALOGUE.values()), *OTHERS])
def test_every_piece_that_a_move_touches_is_drawn(text: str) -> None:
    match = Match(read_game(text))
    moves = match.moves()
    drawn: set[str] = set()
    for group in figure_data(MatchView((), match.game), moves)["groups"]:
        for figure in group["figures"]:
            pieces = [
                *figure.get("pieces", ()),
                *(piece for heap in figure.get("heaps", ()) for piece in heap["pieces"]),
            ]
            drawn |= {piece["key"] for piece in pieces if piece["does"]}
    found = [[keys] for keys in sketched(match.game, moves)]
    touched = TouchChoice(found or touched_pieces(part_views(match.game), moves)).touched
    assert drawn == {
        at for at in touched if not found or at.endswith(".0")
    }  # regions are drawn when they are asked for


def test_tokens_that_may_be_added_are_places_above_the_heap() -> None:
    match = Match(read_game("poker-nim(add=2): 3 @ 1 1"))
    (group,) = figure_data(MatchView((), match.game), match.moves())["groups"]
    pieces = group["figures"][0]["heaps"][0]["pieces"]
    assert [piece["mark"] for piece in pieces] == ["token"] * 3 + ["ghost"] * 2
    assert pieces[-1]["label"] == "add 2 to heap 1"


@pytest.mark.parametrize("name", ["tic-tac-toe", "notakto", "cram", "northcott"])
def test_columns_have_letters_where_moves_name_them_so(name: str) -> None:
    game = read_game(CATALOGUE[name].example)
    moves = list(legal_moves(game))
    (group,) = figure_data(MatchView((), game), moves)["groups"]
    named = all(re.fullmatch("[a-z][0-9]+", move.move.label) for move in moves)
    assert ("a" in {label["text"] for label in group["figures"][0]["labels"]}) is named


def test_a_board_in_a_sum_keeps_its_letters() -> None:
    game = read_game("notakto: .../.../... + notakto: X../.../...")
    for group in figure_data(MatchView((), game), list(legal_moves(game)))["groups"]:
        assert {"a", "b", "c", "1", "2", "3"} == {label["text"] for label in group["figures"][0]["labels"]}


@pytest.mark.parametrize(
    "text", ["kayles: 9", "grundy: 12", "officers: 12", "dawsons-kayles: 9", "guiles: 9", "0.137: 9"]
)
def test_a_piece_names_the_heaps_that_its_move_leaves(text: str) -> None:
    game = read_game(text)
    moves = list(legal_moves(game))
    leaves = {tuple(sorted(left for left in move.move.leaves if left)) for move in moves}
    (group,) = figure_data(MatchView((), game), moves)["groups"]
    (figure,) = group["figures"]
    pieces = figure["pieces"] if group["kind"] == "pins" else figure["heaps"][0]["pieces"]
    for place, piece in enumerate(pieces):
        if piece["split"]:
            first, second = map(int, piece["split"].split(" + "))
            assert tuple(sorted((first, second))) in leaves
            assert first <= place < (len(pieces) - second if group["kind"] == "pins" else first + 1)
    pressed = figure_data(MatchView((), game), moves, None, [pieces[4]["key"]])["groups"][0]["figures"][0]
    again = pressed["pieces"] if group["kind"] == "pins" else pressed["heaps"][0]["pieces"]
    assert any(piece["split"] for piece in (*pieces, *again))
