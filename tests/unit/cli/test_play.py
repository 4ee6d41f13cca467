from __future__ import annotations

import io
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from grundy.cli.play import play
from grundy.core import InputError, NotationError

GOLDEN = Path(__file__).parent / "play_nim.txt"
PROMPT = "your move (or hint, why, undo, moves, quit): "


def talk(*said: str, game: str = "nim: 3 5 7", options: tuple[str, ...] = (), env: dict[str, str] | None = None) -> str:
    result = outcome(*said, game=game, options=options, env=env)
    assert result.exception is None
    assert result.exit_code == 0
    assert result.stderr == ""
    return result.stdout


def outcome(
    *said: str, game: str = "nim: 3 5 7", options: tuple[str, ...] = (), env: dict[str, str] | None = None
) -> Result:
    runner = CliRunner()
    text = "".join(f"{line}\n" for line in said)
    return runner.invoke(play, [game, *options], input=text, standalone_mode=False, env=env)


def test_a_whole_conversation_reads_as_it_should() -> None:
    said = (
        "hello", "?", "hint", "Hint", "hint", "take 2", "take 3 from 4", "take 4 from 3", "undo",
        "take 2 tokens from heap 3", "moves", "board", "3: take 1", "2", "take one from 3", "1", "1 from 2",
    )  # fmt: skip
    assert talk(*said, game="nim: 1 2 5") == GOLDEN.read_text(encoding="utf-8")


def test_why_explains_the_position() -> None:
    text = talk("why", "quit")
    assert f"{PROMPT}why\nThe player to move wins (N-position, Grundy value 1).\n" in text


@pytest.mark.parametrize("word", ["quit", "q", " QUIT ", "exit"])
def test_quit_leaves_politely(word: str) -> None:
    assert talk(word, "1").endswith(f"{PROMPT}{word}\nGoodbye.\n")


def test_the_end_of_the_input_leaves_politely() -> None:
    assert talk().endswith(f"{PROMPT}\nGoodbye.\n")
    assert talk("take 1 from 1").endswith(f"{PROMPT}\nGoodbye.\n")


def test_an_interrupt_is_left_to_the_main_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    with pytest.raises(click.Abort):  # what click makes of it; the main command leaves with 130
        play.main(["nim: 3"], standalone_mode=False)


@pytest.mark.parametrize(
    "nonsense", ["", "   ", "xyzzy", "take", "take -1 from 1", "1.5", "\u0663", "take 1 from 99", "((("]
)
def test_nonsense_gets_one_friendly_line_and_the_question_again(nonsense: str) -> None:
    text = talk(nonsense, "quit")
    answer = text.partition(f"{PROMPT}{nonsense}\n")[2].partition(PROMPT)[0]
    assert len(answer.splitlines()) == 1
    assert answer[0].isupper() or answer[0] == "'"
    assert answer.rstrip().endswith(".")
    assert "Move 2" not in text


def test_the_computer_may_begin() -> None:
    text = talk("quit", options=("--first", "computer"))
    assert "The computer begins.\n" in text
    assert "\nThe computer takes 1 from heap 1.\n\nMove 2   nim: 2 5 7\n" in text
    assert text.count(PROMPT) == 1


def test_the_opening_move_of_the_computer_cannot_be_taken_back() -> None:
    assert "No move can be taken back.\n" in talk("undo", options=("--first", "computer"))


def test_hints_show_the_outcome_and_the_winning_moves_each_turn() -> None:
    text = talk("take 3 from 1", "quit", options=("--hints",))
    assert "You are winning. Winning moves: take 1 from heap 1; take 1 from heap 2; take 1 from heap 3\n" in text
    assert "You are losing.\n" in text


def test_misere_play_is_announced_and_won_by_not_making_the_last_move() -> None:
    text = talk("take 2", game="nim: 3", options=("--misere",))
    assert "Whoever makes the last move loses. You begin.\n" in text
    assert "\nThe computer takes 1.\n\nYou win.\nYou had a winning position from the first move to the last.\n" in text


def test_a_game_that_is_over_before_it_begins_has_a_winner() -> None:
    assert talk(game="nim: 0").endswith("No move is left.\n\nThe computer wins.\n")
    assert talk(game="nim: 0", options=("--misere",)).endswith("No move is left.\n\nYou win.\n")


def test_the_same_seed_plays_the_same_match() -> None:
    said = ["1"] * 40
    options = ("--level", "0", "--seed")
    assert talk(*said, game="nim: 9 9 9", options=(*options, "7")) == talk(
        *said, game="nim: 9 9 9", options=(*options, "7")
    )
    assert talk(*said, game="nim: 9 9 9", options=(*options, "7")) != talk(
        *said, game="nim: 9 9 9", options=(*options, "8")
    )


def test_many_moves_are_not_listed_but_explained_by_an_example() -> None:
    text = talk("moves", "quit", game="nim: 10 12 5")
    assert "There are 27 moves; type for example: take 3 from heap 1\n" in text
    assert "27  take 5 from heap 3\n" in text


