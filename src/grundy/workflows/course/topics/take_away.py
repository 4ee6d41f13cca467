"""Exercises about taking away: lost and won heaps, who wins, a formula for take 1 to k."""

from __future__ import annotations

from random import Random

from ....core import Game
from ....notation import read_game
from ...library.rules import Rules, game
from ..judging import Beat, Winner, WinningMoves
from ..ruling import Formula, HeapLaw, LeftByMoves, LostHeaps, left_by
from ..stating import Statement, WrongStep, wins


def _takes(lot: Random, most: int = 6) -> list[int]:
    """Draw two or three different numbers, 1 among them."""
    return sorted({1, lot.randrange(2, most), lot.randrange(3, most + 3)})


def _heap(lot: Random) -> Game:
    """Draw a heap of take 1..k, or of a set of numbers."""
    if lot.random() < 0.6:
        return read_game(f"take 1..{lot.randrange(2, 8)}: {lot.randrange(5, 61)}")
    return read_game(f"take {_set(_takes(lot))}: {lot.randrange(5, 31)}")


def _small(lot: Random) -> Game:
    return read_game(f"take 1..{lot.randrange(2, 6)}: {lot.randrange(7, 23)}")


def _any_set(lot: Random) -> Game:
    return read_game(f"take {_set(_takes(lot, 9))}: {lot.randrange(4, 41)}")


def _set(numbers: list[int]) -> str:
    return "{" + ", ".join(map(str, numbers)) + "}"


def _rules(lot: Random) -> tuple[Rules, int]:
    return game(f"take {_set(_takes(lot, 9))}"), lot.randrange(9, 17)


def _options(lot: Random) -> tuple[str, list[int], list[int]]:
    takes, heap = _takes(lot, 9), lot.randrange(2, 60)
    board = read_game(f"take {_set(takes)}: {heap}")
    told = f"{board}: which heaps can be left by one move? Name all of them."
    return told, left_by(board), [heap - take for take in takes if take <= heap]


def _law(lot: Random) -> HeapLaw:
    most = lot.randrange(2, 100)
    about = 'find a formula for the lost heaps n. Write it as "P iff n % a == b"; n % a is the rest of n divided by a.'
    return HeapLaw(game(f"take 1..{most}"), about, f"P iff n % {most + 1} == 0", lambda n: int(n % (most + 1) != 0))


def _steps(lot: Random) -> list[Statement]:
    """Draw the labels of six heaps in a row; one of them may be wrong."""
    most, first = lot.randrange(2, 6), lot.randrange(1, 12)
    rules, wrong = game(f"take 1..{most}"), first + lot.randrange(most + 2)
    found = []
    for heap in range(first, first + most + 2):
        lost = (heap % (most + 1) == 0) != (heap == wrong)
        why = "every move leaves a won heap" if lost else "some move leaves a lost heap"
        text = f"From {heap} {why}: {heap} is {'lost' if lost else 'won'}"
        found.append(wins(f"take 1..{most}: {text}.", rules.position(heap), lost=lost))
    return found


KINDS = (
    Beat("take-away.beat", _small),
    Winner("take-away.winner", _heap),
    WinningMoves("take-away.moves", _any_set),
    LeftByMoves("take-away.options", _options),
    LostHeaps("take-away.lost", _rules),
    Formula("take-away.formula", _law),
    WrongStep("take-away.step", "Somebody labels heaps one after the other.", _steps),
)
