from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cases import few, in_turn, played

from grundy.core import Game, InputError, LimitReached, Limits, Move, MoveError, Outcome, Sum, Summand
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.playing.hints import Hint, hint
from grundy.workflows.playing.legal import PartMove, after, legal_moves
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.opponent import Opponent, best_move
from grundy.workflows.playing.part_views import part_view, touched_cells
from grundy.workflows.playing.review import review, review_lines
from grundy.workflows.playing.typed import example_move

EXAMPLES = [entry.example for entry in CATALOGUE.values()]


def match_of(text: str, *, misere: bool = False) -> Match:
    return Match(read_game(text), misere)


def refusal(text: str, typed: str) -> str:
    with pytest.raises(MoveError) as caught:
        match_of(text).find(typed)
    return str(caught.value)


def said(text: str, typed: str) -> str:
    """The move that a text means, in the words of the match."""
    match = match_of(text)
    return match.words(match.find(typed))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", ["nim: 0", "kayles: 0 + nim: 0", "graph: 1>0 @ 0"])
@pytest.mark.parametrize("level", ["perfect", 0])
def test_no_move_is_chosen_when_the_game_is_over(text: str, misere: bool, level: str | int) -> None:
    with pytest.raises(MoveError, match="the game is over: no move is left"):
        Opponent(level).choose(match_of(text, misere=misere))


def brute(game: Game, misere: bool) -> tuple[Outcome, int]:
    """Outcome and remoteness by nothing but their definition; the order of parts does not matter."""
    return _brute(Game(*(Summand(r, Sum.of(sorted(parts))) for r, parts in game.summands)), misere)


@cache
def _brute(game: Game, misere: bool) -> tuple[Outcome, int]:
    courses = [brute(after(game, move), misere) for move in legal_moves(game)]
    if not courses:
        return Outcome.wins(misere), 0
    lost = [plies for outcome, plies in courses if outcome is Outcome.P]
    return (Outcome.N, 1 + min(lost)) if lost else (Outcome.P, 1 + max(plies for _, plies in courses))


def playouts(text: str, misere: bool) -> Iterator[Match]:
    """Every match in which the perfect player answers every possible reply, from the perfect player's turn on."""
    match = match_of(text, misere=misere)
    opponent = Opponent()

    def go_on(mine: bool) -> Iterator[Match]:
        if match.over:
            yield match
        elif mine:
            match.play(opponent.choose(match).move)
            yield from go_on(mine=False)
            match.undo()
        else:
            for move in match.moves():
                match.play(move)
                yield from go_on(mine=True)
                match.undo()

    return go_on(mine=True)


# The match.


def test_a_list_of_too_many_moves_is_refused_but_the_moves_can_be_typed() -> None:
    match = played("nim: 1000000000000000000 5", "take 5 from 1")
    with pytest.raises(LimitReached):
        match.moves()
    match.play(match.find("take 999999999999999990 from heap 1"))
    assert str(match.game) == "nim: 5 5"


@pytest.mark.parametrize("text", ["kayles: 1000000000", "0.0{2!}: 1000000007"])
def test_a_code_takes_typed_moves_from_heaps_of_any_size(text: str) -> None:
    match = match_of(text)
    heap = next(match.game.parts)[1]
    match.play(match.find(f"take 2 leave 7 {heap - 9}"))
    assert str(match.game).endswith(f"7 {heap - 9}")
    assert "is not a move here" in refusal("0.0{2!}: 1000000008", "take 2 leave 500000003+500000003")


def test_a_rule_that_is_itself_misere_turns_the_convention_round() -> None:
    assert played("bash(min=2, max=5, end=rest-loses): 3", "take 2", "take 1").winner == 0


@pytest.mark.parametrize("text", EXAMPLES)
def test_undo_restores_every_game_of_a_match(text: str) -> None:
    match, rng, seen = match_of(text), Random(1), []
    while not match.over and len(match.history) < 30:
        seen.append(match.game)
        match.play(rng.choice(match.moves()))
    assert [turn.game for turn in match.history] == seen
    while match.history:
        match.undo()
        assert match.game == seen.pop()
    with pytest.raises(MoveError, match="no move can be taken back"):
        match.undo()


