"""Exercises about moves that split: Grundy's game and Kayles."""

from __future__ import annotations

from random import Random

from ....core import Game, mex, nim_sum
from ...library.rules import Rules, game
from ..boards import family, value_of
from ..judging import Beat, Winner, WinningMoves
from ..ruling import LeftByMoves
from ..stating import OneOf, Statement, WrongStep, plainly, worth
from ..valuing import Table, Value

PILES = family("grundy: 8")
PINS = family("kayles: 7")


def _one(lot: Random) -> Game:
    """Draw one pile or one row."""
    return PILES(lot.randrange(4, 21)) if lot.random() < 0.5 else PINS(lot.randrange(3, 17))


def _few(lot: Random) -> Game:
    """Draw piles or rows with few moves."""
    if lot.random() < 0.5:
        return PILES(*(lot.randrange(3, 9) for _ in range(lot.randrange(1, 4))))
    return PINS(*(lot.randrange(1, 6) for _ in range(lot.randrange(1, 3))))


def _more(lot: Random) -> Game:
    family = PILES if lot.random() < 0.5 else PINS
    return family(*(lot.randrange(2, 10) for _ in range(lot.randrange(1, 4))))


def _split(lot: Random) -> tuple[str, list[int], list[int]]:
    """Ask for the smaller pile of each split, or what is left beside a given part of a row."""
    pile = lot.randrange(5, 100)
    told = f"{PILES(pile)}: a move splits the pile in two unequal ones. How large can the smaller one be at most?"
    most = (pile - 1) // 2
    options = PILES(pile).summands[0].ruleset.options(pile)
    largest = max(min(option) for option in options)
    return told, [largest], [most]


def _table(lot: Random) -> tuple[Rules, int]:
    name = (PILES(8) if lot.random() < 0.5 else PINS(7)).summands[0].ruleset
    return game(name), lot.randrange(8, 17)


def _added(lot: Random) -> list[Statement]:
    """Draw splits and the values that they leave; one is right, the others add as numbers do or slip."""
    found = []
    for _ in range(4):
        a, b = lot.randrange(1, 10), lot.randrange(1, 10)
        board = PINS(a, b)
        parts = [value_of(PINS(a)), value_of(PINS(b))]
        said = sum(parts) if lot.random() < 0.6 else nim_sum(parts) + lot.randrange(2)
        found.append(worth(f"rows of {a} and {b} pins together have the value {said}", board, said))
    return found


def _sentence(lot: Random) -> list[Statement]:
    """Draw rows or piles with the value that is said of them, one of them right."""
    return [
        worth(f"{board} has the value {said}", board, said)
        for board, said in ((_one(lot), lot.randrange(5)) for _ in range(4))
    ]


def _steps(lot: Random) -> list[Statement]:
    """Draw the way to the value of a pile: what each split leaves, then the mex; one step is wrong."""
    pile = lot.randrange(5, 12)
    splits = [(a, pile - a) for a in range(1, (pile + 1) // 2)]
    wrong, real = lot.randrange(len(splits) + 1), [value_of(PILES(*split)) for split in splits]
    found = []
    for number, split in enumerate(splits):
        value = real[number] + (number == wrong)
        found.append(worth(f"The split {split[0]}+{split[1]} leaves the value {value}.", PILES(*split), value))
    last = mex(real) + (wrong == len(splits))
    found.append(worth(f"So a pile of {pile} has the value {last}.", PILES(pile), last))
    return found


def _even(lot: Random) -> list[Statement]:
    """Draw splits that Grundy's game allows or not; one is forbidden."""
    found = []
    for _ in range(4):
        pile = lot.randrange(3, 21)
        part = lot.randrange(1, pile)
        allowed = any(
            sorted(option) == sorted((part, pile - part)) for option in PILES(pile).summands[0].ruleset.options(pile)
        )
        said = "Both parts are equal." if 2 * part == pile else "The parts are unequal."
        found.append(plainly(f"{pile} in {part} and {pile - part}", not allowed, 2 * part == pile, said))
    return found


KINDS = (
    Beat("splitting.beat", _few),
    OneOf("splitting.even", "Which split does Grundy's game forbid?", _even, wanted=True),
    LeftByMoves("splitting.smaller", _split),
    Value("splitting.value", _more),
    Table("splitting.table", _table),
    Winner("splitting.winner", _more),
    WinningMoves("splitting.moves", _few),
    OneOf("splitting.sentence", "Which sentence is true?", _sentence, wanted=True),
    OneOf(
        "splitting.trap",
        "Kayles: the values of two rows are put together. Which sentence is true?",
        _added,
        wanted=True,
    ),
    WrongStep("splitting.step", "Somebody finds the value of a pile of Grundy's game.", _steps),
)