def test_huge_heaps_are_played_in_words() -> None:
    text = talk("take 999999999999999995 from 1", game="nim: 1000000000000000000 5")
    assert "You take 999999999999999995 from heap 1.\nThe computer takes 1 from heap 1.\n" in text


def test_several_games_show_each_its_own_board() -> None:
    text = talk("left 1", "quit", game="kayles: 2 1 + maze: ..#./...@")
    assert "kayles:\ncomponent 1 | o o  (2)\ncomponent 2 | o  (1)\ncomponent 3, maze:\n+---------+\n" in text
    assert "You move left 1 in component 3.\n" in text


def test_errors_of_the_game_text_are_left_to_the_main_command() -> None:
    assert isinstance(outcome(game="nim 3 5").exception, NotationError)
    assert outcome(game="take k where n % k == 0: 100000000").exception is None  # moves of large heaps are not listed


def test_a_level_outside_0_to_100_is_refused() -> None:
    result = CliRunner().invoke(play, ["nim: 3", "--level", "101"])
    assert result.exit_code == 2
    assert "expected perfect or a percentage from 0 to 100, found 101" in result.stderr


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_colours_are_for_terminals_without_no_color(
    monkeypatch: pytest.MonkeyPatch, no_color: str, coloured: bool
) -> None:
    terminal = Terminal()
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    play.main(["nim: 3"], standalone_mode=False)
    assert ("\x1b[" in terminal.getvalue()) == coloured


def test_control_characters_never_reach_the_terminal() -> None:
    text = talk("\x1b[2J\x07", "quit")
    assert "\x1b" not in text
    assert "\x07" not in text


def test_a_match_is_kept_and_continued(tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    talk("take 1 from 3", game="nim: 1 2 3", options=("--record", str(kept), "--level", "0", "--seed", "1"))
    lines = kept.read_text(encoding="utf-8").splitlines()
    assert lines[0] == '[Game "nim: 1 2 3"]'
    assert '[Level "0"]' in lines
    assert '[Seed "1"]' in lines
    assert lines[-2] == "1. take 1 from heap 3"
    text = resumed(kept, "1", "1", "1", "1", "1", options=("--record", str(kept)))
    assert text.splitlines()[3].startswith("Move 3   nim: ")
    after = kept.read_text(encoding="utf-8").splitlines()
    first = next(i for i, line in enumerate(after) if line.startswith("1. "))
    assert after[first].startswith("1. take 1 from heap 3 {")
    assert all(line.endswith("}") for line in after[first:])
    assert "[Result " in after[7]
    assert list(tmp_path.iterdir()) == [kept]


def resumed(kept: Path, *said: str, options: tuple[str, ...] = ()) -> str:
    text = "".join(f"{line}\n" for line in said)
    result = CliRunner().invoke(play, ["--from", str(kept), *options], input=text, standalone_mode=False)
    assert result.exception is None
    return result.stdout


def test_a_record_of_another_match_is_not_written_over(tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    kept.write_text("precious", encoding="utf-8")
    result = outcome(options=("--record", str(kept)))
    assert isinstance(result.exception, InputError)
    assert "already exists" in result.exception.message
    assert kept.read_text(encoding="utf-8") == "precious"


def test_another_way_is_tried_from_a_move_of_a_record(tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    kept.write_text(
        '[Game "nim: 3 5"]\n[First "computer"]\n[Second "Ada"]\n1. take 2 from 2\n2. take 1 from 1\n', "utf-8"
    )
    new = tmp_path / "new.txt"
    text = resumed(kept, "take 3 from 2", options=("--at", "1", "--record", str(new)))
    assert "You take 3 from heap 2." in text
    written = new.read_text(encoding="utf-8")
    assert '[Second "Ada"]' in written
    assert "\n2. take 3 from heap 2 {N, value 3}\n3. " in written
    result = CliRunner().invoke(play, ["--from", str(kept), "--at", "3"], standalone_mode=False)
    assert str(result.exception) == f"{kept}: expected the number of a move from 0 to 2, found 3"


def test_options_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / "match.txt"
    kept.write_text('[Game "nim: 3 5"]\n', encoding="utf-8")
    for words in ([], ["nim: 3", "--at", "1"], ["nim: 3", "--from", str(kept)], ["--from", str(kept), "--misere"]):
        result = CliRunner().invoke(play, words, standalone_mode=False)
        assert isinstance(result.exception, click.UsageError)


@pytest.mark.nightly
def test_what_cannot_be_solved_is_said_once_and_nothing_is_claimed() -> None:
    text = talk("hint", "take 1", "take 1", "hint", game="take squares: 1000000000000")
    assert text.count("This game is too large to solve, so the computer plays any legal move.") == 1
    assert text.count("it is not known who is winning") == 2
    assert "winning." not in text.replace("it is not known who is winning.", "")
