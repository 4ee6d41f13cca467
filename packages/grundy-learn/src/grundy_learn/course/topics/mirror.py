"""Exercises about mirroring: two equal heaps, the copy of a move, a row cut in the middle, a failing mirror."""

from __future__ import annotations

from random import Random

from grundy.core import Game
from grundy.notation import read_game

from ..boards import family
from ..stating import Statement, plainly, wins

HEAPS = family("nim: 3 5")
PINS = family("kayles: 7")


def draw_pair(rng: Random) -> Game:
    """Choose two random nim heaps, with probability 1/2 equal ones."""
    first = rng.randrange(1, 31)
    return HEAPS(first, first if rng.random() < 0.5 else rng.randrange(1, 31))


def draw_unequal(rng: Random) -> Game:
    """Choose two different random nim heaps."""
    first = rng.randrange(1, 12)
    return HEAPS(first, first + rng.randrange(1, 9))


def draw_few(rng: Random) -> Game:
    """Choose two random nim heaps with few moves."""
    return HEAPS(rng.randrange(1, 7), rng.randrange(1, 7))


def draw_twice(rng: Random) -> Game:
    """Choose two random heaps from which 1 to k tokens may be taken, equal or differing by one."""
    most, heap = rng.randrange(2, 6), rng.randrange(3, 16)
    return read_game(f"take 1..{most}: {heap} {heap + rng.randrange(2)}")


def draw_row(rng: Random) -> Game:
    """Choose a random position of Kayles: one row, or two equal rows and a third one."""
    if rng.random() < 0.5:
        return PINS(rng.randrange(3, 16))
    row = rng.randrange(2, 7)
    return PINS(row, row, rng.randrange(2, 6))


def draw_four_pairs(rng: Random) -> list[Statement]:
    """Offer four pairs of heaps of `take 1..k` as answers; a P-position with unequal heaps is right."""
    most = rng.randrange(2, 5)
    return [_unequal_and_lost(most, rng.randrange(1, 10), rng.randrange(1, 14)) for _ in range(4)]


def _unequal_and_lost(most: int, first: int, second: int) -> Statement:
    board = read_game(f"take 1..{most}: {first} {second}")
    one = wins(str(board), board, lost=True)
    if first == second:
        said = "Equal heaps are not a counterexample."
        return one._replace(true=False, again=lambda _: False, shown=lambda: (said, *one.shown()))
    return one._replace(shown=lambda: (f"Look at the winning moves of {first} and {second}.", *one.shown()))


def draw_steps(rng: Random) -> list[Statement]:
    """Build a match in which a player copies the moves of the other one, as steps of which one copy is wrong."""
    first = rng.randrange(6, 13)
    heaps, found, wrong = [first, first], [], rng.randrange(3)
    for turn in range(3):
        part, take = rng.randrange(2), rng.randrange(1, 1 + heaps[0] // 2)
        heaps[part] -= take
        other = 1 - part
        copy = take if turn != wrong else 1 + take % (heaps[other] or 1)
        left = heaps[other] - copy
        shown = [heaps[part], left] if part == 0 else [left, heaps[part]]
        said = f"{take} from heap {part + 1} is answered by {copy} from heap {other + 1}"
        text = f"{said}: {shown[0]} and {shown[1]} are left, which is lost."
        found.append(wins(text, HEAPS(*shown), lost=True))
        heaps[other] = heaps[part]
    both = first * 2
    found.append(
        plainly(
            f"The mirror started with {both} tokens, an even number.", both % 2 == 0, both & 1 == 0, f"{both} is even."
        )
    )
    return found
