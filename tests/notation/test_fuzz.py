"""Valid texts, bent at random: only typed errors come out, fast."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.core import InputError
from grundy.games import CATALOGUE
from grundy.notation import read_game, read_ruleset

TEXTS = [
    *(entry.example for entry in CATALOGUE.values()),
    "take 1..3 or split: 15",
    "take all-but {2, 5}: 9 + nim: 3",
    "take k where n % k == 0 and (k < n or not k == 3): 12",
    "split a, b where gcd(a, b) == 1 and a ** 2 != b: 9",
    "0.{2!,3+}[3]: 9 + 4!.0: 8",
    "vectors(steps={(1,0),(0,1)}, rays={(1,1)}): 5 7",
    "graph: a>b b>c, d @ a d + maze: ..#/@..",
    "bash(min=2, max=5, end=rest): 17",
]
CHARACTERS = "0123456789abknz ABV.:,+-*/%&|^()[]{}<>=!?@#'\"\\_~$;\t\n\x00\x7f\u00e9\u0663\u00b2\u2028\ud800\U0001f600"
PIECES = [" + ", "..", "take ", "split", "where ", "or ", "nim: ", ".py:f: ", "**", "9" * 30, "(" * 50, "-" * 50, "@"]


def bent(text: str, chance: random.Random) -> str:
    """The text after one to four random changes."""
    for _ in range(chance.randint(1, 4)):
        at, other = chance.randint(0, len(text)), chance.randint(0, len(text))
        piece = chance.choice([chance.choice(CHARACTERS), chance.choice(PIECES), chance.choice(TEXTS)])
        text = chance.choice(
            [
                text[:at] + piece + text[at:],
                text[:at] + text[at + 1 :],
                text[:at] + piece + text[at + 1 :],
                text[: min(at, other)] + text[max(at, other) :],
                text[:at] + text[min(at, other) :],
                text[:at],
            ]
        )
    return text


@pytest.mark.parametrize("seed", range(10))
def test_three_thousand_bent_texts_are_read_or_refused_and_never_crash(seed: int) -> None:
    chance = random.Random(seed)
    worst = 0.0
    for _ in range(300):
        text = bent(chance.choice(TEXTS), chance)
        start = perf_counter()
        check(text)
        worst = max(worst, perf_counter() - start)
    assert worst < 0.5


def refusal(read: Callable[[str], object], text: str) -> InputError | None:
    """The error that a text ends in, or None; any other exception is a bug and passes."""
    try:
        read(text)
    except InputError as error:
        return error
    return None


def check(text: str) -> None:
    """Read a text; what comes out is a game that reads back, or an error that points into the text."""
    error = refusal(read_game, text)
    if error is None:
        game = read_game(text)
        assert read_game(str(game)) == game, text
        return
    assert error.text == text
    assert error.at is not None
    assert 0 <= error.at <= len(text)
    assert str(error).isprintable()
    assert len(error.place()) == 2


@settings(max_examples=150)
@given(st.text(max_size=60))
def test_any_text_at_all_is_read_or_refused(text: str) -> None:
    check(text)


@settings(max_examples=150)
@given(st.sampled_from(TEXTS), st.text(CHARACTERS, max_size=10), st.data())
def test_a_piece_put_into_a_valid_text_is_read_or_refused(text: str, piece: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    check(text[:at] + piece + text[at:])


@settings(max_examples=200)
@given(st.sampled_from(TEXTS), st.integers(0, 60), st.text(CHARACTERS, max_size=4))
def test_a_ruleset_alone_is_read_or_refused(text: str, at: int, piece: str) -> None:
    name = text[:at].partition(":")[0] + piece
    error = refusal(read_ruleset, name)
    if error is None:
        ruleset = read_ruleset(name)
        assert read_ruleset(ruleset.name) == ruleset
    else:
        assert str(error).isprintable()
