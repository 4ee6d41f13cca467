"""Exercises about mirroring: two equal heaps, the copy of a move, a row cut in the middle, where a mirror breaks."""

from __future__ import annotations

from random import Random

from ....core import Game
from ....notation import read_game
from ..boards import family, is_lost
from ..judging import Beat, OneWinningMove, Winner, WinningMoves
from ..stating import OneOf, Statement, WrongStep, plainly, wins

HEAPS = family("nim: 3 5")
PINS = family("kayles: 7")


def _pair(lot: Random) -> Game:
    """Draw two heaps, equal ones half of the time."""
    first = lot.randrange(1, 31)
    return HEAPS(first, first if lot.random() < 0.5 else lot.randrange(1, 31))


def _unequal(lot: Random) -> Game:
    first = lot.randrange(1, 12)
    return HEAPS(first, first + lot.randrange(1, 9))


def _few(lot: Random) -> Game:
    return HEAPS(lot.randrange(1, 7), lot.randrange(1, 7))


def _twice(lot: Random) -> Game:
    """Draw two equal heaps of another rule, or two that differ by one."""
    most, heap = lot.randrange(2, 6), lot.randrange(3, 16)
    return read_game(f"take 1..{most}: {heap} {heap + lot.randrange(2)}")


def _row(lot: Random) -> Game:
    """Draw rows of pins: one, or two equal ones and a third."""
    if lot.random() < 0.5:
        return PINS(lot.randrange(3, 16))
    row = lot.randrange(2, 7)
    return PINS(row, row, lot.randrange(2, 6))


def _four_pairs(lot: Random) -> list[Statement]:
    """Draw positions of take 1..k with two heaps, of which one is lost although its heaps are unequal."""
    most, found = lot.randrange(2, 5), []
    for _ in range(4):
        first, second = lot.randrange(1, 10), lot.randrange(1, 14)
        board = read_game(f"take 1..{most}: {first} {second}")
        said = (
            "Equal heaps are no counterexample."
            if first == second
            else f"With {first} and {second} look which moves win."
        )
        unlike = first != second
        found.append(
            Statement(
                str(board),
                unlike and is_lost(board),
                lambda by, unlike=unlike, board=board: unlike and by.lost(board),  # type: ignore[misc]
                lambda said=said, board=board: (said, *wins("", board, lost=True).shown()),  # type: ignore[misc]
            )
        )
    return found


def _steps(lot: Random) -> list[Statement]:
    """Draw a match between a player and a mirror; one copy is wrong."""
    first = lot.randrange(6, 13)
    heaps, found, wrong = [first, first], [], lot.randrange(3)
    for turn in range(3):
        part, take = lot.randrange(2), lot.randrange(1, 1 + heaps[0] // 2)
        heaps[part] -= take
        other = 1 - part
        copy = take if turn != wrong else 1 + take % (heaps[other] or 1)
        left = heaps[other] - copy
        shown = [heaps[part], left] if part == 0 else [left, heaps[part]]
        said = f"{take} from heap {part + 1} is answered by {copy} from heap {other + 1}"
        text = f"{said}: {shown[0]} and {shown[1]} are left, lost."
        found.append(wins(text, HEAPS(*shown), lost=True))
        heaps[other] = heaps[part]
    both = first * 2
    found.append(
        plainly(
            f"The mirror began with {both} tokens, an even number.", both % 2 == 0, both & 1 == 0, f"{both} is even."
        )
    )
    return found


KINDS = (
    Beat("mirror.beat", _unequal),
    Winner("mirror.winner", _pair),
    WinningMoves("mirror.moves", _few),
    Winner("mirror.twice", _twice),
    OneWinningMove("mirror.row", _row),
    OneOf(
        "mirror.trap",
        'A book says: "Two heaps are lost only if they are equal." Which position shows that this is false?',
        _four_pairs,
        wanted=True,
    ),
    WrongStep("mirror.step", "Somebody copies every move in two equal heaps of nim.", _steps),
)