def test_two_plies_are_taken_back_together() -> None:
    match = played("nim: 3 5 7", "take 1 from 1", "take 1 from 2", "take 1 from 3")
    match.undo(2)
    assert str(match.game) == "nim: 2 5 7"
    with pytest.raises(MoveError):
        match.undo(2)
    assert str(match.game) == "nim: 2 5 7"


def test_a_move_of_a_part_that_does_not_exist_is_refused() -> None:
    with pytest.raises(MoveError, match="expected a component from 0 to 1, found 2"):
        match_of("nim: 1 1").play(PartMove(2, Move("take 1", Sum(0))))


# Typed moves.


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("take 3 from 2", "take 3 from heap 2"),
        ("Take 3 tokens from heap 2, please.", "take 3 from heap 2"),
        ("2: take 3", "take 3 from heap 2"),
        ("2 take 3", "take 3 from heap 2"),
        ("heap 2 take 3", "take 3 from heap 2"),
        ("heap 2: 3", "take 3 from heap 2"),
        ("from heap 2 take three", "take 3 from heap 2"),
        ("3 from 2", "take 3 from heap 2"),
        ("3   FROM   Heap 2", "take 3 from heap 2"),
        ("remove 3 in #2", "take 3 from heap 2"),
        ("take 7", "take 7 from heap 3"),
        ("4", "take 1 from heap 2"),
    ],
)
def test_moves_of_nim_may_be_typed_in_many_ways(typed: str, meant: str) -> None:
    assert said("nim: 3 5 7", typed) == meant


@pytest.mark.parametrize(
    ("text", "typed", "meant"),
    [
        ("grundy: 8 5", "split 1 into 7+1", "split heap 1 into 1+7"),
        ("grundy: 8 5", "split heap 1 into 1 and 7", "split heap 1 into 1+7"),
        ("grundy: 8 5", "1+7", "split heap 1 into 1+7"),
        ("kayles: 7 7", "take 1 from heap 2, leaving 4 and 2", "take 1 from row 2 leave 2+4"),
        ("wythoff: 4 8", "2 from both", "take 2 from both"),
        ("wythoff: 4 8", "take 3 from 2", "take 3 from heap 2"),
        ("maze: ..#./...@", "left two", "left 2"),
        ("welter: 2 4 7", "4 to 1", "coin 4 to 1"),
        ("graph: a>b a>B a>c @ a", "B", "to B"),
        ("graph: a>b a>B a>c @ a", "C", "to c"),
        ("vectors(steps={(1,0),(0,1),(2,2)}): 5 7", "take 2 2", "take 2,2"),
    ],
)
def test_other_games_understand_their_own_words(text: str, typed: str, meant: str) -> None:
    assert said(text, typed) == meant


TALK = st.one_of(
    st.text(max_size=30),
    st.from_regex(
        r"((take|split|leave|left|up|from|heap|into|in|both|n|#|:|,|\+|0|1|2|3|7|99|-1) ){1,7}", fullmatch=True
    ),
)


@given(TALK, st.sampled_from(["nim: 3 5 7", "kayles: 7", "maze: ..#./...@", "wythoff: 3 5; 1 2"]))
def test_any_text_is_a_legal_move_or_a_refusal_on_one_line(typed: str, text: str) -> None:
    match = match_of(text)
    with suppress(MoveError):
        assert match.find(typed) in match.moves()
        return
    with pytest.raises(MoveError) as caught:
        match.find(typed)
    line = str(caught.value)
    assert line.isprintable()
    assert len(line) < 200


def test_a_text_of_a_million_characters_is_refused_at_once() -> None:
    assert refusal("nim: 3", "9" * 10**6) == "expected a move, found a text of 1000000 characters"
    assert "is not a move here" in refusal("moore(k=2): 3 5 7", "from 1 " * 2500)
    assert refusal("nim: 3", "9" * 5000).startswith("'999999999999999999999999...99999999' is not a move here")


# The opponent.


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", ["nim: 1 2 4", "kayles: 5 3", "wythoff: 2 4", "grundy: 8", "nim: 2 + maze: .#./..@"])
def test_the_perfect_player_wins_a_won_position_against_every_reply(text: str, misere: bool) -> None:
    game = read_game(text)
    won = brute(game, misere)[0] is Outcome.N
    matches = [(match.winner, len(match.history)) for match in playouts(text, misere)]
    assert matches
    if won:
        assert {winner for winner, _ in matches} == {0}
        assert max(plies for _, plies in matches) == brute(game, misere)[1]
    else:
        assert min(plies for winner, plies in matches if winner == 1) <= brute(game, misere)[1]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", ["nim: 3 4 6", "kayles: 6 5", "lasker: 3 4", "wythoff: 4 5", "welter: 2 4 7"])
