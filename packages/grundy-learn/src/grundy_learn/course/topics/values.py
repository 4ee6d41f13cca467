"""Exercises about mex and values: the mex, the value of a heap and of a vertex, a table, moves to a value."""

from __future__ import annotations

from random import Random

from grundy import Rules, game
from grundy.core import Game, mex
from grundy.notation import read_game

from ..boards import take_text, value_of
from ..stating import Statement, opposite, plainly, worth


def takes(rng: Random, most: int = 7) -> str:
    """Choose a random ruleset that takes one of up to three numbers.

    Args:
        rng: The source of randomness.
        most: One less than the largest number that can be chosen.

    Returns:
        The ruleset in notation, such as "take {1, 4, 5}".
    """
    numbers = 1 + rng.randrange(2), rng.randrange(2, most), rng.randrange(3, most + 2)
    return take_text(numbers)


def draw_heap(rng: Random) -> Game:
    """Choose a random subtraction set and a heap."""
    return read_game(f"{takes(rng)}: {rng.randrange(3, 26)}")


def draw_table(rng: Random) -> tuple[Rules, int]:
    """Choose a random subtraction set, and the largest heap of its table."""
    return game(takes(rng, 9)), rng.randrange(9, 15)


def draw_to_value(rng: Random) -> list[Statement]:
    """Offer four moves from one heap as answers; a move is right if it leaves a heap of a given value."""
    rule = takes(rng, 9)
    heap, wanted = rng.randrange(9, 26), rng.randrange(3)
    found = []
    for left in range(heap - 4, heap):
        text = f"{rule}: from {heap} to {left} leads to the value {wanted}"
        found.append(worth(text, read_game(f"{rule}: {left}"), wanted))
    return found


def draw_tokens(rng: Random) -> list[Statement]:
    """Offer four random heaps of `take 1..k` as answers; a heap is right if its value is not its number of tokens."""
    rule, found = f"take 1..{rng.randrange(3, 8)}", []
    for _ in range(4):
        heap = rng.randrange(1, 13)
        one = worth(f"{rule}: {heap}", read_game(f"{rule}: {heap}"), heap)
        found.append(opposite(one))
    return found


def draw_steps(rng: Random) -> list[Statement]:
    """List the values of heaps of a random ruleset, one of them wrong, as steps for `WrongStep`."""
    rule, last = takes(rng), rng.randrange(4, 8)
    wrong, found = rng.randrange(last + 1), []
    for heap in range(last + 1):
        board = read_game(f"{rule}: {heap}")
        value = value_of(board)
        if heap == wrong:
            value = value + 1 if value == 0 or rng.random() < 0.5 else value - 1
        found.append(worth(f"{rule}: heap {heap} has the value {value}.", board, value))
    return found


def draw_about_mex(rng: Random) -> Statement:
    """Choose random numbers, and state a number that may be their mex."""
    numbers = sorted({rng.randrange(6) for _ in range(rng.randrange(2, 6))})
    said = max(numbers) + 1 if rng.random() < 0.6 else rng.randrange(5)
    again = said not in numbers and all(n in numbers for n in range(said))
    text = f"The mex of {', '.join(map(str, numbers))} is {said}"
    return plainly(text, mex(numbers) == said, again, f"The least missing number is {mex(numbers)}.")
