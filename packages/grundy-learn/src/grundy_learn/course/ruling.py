"""Kinds of exercises about rules: results of moves, lost heaps, a formula, a rule to write, a first exception."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from grundy import Rules, game
from grundy.core import Game, GrundyError, Limits, Ruleset
from grundy.notation import read_ruleset

from .boards import is_lost, moves_of, shows_loss, shows_win, value_of
from .definition import Definition
from .exercise import Exercise, ExerciseKind, Grade, read_answer

CLAIMED = Limits(seconds=2)
"""The limits for one claim of a learner."""
AROUND = 22
"""The largest difference of numbers that are offered one after the other."""
COMPARED = 40
"""The number of heaps for which a formula or two rules are compared."""


class LeftByMoves(ExerciseKind):
    """Exercises whose answer is a set of numbers, such as the sizes of heaps that the moves of a position can leave.

    The function `draw` returns the question, the right numbers, and the same numbers by a second computation. If the
    page shows a position, `draw` returns it as a fourth item.
    """

    form = "set"
    act = "mark"

    def offered(self, exercise: Exercise) -> tuple[int, ...]:
        right = [*map(int, exercise.answer.replace("none", "0").split())]
        if right[-1] - right[0] > AROUND:  # powers of two
            return tuple(2**i for i in range(10))
        low = max(0, right[0] - 1 - exercise.seed % 4)
        return tuple(range(low, max(low + 11, right[-1] + 2)))

    def make(self, rng: Random) -> Exercise:
        prompt, left, again, *shown = self.draw(rng)
        return Exercise(prompt, _listed(left), game=shown[0] if shown else None, data=(_listed(again),))

    def again(self, exercise: Exercise, by: Definition) -> str:
        return str(exercise.data[0])

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        right, numbers = exercise.answer.split(), given.split()
        extra = ", ".join(number for number in numbers if number not in right)
        missing = ", ".join(number for number in right if number not in numbers)
        said = (f"Does not belong there: {extra}." if extra else "", f"Missing: {missing}." if missing else "")
        return tuple(filter(None, said))


class LostHeaps(ExerciseKind):
    """Exercises that ask which heaps from 0 to a bound are P-positions of a ruleset.

    The function `draw` returns a random ruleset and this bound.
    """

    form = "set"
    act = "mark"

    def call(self, exercise: Exercise) -> str:
        return f"{exercise.data[0].name}: mark all heaps that are lost for the player to move."

    def offered(self, exercise: Exercise) -> tuple[int, ...]:
        return tuple(range(exercise.data[1] + 1))

    def against(self, exercise: Exercise, given: str) -> Game | None:
        rules, last = exercise.data
        mine, right = ({*text.replace("none", "").split()} for text in (given, exercise.answer))
        first = min(map(int, mine ^ right), default=0)
        return rules.position(first) if first <= last else None

    def make(self, rng: Random) -> Exercise:
        rules, last = self.draw(rng)
        lost = [n for n in range(last + 1) if is_lost(rules.position(n), misere=self.misere)]
        asked = f"from which heaps from 0 to {last} does the player to move lose? Name all of them."
        return Exercise(f"{rules.name}{self.whose}: {asked}", _listed(lost), data=(rules, last))

    def again(self, exercise: Exercise, by: Definition) -> str:
        rules, last = exercise.data
        return _listed(n for n in range(last + 1) if by.lost(rules.position(n), misere=self.misere))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
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
    """A formula about the heaps n of a ruleset, which may be false.

    It states either that the value of heap n is n % step, or that heap n is a P-position iff n % step == lost.

    Attributes:
        rules: The ruleset; the formula is about single heaps.
        about: The words of an exercise that follow the name of the ruleset: a question, or the formula as a claim.
        step: The number by which n is divided.
        lost: The remainder of the P-positions, or None if the formula is about values.
    """

    rules: Rules
    about: str
    step: int
    lost: int | None = None

    @property
    def claim(self) -> str:
        """The formula as text, such as "value == n % 4" or "P iff n % 4 == 0"."""
        return f"value == n % {self.step}" if self.lost is None else f"P iff n % {self.step} == {self.lost}"

    @property
    def subject(self) -> str:
        """The first word of the formula: "value" or "P"."""
        return "value" if self.lost is None else "P"

    def first_failure(self, by: Definition, heaps: range, *, misere: bool = False) -> int | None:
        """Return the first heap for which the formula is wrong, using only the definitions of value and outcome.

        Args:
            by: The solver that computes values and outcomes by definition.
            heaps: The heaps to test, in order.
            misere: Whether the player who makes the last move loses.

        Returns:
            The heap, or None if the formula is right for all these heaps.
        """
        for n in heaps:
            board, rest = self.rules.position(n), n % self.step
            if by.value(board) != rest if self.lost is None else by.lost(board, misere=misere) != (rest == self.lost):
                return n
        return None


class Formula(ExerciseKind):
    """Exercises that ask for a formula for the values or outcomes of heap n.

    The formula of the student is proved, tested on many heaps, or refuted by the smallest counterexample. The function
    `draw` returns a random `HeapLaw`.
    """

    form = "claim"
    act = "drag"

    def call(self, exercise: Exercise) -> str:
        law = exercise.data[0]
        if law.lost is None:
            return f"Drag the ruler until each column of {law.rules.name} has one value, from 0 up."
        return f"Drag the ruler until its marks are the lost heaps of {law.rules.name}."

    def make(self, rng: Random) -> Exercise:
        law = self.draw(rng)
        return Exercise(f"{law.rules.name}{self.whose}: {law.about}", law.claim, data=(law,))

    def ruled(self, exercise: Exercise) -> dict[str, Any]:
        """Return the data of the ruler that the page shows: a row of heaps from 0, on which the learner puts marks.

        The marks have equal distances; they state the formula, see `formula`.

        Args:
            exercise: The exercise to show.

        Returns:
            A dictionary with the keys `cells`, `most` and `shifts`. The list `cells` has the value of each heap or, for
            a formula about P-positions, whether the heap is lost. The number `most` is the largest distance of two
            marks, and `shifts` is true if the learner also chooses the first mark.
        """
        law = exercise.data[0]
        boards = map(law.rules.position, range(2 * law.step + 2))
        lost = law.lost is not None
        cells = [is_lost(board, misere=self.misere) if lost else value_of(board) for board in boards]
        return {"cells": cells, "most": 2 * law.step + 1, "shifts": lost}

    def formula(self, exercise: Exercise, step: int, first: int) -> str:
        """Return the formula that a student states by marks at equal distances on a row of heaps.

        Args:
            exercise: The exercise that the student answered.
            step: The distance of neighbouring marks.
            first: The heap of the first mark; not used for a formula about values.

        Returns:
            The formula as text, such as "P iff n % 4 == 1" for the distance 4 and the first mark 1.
        """
        lost = exercise.data[0].lost is not None
        return f"P iff n % {step} == {first}" if lost else f"value == n % {step}"

    def again(self, exercise: Exercise, by: Definition) -> str:
        (law,) = exercise.data
        failed = law.first_failure(by, range(COMPARED), misere=self.misere)
        return exercise.answer if failed is None else f"fails at {failed}"

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
        (law,), claim = exercise.data, read_answer(exercise, text)
        if not claim.startswith(law.subject):
            return Grade(right=False, said=(f'The formula should begin with "{law.subject}".',))
        verdict = law.rules.claim(claim, misere=self.misere, limits=CLAIMED)
        if verdict.counterexample is None:
            return Grade(right=True, said=(f"The engine says: {verdict.verdict}.",))
        said = tuple(verdict.told()[1:])
        board = law.rules.position(verdict.counterexample.heaps[0])
        if law.lost is not None:
            lost = verdict.counterexample.actual == "P"
            said += shows_loss(board, misere=self.misere) if lost else (shows_win(board, misere=self.misere),)
        return Grade(right=False, said=said, game=board)


class WriteRule(ExerciseKind):
    """Exercises that describe the moves of a rule in words and ask for the rule in notation, such as "take {1, 3}".

    The function `draw` returns the words, the rule in notation, and a function from a heap to the list of its options.
    """

    form = "rule"

    def make(self, rng: Random) -> Exercise:
        words, rule, left = self.draw(rng)
        return Exercise(f"{words} Write the rule in notation.", rule, data=(left,))

    def again(self, exercise: Exercise, by: Definition) -> str:
        heap = _difference(read_ruleset(exercise.answer), exercise.data[0])
        return exercise.answer if heap is None else f"differs at {heap}"

    def grade(self, exercise: Exercise, text: str) -> Grade:
        """Grade a rule: compare its options of the heaps 0 to 39 with the right ones.

        Args:
            exercise: The exercise that the student answered.
            text: The rule of the student.

        Returns:
            The grade. If the rule is wrong, an explanation names the first heap with wrong options.

        Raises:
            InputError: If the text is not a rule in notation.
        """
        written = read_ruleset(read_answer(exercise, text), files=False)
        heap = _difference(written, exercise.data[0])
        if heap is None:
            return Grade(right=True, said=())
        try:
            yours = _listed(int(left[0]) if len(left) else 0 for left in Rules(written).options(heap))
        except (GrundyError, ValueError, TypeError):
            return Grade(right=False, said=("That is not a rule for a single heap.",))
        said = f"From heap {heap} your rule leaves {yours}; it should leave {_listed(exercise.data[0](heap))}."
        return Grade(right=False, said=(said,))


class FirstException(ExerciseKind):
    """Exercises that ask for the smallest heap, except 0, at which a formula for values or outcomes fails.

    The function `draw` returns a `HeapLaw` whose formula is false.
    """

    form = "number"

    def against(self, exercise: Exercise, given: str) -> Game | None:
        board: Game = exercise.data[0].rules.position(int(exercise.answer))
        return board

    def make(self, rng: Random) -> Exercise:
        law = self.draw(rng)
        found = law.rules.claim(law.claim, limits=CLAIMED).counterexample
        answer = "none" if found is None else str(found.heaps[0])  # only false claims are drawn
        head = f"{law.rules.name}: after a look at small heaps somebody claims: {law.about}"
        return Exercise(f"{head} Which heap n > 0 is the first exception?", answer, data=(law,))

    def again(self, exercise: Exercise, by: Definition) -> str:
        failed = exercise.data[0].first_failure(by, range(1, 10 * COMPARED))
        return "none" if failed is None else str(failed)

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        (law,) = exercise.data
        if int(given) > int(exercise.answer):
            return (f"The pattern fails earlier: look at heap {exercise.answer}.",)
        real = law.rules.value(int(given))
        word = f"of value {real}" if law.lost is None else ("won" if real else "lost")
        return (f"At heap {given} the pattern holds: it is {word}, as claimed. Try larger heaps.",)


def _difference(ruleset: Ruleset[Any], left: Callable[[int], list[int]]) -> int | None:
    """Return the first heap below 40 whose options are wrong under a ruleset, or None if there is none.

    The function `left` returns the right options of a heap, as sizes of heaps.
    """
    rules = game(ruleset)
    for n in range(COMPARED):
        try:
            options = list(rules.options(n))
            numbers = sorted({int(option[0]) if len(option) else 0 for option in options})
        except (GrundyError, ValueError, TypeError):
            return n
        if any(len(option) > 1 for option in options) or numbers != sorted({*left(n)}):
            return n
    return None


def _listed(numbers: Iterable[int]) -> str:
    return " ".join(map(str, sorted({*numbers}))) or "none"


def left_by(board: Any) -> list[int]:  # noqa: ANN401  # a game of one heap
    """Return the sizes that the moves of a single heap leave, in ascending order.

    For a move that splits the heap, the size is the total of the new heaps.

    Args:
        board: The position, a `Game` of one heap.

    Returns:
        The sizes, each once.
    """
    return sorted({sum(position for _, position in left.parts) for _, left in moves_of(board)})
