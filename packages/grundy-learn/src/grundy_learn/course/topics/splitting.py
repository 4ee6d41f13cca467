"""Exercises about moves that split: Grundy's game and Kayles."""

from __future__ import annotations

from random import Random

from grundy import Rules, game
from grundy.core import Game, mex, nim_sum

from ..boards import family, value_of
from ..stating import Statement, plainly, worth

PILES = family("grundy: 8")
PINS = family("kayles: 7")


def draw_few(rng: Random) -> Game:
    """Choose random piles of Grundy's game or rows of Kayles with few moves."""
    if rng.random() < 0.5:
        return PILES(*(rng.randrange(3, 9) for _ in range(rng.randrange(1, 4))))
    return PINS(*(rng.randrange(1, 6) for _ in range(rng.randrange(1, 3))))


def draw_more(rng: Random) -> Game:
    """Choose up to three random piles of Grundy's game or rows of Kayles."""
    family = PILES if rng.random() < 0.5 else PINS
    return family(*(rng.randrange(2, 10) for _ in range(rng.randrange(1, 4))))


def draw_split(rng: Random) -> tuple[str, list[int], list[int]]:
    """Ask how large the smaller pile can be after a random pile is split by Grundy's game.

    Return the question, and this number computed in two ways.
    """
    pile = rng.randrange(5, 100)
    told = f"{PILES(pile)}: a move splits the pile into two unequal piles. How large can the smaller one be at most?"
    most = (pile - 1) // 2
    options = PILES(pile).summands[0].ruleset.options(pile)
    largest = max(min(option) for option in options)
    return told, [largest], [most]


def draw_table(rng: Random) -> tuple[Rules, int]:
    """Choose Grundy's game or Kayles at random, and the largest heap of its table."""
    name = (PILES(8) if rng.random() < 0.5 else PINS(7)).summands[0].ruleset
    return game(name), rng.randrange(8, 17)


def draw_added(rng: Random) -> Statement:
    """State a value of two random rows of Kayles, often the ordinary sum of their values; it may be false."""
    a, b = rng.randrange(1, 10), rng.randrange(1, 10)
    parts = [value_of(PINS(a)), value_of(PINS(b))]
    said = sum(parts) if rng.random() < 0.6 else nim_sum(parts) + rng.randrange(2)
    return worth(f"rows of {a} and {b} pins together have the value {said}", PINS(a, b), said)


def draw_sentence(rng: Random) -> Statement:
    """State a random value of a random pile of Grundy's game or row of Kayles; it is usually false."""
    board = PILES(rng.randrange(4, 21)) if rng.random() < 0.5 else PINS(rng.randrange(3, 17))
    said = rng.randrange(5)
    return worth(f"{board} has the value {said}", board, said)


def draw_steps(rng: Random) -> list[Statement]:
    """Build the steps that find the value of a pile of Grundy's game from its splits, one of them wrong."""
    pile = rng.randrange(5, 12)
    splits = [(a, pile - a) for a in range(1, (pile + 1) // 2)]
    wrong, real = rng.randrange(len(splits) + 1), [value_of(PILES(*split)) for split in splits]
    found = []
    for number, split in enumerate(splits):
        value = real[number] + (number == wrong)
        found.append(worth(f"The split {split[0]}+{split[1]} leaves the value {value}.", PILES(*split), value))
    last = mex(real) + (wrong == len(splits))
    found.append(worth(f"So a pile of {pile} has the value {last}.", PILES(pile), last))
    return found


def draw_even(rng: Random) -> Statement:
    """Offer a random split of a pile as an answer, which is right if Grundy's game forbids it."""
    pile = rng.randrange(3, 21)
    part = rng.randrange(1, pile)
    parts = sorted((part, pile - part))
    allowed = any(sorted(option) == parts for option in PILES(pile).summands[0].ruleset.options(pile))
    said = "Both piles are equal." if 2 * part == pile else "The piles are unequal."
    return plainly(f"{pile} in {part} and {pile - part}", not allowed, 2 * part == pile, said)
