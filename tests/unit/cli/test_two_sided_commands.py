from __future__ import annotations

import json

import pytest
from tests.terminal import Terminal


def answered(terminal: Terminal, *words: str, said: str = "") -> str:
    code, out, err = terminal.run(*words, said=said)
    assert (code, err) == (0, "")
    return out


def test_solve_shows_the_draw_the_moves_that_keep_it_and_the_replies_to_the_others(terminal: Terminal) -> None:
    told = answered(terminal, "solve", "tic-tac-toe: X.O/.X./...")
    assert "| X . O |" in told
    assert "A draw: nobody can force a win.\nO is to move.\n" in told
    assert "Move that keeps the draw (1 of 6): c3.\n" in told
    assert "b1 (the reply is c3)" in told


def test_solve_counts_the_5478_positions_of_tic_tac_toe(terminal: Terminal) -> None:
    assert "Retrograde analysis of 5478 positions, this one included" in answered(terminal, "solve", "tic-tac-toe:")


def test_the_json_of_a_game_of_two_sides_has_no_value_and_every_winning_move(terminal: Terminal) -> None:
    text = answered(terminal, "solve", "--json", "tic-tac-toe: XX./OO./...")
    answer = json.loads(text)
    assert (answer["schema"], answer["outcome"], answer["value"], answer["status"]) == (1, "N", None, "proved")
    assert {"part": 0, "move": "c1", "leaves": "tic-tac-toe: XXX/OO./..."} in answer["winning_moves"]
    assert (answer["best_moves"], answer["remoteness"]) == (["c1"], 1)
    assert [(part["game"], part["value"]) for part in answer["parts"]] == [("tic-tac-toe: XX./OO./...", None)]


def test_the_json_of_entailing_games_marks_what_is_loony_and_what_must_be_answered(terminal: Terminal) -> None:
    loony = json.loads(answered(terminal, "solve", "--json", "top-entails: 5 3"))
    assert (loony["outcome"], loony["value"], loony["loony"], loony["loony_parts"]) == ("N", None, True, [1])
    duty = json.loads(answered(terminal, "solve", "--json", "top-entails: 5 4!"))
    assert (duty["must_answer"], duty["value"], duty["loony"]) == (1, None, False)
    plain = json.loads(answered(terminal, "solve", "--json", "nimstring: 2x2 + nim: 3"))
    assert (plain["value"], [part["value"] for part in plain["parts"]]) == (3, [0, 3])


def test_solve_explains_loony_and_nim_values(terminal: Terminal) -> None:
    loony = answered(terminal, "solve", "top-entails: 3")
    assert "The position is loony: the player to move wins, whatever it is added to.\n" in loony
    assert "For every heap some move wins, so the position is loony.\n" in loony
    value = answered(terminal, "solve", "top-entails: 7")
    assert "all but 0, 1  top\n" in value
    assert "The value is 1, the smallest heap for which no move wins.\n" in value


def test_misere_play_of_an_entailing_game_is_searched_as_a_whole(terminal: Terminal) -> None:
    told = answered(terminal, "solve", "--misere", "nimstring: 1x1")
    assert "Grundy values do not decide misère sums" in told


def test_play_ends_in_a_draw_against_good_answers(terminal: Terminal) -> None:
    said = "".join(f"{square}\n" for square in ("b2", "a3", "b1", "c2", "c1", "a2", "b3", "c3", "a1") * 2)
    told = answered(terminal, "play", "tic-tac-toe:", "--seed", "1", said=said)
    assert "Whoever first has 3 marks in a line wins; a full board without a line is a draw. You begin." in told
    assert "You play b2.\n" in told
    assert told.count("A draw.\n") == 1 or "The computer wins.\n" in told


def test_play_passes_by_itself_after_a_completed_box_and_undo_returns_before_it(terminal: Terminal) -> None:
    mine = answered(terminal, "play", "nimstring: -./|../--", said="row 2 line 2\nundo\nquit\n")
    assert "You play row 2 line 2.\nThe computer passes.\n" in mine
    assert "Your last move is taken back.\n" in mine
    assert mine.count("nimstring: -./|../--\n") == 2
    other = answered(terminal, "play", "nimstring: .-/.||/--", said="row 1 line 1\n")
    assert "The computer plays row 2 line 1.\n" in other
    assert "You pass.\n\nYou win.\n" in other


def test_play_says_that_it_samples_and_names_no_value(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.workflows.playing.judge.SEARCH", 500)
    monkeypatch.setattr("grundy.workflows.playing.judge.MOST_POSITIONS", 50)
    monkeypatch.setattr("grundy.workflows.playing.judge.SAMPLED", 10_000)
    told = answered(terminal, "play", "tic-tac-toe(line=4): 5x5", said="c3\nhint\nquit\n")
    assert "This game is too large to solve, so the computer samples. It is not known who is winning.\n" in told
    assert "so it is not known who is winning" in told
    assert "alue" not in told


def test_a_limit_leaves_the_outcome_open(terminal: Terminal) -> None:
    code, answer = terminal.json("solve", "--limit-seconds", "0.2", "tic-tac-toe(line=4): 5x5")
    assert code == 4
    assert (answer["outcome"], answer["value"], answer["status"], answer["winning_moves"]) == (None, None, "limit", [])
