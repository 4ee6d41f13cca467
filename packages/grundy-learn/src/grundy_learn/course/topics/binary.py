"""Exercises about nim: binary numbers, the nim-sum, the winner, and the difference between nim-sum and sum."""

from __future__ import annotations

from random import Random

from grundy.core import Game, nim_sum

from ..boards import family, is_lost
from ..definition import Definition
from ..exercise import Exercise, ExerciseKind
from ..stating import Statement, opposite, plainly, wins, worth

HEAPS = family("nim: 3 5 7")


def columns(numbers: list[int]) -> int:
    """Compute the nim-sum as lessons do: keep each power of two that occurs in an odd number of the numbers.

    >>> columns([10, 12, 5])
    3
    """
    return sum(power for power in map((2).__pow__, range(12)) if sum(n // power % 2 for n in numbers) % 2)


class NimSum(ExerciseKind):
    """Exercises that ask for the nim-sum of some numbers."""

    form = "number"
    route = "the nim-sum as exclusive or"
    second = "columns of powers of two, pairs crossed out"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with two to four random numbers."""
        numbers = [rng.randrange(1, 32) for _ in range(rng.randrange(2, 5))]
        prompt = f"What is the nim-sum of {', '.join(map(str, numbers))}?"
        return Exercise(prompt, "number", str(nim_sum(numbers)), data=tuple(numbers))

    def again(self, exercise: Exercise, by: Definition) -> str:  # numbers only
        """Compute the right answer again: cross out pairs of ones in the binary columns.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition; not used.

        Returns:
            The answer, computed a second time.
        """
        return str(columns([*exercise.data]))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Explain a wrong nim-sum: write the numbers as powers of two, and name a column that is wrong.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        powers = [2**i for i in range(11, -1, -1)]
        told = [f"{n} = {' + '.join(str(power) for power in powers if n & power) or '0'}" for n in exercise.data]
        wrong = int(given) ^ int(exercise.answer)
        power = wrong & -wrong
        often = sum(bool(n & power) for n in exercise.data)
        word = "odd: one is left" if often % 2 else "even: all are crossed out"
        return "; ".join(told) + ".", f"{power} occurs {often} times, which is {word}."


def draw_written(rng: Random) -> tuple[str, list[int], list[int]]:
    """Choose a random number that the student writes as a sum of powers of two.

    Return the question, and the powers computed in two ways.
    """
    number, greedy = rng.randrange(3, 1024), []
    rest = number
    while rest:
        power = 1
        while power * 2 <= rest:
            power *= 2
        greedy.append(power)
        rest -= power
    told = f"Write {number} as a sum of different powers of two (1, 2, 4, 8, ...). Which ones?"
    return told, [2**i for i in range(10) if number >> i & 1], greedy


def draw_heaps(rng: Random) -> Game:
    """Choose three random nim heaps, with probability 1/2 a P-position."""
    first, second = rng.randrange(1, 16), rng.randrange(1, 16)
    return HEAPS(first, second, first ^ second if rng.random() < 0.5 else rng.randrange(1, 16))


def draw_few(rng: Random) -> Game:
    """Choose three random nim heaps with few moves."""
    return HEAPS(*(rng.randrange(1, 8) for _ in range(3)))


def draw_sums(rng: Random) -> Statement:
    """Offer two random nim heaps as an answer, which is right if their value is not the ordinary sum of their sizes."""
    first, second = rng.randrange(1, 13), rng.randrange(1, 13)
    return opposite(worth(f"{first} and {second}", HEAPS(first, second), first + second))


def draw_steps(rng: Random) -> list[Statement]:
    """Build the steps from three random nim heaps to a winning move, one of them wrong, for `WrongStep`."""
    a, b, c = (rng.randrange(1, 16) for _ in range(3))
    slips = [0, 0, 0]
    slips[rng.randrange(3)] = rng.choice([1, 2, 4])
    total, largest = nim_sum([a, b, c]), max(a, b, c)
    first, whole, target = (a ^ b) + slips[0], total ^ slips[1], (largest ^ total) + slips[2]
    said = f"{a} and {b} have the nim-sum {columns([a, b])}."
    steps = [plainly(f"The nim-sum of {a} and {b} is {first}.", first == a ^ b, first == columns([a, b]), said)]
    text = f"The nim-sum of all three, {a}, {b} and {c}, is {whole}."
    steps.append(plainly(text, whole == total, whole == columns([a, b, c]), f"It is {total}."))
    text = f"Adding the largest heap, {largest}, to that nim-sum gives {target}."
    again = columns([a, b, c, largest])
    steps.append(plainly(text, target == total ^ largest, target == again, f"It is {again}."))
    lost = is_lost(HEAPS(a, b, c))
    word = "lost" if lost else "won"
    board = HEAPS(a, b, c)
    text = f"So {board} is {word} for the player to move."
    steps.append(wins(text, board, lost=lost))
    return steps
