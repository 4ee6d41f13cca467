"""Valid texts of games, bent at random, and what may come of any text."""

from __future__ import annotations

import random
from collections.abc import Callable

from grundy.core import InputError
from grundy.games import CATALOGUE
from grundy.notation import read_game

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


def bent_notation(text: str, chance: random.Random) -> str:
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


def refusal(read: Callable[[str], object], text: str) -> InputError | None:
    """The error that a text ends in, or None; any other exception is a bug and passes."""
    try:
        read(text)
    except InputError as error:
        return error
    return None


def reads_or_refuses(text: str) -> str:
    """Read a text; what comes out is a game that reads back, or an error that points into the text."""
    error = refusal(read_game, text)
    if error is None:
        game = read_game(text)
        assert read_game(str(game)) == game, text
        return "read"
    assert error.text == text
    assert error.at is not None
    assert 0 <= error.at <= len(text)
    assert str(error).isprintable()
    assert len(error.place()) == 2
    return "refused"
