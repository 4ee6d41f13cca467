"""Exercises about other games: Grundy's game and Kayles, coin turning, Wythoff's game.

A function whose name begins with a lesson (splitting, coins or golden) chooses random contents for an exercise of that
lesson. Some return `Statement`s, the choices of a multiple-choice question: the learner must choose a true one. In a
`WrongStep` exercise, which asks for the mistake in an argument, the learner must choose a false one.
"""

from __future__ import annotations

from math import isqrt
from random import Random

from grundy import Rules, game
from grundy.core import Game, mex, nim_sum

from ..boards import family, is_lost, value_of
from ..definition import Definition
from ..exercise import Exercise, ExerciseKind
from ..stating import Statement, plainly, wins, worth
from ..valuing import DRAWN

PILES = family("grundy: 8")
PINS = family("kayles: 7")


def splitting_few(rng: Random) -> Game:
    """Choose random piles of Grundy's game or rows of Kayles with few moves."""
    if rng.random() < 0.5:
        return PILES(*(rng.randrange(3, 9) for _ in range(rng.randrange(1, 4))))
    return PINS(*(rng.randrange(1, 6) for _ in range(rng.randrange(1, 3))))


def splitting_more(rng: Random) -> Game:
    """Choose up to three random piles of Grundy's game or rows of Kayles."""
    family = PILES if rng.random() < 0.5 else PINS
    return family(*(rng.randrange(2, 10) for _ in range(rng.randrange(1, 4))))


def splitting_split(rng: Random) -> tuple[str, list[int], list[int]]:
    """Ask how large the smaller pile can be after a random pile is split by Grundy's game.

    Return the question, then this number by the moves and by a formula, each as a list with one item.
    """
    pile = rng.randrange(5, 100)
    question = (
        f"{PILES(pile)}: a move splits the pile into two unequal piles. How large can the smaller one be at most?"
    )
    most = (pile - 1) // 2
    options = PILES(pile).summands[0].ruleset.options(pile)
    largest = max(min(option) for option in options)
    return question, [largest], [most]


def splitting_table(rng: Random) -> tuple[Rules, int]:
    """Choose Grundy's game or Kayles at random, and the largest heap of the table that the exercise shows.

    Return the ruleset and this heap.
    """
    name = (PILES(8) if rng.random() < 0.5 else PINS(7)).summands[0].ruleset
    return game(name), rng.randrange(8, 17)


def splitting_added(rng: Random) -> Statement:
    """State that two random rows of Kayles together have a certain value, often the ordinary sum of their values.

    The statement may be false.
    """
    a, b = rng.randrange(1, 10), rng.randrange(1, 10)
    parts = [value_of(PINS(a)), value_of(PINS(b))]
    said = sum(parts) if rng.random() < 0.6 else nim_sum(parts) + rng.randrange(2)
    return worth(f"rows of {a} and {b} pins together have the value {said}", PINS(a, b), said)


def splitting_sentence(rng: Random) -> Statement:
    """State that a random pile of Grundy's game or row of Kayles has a random value from 0 to 4; usually false."""
    board = PILES(rng.randrange(4, 21)) if rng.random() < 0.5 else PINS(rng.randrange(3, 17))
    said = rng.randrange(5)
    return worth(f"{board} has the value {said}", board, said)


def splitting_steps(rng: Random) -> list[Statement]:
    """Build the steps that find the value of a pile of Grundy's game: the values of its splits, then their mex.

    One of the steps is wrong, for `WrongStep`.
    """
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


def splitting_even(rng: Random) -> Statement:
    """Choose a random split of a pile, for the question which split Grundy's game forbids.

    The text of the statement is the split, such as "8 in 3 and 5". The statement counts as true if the split is
    forbidden.
    """
    pile = rng.randrange(3, 21)
    part = rng.randrange(1, pile)
    parts = sorted((part, pile - part))
    allowed = any(sorted(option) == parts for option in PILES(pile).summands[0].ruleset.options(pile))
    said = "Both piles are equal." if 2 * part == pile else "The piles are unequal."
    board = PILES(part, pile - part)
    return plainly(f"{pile} in {part} and {pile - part}", not allowed, 2 * part == pile, said, board)


TURTLES = family("turning-turtles: 1 3 4")
MOCK = family("mock-turtles: 2 5")
RULER = family("ruler: 3 4")


def _heads(rng: Random, least: int, stop: int, most: int) -> tuple[int, ...]:
    """Choose up to `most` random places from `least` to `stop` - 1 for coins that show heads, in ascending order."""
    return tuple(sorted({rng.randrange(least, stop) for _ in range(most)}))


def coins_few(rng: Random) -> Game:
    """Choose a random position of Turning Turtles or Ruler with few moves."""
    if rng.random() < 0.5:
        return TURTLES(_heads(rng, 1, 6, 2))
    return RULER(_heads(rng, 1, 7, 3))


