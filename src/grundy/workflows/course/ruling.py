"""Kinds about rules: results of moves, lost heaps, a formula, a rule to write, a first exception."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from ...core import GrundyError, Limits, Ruleset
from ...notation import read_ruleset
from ..claims.claim import check_claim
from ..library.rules import Rules, game
from .boards import is_lost, moves_of, shows_loss, shows_win
from .definition import Definition
from .exercise import Exercise, ExerciseKind, Grade, read_answer

CLAIMED = Limits(seconds=2)
"""The limits for one claim of a learner."""
COMPARED = 40
"""The number of heaps for which a formula or two rules are compared."""


class LeftByMoves(ExerciseKind):
    """The results of the moves of a position, as numbers. The question and both computations are drawn."""

    form = "set"
    route = "the moves of the rule"
    second = "a second statement of the rule in the source of the exercise"

    def make(self, lot: Random) -> Exercise:
        """Draw a position."""
        prompt, left, again = self.draw(lot)
        return Exercise(prompt, "set", _told(left), data=(_told(again),))

    def again(self, exercise: Exercise, by: Definition) -> str:  # no play
        """Return the answer by the second computation, which is stored in the exercise.

        Args:
            exercise: The exercise.
            by: Computes values and outcomes by definition.

        Returns:
            The answer, computed a second time.
        """
        return str(exercise.data[0])

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Say which numbers of a wrong answer do not belong there, and which are missing.

        Args:
            exercise: The exercise.
            given: The wrong answer.

        Returns:
            Sentences.
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
    """The lost heaps of a ruleset up to a bound. The ruleset and the bound are drawn."""

    form = "set"
    route = "the theory that solves each heap"
    second = "the definition, heap by heap"

    def make(self, lot: Random) -> Exercise:
        """Draw a rule."""
        rules, last = self.draw(lot)
        lost = [n for n in range(last + 1) if is_lost(rules.position(n), misere=self.misere)]
        asked = f"from which heaps from 0 to {last} does the player to move lose? Name all of them."
        prompt = f"{rules.name}{self.whose}: {asked}"
        return Exercise(prompt, "set", _told(lost), (), None, self.misere, data=(rules, last))

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the answer again: find the lost heaps by definition.

        Args:
            exercise: The exercise.
            by: Computes values and outcomes by definition.

        Returns:
            The answer, computed a second time.
        """
        rules, last = exercise.data
        return _told([n for n in range(last + 1) if by.lost(rules.position(n), misere=self.misere)])

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Show the first heap that is named wrongly or missing.

        Args:
            exercise: The exercise.
            given: The wrong answer.

        Returns:
            Sentences.
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
    """A formula about the heaps n of a ruleset, as a claim and as a function."""

    rules: Rules
    about: str
    claim: str
    holds: Callable[[int], int]
    """The value of heap n, or for a claim about outcomes: 0 for lost, 1 for won."""


