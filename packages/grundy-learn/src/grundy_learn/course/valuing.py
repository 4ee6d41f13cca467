"""Kinds of exercises about numbers: the value, the mex, a table, the period, a far value, a heap that balances.

A function `draw`, an argument of the constructor, chooses the random position or ruleset of an exercise.
"""

from __future__ import annotations

from random import Random

from grundy.core import Game, mex, nim_sum

from .boards import family, period_of, shows_value, value_of
from .definition import Definition
from .exercise import PRESSED, Exercise, ExerciseKind

HEAPS = family("nim: 3 5")
HIDDEN = 3
"""The number of cells of a table to find."""
DRAWN = 40
"""A larger heap is not put next to a game, because its tokens cannot be counted."""
COMPARED = 160
"""The number of heaps whose values the second computation of a period compares."""
Row = tuple[str, ...]


def with_heap(game: Game, size: str) -> Game | None:
    """Add a nim heap to a game; the sum is a P-position exactly if the size of the heap is the value of the game.

    Args:
        game: The game.
        size: The size of the heap, as a student wrote it.

    Returns:
        The sum, or None if the heap has 40 or more tokens, which are too many to be drawn.
    """
    return Game(*game.summands, *HEAPS(int(size)).summands) if int(size) < DRAWN else None


def _table(values: list[int] | list[str]) -> tuple[Row, Row]:
    return ("n", *map(str, range(len(values)))), ("value", *map(str, values))


class Value(ExerciseKind):
    """Exercises that ask for the Grundy value of a position, which `draw` returns."""

    form = "number"
    act = "press"

    def make(self, rng: Random) -> Exercise:
        game = self.draw(rng)
        return Exercise(f"What is the value of {game}?", str(value_of(game)), game=game)

    def again(self, exercise: Exercise, by: Definition) -> str:
        return str(by.value(exercise.board))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        return shows_value(exercise.board, int(given))

    def against(self, exercise: Exercise, given: str) -> Game | None:
        return with_heap(exercise.board, given)


class Balance(Value):
    """Exercises that ask for the size of the nim heap that, added to the result of `draw`, gives a P-position."""

    def call(self, exercise: Exercise) -> str:
        return "Which nim heap next to this makes the sum lost? Press its size."

    def make(self, rng: Random) -> Exercise:
        game = self.draw(rng)
        prompt = f"Which nim heap must be added to {game} so that the player to move loses? (0 for no heap)"
        return Exercise(prompt, str(value_of(game)), game=game)

    def again(self, exercise: Exercise, by: Definition) -> str:
        return str(next(n for n in range(64) if by.lost(Game(*exercise.board.summands, *HEAPS(n).summands))))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        together = nim_sum([int(given), int(exercise.answer)])
        head = f"Together with a heap of {given} the value is the nim-sum of {exercise.answer} and {given}"
        return (f"{head}, which is {together}, not 0.", *shows_value(exercise.board))


class Mex(ExerciseKind):
    """Exercises that ask for the mex of a random set of numbers from 0 to 8; the set usually contains 0.

    The class does not use `draw`.
    """

    form = "number"
    act = "press"

    def call(self, exercise: Exercise) -> str:
        return "The discs lie on the given numbers. Press their mex."

    def offered(self, exercise: Exercise) -> tuple[int, ...]:
        return PRESSED[:10]

    def make(self, rng: Random) -> Exercise:
        zero = [0] if rng.random() < 0.7 else []
        numbers = sorted({*zero, *(rng.randrange(9) for _ in range(rng.randrange(2, 8)))})
        listed = ", ".join(map(str, numbers))
        return Exercise(f"What is the mex of {{{listed}}}?", str(mex(numbers)), data=tuple(numbers))

    def again(self, exercise: Exercise, by: Definition) -> str:
        return str(min(n for n in range(20) if n not in exercise.data))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        if int(given) in exercise.data:
            return (f"{given} is one of the numbers; the mex is a number that is missing.",)
        return (f"{given} is missing, but {exercise.answer} is missing too and smaller.",)


