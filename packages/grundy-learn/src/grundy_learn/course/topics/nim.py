"""Exercises about nim and sums: the mirror strategy, nim-sums, values of sums, misère play.

A function whose name begins with a lesson (mirror, binary, sums or misere) chooses random contents for an exercise of
that lesson. Some return `Statement`s, the choices of a multiple-choice question: the learner must choose a true one. In
a `WrongStep` exercise, which asks for the mistake in an argument, the learner must choose a false one.
"""

from __future__ import annotations

from random import Random

from grundy import Rules, game
from grundy.core import Game, nim_sum
from grundy.notation import read_game

from ..boards import family, is_lost, shows_outcome, take_text, value_of
from ..definition import Definition
from ..exercise import Exercise, ExerciseKind
from ..judging import MOST_CHOICES
from ..ruling import HeapLaw
from ..stating import Statement, opposite, plainly, wins, worth

HEAPS = family("nim: 3 5 7")
PINS = family("kayles: 7")


def mirror_pair(rng: Random) -> Game:
    """Choose two random nim heaps, with probability 1/2 equal ones."""
    first = rng.randrange(1, 31)
    return HEAPS(first, first if rng.random() < 0.5 else rng.randrange(1, 31))


def mirror_unequal(rng: Random) -> Game:
    """Choose two different random nim heaps."""
    first = rng.randrange(1, 12)
    return HEAPS(first, first + rng.randrange(1, 9))


def mirror_few(rng: Random) -> Game:
    """Choose two random nim heaps with few moves."""
    return HEAPS(rng.randrange(1, 7), rng.randrange(1, 7))


def mirror_twice(rng: Random) -> Game:
    """Choose two random heaps from which 1 to k tokens may be taken, equal or differing by one."""
    most, heap = rng.randrange(2, 6), rng.randrange(3, 16)
    return read_game(f"take 1..{most}: {heap} {heap + rng.randrange(2)}")


def mirror_row(rng: Random) -> Game:
    """Choose a random position of Kayles: one row, or two equal rows and a third one."""
    if rng.random() < 0.5:
        return PINS(rng.randrange(3, 16))
    row = rng.randrange(2, 7)
    return PINS(row, row, rng.randrange(2, 6))


def mirror_four_pairs(rng: Random) -> list[Statement]:
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


def mirror_steps(rng: Random) -> list[Statement]:
    """Build a match in which a player copies each move of the other, one copy wrong, as steps for `WrongStep`."""
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