class Formula(ExerciseKind):
    """A formula that the engine proves, compares or refutes by the smallest counterexample. A `HeapLaw` is drawn."""

    form = "claim"
    route = "a claim that the engine proves or compares"
    second = f"the formula compared with the definition for heaps up to {COMPARED}"

    def make(self, lot: Random) -> Exercise:
        """Draw a law."""
        law = self.draw(lot)
        prompt = f"{law.rules.name}{self.whose}: {law.about}"
        return Exercise(prompt, "claim", law.claim, (), None, self.misere, data=law)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Check the answer: compare the claim with the definition, heap by heap.

        Args:
            exercise: The exercise.
            by: Computes values and outcomes by definition.

        Returns:
            The claim if it holds, otherwise the first heap for which it fails.
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
        """Check the claim with the engine.

        Args:
            exercise: The exercise.
            text: The answer of the learner.

        Returns:
            The grade.

        Raises:
            InputError: If the text is not an answer.
            LimitReached: If a limit was reached.
        """
        law, claim = HeapLaw(*exercise.data), read_answer(exercise, text)
        if not claim.startswith(law.claim.split()[0]):
            return Grade(right=False, said=(f'The formula should begin with "{law.claim.split()[0]}".',))
        verdict = check_claim(law.rules.ruleset, claim, misere=self.misere, limits=CLAIMED)
        if verdict.counterexample is None:
            return Grade(right=True, said=(f"The engine says: {verdict.verdict}.",))
        said = tuple(verdict.told()[1:])
        board = law.rules.position(verdict.counterexample.heaps[0])
        if law.claim.startswith("P"):
            said += (shows_win(board, misere=self.misere),) if verdict.counterexample.actual == "N" else ()
            said += shows_loss(board, misere=self.misere) if verdict.counterexample.actual == "P" else ()
        return Grade(right=False, said=said, game=board)

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Return the comment of the grade.

        Args:
            exercise: The exercise.
            given: The wrong answer.

        Returns:
            Sentences.
        """
        return self.grade(exercise, given).said


class WriteRule(ExerciseKind):
    """A rule in notation. Its moves in words, the rule, and a function that lists the options of a heap are drawn."""

    form = "rule"
    route = "the rule read from notation, its options compared"
    second = "the moves in words, enumerated"

    def make(self, lot: Random) -> Exercise:
        """Draw a rule."""
        words, rule, left = self.draw(lot)
        prompt = f"{words} Write the rule in notation."
        return Exercise(prompt, "rule", rule, data=(left,))

    def again(self, exercise: Exercise, by: Definition) -> str:  # no play
        """Check the answer: compare the options of the rule with those that the text describes.

        Args:
            exercise: The exercise.
            by: Computes values and outcomes by definition.

        Returns:
            The rule if its options agree, otherwise the first difference.
        """
        found = _difference(read_ruleset(exercise.answer), exercise.data[0])
        return exercise.answer if found is None else f"differs at {found}"

    def grade(self, exercise: Exercise, text: str) -> Grade:
        """Compare the options heap by heap.

        Args:
            exercise: The exercise.
            text: The answer of the learner.

        Returns:
            The grade.

        Raises:
            InputError: If the text is not an answer.
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
        """Return the comment of the grade.

        Args:
            exercise: The exercise.
            given: The wrong answer.

        Returns:
            Sentences.
        """
        return self.grade(exercise, given).said


class FirstException(ExerciseKind):
    """The first heap for which a pattern fails. A false `HeapLaw` is drawn."""

    form = "number"
    route = "the smallest counterexample found by the engine"
    second = "the definition, heap by heap, compared with the pattern"

    def make(self, lot: Random) -> Exercise:
        """Draw a claim that fails only after a number of heaps."""
        law = self.draw(lot)
        found = check_claim(law.rules.ruleset, law.claim, limits=CLAIMED).counterexample
        answer = "none" if found is None else str(found.heaps[0])  # only false claims are drawn
        head = f"{law.rules.name}: after a look at small heaps somebody claims: {law.about}"
        prompt = f"{head} Which heap n > 0 is the first exception?"
        return Exercise(prompt, "number", answer, data=law)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the answer again: find the first heap for which the pattern differs from the definition.

        Args:
            exercise: The exercise.
            by: Computes values and outcomes by definition.

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
        """State whether the pattern holds for that heap or failed before.

        Args:
            exercise: The exercise.
            given: The wrong answer.

        Returns:
            Sentences.
        """
        law = HeapLaw(*exercise.data)
        if int(given) > int(exercise.answer):
            return (f"The pattern fails earlier: look at heap {exercise.answer}.",)
        real, wins = law.rules.value(int(given)), law.claim.startswith("P")
        word = ("won" if real else "lost") if wins else f"of value {real}"
        return (f"At heap {given} the pattern holds: it is {word}, as claimed. Try larger heaps.",)


def _difference(ruleset: Ruleset[Any], left: Callable[[int], list[int]]) -> int | None:
    """Return the first heap for which a ruleset has wrong options, or None if there is none."""
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
    """Return the heaps after the moves of a single heap."""
    return sorted({sum(position for _, position in left.parts) for _, left in moves_of(board)})