class Table(ExerciseKind):
    """Exercises that show a table of Grundy values with three gaps in its second half, which the student must fill.

    The function `draw` returns a ruleset and the largest heap of the table.
    """

    form = "list"
    act = "fill"

    def call(self, exercise: Exercise) -> str:
        return f"{exercise.data[0].name}: fill in the missing values, from the left."

    def offered(self, exercise: Exercise) -> tuple[int, ...]:
        return PRESSED[: max(9, *map(int, exercise.answer.split())) + 1]

    def against(self, exercise: Exercise, given: str) -> Game | None:
        rules, *hidden = exercise.data
        wrong = zip(hidden, given.split(), exercise.answer.split(), strict=False)
        return next((with_heap(rules.position(n), mine) for n, mine, right in wrong if mine != right), None)

    def make(self, rng: Random) -> Exercise:
        rules, last = self.draw(rng)
        values, hidden = rules.values(last), set[int]()
        while len(hidden) < HIDDEN:
            hidden.add(rng.randrange(last // 2, last + 1))
        prompt = f"{rules.name}: values of single heaps. Which numbers belong in the places of the question marks?"
        answer = " ".join(str(values[n]) for n in sorted(hidden))
        table = _table(["?" if n in hidden else str(value) for n, value in enumerate(values)])
        return Exercise(prompt, answer, table=table, data=(rules, *sorted(hidden)))

    def again(self, exercise: Exercise, by: Definition) -> str:
        rules, *hidden = exercise.data
        return " ".join(str(by.value(rules.position(n))) for n in hidden)

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        rules, *hidden = exercise.data
        numbers, right = given.split(), exercise.answer.split()
        if len(numbers) != len(right):
            return (f"There are {len(right)} question marks.",)
        wrong = next(i for i in range(len(right)) if numbers[i] != right[i])
        said = shows_value(rules.position(hidden[wrong]), int(numbers[wrong]))
        return (f"The first wrong number is that of heap {hidden[wrong]}.", *said)


class PeriodLength(ExerciseKind):
    """Exercises that ask for the period of the Grundy values of a ruleset.

    Values over two periods are shown, at most to heap 30. The function `draw` returns the ruleset.
    """

    form = "number"
    act = "press"

    def call(self, exercise: Exercise) -> str:
        return f"{exercise.data[0].name}: how long is the period?"

    def against(self, exercise: Exercise, given: str) -> Game | None:
        """Return the sum of two heaps whose values differ but would be equal if the given period were right.

        Return None if no such heaps are found.
        """
        rules, period = exercise.data[0], int(given)
        first, values = period_of(rules).preperiod, rules.values(COMPARED)
        pairs = ((n, n + period) for n in range(first, COMPARED - period) if period > 0)
        found = next(((a, b) for a, b in pairs if values[a] != values[b]), None)
        return None if found is None else Game(*rules.position(found[0]).summands, *rules.position(found[1]).summands)

    def make(self, rng: Random) -> Exercise:
        rules = self.draw(rng)
        found = period_of(rules)
        table = _table(rules.values(min(found.preperiod + 2 * found.period + 2, 30)))
        prompt = f"{rules.name}: what is the period of the values (the length of the repeated block)?"
        return Exercise(prompt, str(found.period), table=table, data=(rules,))

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Return, as text, the least p such that heaps n and n + p have equal values if both are between 80 and 159."""
        values = [by.value(exercise.data[0].position(n)) for n in range(COMPARED)]
        half = COMPARED // 2
        return str(next(p for p in range(1, half) if values[half : COMPARED - p] == values[half + p :]))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        period, values = int(given), exercise.data[0].values(COMPARED)
        half = COMPARED // 2
        if not 0 < period <= half:
            return (f"Expected a number from 1 to {half}.",)
        for n in range(half, COMPARED - period):
            if values[n] != values[n + period]:
                return (f"Heap {n} has the value {values[n]}, but heap {n + period} has {values[n + period]}.",)
        return (f"They do repeat after {given} heaps, but a shorter period works too.",)


class FarValue(ExerciseKind):
    """Exercises that ask for the value of a heap so large that the student must use the period.

    The period and a table of the first values are given. The function `draw` returns the ruleset.
    """

    form = "number"
    act = "press"

    def against(self, exercise: Exercise, given: str) -> Game | None:
        rules, before, period, heap = exercise.data
        return with_heap(rules.position(before + (heap - before) % period), given)

    def make(self, rng: Random) -> Exercise:
        rules, heap = self.draw(rng), rng.randrange(200, 2000)
        found = period_of(rules)
        table = _table(rules.values(found.preperiod + found.period - 1))
        head = f"{rules.name} has the period {found.period} from heap {found.preperiod} on."
        data = (rules, found.preperiod, found.period, heap)
        return Exercise(f"{head} What is the value of heap {heap}?", str(rules.value(heap)), table=table, data=data)

    def again(self, exercise: Exercise, by: Definition) -> str:
        rules, before, period, heap = exercise.data
        return str(by.value(rules.position(before + (heap - before) % period)))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        _, before, period, heap = exercise.data
        small = before + (heap - before) % period
        steps = f"{heap} - {(heap - small) // period} times {period} = {small}"
        return (f"It is not {given}: {steps}, and heap {small} has the value {exercise.answer}.",)