def coins_balanced(rng: Random) -> Game:
    """Choose a random position of Turning Turtles, with probability 1/2 a P-position."""
    first, second = rng.randrange(1, 11), rng.randrange(1, 11)
    third = first ^ second if rng.random() < 0.5 else rng.randrange(1, 11)
    return TURTLES(tuple(sorted({first, second, third} - {0})))


def coins_single(rng: Random) -> Game:
    """Choose a random position of Ruler or Mock Turtles in which a single coin shows heads."""
    return (RULER, MOCK)[rng.randrange(2)]((rng.randrange(1, 11),))


def coins_several(rng: Random) -> Game:
    """Choose a random coin-turning position in which up to three coins show heads."""
    return (RULER, MOCK, TURTLES)[rng.randrange(3)](_heads(rng, 1, 10, 3))


def coins_turned(rng: Random) -> tuple[str, list[int], list[int], Game]:
    """Ask which coins show heads after a random move of Turning Turtles.

    Return the question, the places of these coins computed in two ways, and the position.
    """
    heads = _heads(rng, 2, 24, 4)
    last = heads[-1]
    other = rng.randrange(1, last)
    question = (
        f"{TURTLES(heads)} (the places of the heads): coins {other} and {last} are turned. Which coins show heads now?"
    )
    left = tuple(sorted({*heads[:-1]} ^ {other}))
    options = [option for option in TURTLES(heads).summands[0].ruleset.options(heads) if option == left]
    again = [place for place in range(1, last) if (place in heads) != (place == other)]
    return question, [*options[0]], again, TURTLES(heads)


def coins_coin(rng: Random) -> Statement:
    """State a value of a random position with one coin that shows heads: the right value, or one or two more."""
    board = (RULER, MOCK, TURTLES)[rng.randrange(3)]((rng.randrange(1, 13),))
    said = value_of(board) + rng.randrange(3)
    return worth(f"{board} has the value {said}", board, said)


def coins_place(rng: Random) -> Statement:
    """State that a coin at a random place n of Mock Turtles has the value 2n, or that the value is 2n + 1.

    The statement may be false.
    """
    place = rng.randrange(1, 13)
    said = 2 * place + rng.randrange(2)
    return worth(f"coin {place} alone has the value {said}", MOCK((place,)), said)


def coins_guard(rng: Random) -> tuple[str, list[int], list[int]]:
    """Ask which of 16 coins to turn so that the nim-sum of the places of the heads is the number of a given square.

    This is the puzzle of two prisoners and a guard. Return the question, then the coin as a nim-sum and by trying every
    coin, each as a list with one item.
    """
    heads, square = sorted(rng.sample(range(16), rng.randrange(1, 5))), rng.randrange(16)
    shown = ", ".join(map(str, heads))
    question = (
        f"The puzzle of the guard with squares 0 to 15: heads are on {shown}, and the guard shows square {square}. "
        "Which coin does the first prisoner turn?"
    )
    again = [coin for coin in range(16) if nim_sum({*heads} ^ {coin}) == square]
    return question, [nim_sum(heads) ^ square], again


def coins_hats(rng: Random) -> tuple[str, list[int], list[int]]:
    """Ask, in a puzzle of eight players with numbered hats, which player guesses the number of the own hat.

    Player i names the number for which the nim-sum of all hats would be i. Return the question, then the right player
    as a nim-sum and by comparing every guess, each as a list with one item.
    """
    hats = [rng.randrange(8) for _ in range(8)]
    question = (
        f"The players 0 to 7 wear the hats {', '.join(map(str, hats))}. Player i names the number for which the "
        "nim-sum of all hats would be i. Which player is right?"
    )
    named = [player ^ nim_sum(hats[:player] + hats[player + 1 :]) for player in range(8)]
    return question, [nim_sum(hats)], [player for player in range(8) if named[player] == hats[player]]


def coins_steps(rng: Random) -> list[Statement]:
    """Build the steps that compute the value of several coins, one of the steps wrong, for `WrongStep`."""
    make = (RULER, MOCK, TURTLES)[rng.randrange(3)]
    heads = _heads(rng, 1, 10, 3)
    wrong, found, real = rng.randrange(len(heads) + 1), [], [value_of(make((place,))) for place in heads]
    for number, place in enumerate(heads):
        value = real[number] ^ (number == wrong)
        found.append(worth(f"{make((place,))} has the value {value}.", make((place,)), value))
    value = nim_sum(real) ^ (wrong == len(heads))
    found.append(worth(f"{make(heads)} has the value {value} together.", make(heads), value))
    return found if len(heads) > 1 else coins_steps(rng)


PAIR = family("wythoff: 4 8")
HEAPS = family("nim: 3 5")


def pair(number: int) -> tuple[int, int]:
    """Return P-position number k = `number` of Wythoff's game, computed by the golden ratio phi.

    It is the pair of floor(k phi) and floor(k phi) + k.

    >>> [pair(k) for k in range(4)]
    [(0, 0), (1, 2), (3, 5), (4, 7)]
    """
    low = (number + isqrt(5 * number * number)) // 2
    return low, low + number


