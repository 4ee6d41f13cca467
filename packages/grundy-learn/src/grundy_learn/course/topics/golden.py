"""Exercises about Wythoff's game: the lost pairs, two ways to find them, and the golden ratio."""

from __future__ import annotations

from math import isqrt
from random import Random

from grundy.core import Game

from ..boards import family, is_lost
from ..definition import Definition
from ..exercise import Exercise, ExerciseKind
from ..stating import Statement, plainly, wins

PAIR = family("wythoff: 4 8")
HEAPS = family("nim: 3 5")


def pair(number: int) -> tuple[int, int]:
    """Compute a P-position of Wythoff's game by the golden ratio phi: floor(k phi) and k more, for k = `number`.

    >>> [pair(k) for k in range(4)]
    [(0, 0), (1, 2), (3, 5), (4, 7)]
    """
    low = (number + isqrt(5 * number * number)) // 2
    return low, low + number


def pairs_by_gaps(most: int) -> list[tuple[int, int]]:
    """List P-positions 0 to `most` of Wythoff's game: the k-th has the least unused number, and k more than it."""
    found, used = [(0, 0)], {0}
    while len(found) <= most:
        low = min(n for n in range(2 * len(used) + 2) if n not in used)
        found.append((low, low + len(found)))
        used |= {low, low + len(found) - 1}
    return found


def draw_two(rng: Random) -> Game:
    """Choose a random position of Wythoff's game, with probability at least 0.4 a P-position."""
    if rng.random() < 0.4:
        heaps = [*pair(rng.randrange(1, 8))]
        rng.shuffle(heaps)
        return PAIR(tuple(heaps))
    return PAIR((rng.randrange(1, 14), rng.randrange(1, 20)))


def draw_few(rng: Random) -> Game:
    """Choose a random position of Wythoff's game with few moves."""
    return PAIR((rng.randrange(1, 7), rng.randrange(1, 10)))


def draw_won(rng: Random) -> Game:
    """Choose a random position of Wythoff's game of middle size."""
    return PAIR((rng.randrange(1, 9), rng.randrange(1, 13)))


class _Pairs(ExerciseKind):
    route = "the golden ratio: the k-th lost pair is floor(k * phi) and floor(k * phi) + k"
    second = "the least number in no earlier pair, and that number plus k; small pairs by definition"

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name a property of the requested P-position of Wythoff's game that the wrong answer does not have.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            One sentence.
        """
        numbers = [int(n) for n in given.split()] if given != "none" else []
        if len(numbers) != 2:
            return ("Expected two numbers, the smaller first.",)
        number = exercise.data[0]
        if numbers[1] - numbers[0] != number:
            return (f"Pair {number} has the difference {number}; yours has the difference {numbers[1] - numbers[0]}.",)
        used = {n for k in range(1, number) for n in pair(k)}
        if numbers[0] in used:
            return (f"{numbers[0]} is in an earlier pair: one move leads there.",)
        return (f"{exercise.answer.split()[0]} is smaller and in no earlier pair.",)


class NextPair(_Pairs):
    """Exercises that show some P-positions of Wythoff's game in order and ask for the next one."""

    form = "list"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random number of the P-position to find."""
        number = rng.randrange(2, 200)
        first = max(1, number - 4)
        shown = ", ".join(f"({a}, {b})" for a, b in map(pair, range(first, number)))
        head = f"The lost pairs {first} to {number - 1} of Wythoff's game are {shown}."
        prompt = f"{head} Which is pair {number}? Its difference is {number}."
        return Exercise(prompt, "list", " ".join(map(str, pair(number))), data=(number,))

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again, from the least unused numbers; check small pairs also by definition.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        number = exercise.data[0]
        found = pairs_by_gaps(number)[number]
        if number < 7 and not by.lost(PAIR(found)):
            return "not lost"
        return " ".join(map(str, found))


class FarPair(NextPair):
    """Exercises that ask for the k-th P-position of Wythoff's game, which the golden ratio gives."""

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random number of the P-position to find."""
        number = rng.randrange(5, 300)
        head = f"The golden ratio is 1.6180339... Multiply it by {number} and round down."
        prompt = f"{head} Which two numbers are lost pair {number} of Wythoff's game?"
        return Exercise(prompt, "list", " ".join(map(str, pair(number))), data=(number,))


def draw_not_nim(rng: Random) -> Statement:
    """Offer two random heap sizes as an answer, which is right if the outcomes in nim and Wythoff's game differ."""
    lost = rng.random() < 0.3
    first, second = pair(rng.randrange(1, 4)) if lost else (rng.randrange(1, 8), rng.randrange(1, 10))
    board, other = PAIR((first, second)), HEAPS(first, second)
    words = [("won", "lost")[is_lost(game)] for game in (board, other)]
    said = f"With {first} and {second} Wythoff's game is {words[0]} and nim is {words[1]}."
    return Statement(
        f"{first} and {second}", words[0] != words[1], lambda by: by.lost(board) != by.lost(other), lambda: (said,)
    )


def draw_used(rng: Random) -> Statement:
    """Choose a random position of Wythoff's game close to a P-position, and state that it is one; it may be false."""
    number = rng.randrange(1, 8)
    low = pair(number)[0] + rng.choice([0, 1, 2])
    return wins(f"{low} and {low + number}", PAIR((low, low + number)), lost=True)


def draw_steps(rng: Random) -> list[Statement]:
    """List four consecutive P-positions of Wythoff's game, one of them wrong, as steps for `WrongStep`."""
    first = rng.randrange(1, 5)
    wrong, found = first + rng.randrange(4), []
    gaps = pairs_by_gaps(first + 4)
    for number in range(first, first + 4):
        low, high = pair(number)
        if number == wrong:
            low, high = (low + 1, high + 1) if rng.random() < 0.5 else (low, high + 1)
        text = f"Pair {number} is ({low}, {high})."
        said = f"Pair {number} is {pair(number)}."
        found.append(plainly(text, (low, high) == pair(number), (low, high) == gaps[number], said))
    return found
