"""Kinds about rules: what the moves leave, which heaps are lost, a formula, a rule of one's own, a first exception."""

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
"""Work for one claim of a learner."""
COMPARED = 40
"""Heaps that are compared with a formula, and for which two rules are compared."""


class LeftByMoves(ExerciseKind):
    """What the moves of a position leave, as numbers. Drawn are the question and the answer by two routes."""

    form = "set"
    route = "the moves of the rule"
    second = "a second statement of the rule in the source of the exercise"

    def make(self, lot: Random) -> Exercise:
        """Draw a position."""
        prompt, left, again = self.draw(lot)
        return Exercise(prompt, "set", _told(left), data=(_told(again),))

    def again(self, exercise: Exercise, by: Definition) -> str:  # no play
        """Return what the second telling says."""
        return str(exercise.data[0])

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name numbers that no move leaves, and say how many are missing."""
        right, said = {*exercise.answer.split()}, []
        extra = [number for number in given.split() if number not in right]
        missing = [number for number in exercise.answer.split() if number not in given.split()]
        if extra:
            said.append(f"Does not belong there: {', '.join(extra)}.")
        if missing:
            said.append(f"Missing: {', '.join(missing)}.")
        return tuple(said)


class LostHeaps(ExerciseKind):
    """The lost heaps of a rule up to a bound. Drawn are the rule and the bound."""

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
        """Ask the definition."""
        rules, last = exercise.data
        return _told([n for n in range(last + 1) if by.lost(rules.position(n), misere=self.misere)])

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Show the first heap that is named wrongly or missing."""
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
    """A formula about the heaps n of a rule, as a claim and as a function."""

    rules: Rules
    about: str
    claim: str
    holds: Callable[[int], int]
    """The value of heap n, or for a claim about who wins: 0 for lost, 1 for won."""


class Formula(ExerciseKind):
    """A formula that the engine proves, compares or refutes by the smallest counterexample. Drawn is a `HeapLaw`."""

    form = "claim"
    route = "a claim that the engine proves or compares"
    second = f"the formula compared with the definition for heaps up to {COMPARED}"

    def make(self, lot: Random) -> Exercise:
        """Draw a law."""
        law = self.draw(lot)
        prompt = f"{law.rules.name}{self.whose}: {law.about}"
        return Exercise(prompt, "claim", law.claim, (), None, self.misere, data=law)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Return the claim when its function is what the definition says."""
        law = HeapLaw(*exercise.data)
        wins = law.claim.startswith("P")
        for n in range(COMPARED):
            board = law.rules.position(n)
            found = int(not by.lost(board, misere=self.misere)) if wins else by.value(board)
            if found != law.holds(n):
                return f"fails at {n}"
        return law.claim

    def grade(self, exercise: Exercise, text: str) -> Grade:
        """Ask the engine about the claim."""
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
        """Return what the grade says."""
        return self.grade(exercise, given).said


class WriteRule(ExerciseKind):
    """A rule in notation. Drawn are its moves in words, the rule, and a function that lists what a heap can become."""

    form = "rule"
    route = "the rule read from notation, its options compared"
    second = "the moves in words, enumerated"

    def make(self, lot: Random) -> Exercise:
        """Draw a rule."""
        words, rule, left = self.draw(lot)
        prompt = f"{words} Write the rule in notation."
        return Exercise(prompt, "rule", rule, data=(left,))

    def again(self, exercise: Exercise, by: Definition) -> str:  # no play
        """Return the rule when its options are those of the words."""
        found = _difference(read_ruleset(exercise.answer), exercise.data[0])
        return exercise.answer if found is None else f"differs at {found}"

    def grade(self, exercise: Exercise, text: str) -> Grade:
        """Compare the options heap by heap; raises `InputError` when the rule cannot be read."""
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
        """Return what the grade says."""
        return self.grade(exercise, given).said


class FirstException(ExerciseKind):
    """The first heap where a pattern fails. Drawn is a false `HeapLaw`."""

    form = "number"
    route = "the smallest counterexample found by the engine"
    second = "the definition, heap by heap, compared with the pattern"

    def make(self, lot: Random) -> Exercise:
        """Draw a law that fails, after it has held for a while."""
        law = self.draw(lot)
        found = check_claim(law.rules.ruleset, law.claim, limits=CLAIMED).counterexample
        answer = "none" if found is None else str(found.heaps[0])  # only false laws are drawn
        head = f"{law.rules.name}: after a look at small heaps somebody claims: {law.about}"
        prompt = f"{head} Which heap n > 0 is the first exception?"
        return Exercise(prompt, "number", answer, data=law)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compare heap by heap."""
        law = HeapLaw(*exercise.data)
        wins = law.claim.startswith("P")
        for n in range(1, 10 * COMPARED):
            board = law.rules.position(n)
            if (int(not by.lost(board)) if wins else by.value(board)) != law.holds(n):
                return str(n)
        return "none"

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Say whether the pattern holds at that heap or failed before."""
        law = HeapLaw(*exercise.data)
        if int(given) > int(exercise.answer):
            return (f"The pattern fails earlier: look at heap {exercise.answer}.",)
        real, wins = law.rules.value(int(given)), law.claim.startswith("P")
        word = ("won" if real else "lost") if wins else f"of value {real}"
        return (f"At heap {given} the pattern holds: it is {word}, as claimed. Try larger heaps.",)


def _difference(ruleset: Ruleset[Any], left: Callable[[int], list[int]]) -> int | None:
    """Return the first heap from which a rule does not leave what it should, None when there is none."""
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
    """Return the heaps that the moves of a single heap leave."""
    return sorted({sum(position for _, position in left.parts) for _, left in moves_of(board)})