def pairs_by_gaps(most: int) -> list[tuple[int, int]]:
    """Return the P-positions number 0 to `most` of Wythoff's game, computed without the golden ratio.

    P-position number k is (a, a + k), where a is the least number that does not occur in the positions before it.
    """
    found, used = [(0, 0)], {0}
    while len(found) <= most:
        low = min(n for n in range(2 * len(used) + 2) if n not in used)
        found.append((low, low + len(found)))
        used |= {low, low + len(found) - 1}
    return found


def golden_two(rng: Random) -> Game:
    """Choose a random position of Wythoff's game, with probability at least 0.4 a P-position."""
    if rng.random() < 0.4:
        heaps = [*pair(rng.randrange(1, 8))]
        rng.shuffle(heaps)
        return PAIR(tuple(heaps))
    return PAIR((rng.randrange(1, 14), rng.randrange(1, 20)))


def golden_few(rng: Random) -> Game:
    """Choose a random position of Wythoff's game with few moves."""
    return PAIR((rng.randrange(1, 7), rng.randrange(1, 10)))


def golden_won(rng: Random) -> Game:
    """Choose a random position of Wythoff's game with heaps of at most 8 and 12."""
    return PAIR((rng.randrange(1, 9), rng.randrange(1, 13)))


class NextPair(ExerciseKind):
    """Exercises that show some consecutive P-positions (pairs of heaps) of Wythoff's game and ask for the next one."""

    form = "list"

    def against(self, exercise: Exercise, given: str) -> Game | None:
        numbers = [int(n) for n in given.split() if n != "none"]
        return PAIR(tuple(numbers)) if len(numbers) == 2 and max(numbers) < DRAWN else None

    def make(self, rng: Random) -> Exercise:
        number = rng.randrange(2, 200)
        first = max(1, number - 4)
        shown = ", ".join(f"({a}, {b})" for a, b in map(pair, range(first, number)))
        head = f"The lost pairs {first} to {number - 1} of Wythoff's game are {shown}."
        prompt = f"{head} Which is pair {number}? Its difference is {number}."
        return Exercise(prompt, " ".join(map(str, pair(number))), data=(number,))

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Return the requested pair as text, computed by `pairs_by_gaps`, such as "4 7".

        Pairs up to number 6 are also tested by definition. If such a pair is not a P-position, return "not lost".
        """
        (number,) = exercise.data
        numbers = pairs_by_gaps(number)[number]
        if number < 7 and not by.lost(PAIR(numbers)):
            return "not lost"
        return " ".join(map(str, numbers))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name a property of the requested pair that the wrong answer does not have."""
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


class FarPair(NextPair):
    """Exercises that ask for the k-th P-position of Wythoff's game, which the golden ratio gives."""

    def make(self, rng: Random) -> Exercise:
        number = rng.randrange(5, 300)
        head = f"The golden ratio is 1.6180339... Multiply it by {number} and round down."
        prompt = f"{head} Which two numbers are lost pair {number} of Wythoff's game?"
        return Exercise(prompt, " ".join(map(str, pair(number))), data=(number,))


def golden_not_nim(rng: Random) -> Statement:
    """Choose two random heap sizes, for the question which position has different outcomes in nim and Wythoff's game.

    The text of the statement is the two sizes. The statement counts as true if the outcomes differ.
    """
    lost = rng.random() < 0.3
    first, second = pair(rng.randrange(1, 4)) if lost else (rng.randrange(1, 8), rng.randrange(1, 10))
    board, other = PAIR((first, second)), HEAPS(first, second)
    words = [("won", "lost")[is_lost(game)] for game in (board, other)]
    said = f"With {first} and {second} Wythoff's game is {words[0]} and nim is {words[1]}."
    right = words[0] != words[1]
    return Statement(
        f"{first} and {second}", right, lambda by: by.lost(board) != by.lost(other), lambda: (said,), board
    )


def golden_used(rng: Random) -> Statement:
    """Choose a random position of Wythoff's game close to a P-position, and state that it is one; it may be false."""
    number = rng.randrange(1, 8)
    low = pair(number)[0] + rng.choice([0, 1, 2])
    return wins(f"{low} and {low + number}", PAIR((low, low + number)), lost=True)


def golden_steps(rng: Random) -> list[Statement]:
    """List four consecutive P-positions of Wythoff's game, one of them wrong, as steps for `WrongStep`."""
    first = rng.randrange(1, 5)
    wrong, found = first + rng.randrange(4), []
    gaps = pairs_by_gaps(first + 4)
    for number in range(first, first + 4):
        low, high = pair(number)
        if number == wrong:
            low, high = (low + 1, high + 1) if rng.random() < 0.5 else (low, high + 1)
        text = f"Pair {number} is ({low}, {high})."
        said, right = f"Pair {number} is {pair(number)}.", (low, high) == pair(number)
        found.append(plainly(text, right, (low, high) == gaps[number], said, PAIR((low, high))))
    return found
