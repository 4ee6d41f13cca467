"""Matches told by numbers, moves that touch pieces, prospects and explanations as blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cases import in_turn

from grundy import solve
from grundy.core import Board, InputError, Limits, LoopyGame, MoveError
from grundy.drawing import TextTable
from grundy.drawing.fit import printed
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.explaining.blocks import explained
from grundy.workflows.explaining.explain import explanation
from grundy.workflows.playing.legal import after, nth_move, number_of, read_numbers, write_numbers
from grundy.workflows.playing.match import Match, replay
from grundy.workflows.playing.part_views import part_views, touched_pieces
from grundy.workflows.playing.prospects import prospects
from grundy_web.questions.piece_table import TouchChoice

EXAMPLES = [entry.example for entry in CATALOGUE.values()]
STEPS = 6


def moments(text: str) -> list[Match]:
    """The first positions of a match in which the middle move is always made."""
    match, found = Match(read_game(text)), list[Match]()
    while not match.over and len(found) < STEPS:
        found.append(match.copy())
        replay(match, [len(match.moves()) // 2])
    return found


@given(st.lists(st.integers(0, 10**20)))
def test_numbers_written_in_base_36_are_read_back(numbers: list[int]) -> None:
    assert read_numbers(write_numbers(numbers)) == numbers


@pytest.mark.parametrize(("text", "at"), [("1..2", 2), ("A", 0), ("1.-2", 2), ("0." + "z" * 61, 2), (" ", 0)])
def test_a_text_that_is_not_a_list_of_numbers_is_refused_at_its_place(text: str, at: int) -> None:
    with pytest.raises(InputError) as refused:
        read_numbers(text)
    assert refused.value.at == at


def test_the_moves_of_a_huge_heap_have_numbers() -> None:
    game = read_game(f"nim: 5 {10**18}")
    match = Match(game)
    move = match.find(f"take {10**17} from heap 2")
    number = number_of(game, move)
    assert number == 5 + 10**17 - 1
    replay(match, [number])
    assert str(match.game) == f"nim: 5 {9 * 10**17}"


def test_a_move_that_is_not_there_is_named_by_its_place_in_the_match() -> None:
    match = Match(read_game("nim: 1 2"))
    with pytest.raises(MoveError, match="move 2: expected a number from 0 to 1, found 2"):
        replay(match, [0, 2])
    with pytest.raises(MoveError, match="move 3 comes after the end of the game"):
        replay(Match(read_game("nim: 2")), [0, 0, 0])


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_move_that_the_picture_shows_can_be_played_by_pressing_its_pieces(text: str) -> None:
    for match in moments(text):
        moves = match.moves()
        choice = TouchChoice(touched_pieces(part_views(match.game), moves))
        for number, alternatives in enumerate(choice.alternatives):
            left = after(match.game, moves[number])
            for keys in alternatives:
                meant = pressed_one_by_one(choice, sorted(keys))
                assert any(after(match.game, moves[each]) == left for each in meant)


def pressed_one_by_one(choice: TouchChoice, keys: list[str]) -> list[int]:
    """The moves that are played, or offered first, when these pieces are pressed."""
    pressed: frozenset[str] = frozenset()
    for at in keys:
        press = choice.press(pressed, at)
        if press.play is not None:
            return [press.play]
        pressed = press.pressed
    return choice.exact(pressed) or choice.meant(pressed)


def test_pins_of_a_row_are_taken_at_their_places() -> None:
    match = Match(read_game("kayles: 7"))
    choice = TouchChoice(touched_pieces(part_views(match.game), match.moves()))
    first = choice.press(frozenset(), "0.0.2")
    words = [match.words(match.moves()[number]) for number in first.moves]
    assert words == ["take 1 leave 2+4", "take 2 leave 1+4", "take 2 leave 2+3"]
    assert first.play is None
    both = choice.press(first.pressed, "0.0.3")
    again = choice.press(first.pressed, "0.0.2")
    assert both.play is not None
    assert again.play is not None
    assert match.words(match.moves()[both.play]) == "take 2 leave 2+3"
    assert match.words(match.moves()[again.play]) == "take 1 leave 2+4"


def test_clicking_a_piece_that_does_not_fit_starts_a_new_selection() -> None:
    match = Match(read_game("kayles: 9"))
    choice = TouchChoice(touched_pieces(part_views(match.game), match.moves()))
    one = choice.press(frozenset(), "0.0.1").pressed
    assert choice.press(one, "0.0.6").pressed == {"0.0.6"}


def test_a_square_that_every_move_touches_need_not_be_pressed() -> None:
    match = Match(read_game("maze: ..#./...@"))
    choice = TouchChoice(touched_pieces(part_views(match.game), match.moves()))
    assert "0.1.3" not in choice.touched
    assert {choice.press(frozenset(), key).play for key in ("0.1.2", "0.1.1", "0.1.0", "0.0.3")} == {0, 1, 2, 3}


@pytest.mark.parametrize("text", ["chomp: 3x4", "bishops: 4x4", "queens: 4x4", "cram: 3x4"])
def test_every_move_names_free_squares_of_the_board_and_all_its_moves_can_be_pressed(text: str) -> None:
    for match in moments(text):
        moves = match.moves()
        shown = {view.part: view.scene for view in part_views(match.game)}
        for move, alternatives in zip(moves, touched_pieces(part_views(match.game), moves), strict=True):
            scene = shown[move.part]
            assert isinstance(scene, Board)
            assert alternatives
            places = [tuple(map(int, at.split(".")[1:])) for at in alternatives[0]]
            assert all(scene.rows[row][column] == "." for row, column in places)


def test_rows_of_codes_are_pins_and_heaps_that_only_shrink_are_tokens() -> None:
    kinds = {
        text: part_views(read_game(text))[0].kind for text in ("kayles: 5", "nim: 5", "0.3: 5", "4!.0: 5", "0.07: 5")
    }
    assert kinds == {"kayles: 5": "pins", "nim: 5": "heaps", "0.3: 5": "heaps", "4!.0: 5": "heaps", "0.07: 5": "pins"}


def test_remoteness_falls_by_one_along_the_quickest_win_and_the_longest_defence() -> None:
    match = Match(read_game("nim: 1 2 4"))
    length = None
    while not match.over:
        moves = match.moves()
        found = prospects(match, moves)
        wins = [each.remoteness or 0 for each in found if each.verdict == "win"]
        rest = min(wins) if wins else max(each.remoteness or 0 for each in found)
        assert length is None or rest == length - 1
        length = rest
        verdict = "win" if wins else "lose"
        match.play(next(m for m, e in zip(moves, found, strict=True) if (e.verdict, e.remoteness) == (verdict, rest)))
    assert length == 0


@pytest.mark.parametrize("text", ["nim: 3 5 6", "nim: 10 12 5", "kayles: 9", "maze: ..#./...@", "0.137: 5 + nim: 4"])
def test_blocks_say_the_same_words_as_the_terminal(text: str) -> None:
    solution = solve(text)
    told = printed(block for block in explanation(solution) if not isinstance(block, TextTable))
    found = explained(solution)
    words = " ".join(" ".join([block.get("text", ""), *block.get("items", [])]) for block in found)
    assert sorted(words.split()) == sorted(told.split())


def test_the_binary_table_marks_the_odd_columns() -> None:
    (table,) = [block for block in explained(solve("nim: 10 12 5")) if block["kind"] == "binary"]
    assert table["weights"] == [8, 4, 2, 1]
    assert table["odd"] == [False, False, True, True]
    assert [row["size"] for row in table["rows"] if row["mark"]] == [10]
    for place, odd in enumerate(table["odd"]):
        assert sum(row["bits"][place] for row in table["rows"]) % 2 == odd


LIMITS = Limits(seconds=5.0)


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_number_of_a_move_leads_to_what_the_move_leaves(text: str) -> None:
    for match in moments(text):
        for move in match.moves():
            again = nth_move(match.game, number_of(match.game, move))
            assert after(match.game, again) == after(match.game, move)


@pytest.mark.parametrize(("text", "misere"), in_turn(EXAMPLES))
def test_a_move_wins_exactly_when_solve_lists_it_among_the_winning_moves(text: str, misere: bool) -> None:
    match = Match(read_game(text), misere)
    try:
        solution = solve(match.game, misere=misere, limits=LIMITS)
    except LoopyGame:
        pytest.skip("misere play of this rule is not solved")
    if solution.status == "limit":
        pytest.skip("too large for one look")
    moves = match.moves()
    found = prospects(match, moves)
    winning = {str(after(match.game, move)) for move, each in zip(moves, found, strict=True) if each.verdict == "win"}
    assert winning == {solution.leaves(move) for move in solution.winning_moves}
