"""Exercises about coin turning: coins as heaps, values of single coins, who wins."""

from __future__ import annotations

from random import Random

from ....core import Game, nim_sum
from ..boards import family, value_of
from ..judging import Beat, Winner, WinningMoves
from ..ruling import LeftByMoves
from ..stating import OneOf, Statement, WrongStep, worth
from ..valuing import Value

TURTLES = family("turning-turtles: 1 3 4")
MOCK = family("mock-turtles: 2 5")
RULER = family("ruler: 3 4")


def _heads(lot: Random, least: int, stop: int, most: int) -> tuple[int, ...]:
    """Draw up to `most` different places."""
    return tuple(sorted({lot.randrange(least, stop) for _ in range(most)}))


def _turtles(lot: Random) -> Game:
    return TURTLES(_heads(lot, 1, 11, 3))


def _few(lot: Random) -> Game:
    if lot.random() < 0.5:
        return TURTLES(_heads(lot, 1, 6, 2))
    return RULER(_heads(lot, 1, 7, 3))


def _balanced(lot: Random) -> Game:
    """Draw turtles, lost ones often."""
    first, second = lot.randrange(1, 11), lot.randrange(1, 11)
    third = first ^ second if lot.random() < 0.5 else lot.randrange(1, 11)
    return TURTLES(tuple(sorted({first, second, third} - {0})))


def _single(lot: Random) -> Game:
    return (RULER, MOCK)[lot.randrange(2)]((lot.randrange(1, 11),))


def _several(lot: Random) -> Game:
    return (RULER, MOCK, TURTLES)[lot.randrange(3)](_heads(lot, 1, 10, 3))


def _turned(lot: Random) -> tuple[str, list[int], list[int]]:
    """Ask which coins show heads after a move of Turning Turtles."""
    heads = _heads(lot, 2, 24, 4)
    last = heads[-1]
    other = lot.randrange(1, last)
    told = (
        f"{TURTLES(heads)} (the places of the heads): coins {other} and {last} are turned. Which coins show heads then?"
    )
    left = tuple(sorted({*heads[:-1]} ^ {other}))
    options = [option for option in TURTLES(heads).summands[0].ruleset.options(heads) if option == left]
    again = [place for place in range(1, last) if (place in heads) != (place == other)]
    return told, [*options[0]], again


def _coin(lot: Random) -> list[Statement]:
    """Draw single coins and values of which one is right."""
    found = []
    for _ in range(4):
        make = (RULER, MOCK, TURTLES)[lot.randrange(3)]
        place = lot.randrange(1, 13)
        said = value_of(make((place,))) + lot.randrange(3)
        found.append(worth(f"{make((place,))} has the value {said}", make((place,)), said))
    return found


def _place(lot: Random) -> list[Statement]:
    """Draw coins of Mock Turtles and say that the value is the place."""
    found = []
    for _ in range(4):
        place = lot.randrange(1, 13)
        said = 2 * place + lot.randrange(2)
        found.append(worth(f"coin {place} alone has the value {said}", MOCK((place,)), said))
    return found


def _steps(lot: Random) -> list[Statement]:
    """Draw the way to the value of some coins; one step is wrong."""
    make = (RULER, MOCK, TURTLES)[lot.randrange(3)]
    heads = _heads(lot, 1, 10, 3)
    wrong, found, real = lot.randrange(len(heads) + 1), [], [value_of(make((place,))) for place in heads]
    for number, place in enumerate(heads):
        value = real[number] ^ (number == wrong)
        found.append(worth(f"{make((place,))} has the value {value}.", make((place,)), value))
    value = nim_sum(real) ^ (wrong == len(heads))
    found.append(worth(f"{make(heads)} has the value {value} together.", make(heads), value))
    return found if len(heads) > 1 else _steps(lot)


KINDS = (
    Beat("coins.beat", _few),
    LeftByMoves("coins.turned", _turned),
    WinningMoves("coins.moves", _few),
    Winner("coins.winner", _balanced),
    Value("coins.single", _single),
    Value("coins.value", _several),
    OneOf("coins.sentence", "Which sentence is true?", _coin, wanted=True),
    OneOf(
        "coins.trap",
        "Mock Turtles: a coin at place n has the value 2n or 2n + 1. Which sentence is true?",
        _place,
        wanted=True,
    ),
    WrongStep("coins.step", "Somebody finds the value of coins.", _steps),
)
