"""Kinds about numbers: the value, the mex, a table, the period, a value far away, the heap that balances."""

from __future__ import annotations

from random import Random

from grundy.core import Game, mex, nim_sum

from .boards import family, period_of, shows_value, value_of
from .definition import Definition
from .exercise import Exercise, ExerciseKind

HEAPS = family("nim: 3 5")
HIDDEN = 3
"""The number of cells of a table to find."""
COMPARED = 160
"""The number of heaps whose values the second computation of a period compares."""


class Value(ExerciseKind):
    """Exercises that ask for the Grundy value of a position."""

    form = "number"
    route = "the method that solves the game: theorems, and the nim-sum of the components"
    second = "the definition: the mex over all moves, a sum taken as one game"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random position."""
        game = self.draw(rng)
        return Exercise(f"What is the value of {game}?", "number", str(value_of(game)), (), game)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again: find the value of the position by definition.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        return "" if exercise.game is None else str(by.value(exercise.game))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name a move that leaves the value in the wrong answer, or the least value that no move leaves.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        return () if exercise.game is None else shows_value(exercise.game, int(given))


class Balance(Value):
    """Exercises that ask which nim heap, added to a game, gives a P-position."""

    second = "the definition: added to that heap the position is lost, and added to every smaller one it is won"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random position."""
        game = self.draw(rng)
        prompt = f"Which nim heap must be added to {game} so that the player to move loses? (0 for no heap)"
        return Exercise(prompt, "number", str(value_of(game)), (), game)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again: find by definition the smallest nim heap with which the sum is a P-position.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        parts = () if exercise.game is None else exercise.game.summands
        return str(next(n for n in range(64) if by.lost(Game(*parts, *HEAPS(n).summands))))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """State the value of the game together with the heap in the wrong answer.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        if exercise.game is None:
            return ()
        together = nim_sum([int(given), int(exercise.answer)])
        said = (
            f"Together with a heap of {given} the value is the nim-sum of {exercise.answer} and {given}, which is "
            f"{together}, not 0."
        )
        return (said, *shows_value(exercise.game))


class Mex(ExerciseKind):
    """Exercises that ask for the mex of a set of numbers."""

    form = "number"
    route = "the function mex"
    second = "the definition: counting up from 0 until a number is missing"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random set of small numbers, usually with 0 in it."""
        numbers = sorted(
            {*([0] if rng.random() < 0.7 else []), *(rng.randrange(9) for _ in range(rng.randrange(2, 8)))}
        )
        listed = ", ".join(map(str, numbers))
        return Exercise(f"What is the mex of {{{listed}}}?", "number", str(mex(numbers)), data=tuple(numbers))

    def again(self, exercise: Exercise, by: Definition) -> str:  # uses the numbers only
        """Compute the right answer again: find the smallest number that is not in the set.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        return str(min(n for n in range(20) if n not in exercise.data))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """State that the wrong answer is in the set, or that a smaller number is missing from the set too.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        if int(given) in exercise.data:
            return (f"{given} is one of the numbers; the mex is a number that is missing.",)
        return (f"{given} is missing, but {exercise.answer} is missing too and smaller.",)


class Table(ExerciseKind):
    """Exercises that show a table of Grundy values with three gaps, which the student must fill."""

    form = "list"
    route = "the values of the rule, heap by heap"
    second = "the definition: the mex over the moves of each heap"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with the table of a random ruleset, and hide three cells in its second half."""
        rules, last = self.draw(rng)
        values, hidden = rules.values(last), set[int]()
        while len(hidden) < HIDDEN:
            hidden.add(rng.randrange(last // 2, last + 1))
        heaps = ("n", *map(str, range(last + 1)))
        cells = ("value", *("?" if n in hidden else str(value) for n, value in enumerate(values)))
        answer = " ".join(str(values[n]) for n in sorted(hidden))
        prompt = f"{rules.name}: values of single heaps. Which numbers belong in the places of the question marks?"
        data = (rules, *sorted(hidden))
        return Exercise(prompt, "list", answer, (), None, False, (heaps, cells), data)  # noqa: FBT003

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again: find the hidden values of the table by definition.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        rules, *hidden = exercise.data
        return " ".join(str(by.value(rules.position(n))) for n in hidden)

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name the heap of the first wrong number, and explain the value of this heap.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        rules, *hidden = exercise.data
        numbers, right = given.split(), exercise.answer.split()
        if len(numbers) != len(right):
            return (f"There are {len(right)} question marks.",)
        wrong = next(i for i in range(len(right)) if numbers[i] != right[i])
        said = shows_value(rules.position(hidden[wrong]), int(numbers[wrong]))
        return (f"The first wrong number is that of heap {hidden[wrong]}.", *said)


class PeriodLength(ExerciseKind):
    """Exercises that ask for the period of the Grundy values of a ruleset, whose first values are shown."""

    form = "number"
    route = "the period that is proved by a window of values"
    second = f"the definition: the values of {COMPARED} heaps, compared with themselves"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random ruleset and its values over two periods, at most to heap 30."""
        rules = self.draw(rng)
        found = period_of(rules)
        stop = min(found.preperiod + 2 * found.period + 2, 30)
        table = (("n", *map(str, range(stop + 1))), ("value", *map(str, rules.values(stop))))
        prompt = f"{rules.name}: what is the period of the values (the length of the repeated block)?"
        return Exercise(prompt, "number", str(found.period), (), None, False, table, (rules,))  # noqa: FBT003

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again: find the least shift under which the values of heaps 80 to 159 agree.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        values = [by.value(exercise.data[0].position(n)) for n in range(COMPARED)]
        half = COMPARED // 2
        return str(next(p for p in range(1, half) if values[half : COMPARED - p] == values[half + p :]))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name two heaps at the distance of the wrong answer with different values, or state that a period is shorter.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        period, values = int(given), exercise.data[0].values(COMPARED)
        half = COMPARED // 2
        if not 0 < period <= half:
            return (f"Expected a number from 1 to {half}.",)
        for n in range(half, COMPARED - period):
            if values[n] != values[n + period]:
                return (f"Heap {n} has the value {values[n]}, but heap {n + period} has {values[n + period]}.",)
        return (f"They do repeat after {given} heaps, but a shorter period works too.",)


class FarValue(ExerciseKind):
    """Exercises that ask for the value of a heap so large that the student must use the period."""

    form = "number"
    route = "the values of the rule up to the large heap"
    second = "the definition for the small heap at the same place of the period"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random ruleset and a random heap from 200 to 1999."""
        rules, heap = self.draw(rng), rng.randrange(200, 2000)
        found = period_of(rules)
        stop = found.preperiod + found.period - 1
        table = (("n", *map(str, range(stop + 1))), ("value", *map(str, rules.values(stop))))
        head = f"{rules.name} has the period {found.period} from heap {found.preperiod} on."
        prompt = f"{head} What is the value of heap {heap}?"
        data = (rules, found.preperiod, found.period, heap)
        return Exercise(prompt, "number", str(rules.values(heap)[heap]), (), None, False, table, data)  # noqa: FBT003

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again: subtract periods, then find the value of the small heap by definition.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        rules, before, period, heap = exercise.data
        return str(by.value(rules.position(before + (heap - before) % period)))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name the small heap that has the same value by the period.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        _, before, period, heap = exercise.data
        small = before + (heap - before) % period
        steps = f"{heap} - {(heap - small) // period} times {period} = {small}"
        return (f"It is not {given}: {steps}, and heap {small} has the value {exercise.answer}.",)