def test_games_too_large_to_be_played_out_are_won_by_values_and_theorems(
    text: str, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grundy.workflows.playing.judge.Judge.course", lambda _, __: None)
    for seed in range(20):
        match = match_of(text, misere=misere)
        perfect = 0 if brute(match.game, misere)[0] is Outcome.N else 1
        players = [Opponent(), Opponent(0, seed)]
        while not match.over:
            match.play(players[match.player ^ perfect].choose(match).move)
        assert match.winner == perfect


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", ["nim: 3 4 5", "kayles: 6 4", "wythoff: 4 5", "dawsons-kayles: 9 4", "euclid: 13 8"])
def test_the_winner_hurries_and_the_loser_resists_longest_as_brute_force_says(text: str, misere: bool) -> None:
    match, rng = match_of(text, misere=misere), Random(3)
    for _ in range(12):
        while not match.over:
            outcome, plies = brute(match.game, misere)
            choice = Opponent().choose(match)
            assert brute(after(match.game, choice.move), misere)[1] == plies - 1
            assert choice.reason == ("win" if outcome is Outcome.N else "resist")
            match.play(rng.choice([choice.move, *match.moves()]))
        match.undo(len(match.history))


def test_among_moves_that_last_equally_long_the_loser_leaves_fewest_winning_replies() -> None:
    match = match_of("nim: 1 2 3")
    chosen = best_move(match.game, match.judge).move
    lasts = {move: brute(after(match.game, move), misere=False)[1] for move in match.moves()}
    longest = [move for move in match.moves() if lasts[move] == max(lasts.values())]

    def replies(move: PartMove) -> int:
        game = after(match.game, move)
        return sum(brute(after(game, reply), misere=False)[0] is Outcome.P for reply in legal_moves(game))

    assert chosen in longest
    assert replies(chosen) == min(map(replies, longest))


def test_huge_heaps_are_played_perfectly_by_theorem() -> None:
    match = match_of("nim: 1000000000000000000 5 6")
    choice = Opponent().choose(match)
    assert (match.words(choice.move), choice.reason) == ("take 999999999999999997 from heap 1", "win")
    match = match_of("nim: 1000000000000000000 1000000000000000000")
    choice = Opponent().choose(match)
    assert (match.words(choice.move), choice.reason) == ("take 1 from heap 1", "resist")


def test_a_code_is_won_by_its_period_where_the_moves_cannot_be_listed() -> None:
    match = match_of("kayles: 1000000000 1000000007")
    choice = Opponent().choose(match)
    assert choice.reason == "win"
    match.play(choice.move)
    assert match.outcome() is Outcome.P


def test_random_choices_depend_only_on_the_seed_and_the_position() -> None:
    def record(seed: int) -> list[str]:
        match, opponent = match_of("nim: 30 50 70"), Opponent(0, seed)
        while not match.over:
            match.play(opponent.choose(match).move)
        return [str(turn.game) for turn in match.history]

    assert record(5) == record(5)
    assert len({tuple(record(seed)) for seed in range(10)}) == 10
    match, opponent = match_of("nim: 30 50 70"), Opponent(0, 5)
    choice = opponent.choose(match)
    match.play(choice.move)
    match.undo()
    assert opponent.choose(match) == choice


def test_every_legal_move_is_drawn_equally_often_at_level_0() -> None:
    match = match_of("nim: 1 3 + kayles: 2")
    drawn = [Opponent(0, seed).choose(match).move for seed in range(1200)]
    counts = [drawn.count(move) for move in match.moves()]
    assert len(counts) == 6
    assert min(counts) > 150
    assert max(counts) < 250


def test_the_level_is_the_percentage_of_perfect_moves() -> None:
    match = match_of("nim: 1000000 2000000")
    reasons = [Opponent(70, seed).choose(match).reason for seed in range(1000)]
    assert 650 < reasons.count("win") < 750
    assert {Opponent("100", seed).choose(match).reason for seed in range(50)} == {"win"}


@pytest.mark.parametrize("level", ["", "-1", "101", "best", 101, -1, "1e1"])
def test_any_other_level_is_refused(level: str | int) -> None:
    with pytest.raises(InputError, match="expected perfect or a percentage from 0 to 100, found"):
        Opponent(level)


def test_in_a_game_that_can_loop_a_draw_is_kept() -> None:
    assert Opponent().choose(match_of("graph: 1>2 2>1 @ 1")).reason == "draw"


# Judgement.


def test_the_review_names_the_first_and_the_decisive_mistake_of_each_player() -> None:
    match = played("nim: 4 5", "1 from 1", "1 from 1", "1 from 1", "1 from 2", "1 from 1", "4 from 2")
    assert [turn.number for turn in review(match) if turn.thrown] == [1, 2, 3, 4, 5]
    assert match.winner == 1
    kept = "take 4 from heap 2 would have kept the win."
    assert review_lines(match, ("you", "the computer")) == [
        "You were winning until move 1: take 1 from heap 1; take 1 from heap 2 would have kept the win.",
        "The computer was winning until move 2: take 1 from heap 1; take 2 from heap 2 would have kept the win.",
        f"The computer gave the win away again at move 4: take 1 from heap 2; {kept}",
        "You gave the win away for good at move 5: take 1 from heap 1; take 3 from heap 2 would have kept the win.",
    ]


def test_the_review_of_a_match_without_mistakes_says_so() -> None:
    lost = played("nim: 1 1", "1 from 1", "1 from 2")
    assert review_lines(lost, ("you", "the computer")) == [
        "The computer was winning from the start: no move of yours could change that."
    ]
    won = played("nim: 3", "take 3")
    assert review_lines(won, ("you", "the computer")) == ["You had a winning position from the first move to the last."]
    assert review_lines(won) == ["The first player had a winning position from the first move to the last."]
    assert review_lines(match_of("nim: 0")) == []


def test_the_review_knows_misere_play() -> None:
    match = played("nim: 1 2", "2 from 2", "1 from 1", misere=True)
    assert match.winner == 0
    match = played("nim: 1 2", "1 from 2", "1 from 1", "1 from 2", misere=True)
    assert review_lines(match) == [
        "The first player was winning until move 1: take 1 from heap 2; take 2 from heap 2 would have kept the win."
    ]


WHERE = [
    ("nim: 3 5 7", "You are winning: a winning move is in heap 1."),
    ("nim: 1 9", "You are winning: the winning move is in heap 2."),
    ("kayles: 7", "You are winning: a winning move is at pin 4."),
    ("cram: 3x4", "You are winning: a winning move is in row 2."),
    ("wythoff: 5 8", "You are winning: a winning move is in heap 2."),
    ("mock-turtles: 2 5 9", "You are winning: a winning move is at square 9."),
    ("graph: 2>1 3>2 4>1 4>2 @ 4", "You are winning: the winning move is at vertex 1."),
    ("hackenbush: 0-1 1-2 1-3", "You are winning: the winning move is at edge 0-1."),
    ("nim: 3 5 + cram: 2x3", "You are winning: the winning move is in component 2."),
    ("grundy: 12", "You are winning: 2 moves win."),
    ("take 1..3: 10", "You are winning: one move wins."),
    ("staircase: 0 0 1 1 0", "You are winning: a winning move is at place 2."),
]


def test_a_hint_shows_first_the_place_then_the_move_then_the_reason() -> None:
    match = match_of("nim: 3 5 7")
    assert [hint(match, step) for step in (1, 2, 3)] == [
        "You are winning: a winning move is in heap 1.",
        "The quickest way: take 1 from heap 1.",
        "Why? Make every binary column of the values even; after any reply you can make them even again.",
    ]
    match = match_of("nim: 1 9")
    assert [hint(match, step) for step in (2, 3)] == [
        "The move is: take 8 from heap 2.",
        "Why? Equal copies are left: repeat every move of your opponent in the other copy.",
    ]
    assert hint(match_of("nim: 0"), 1) == "The game is over."


@pytest.mark.parametrize(("game", "words"), WHERE)
def test_the_first_step_names_a_place_of_the_board(game: str, words: str) -> None:
    assert hint(match_of(game), 1) == words


@pytest.mark.parametrize(("game", "misere"), in_turn(EXAMPLES))
def test_all_steps_of_a_hint_speak_of_one_move_which_touches_the_marked_place(game: str, misere: bool) -> None:
    match = match_of(game, misere=misere)
    found = Hint(match)
    if found.outcome is Outcome.N and found.found is not None:
        assert match.judge.outcome(after(match.game, found.found)) is Outcome.P
        assert found.told(2).endswith(f": {match.words(found.found)}.")
    if found.found is None:
        return
    view = part_view(match.game, found.found.part)
    assert view is not None
    cells = {(view.part, *cell) for cells in touched_cells(view, found.found.move) for cell in cells}
    assert not found.place.cells or cells & {*found.place.cells}
    assert {part for part, _ in found.place.heaps} | {*found.place.parts} <= {found.found.part}
    assert found.told(1).startswith(("You are", "Nobody can force"))
    assert found.told(3).startswith(("Why", "After it"))


def test_a_hint_names_a_move_with_a_reason_where_another_wins_as_well() -> None:
    match = match_of("cram: 3x4")  # the quickest win is another domino
    assert hint(match, 2) == "For example: row 2 column 2 across."
    assert hint(match, 3).startswith("Why? Put a domino where it is its own image,")


def test_a_hint_in_a_lost_position_says_so_first_and_names_the_longest_resistance() -> None:
    match = match_of("nim: 5 5")
    told = [hint(match, step) for step in (1, 2, 3)]
    assert told[:2] == [
        "You are losing: every move loses against best play. A move that delays the loss longest is in heap 1.",
        "No move wins; take 1 from heap 1 lasts longest.",
    ]
    assert told[2].startswith("Why does no move win? Every component has an equal copy:")
    assert told[2].endswith(" With best play the game lasts 10 more moves.")
    huge = match_of("nim: 1000000000000000000 1000000000000000000")
    assert hint(huge, 2) == "No move wins; take 1 from heap 1 is as good as any."


def test_a_hint_about_the_unknown_says_so() -> None:
    words = "This game is too large to solve, so it is not known who is winning."
    assert {hint(match_of("take squares: 1000000000000"), step) for step in (1, 2, 3)} == {words}


HERE = "is not a move here: expected"


@pytest.mark.parametrize(
    ("text", "typed", "message"),
    [
        ("nim: 3 5 7", "", "expected a move, found nothing"),
        ("nim: 3 5 7", "99", "expected a number from 1 to 15, found 99"),
        ("nim: 3 5 7", "0", "expected a number from 1 to 15, found 0"),
        ("nim: 1", "2", "expected 1, the only move, found 2"),
        ("nim: 3 5", "take 9 from 1", f"'take 9 from 1' {HERE} take 1, take 2 or take 3 in heap 1"),
        ("nim: 3 5", "take 0 from 1", f"'take 0 from 1' {HERE} take 1, take 2 or take 3 in heap 1"),
        ("nim: 3 7", "take 9 from 2", f"'take 9 from 2' {HERE} take 1, take 2, take 3, ... or take 7 in heap 2"),
        ("nim: 3 5 7", "take 1 from 4", "there is no heap 4: the heaps are numbered 1 to 3"),
        ("nim: 3 5 7", "take 1 from 0", "there is no heap 0: the heaps are numbered 1 to 3"),
        ("nim: 3 0 7", "take 1 from 2", "'take 1 from 2' is not a move here: no move is left in heap 2"),
        ("nim: 3 5", "take 2", "'take 2' is possible in heaps 1 and 2: type for example 'take 2 from heap 1'"),
        ("nim: 3 5 7", "take 5", "'take 5' is possible in heaps 2 and 3: type for example 'take 5 from heap 2'"),
        ("nim: 3 5 7", "take 9", f"'take 9' {HERE} for example 'take 3 from heap 1'"),
        ("nim: 3 5", "tkae 2 from 2", "'tkae 2 from 2' is not a move here (did you mean 'take 2 from heap 2'?)"),
        ("maze: ..#./...@", "lft 2", "'lft 2' is not a move here (did you mean 'left 2'?)"),
        ("maze: ..#./...@", "down 1", f"'down 1' {HERE} left 1, left 2, left 3 or up 1"),
        ("bash(min=2, max=30): 40", "5", "'5' could be 'take 5' or number 5 of the list: type the words"),
        ("nim: 9 + wythoff: 3 5", "4 from both", f"'4 from both' {HERE} for example 'take 3 from component 1'"),
        (
            "nim: 3 + wythoff: 3 5",
            "take 1 from heap 1",
            "'take 1 from heap 1' is ambiguous: type 'take 1 from component 1' or 'take 1 from heap 1 in component 2'",
        ),
        (
            "nim: 1000000000000000000",
            "7",
            "expected a move in words, for example 'take 3': there are too many moves to number",
        ),
        ("nim: 1000000000000000000", "take 0", f"'take 0' {HERE} take 1, take 2, take 3 or one of many more"),
        (
            "take 2..1000000000: 100000000000",
            "take 1",
            "'take 1' cannot be checked: take 2..1000000000: this heap has too many moves to search",
        ),
        ("nim: 3 5 7", "\x1b[31m\u202e", f"'?[31m?' {HERE} for example 'take 3 from heap 1'"),
        ("nim: 0", "take 1", "'take 1' is not a move here: no move is left"),
    ],
)
def test_an_invalid_move_is_refused_in_one_sentence(text: str, typed: str, message: str) -> None:
    assert refusal(text, typed) == message


SUMS = (
    "nim: 3 5 7",
    "lasker: 3 4 5",
    "dawsons-kayles: 9 8",
    "wythoff: 3 5; 1 2",
    "kayles: 5 + maze: ..#./...@",
    "nim: 3 2 + wythoff: 2 3 + kayles: 4 4",
    "maze: ..#./...@ + graph: 2>1 3>2 4>1 4>2 @ 4 3",
    "fibonacci: 5 7",
    "circular-kayles: 5 6",
    "take {1, 3, 4} or split: 6 7",
    "0.7[3]: 5 6",
)


@pytest.mark.parametrize("text", [*EXAMPLES, *SUMS])
def test_every_legal_move_can_be_typed_in_the_games_own_words(text: str) -> None:
    match, rng = match_of(text), Random(7)
    while not match.over:
        moves = match.moves()
        for number, move in enumerate(moves, 1):
            assert match.find(match.words(move)) == move
            if len(moves) <= 20:
                assert match.find(str(number)) == move
            if number <= 20:
                assert match.find(f"  {match.words(move).upper().replace(' ', '   ')} ") == move
                assert match.find(f"{move.part + 1}: {move.move.label}") == move
        match.play(rng.choice(moves))


@pytest.mark.nightly
@pytest.mark.parametrize(
    "text",
    few([
        "staircase: 187786423 296772878", "moore(k=2): 200000 300000 7", "circular-nim(k=2): 200000 300000 100000",
        "euclid: 700000 3", "silver-dollar: 300000 500000", "welter: 200000 3",
    ], "staircase: 187786423 296772878", "euclid: 700000 3", "welter: 200000 3"),
)  # fmt: skip
def test_the_winning_move_and_the_example_of_a_game_with_very_many_moves_can_be_typed(text: str) -> None:
    match = match_of(text)
    (win,) = match.judge.winning_moves(match.game, 1)
    assert match.find(match.words(win)) == win
    words = example_move(match.game)
    assert match.words(match.find(words)) == words


@pytest.mark.nightly
def test_words_that_are_not_among_the_first_of_very_many_moves_are_refused_so() -> None:
    with pytest.raises(MoveError, match="'move 0 from stair 2' is not among the first 200000 moves: expected move 1"):
        match_of("staircase: 0 3000000 5").find("move 0 from stair 2")


@pytest.mark.nightly
def test_where_nothing_is_known_the_computer_makes_a_legal_move_and_claims_nothing() -> None:
    match = match_of("take squares: 1000000000000")
    choice = Opponent().choose(match)
    assert (choice.move.move, choice.reason) == (match.find("take 1").move, "unknown")
    tiny = Match(read_game("0.17: 40 + kayles: 30 31"), misere=True, limits=Limits(positions=10))
    assert tiny.outcome() is None
    choice = Opponent().choose(tiny)
    assert choice.reason in {"sampled", "unknown"}
    assert choice.move in tiny.moves()


@pytest.mark.nightly
def test_the_review_does_not_claim_what_it_cannot_know() -> None:
    match = Match(read_game("take squares: 1000000000000"))
    match.play(match.find("take 1000000000000"))
    assert review_lines(match) == ["Some positions were too large to solve."]
