"""Exercises about coin turning: coins as heaps, values of single coins, the winner."""

from __future__ import annotations

from random import Random

from grundy.core import Game, nim_sum

from ..boards import family, value_of
from ..stating import Statement, worth

TURTLES = family("turning-turtles: 1 3 4")
MOCK = family("mock-turtles: 2 5")
RULER = family("ruler: 3 4")


def _heads(rng: Random, least: int, stop: int, most: int) -> tuple[int, ...]:
    """Choose up to `most` different random places of coins that show heads, from `least` to `stop` - 1."""
    return tuple(sorted({rng.randrange(least, stop) for _ in range(most)}))


def draw_few(rng: Random) -> Game:
    """Choose a random position of Turning Turtles or Ruler with few moves."""
    if rng.random() < 0.5:
        return TURTLES(_heads(rng, 1, 6, 2))
    return RULER(_heads(rng, 1, 7, 3))


def draw_balanced(rng: Random) -> Game:
    """Choose a random position of Turning Turtles, with probability 1/2 a P-position."""
    first, second = rng.randrange(1, 11), rng.randrange(1, 11)
    third = first ^ second if rng.random() < 0.5 else rng.randrange(1, 11)
    return TURTLES(tuple(sorted({first, second, third} - {0})))


def draw_single(rng: Random) -> Game:
    """Choose a random position of Ruler or Mock Turtles in which a single coin shows heads."""
    return (RULER, MOCK)[rng.randrange(2)]((rng.randrange(1, 11),))


def draw_several(rng: Random) -> Game:
    """Choose a random coin-turning position in which up to three coins show heads."""
    return (RULER, MOCK, TURTLES)[rng.randrange(3)](_heads(rng, 1, 10, 3))


def draw_turned(rng: Random) -> tuple[str, list[int], list[int]]:
    """Ask which coins show heads after a random move of Turning Turtles.

    Return the question, and the places of these coins computed in two ways.
    """
    heads = _heads(rng, 2, 24, 4)
    last = heads[-1]
    other = rng.randrange(1, last)
    told = (
        f"{TURTLES(heads)} (the places of the heads): coins {other} and {last} are turned. Which coins show heads now?"
    )
    left = tuple(sorted({*heads[:-1]} ^ {other}))
    options = [option for option in TURTLES(heads).summands[0].ruleset.options(heads) if option == left]
    again = [place for place in range(1, last) if (place in heads) != (place == other)]
    return told, [*options[0]], again


def draw_coin(rng: Random) -> Statement:
    """Choose a random position with one coin that shows heads, and state its value, or one or two more than that."""
    board = (RULER, MOCK, TURTLES)[rng.randrange(3)]((rng.randrange(1, 13),))
    said = value_of(board) + rng.randrange(3)
    return worth(f"{board} has the value {said}", board, said)


def draw_place(rng: Random) -> Statement:
    """State that a coin at a random place n of Mock Turtles has the value 2n, or 2n + 1; it may be false."""
    place = rng.randrange(1, 13)
    said = 2 * place + rng.randrange(2)
    return worth(f"coin {place} alone has the value {said}", MOCK((place,)), said)


def draw_steps(rng: Random) -> list[Statement]:
    """Build the steps that compute the value of several coins, one of them wrong, for `WrongStep`."""
    make = (RULER, MOCK, TURTLES)[rng.randrange(3)]
    heads = _heads(rng, 1, 10, 3)
    wrong, found, real = rng.randrange(len(heads) + 1), [], [value_of(make((place,))) for place in heads]
    for number, place in enumerate(heads):
        value = real[number] ^ (number == wrong)
        found.append(worth(f"{make((place,))} has the value {value}.", make((place,)), value))
    value = nim_sum(real) ^ (wrong == len(heads))
    found.append(worth(f"{make(heads)} has the value {value} together.", make(heads), value))
    return found if len(heads) > 1 else draw_steps(rng)
