"""Kinds about rules: results of moves, lost heaps, a formula, a rule to write, a first exception."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from grundy import Rules, game
from grundy.core import GrundyError, Limits, Ruleset
from grundy.notation import read_ruleset

from .boards import is_lost, moves_of, shows_loss, shows_win
from .definition import Definition
from .exercise import Exercise, ExerciseKind, Grade, read_answer

CLAIMED = Limits(seconds=2)
"""The limits for one claim of a learner."""
COMPARED = 40
"""The number of heaps for which a formula or two rules are compared."""


class LeftByMoves(ExerciseKind):
    """Exercises that ask which numbers, such as heap sizes, the moves of a position can leave.

    The function `draw` returns the question, the right numbers, and the same numbers by a second computation.
    """

    form = "set"
    route = "the moves of the rule"
    second = "a second statement of the rule in the source of the exercise"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random position."""
        prompt, left, again = self.draw(rng)
        return Exercise(prompt, "set", _told(left), data=(_told(again),))

    def again(self, exercise: Exercise, by: Definition) -> str:  # no play
        """Return the right answer by the second computation, which is stored in the exercise.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        return str(exercise.data[0])

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """List the numbers that a wrong answer has but the right one has not, and those that it lacks.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        right, said = {*exercise.answer.split()}, []
        extra = [number for number in given.split() if number not in right]
        missing = [number for number in exercise.answer.split() if number not in given.split()]
        if extra:
            said.append(f"Does not belong there: {', '.join(extra)}.")
        if missing:
            said.append(f"Missing: {', '.join(missing)}.")
        return tuple(said)


class LostHeaps(ExerciseKind):
    """Exercises that ask which heaps of a random ruleset, up to a random bound, are P-positions."""

    form = "set"
    route = "the theory that solves each heap"
    second = "the definition, heap by heap"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random ruleset and a random largest heap."""
        rules, last = self.draw(rng)
        lost = [n for n in range(last + 1) if is_lost(rules.position(n), misere=self.misere)]
        asked = f"from which heaps from 0 to {last} does the player to move lose? Name all of them."
        prompt = f"{rules.name}{self.whose}: {asked}"
        return Exercise(prompt, "set", _told(lost), (), None, self.misere, data=(rules, last))

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again: find by definition the heaps that are P-positions.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        rules, last = exercise.data
        return _told([n for n in range(last + 1) if by.lost(rules.position(n), misere=self.misere)])

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Explain the outcome of the first heap that is wrongly named or missing.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        rules, last = exercise.data
        mine, right = ({*text.replace("none", "").split()} for text in (given, exercise.answer))
        first = min(map(int, mine ^ right))
        if first > last:
            return (f"Heap {first} is larger than {last}.",)
        board = rules.position(first)
        if str(first) in mine:
            return (f"Heap {first} is not lost.", shows_win(board, misere=self.misere))
        return (f"Heap {first} is lost too.", *shows_loss(board, misere=self.misere))


class HeapLaw(NamedTuple):
    """A formula for the values or outcomes of heap n of a ruleset.

    Attributes:
        rules: The ruleset, on single heaps.
        about: The task for the student, in words.
        claim: The formula in the language of claims, such as "P iff n % 4 == 0".
        holds: The formula as a function: it returns the value of heap n; for outcomes 0 for P and 1 for N.
    """

    rules: Rules
    about: str
    claim: str
    holds: Callable[[int], int]
    """The value of heap n, or for a claim about outcomes: 0 for lost, 1 for won."""


class Formula(ExerciseKind):
    """Exercises that ask for a formula for the values or outcomes of heap n.

    The formula of the student is proved, tested on many heaps, or refuted by the smallest counterexample. The function
    `draw` returns a random `HeapLaw`.
    """

    form = "claim"
    route = "a claim that the engine proves or compares"
    second = f"the formula compared with the definition for heaps up to {COMPARED}"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise about a random ruleset for which a formula is known."""
        law = self.draw(rng)
        prompt = f"{law.rules.name}{self.whose}: {law.about}"
        return Exercise(prompt, "claim", law.claim, (), None, self.misere, data=law)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Check the right answer: compare the formula with the definition, heap by heap.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The formula if it holds for the first 40 heaps, otherwise the first heap for which it fails.
        """
        law = HeapLaw(*exercise.data)
        wins = law.claim.startswith("P")
        for n in range(COMPARED):
            board = law.rules.position(n)
            found = int(not by.lost(board, misere=self.misere)) if wins else by.value(board)
            if found != law.holds(n):
                return f"fails at {n}"
        return law.claim

    def grade(self, exercise: Exercise, text: str) -> Grade:
        """Grade a formula: prove it, test it on many heaps, or find a counterexample.

        Args:
            exercise: The exercise that the student answered.
            text: The formula of the student.

        Returns:
            The grade; it is right if no counterexample was found.

        Raises:
            InputError: If the text is not a formula.
            LimitReached: If the check took more than two seconds.
        """
        law, claim = HeapLaw(*exercise.data), read_answer(exercise, text)
        if not claim.startswith(law.claim.split()[0]):
            return Grade(right=False, said=(f'The formula should begin with "{law.claim.split()[0]}".',))
        verdict = law.rules.claim(claim, misere=self.misere, limits=CLAIMED)
        if verdict.counterexample is None:
            return Grade(right=True, said=(f"The engine says: {verdict.verdict}.",))
        said = tuple(verdict.told()[1:])
        board = law.rules.position(verdict.counterexample.heaps[0])
        if law.claim.startswith("P"):
            said += (shows_win(board, misere=self.misere),) if verdict.counterexample.actual == "N" else ()
            said += shows_loss(board, misere=self.misere) if verdict.counterexample.actual == "P" else ()
        return Grade(right=False, said=said, game=board)

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Explain by the comments of `grade` why a formula is wrong.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong formula.

        Returns:
            The sentences of the explanation.
        """
        return self.grade(exercise, given).said


