"""Records of matches: what is written is read back, what is wrong is refused with its line, comments are not obeyed."""

# ruff: noqa: E501  # messages in full

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import InputError, TrustedOnly
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.playing.annotated import annotated
from grundy.workflows.playing.match import Match
from grundy.workflows.playing.match_record import MatchRecord, RecordedMove, read_record

GOLDEN = Path(__file__).parents[3] / "golden" / "match_nim.txt"
EXAMPLES = [entry.example for entry in CATALOGUE.values()]
SUMS = ("nim: 3 2 + wythoff: 2 3 + kayles: 4 4", "lasker: 3 4 5", "conjunctive: nim: 3 & kayles: 4", "nimstring: 2x3")


def random_match(text: str, misere: bool, seed: int) -> Match:
    match, rng = Match(read_game(text), misere), Random(seed)
    while not match.over:
        match.play(rng.choice(match.moves()))
    return match


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", [*EXAMPLES, *SUMS])
def test_a_match_of_every_game_is_read_back_move_by_move(text: str, misere: bool) -> None:
    match = random_match(text, misere, 7)
    written = match.record(level=70, seed=3, date="2026-03-31")
    read = read_record(str(written))
    assert str(read) == str(written)
    again = Match.of_record(read)
    assert [turn.move for turn in again.history] == [turn.move for turn in match.history]
    assert [str(turn.game) for turn in again.history] == [str(turn.game) for turn in match.history]
    assert (again.misere, again.result, str(again.game)) == (match.misere, match.result, str(match.game))


def test_the_golden_record_is_what_the_moves_say() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    record = read_record(text)
    assert str(record) == text
    bare = record._replace(moves=tuple(move._replace(comment="") for move in record.moves))
    match = Match.of_record(bare)
    assert str(annotated(match, bare.names).record(bare)) == text
    assert record.others == (("Event", 'a "friendly" lesson'),)
    assert record.preface == "The first match of the course."


def test_a_comment_is_not_trusted_and_not_lost() -> None:
    record = read_record('[Game "nim: 1 2"]\n1. take 1 from 2 {N, value 9}\n')
    match = Match.of_record(record)
    told = annotated(match, record.names)
    assert [(each.known, each.comment) for each in told.positions[1:]] == [("P, value 0", "P, value 0")]
    assert told.record(record).moves[0].comment == "N, value 9"
    assert match.record().keeping(record).moves[0].comment == ""  # other words, another move perhaps


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'expected the tag [Game "..."], found none'),
        ("hello", "line 1: expected a numbered move such as '1. take 2' or a tag such as [Game \"nim: 3 5\"], found 'hello'"),
        ("[Game nim: 3]", "line 1: expected a tag such as [Game \"nim: 3 5\"], found '[Game nim: 3]'"),
        ('[Game "nim: 3"]\n[Game "nim: 4"]', "line 2: expected the tag Game once (it is already in line 1), found '[Game \"nim: 4\"]'"),
        ('[Game "nim: 3"]\n[Play "wild"]', "line 2: expected one of normal, misere as Play, found '[Play \"wild\"]'"),
        ('[Game "nim: 3"]\n[Level "101"]', "line 2: expected perfect or a number from 0 to 100 as Level, found '[Level \"101\"]'"),
        ('[Game "nim: 3"]\n[Date "today"]', "line 2: expected a date such as 2026-03-31 as Date, found '[Date \"today\"]'"),
        ('[Game "nim: 3"]\n\n2. take 1', "line 3: expected move 1, found '2. take 1'"),
        ('[Game "nim: 3"]\n1. take 1\n1. take 1', "line 3: expected move 2, found '1. take 1'"),
        ('[Game "nim: 3"]\n1. {nothing}', "line 2: expected the words of a move after its number, found '1. {nothing}'"),
        ('[Game "nim: 3"]\n1. take 1 {why\nnot', "line 2: expected a comment that ends with }, found '1. take 1 {why'"),
        ('[Game "nim: 3"]\n1. take 1 {a} 2. take 1', "line 2: expected the end of the line after a comment, found 'take 1 {a} 2. take 1'"),
        ('[Game "nim: 3"]\n1. take 1\n[Seed "1"]', "line 3: expected every tag before the first move, found '[Seed \"1\"]'"),
    ],
)  # fmt: skip
def test_a_text_that_is_not_a_record_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_record(text)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("1. take 4", "line 2, move 1: 'take 4' is not a move here: expected take 1, take 2 or take 3"),
        ("1. take 3\n2. take 1", "line 3, move 2: the game is over: no move is left"),
        ('[Result "second wins"]\n1. take 3', "line 2: expected the result 'first wins', as the moves say, found 'second wins'"),
        ('[Result "draw"]\n1. take 1', "line 2: expected the result 'unfinished', as the moves say, found 'draw'"),
    ],
)  # fmt: skip
def test_a_record_that_the_rules_do_not_allow_is_refused_with_its_line(lines: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Match.of_record(read_record(f'[Game "nim: 3"]\n{lines}\n'))
    assert caught.value.message == message


def test_a_record_names_no_file_unless_it_may() -> None:
    record = read_record('[Game "rules.py:Mine: 3"]')
    with pytest.raises(TrustedOnly, match="the tag Game: "):
        Match.of_record(record)


def test_undo_is_not_in_the_record() -> None:
    match = Match(read_game("nim: 3"))
    match.play(match.find("take 1"))
    assert [move.words for move in match.record().moves] == ["take 1"]
    match.undo()
    match.play(match.find("take 2"))
    assert [move.words for move in match.record().moves] == ["take 2"]


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=20)


@given(st.lists(st.tuples(WORDS, WORDS), max_size=5), WORDS)
def test_any_words_and_comments_are_read_back(pairs: list[tuple[str, str]], name: str) -> None:
    def plain(text: str) -> str:
        return " ".join(text.split())

    moves = tuple(RecordedMove(plain(w) or "pass", plain(c.replace("{", "").replace("}", ""))) for w, c in pairs)
    record = MatchRecord("nim: 3", first=plain(name) or "Ada", moves=moves)
    read = read_record(str(record))
    assert [move[:2] for move in read.moves] == [move[:2] for move in moves]
    assert read.first == record.first


@given(
    st.lists(
        st.sampled_from(["[", "]", '"', "\\", "{", "}", "1.", "2. ", "Game", "nim: 3", "take 1", "\n", " ", "é", "\0"])
    )
)
def test_any_text_is_a_record_or_refused_in_one_line(pieces: list[str]) -> None:
    try:
        Match.of_record(read_record("".join(pieces)))
        Match.of_record(read_record('[Game "nim: 3"]\n' + "".join(pieces)))
    except InputError as error:
        assert error.message.isprintable()  # noqa: PT017
