"""Exercises about mex and values: the mex, the value of a heap and of a vertex, a table, moves to a value."""

from __future__ import annotations

from random import Random

from ....core import Game, mex
from ....notation import read_game
from ...library.rules import Rules, game
from ..boards import value_of
from ..judging import Beat
from ..stating import OneOf, Statement, WrongStep, opposite, plainly, worth
from ..valuing import Mex, Table, Value
from .graphs import token


def takes(lot: Random, most: int = 7) -> str:
    """Draw a rule that takes one of two or three numbers."""
    numbers = sorted({1 + lot.randrange(2), lot.randrange(2, most), lot.randrange(3, most + 2)})
    return "take {" + ", ".join(map(str, numbers)) + "}"


def _heap(lot: Random) -> Game:
    return read_game(f"{takes(lot)}: {lot.randrange(3, 26)}")


def _table(lot: Random) -> tuple[Rules, int]:
    return game(takes(lot, 9)), lot.randrange(9, 15)


def _to_value(lot: Random) -> list[Statement]:
    """Draw takes from one heap and say that one leaves a value."""
    rule = takes(lot, 9)
    heap, wanted = lot.randrange(9, 26), lot.randrange(3)
    found = []
    for left in range(heap - 4, heap):
        text = f"{rule}: from {heap} to {left} leads to the value {wanted}"
        found.append(worth(text, read_game(f"{rule}: {left}"), wanted))
    return found


def _tokens(lot: Random) -> list[Statement]:
    """Draw heaps of which one has another value than its number of tokens."""
    rule, found = f"take 1..{lot.randrange(3, 8)}", []
    for _ in range(4):
        heap = lot.randrange(1, 13)
        one = worth(f"{rule}: {heap}", read_game(f"{rule}: {heap}"), heap)
        found.append(opposite(one))
    return found


def _steps(lot: Random) -> list[Statement]:
    """Draw the values of heaps of a rule, one after the other; one is wrong."""
    rule, last = takes(lot), lot.randrange(4, 8)
    wrong, found = lot.randrange(last + 1), []
    for heap in range(last + 1):
        board = read_game(f"{rule}: {heap}")
        value = value_of(board)
        if heap == wrong:
            value = value + 1 if value == 0 or lot.random() < 0.5 else value - 1
        found.append(worth(f"{rule}: heap {heap} has the value {value}.", board, value))
    return found


def _about_mex(lot: Random) -> list[Statement]:
    """Draw sentences about the mex of sets; one is true."""
    found = []
    for _ in range(4):
        numbers = sorted({lot.randrange(6) for _ in range(lot.randrange(2, 6))})
        said = max(numbers) + 1 if lot.random() < 0.6 else lot.randrange(5)
        again = said not in numbers and all(n in numbers for n in range(said))
        listed = ", ".join(map(str, numbers))
        text = f"The mex of {listed} is {said}"
        found.append(plainly(text, mex(numbers) == said, again, f"The least number that is missing is {mex(numbers)}."))
    return found


KINDS = (
    Beat("values.beat", _heap),
    Mex("values.mex"),
    OneOf("values.sentence", "Which sentence is true?", _about_mex, wanted=True),
    Value("values.heap", _heap),
    Value("values.vertex", token),
    Table("values.table", _table),
    OneOf("values.move", "Which move leads to the value that is named?", _to_value, wanted=True),
    OneOf(
        "values.trap",
        'A book says: "The value of a heap is the number of its tokens." Which heap shows that this is false?',
        _tokens,
        wanted=True,
    ),
    WrongStep("values.step", "Somebody fills in a table of values from the left.", _steps),
)