def columns(numbers: list[int]) -> int:
    """Return the nim-sum, computed as in lessons: add the powers of two that occur in an odd number of the numbers.

    >>> columns([10, 12, 5])
    3
    """
    return sum(power for power in map((2).__pow__, range(12)) if sum(n // power % 2 for n in numbers) % 2)


class NimSum(ExerciseKind):
    """Exercises that ask for the nim-sum of two to four numbers."""

    form = "number"
    act = "lamps"

    def position(self, exercise: Exercise) -> Game | None:
        return HEAPS(*exercise.data)

    def offered(self, exercise: Exercise) -> tuple[int, ...]:
        return 16, 8, 4, 2, 1

    def against(self, exercise: Exercise, given: str) -> Game | None:
        return HEAPS(*exercise.data, int(given))

    def make(self, rng: Random) -> Exercise:
        numbers = [rng.randrange(1, 32) for _ in range(rng.randrange(2, 5))]
        prompt = f"What is the nim-sum of {', '.join(map(str, numbers))}?"
        return Exercise(prompt, str(nim_sum(numbers)), data=tuple(numbers))

    def again(self, exercise: Exercise, by: Definition) -> str:
        return str(columns([*exercise.data]))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Write the numbers as sums of powers of two, and name a power that is wrong in the given answer."""
        powers = [2**i for i in range(11, -1, -1)]
        sums = [f"{n} = {' + '.join(str(power) for power in powers if n & power) or '0'}" for n in exercise.data]
        wrong = int(given) ^ int(exercise.answer)
        power = wrong & -wrong
        often = sum(bool(n & power) for n in exercise.data)
        word = "odd: one is left" if often % 2 else "even: all are crossed out"
        return "; ".join(sums) + ".", f"{power} occurs {often} times, which is {word}."


def binary_written(rng: Random) -> tuple[str, list[int], list[int]]:
    """Choose a random number that the student writes as a sum of powers of two.

    Return the question, and the powers computed in two ways: from the binary digits, and by repeatedly subtracting the
    largest power.
    """
    number, greedy = rng.randrange(3, 1024), list[int]()
    while sum(greedy) < number:
        greedy.append(max(2**i for i in range(10) if 2**i <= number - sum(greedy)))
    asked = f"Write {number} as a sum of different powers of two (1, 2, 4, 8, ...). Which ones?"
    return asked, [2**i for i in range(10) if number >> i & 1], greedy


def binary_heaps(rng: Random) -> Game:
    """Choose three random nim heaps, with probability 1/2 a P-position."""
    first, second = rng.randrange(1, 16), rng.randrange(1, 16)
    return HEAPS(first, second, first ^ second if rng.random() < 0.5 else rng.randrange(1, 16))


def binary_few(rng: Random) -> Game:
    """Choose three random nim heaps with few moves."""
    return HEAPS(*(rng.randrange(1, 8) for _ in range(3)))


def binary_sums(rng: Random) -> Statement:
    """Offer two random nim heaps as an answer, which is right if their value is not the ordinary sum of their sizes."""
    first, second = rng.randrange(1, 13), rng.randrange(1, 13)
    return opposite(worth(f"{first} and {second}", HEAPS(first, second), first + second))


def binary_steps(rng: Random) -> list[Statement]:
    """Build the steps from three random nim heaps to a winning move, one of them wrong, for `WrongStep`."""
    a, b, c = (rng.randrange(1, 16) for _ in range(3))
    slips = [0, 0, 0]
    slips[rng.randrange(3)] = rng.choice([1, 2, 4])
    total, largest = nim_sum([a, b, c]), max(a, b, c)
    first, whole, target = (a ^ b) + slips[0], total ^ slips[1], (largest ^ total) + slips[2]
    by_columns = [columns([a, b]), columns([a, b, c]), columns([a, b, c, largest])]
    board = HEAPS(a, b, c)
    lost = is_lost(board)
    return [
        plainly(
            f"The nim-sum of {a} and {b} is {first}.",
            first == a ^ b,
            first == by_columns[0],
            f"{a} and {b} have the nim-sum {by_columns[0]}.",
        ),
        plainly(
            f"The nim-sum of all three, {a}, {b} and {c}, is {whole}.",
            whole == total,
            whole == by_columns[1],
            f"It is {total}.",
        ),
        plainly(
            f"Adding the largest heap, {largest}, to that nim-sum gives {target}.",
            target == total ^ largest,
            target == by_columns[2],
            f"It is {by_columns[2]}.",
        ),
        wins(f"So {board} is {'lost' if lost else 'won'} for the player to move.", board, lost=lost),
    ]


def _part(rng: Random, most: int) -> Game:
    which = rng.randrange(3)
    if which == 0:
        return HEAPS(rng.randrange(1, most))
    if which == 1:
        return PINS(rng.randrange(1, most))
    return read_game(f"take 1..{rng.randrange(1, 5)}: {rng.randrange(2, most + 3)}")


def sums_sum(rng: Random) -> Game:
    """Choose a random sum of two components: heaps of nim, rows of Kayles, or heaps with `take 1..k`."""
    return Game(*_part(rng, 9).summands, *_part(rng, 9).summands)


def sums_small(rng: Random) -> Game:
    """Choose a random sum of two components with few moves."""
    return Game(*_part(rng, 5).summands, *_part(rng, 5).summands)


def sums_two_won(rng: Random) -> Statement:
    """State that the sum of two random N-positions is a P-position; it may be false."""
    parts = [part for part in (_part(rng, 8) for _ in range(9)) if not is_lost(part)][:2]
    board = Game(*parts[0].summands, *parts[1].summands)
    return wins(str(board), board, lost=True)


def sums_steps(rng: Random) -> list[Statement]:
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


def sums_ordinary(rng: Random) -> Statement:
    """State that the value of a random sum is the ordinary sum of the values of its components; it may be false."""
    board = sums_sum(rng)
    total = sum(value_of(Game.of(ruleset, position)) for ruleset, position in board.parts)
    return worth(f"{board} has the value {total}", board, total)


def misere_heaps(rng: Random) -> Game:
    """Choose random nim heaps: several with one token, and usually larger ones too."""
    ones, larger = rng.randrange(0, 5), [rng.randrange(1, 8) for _ in range(rng.randrange(1, 4))]
    return HEAPS(*[1] * ones, *larger) if rng.random() < 0.8 else HEAPS(*[1] * (ones + 1))


def misere_few(rng: Random) -> Game:
    """Choose random nim heaps with few moves."""
    heaps = [rng.randrange(1, 6) for _ in range(rng.randrange(2, 5))]
    return HEAPS(*heaps) if sum(heaps) <= MOST_CHOICES - 2 else HEAPS(*heaps[:2])


def misere_with_ones(rng: Random) -> Game:
    """Choose random nim heaps: one larger heap, and all others with one token."""
    return HEAPS(*[1] * rng.randrange(1, 7), rng.randrange(2, 9))


def misere_rules(rng: Random) -> tuple[Rules, int]:
    """Choose a random ruleset, and the largest heap of the question; return both.

    A move takes 1 to k tokens or, in most of these rulesets, one larger number.
    """
    most = rng.randrange(2, 6)
    extra = most + rng.randrange(2, 6)
    rule = take_text([*range(1, most + 1), extra]) if rng.random() < 0.7 else f"take 1..{most}"
    return game(rule), rng.randrange(9, 17)


def misere_law(rng: Random) -> HeapLaw:
    """Choose `take 1..k` with a random k, with the formula for its P-positions in misère play."""
    most = rng.randrange(2, 24)
    about = 'Find a formula for the lost heaps n from 1 on. Write it as "P iff n % a == b".'
    return HeapLaw(game(f"take 1..{most}"), about, most + 1, lost=1)


def misere_not_reverse(rng: Random) -> Statement:
    """Offer random nim heaps as an answer, which is right if normal and misère play have the same outcome."""
    heaps = [1] * rng.randrange(1, 5) if rng.random() < 0.75 else []
    board = HEAPS(*heaps, *(rng.randrange(2, 6) for _ in range(0 if heaps and rng.random() < 0.8 else 2)))
    same = is_lost(board) == is_lost(board, misere=True)
    said = "The outcome is the same in both." if same else "Here misère play is the reverse."
    return Statement(str(board), same, lambda by: by.lost(board) == by.lost(board, misere=True), lambda: (said,), board)


def misere_last_large(rng: Random) -> list[Statement]:
    """Offer as answers moves that reduce the only large heap of a nim position, where all other heaps have one token.

    A move is right if it wins in misère play.
    """
    ones, large, found = rng.randrange(1, 7), rng.randrange(3, 9), []
    for left in rng.choice([(0, 1, 2), (1, 0, large - 1)]):
        board = HEAPS(*[1] * ones, *[left] * (left > 0))
        text = f"{HEAPS(*[1] * ones, large)}: reduce the large heap to {left}"
        found.append(wins(text, board, lost=True, misere=True))
    return found


def misere_steps(rng: Random) -> list[Statement]:
    """State for four positions of nim who wins in misère play, once wrongly, as steps for `WrongStep`."""
    found, wrong = [], rng.randrange(4)
    boards = [HEAPS(*[1] * rng.randrange(1, 7)), HEAPS(*[rng.randrange(2, 9)] * 2)]
    boards += [HEAPS(*[1] * rng.randrange(1, 6), rng.randrange(2, 9)), misere_few(rng)]
    for number, board in enumerate(boards):
        lost = is_lost(board, misere=True) != (number == wrong)
        found.append(wins(f"{board} is {'lost' if lost else 'won'}.", board, lost=lost, misere=True))
    return found


def misere_both(rng: Random) -> list[Statement]:
    """Choose a random heap, and state its outcomes in normal and in misère play in all four ways; one is true."""
    board = read_game(f"take 1..{rng.randrange(2, 6)}: {rng.randrange(1, 30)}")
    return [_in_both(board, normal, misere) for normal in (True, False) for misere in (True, False)]


def _in_both(board: Game, normal: bool, misere: bool) -> Statement:
    words = ["lost" if lost else "won" for lost in (normal, misere)]
    return Statement(
        f"{board}: {words[0]} in normal play, {words[1]} in misère play",
        (is_lost(board), is_lost(board, misere=True)) == (normal, misere),
        lambda by: (by.lost(board), by.lost(board, misere=True)) == (normal, misere),
        lambda: shows_outcome(board),
        board,
    )
