"""Exercises about subtraction games: lost and won heaps, the winner, a formula for take 1 to k."""

from __future__ import annotations

from random import Random

from grundy import Rules, game
from grundy.core import Game
from grundy.notation import read_game

from ..boards import take_text
from ..ruling import HeapLaw, left_by
from ..stating import Statement, wins


def _takes(rng: Random, most: int = 6) -> list[int]:
    """Choose two or three different random numbers that may be taken, among them 1."""
    return sorted({1, rng.randrange(2, most), rng.randrange(3, most + 3)})


def draw_heap(rng: Random) -> Game:
    """Choose a random heap and a subtraction set: the numbers 1 to k, or two or three numbers."""
    if rng.random() < 0.6:
        return read_game(f"take 1..{rng.randrange(2, 8)}: {rng.randrange(5, 61)}")
    return read_game(f"{take_text(_takes(rng))}: {rng.randrange(5, 31)}")


def draw_small(rng: Random) -> Game:
    """Choose a small random heap from which 1 to k tokens may be taken."""
    return read_game(f"take 1..{rng.randrange(2, 6)}: {rng.randrange(7, 23)}")


def draw_any_set(rng: Random) -> Game:
    """Choose a random heap and a subtraction set of two or three numbers."""
    return read_game(f"{take_text(_takes(rng, 9))}: {rng.randrange(4, 41)}")


def draw_rules(rng: Random) -> tuple[Rules, int]:
    """Choose a random subtraction set of two or three numbers, and the largest heap of the question."""
    return game(take_text(_takes(rng, 9))), rng.randrange(9, 17)


def draw_options(rng: Random) -> tuple[str, list[int], list[int]]:
    """Ask which heaps one move can leave from a random heap.

    Return the question, and these heaps computed in two ways.
    """
    takes, heap = _takes(rng, 9), rng.randrange(2, 60)
    board = read_game(f"{take_text(takes)}: {heap}")
    told = f"{board}: which heaps can one move leave? Name all of them."
    return told, left_by(board), [heap - take for take in takes if take <= heap]


def draw_law(rng: Random) -> HeapLaw:
    """Choose `take 1..k` with a random k, with the formula for its P-positions."""
    most = rng.randrange(2, 100)
    about = (
        'Find a formula for the lost heaps n. Write it as "P iff n % a == b"; n % a is the remainder of n divided by a.'
    )
    return HeapLaw(game(f"take 1..{most}"), about, f"P iff n % {most + 1} == 0", lambda n: int(n % (most + 1) != 0))


def draw_steps(rng: Random) -> list[Statement]:
    """Label consecutive heaps of `take 1..k` as won or lost, one of them wrongly, as steps for `WrongStep`."""
    most, first = rng.randrange(2, 6), rng.randrange(1, 12)
    rules, wrong = game(f"take 1..{most}"), first + rng.randrange(most + 2)
    found = []
    for heap in range(first, first + most + 2):
        lost = (heap % (most + 1) == 0) != (heap == wrong)
        why = "every move leaves a won heap" if lost else "some move leaves a lost heap"
        text = f"From {heap} {why}: {heap} is {'lost' if lost else 'won'}"
        found.append(wins(f"take 1..{most}: {text}.", rules.position(heap), lost=lost))
    return found
