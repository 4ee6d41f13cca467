"""Exercises about sums: values of sums, the winner, the heap that balances, won plus won."""

from __future__ import annotations

from random import Random

from grundy.core import Game, nim_sum
from grundy.notation import read_game

from ..boards import family, is_lost, value_of
from ..stating import Statement, wins, worth

HEAPS = family("nim: 3 5")
PINS = family("kayles: 7")


def _part(rng: Random, most: int) -> Game:
    which = rng.randrange(3)
    if which == 0:
        return HEAPS(rng.randrange(1, most))
    if which == 1:
        return PINS(rng.randrange(1, most))
    return read_game(f"take 1..{rng.randrange(1, 5)}: {rng.randrange(2, most + 3)}")


def draw_sum(rng: Random) -> Game:
    """Choose a random sum of two components: heaps of nim, rows of Kayles, or heaps with `take 1..k`."""
    return Game(*_part(rng, 9).summands, *_part(rng, 9).summands)


def draw_small(rng: Random) -> Game:
    """Choose a random sum of two components with few moves."""
    return Game(*_part(rng, 5).summands, *_part(rng, 5).summands)


def draw_two_won(rng: Random) -> Statement:
    """Choose a random sum of two heaps that are N-positions, and state that it is a P-position; it may be false."""
    parts = [part for part in (_part(rng, 8) for _ in range(9)) if not is_lost(part)][:2]
    board = Game(*parts[0].summands, *parts[1].summands)
    return wins(str(board), board, lost=True)


def draw_steps(rng: Random) -> list[Statement]:
    """Build the steps that find the value and outcome of a random sum, one of them wrong, for `WrongStep`."""
    first, second = _part(rng, 9), _part(rng, 9)
    values = [value_of(first), value_of(second)]
    wrong, slip = rng.randrange(3), rng.choice([1, 2])
    said = [value ^ slip if i == wrong else value for i, value in enumerate([*values, nim_sum(values)])]
    board = Game(*first.summands, *second.summands)
    lost = is_lost(board)
    return [
        worth(f"{first} has the value {said[0]}.", first, said[0]),
        worth(f"{second} has the value {said[1]}.", second, said[1]),
        worth(f"{board} has the value {said[2]}.", board, said[2]),
        wins(f"{board} is {'lost' if lost else 'won'} for the player to move.", board, lost=lost),
    ]


def draw_ordinary(rng: Random) -> Statement:
    """State that the value of a random sum is the ordinary sum of the values of its components; it may be false."""
    board = draw_sum(rng)
    total = sum(value_of(Game.of(ruleset, position)) for ruleset, position in board.parts)
    return worth(f"{board} has the value {total}", board, total)