class WriteRule(ExerciseKind):
    """Exercises that ask to write a rule in notation, such as "take {1, 3}", after its moves are described in words.

    The function `draw` returns the words, the rule, and a function that lists the options of a heap.
    """

    form = "rule"
    route = "the rule read from notation, its options compared"
    second = "the moves in words, enumerated"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random rule."""
        words, rule, left = self.draw(rng)
        prompt = f"{words} Write the rule in notation."
        return Exercise(prompt, "rule", rule, data=(left,))

    def again(self, exercise: Exercise, by: Definition) -> str:  # no play
        """Check the right answer: compare the options of the rule with those that the words describe.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The rule if its options agree for the first 40 heaps, otherwise the first heap for which they differ.
        """
        found = _difference(read_ruleset(exercise.answer), exercise.data[0])
        return exercise.answer if found is None else f"differs at {found}"

    def grade(self, exercise: Exercise, text: str) -> Grade:
        """Grade a rule: compare its options with the right ones, heap by heap.

        Args:
            exercise: The exercise that the student answered.
            text: The rule of the student.

        Returns:
            The grade; if it is wrong, the comment names the first heap with wrong options.

        Raises:
            InputError: If the text is not a rule in notation.
        """
        written = read_ruleset(read_answer(exercise, text), files=False)
        heap = _difference(written, exercise.data[0])
        if heap is None:
            return Grade(right=True, said=())
        try:
            yours = _told([int(left[0]) if len(left) else 0 for left in Rules(written).options(heap)])
        except (GrundyError, ValueError, TypeError):
            return Grade(right=False, said=("That is not a rule for a single heap.",))
        said = f"From heap {heap} your rule leaves {yours}; it should leave {_told(exercise.data[0](heap))}."
        return Grade(right=False, said=(said,))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Explain by the comments of `grade` why a rule is wrong.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong rule.

        Returns:
            The sentences of the explanation.
        """
        return self.grade(exercise, given).said


class FirstException(ExerciseKind):
    """Exercises that ask for the smallest heap at which a false formula for values or outcomes fails."""

    form = "number"
    route = "the smallest counterexample found by the engine"
    second = "the definition, heap by heap, compared with the pattern"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random formula that holds for small heaps only."""
        law = self.draw(rng)
        found = law.rules.claim(law.claim, limits=CLAIMED).counterexample
        answer = "none" if found is None else str(found.heaps[0])  # only false claims are drawn
        head = f"{law.rules.name}: after a look at small heaps somebody claims: {law.about}"
        prompt = f"{head} Which heap n > 0 is the first exception?"
        return Exercise(prompt, "number", answer, data=law)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again: find the first heap for which the formula differs from the definition.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        law = HeapLaw(*exercise.data)
        wins = law.claim.startswith("P")
        for n in range(1, 10 * COMPARED):
            board = law.rules.position(n)
            if (int(not by.lost(board)) if wins else by.value(board)) != law.holds(n):
                return str(n)
        return "none"

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """State that the formula holds for the heap in the wrong answer, or that it fails for a smaller one.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        law = HeapLaw(*exercise.data)
        if int(given) > int(exercise.answer):
            return (f"The pattern fails earlier: look at heap {exercise.answer}.",)
        real, wins = law.rules.value(int(given)), law.claim.startswith("P")
        word = ("won" if real else "lost") if wins else f"of value {real}"
        return (f"At heap {given} the pattern holds: it is {word}, as claimed. Try larger heaps.",)


def _difference(ruleset: Ruleset[Any], left: Callable[[int], list[int]]) -> int | None:
    """Return the first heap below 40 whose options differ from those that `left` lists, or None if all agree."""
    rules = game(ruleset)
    for n in range(COMPARED):
        try:
            found = sorted({int(option[0]) if len(option) else 0 for option in rules.options(n) if len(option) < 2})
            if any(len(option) > 1 for option in rules.options(n)):
                return n
        except (GrundyError, ValueError, TypeError):
            return n
        if found != sorted({*left(n)}):
            return n
    return None


def _told(numbers: list[int]) -> str:
    return " ".join(map(str, sorted({*numbers}))) or "none"


def left_by(board: Any) -> list[int]:  # noqa: ANN401  # a game of one heap
    """Return the heap sizes that the moves of a single heap leave, ascending; after a split, the sum of the parts."""
    return sorted({sum(position for _, position in left.parts) for _, left in moves_of(board)})
