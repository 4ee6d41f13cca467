"""Exercises about sums: values of games side by side, who wins, the heap that balances, won plus won."""

from __future__ import annotations

from random import Random

from ....core import Game, nim_sum
from ....notation import read_game
from ..boards import family, is_lost, value_of
from ..judging import Beat, Winner, WinningMoves
from ..stating import OneOf, Statement, WrongStep, wins, worth
from ..valuing import Balance, Value

HEAPS = family("nim: 3 5")
PINS = family("kayles: 7")


def _part(lot: Random, most: int) -> Game:
    """Draw a heap of one of three rules."""
    which = lot.randrange(3)
    if which == 0:
        return HEAPS(lot.randrange(1, most))
    if which == 1:
        return PINS(lot.randrange(1, most))
    return read_game(f"take 1..{lot.randrange(1, 5)}: {lot.randrange(2, most + 3)}")


def _sum(lot: Random, most: int = 9) -> Game:
    """Draw a sum of two parts."""
    return Game(*_part(lot, most).summands, *_part(lot, most).summands)


def _small(lot: Random) -> Game:
    return _sum(lot, 5)


def _two_won(lot: Random) -> list[Statement]:
    """Draw sums of two won heaps; one of the sums is lost."""
    found = []
    for _ in range(4):
        parts = [part for part in (_part(lot, 8) for _ in range(9)) if not is_lost(part)][:2]
        board = Game(*parts[0].summands, *parts[1].summands)
        found.append(wins(str(board), board, lost=True))
    return found


def _steps(lot: Random) -> list[Statement]:
    """Draw the way to the value of a sum; one step is wrong."""
    first, second = _part(lot, 9), _part(lot, 9)
    values = [value_of(first), value_of(second)]
    wrong, slip = lot.randrange(3), lot.choice([1, 2])
    said = [value ^ slip if i == wrong else value for i, value in enumerate([*values, nim_sum(values)])]
    board = Game(*first.summands, *second.summands)
    lost = is_lost(board)
    return [
        worth(f"{first} has the value {said[0]}.", first, said[0]),
        worth(f"{second} has the value {said[1]}.", second, said[1]),
        worth(f"{board} has the value {said[2]}.", board, said[2]),
        wins(f"{board} is {'lost' if lost else 'won'} for the player to move.", board, lost=lost),
    ]


def _ordinary(lot: Random) -> list[Statement]:
    """Draw sums whose value is not the ordinary sum of the values; one is."""
    found = []
    for _ in range(4):
        board = _sum(lot, 9)
        total = sum(value_of(Game.of(ruleset, position)) for ruleset, position in board.parts)
        one = worth(f"{board} has the value {total}", board, total)
        found.append(one)
    return found


KINDS = (
    Beat("sums.beat", _small),
    Value("sums.value", _sum),
    Winner("sums.winner", _sum),
    WinningMoves("sums.moves", _small),
    Balance("sums.balance", _sum, HEAPS),
    OneOf(
        "sums.trap",
        'Somebody says: "Two games that I win, side by side, I win too." Which sum shows that this is false?',
        _two_won,
        wanted=True,
    ),
    OneOf(
        "sums.ordinary",
        "Somebody adds values as one adds numbers. Where is the result right all the same?",
        _ordinary,
        wanted=True,
    ),
    WrongStep("sums.step", "Somebody finds the value of a sum.", _steps),
)
