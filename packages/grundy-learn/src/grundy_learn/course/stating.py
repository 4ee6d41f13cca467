"""Kinds of exercises that offer statements: the true one, the counterexample, the wrong step of a proof.

The truth of every statement is computed in two ways, so tests can check that exactly one choice is right.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from grundy.core import Game

from .boards import is_lost, shows_outcome, shows_value, value_of
from .definition import Definition
from .exercise import LETTERS, Exercise, ExerciseKind, one_of
from .valuing import with_heap


class Statement(NamedTuple):
    """A sentence about games, true or false, to be offered in a multiple-choice question.

    Attributes:
        text: The sentence that the student reads.
        true: Whether the sentence is true.
        again: A function that takes a solver and computes in a second way, as a check, whether the sentence is true.
        shown: A function that returns sentences which explain to a student why the sentence is true or false.
        game: The position to show with the sentence, if there is one.
        refuted: If the sentence is false, a position that shows this when both players play it to the end, or None.
    """

    text: str
    true: bool
    again: Callable[[Definition], bool]
    shown: Callable[[], tuple[str, ...]] = tuple
    game: Game | None = None
    refuted: Game | None = None


def wins(text: str, game: Game, *, lost: bool, misere: bool = False) -> Statement:
    """Build the statement that a position is a P-position, or that it is an N-position; it may be false.

    Args:
        text: The sentence that the student reads.
        game: The position that the sentence is about.
        lost: True if the sentence states that the player to move loses, False if it states that this player wins.
        misere: Whether the player who makes the last move loses.

    Returns:
        The statement with its truth value.
    """
    real = is_lost(game, misere=misere)
    return Statement(
        text,
        real == lost,
        lambda by: by.lost(game, misere=misere) == lost,
        lambda: shows_outcome(game, misere=misere),
        game,
        game,
    )


def worth(text: str, game: Game, value: int) -> Statement:
    """Build the statement that a position has a certain Grundy value; it may be false.

    Args:
        text: The sentence that the student reads.
        game: The position that the sentence is about.
        value: The value that the sentence states.

    Returns:
        The statement with its truth value.
    """
    true = value_of(game) == value
    with_it = with_heap(game, str(value))
    return Statement(text, true, lambda by: by.value(game) == value, lambda: shows_value(game), game, with_it)


def plainly(text: str, true: bool, again: bool, shown: str, game: Game | None = None) -> Statement:
    """Build a statement whose truth value the caller has calculated in two ways.

    Args:
        text: The sentence that the student reads.
        true: Whether the sentence is true.
        again: Whether the sentence is true by the second calculation.
        shown: The explanation, one sentence.
        game: The position to show with the sentence, if there is one.

    Returns:
        The statement with its truth value.
    """
    return Statement(text, true, lambda _: again, lambda: (shown,), game)


def opposite(one: Statement) -> Statement:
    """Return a statement with the same text and the opposite truth value.

    Use it for questions to which the false statement is the right answer, because `OneOf` looks for a true one.
    """
    return one._replace(true=not one.true, again=lambda by: not one.again(by))


class OneOf(ExerciseKind):
    """Exercises that offer several statements, of which the student must find the only true one.

    The function `draw` returns the statements as a list. It is repeated until exactly one is true and all texts differ.
    A subclass may redefine `statements` or `order`, or set `wanted` to False if the only false statement is the answer.
    """

    form = "one"
    act = "choose"

    wanted = True
    """Whether the answer is the only true statement, or the only false one."""

    def statements(self, rng: Random) -> list[Statement]:
        """Return the statements to offer: the result of `draw`.

        The caller, `make`, repeats this until exactly one statement is right.
        """
        found: list[Statement] = self.draw(rng)
        return found

    def order(self, rng: Random, offered: list[Statement]) -> tuple[tuple[str, ...], str]:
        """Put the statements into random order.

        Args:
            rng: The source of randomness.
            offered: The statements to offer.

        Returns:
            The sentences in order, and the letter of the right answer.
        """
        right = next(one.text for one in offered if one.true)
        return one_of(rng, right, [one.text for one in offered if one.text != right])

    def make(self, rng: Random) -> Exercise:
        offered = self.statements(rng)
        while sum(one.true == self.wanted for one in offered) != 1 or len({one.text for one in offered}) < len(offered):
            offered = self.statements(rng)
        choices, answer = self.order(rng, offered)
        return Exercise(self.prompt, answer, choices, data=tuple(offered))

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute a second time which statements are true, and return the letters of the right choices.

        Letters are separated by spaces. If the exercise is right, there is exactly one letter.
        """
        offered = {one.text: one for one in exercise.data}
        return " ".join(a for a, text in exercise.lettered if offered[text].again(by) == self.wanted)

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        chosen = dict(exercise.lettered)[given]
        one = next(one for one in exercise.data if one.text == chosen)
        why = "is not the right answer" if self.wanted else "is true"
        return (f'"{one.text.rstrip(".")}" {why}.', *one.shown())

    def stated(self, exercise: Exercise) -> list[Statement]:
        """Return the statements of an exercise in the order of its choices."""
        offered = {one.text: one for one in exercise.data}
        return [offered[text] for text in exercise.choices]

    def against(self, exercise: Exercise, given: str) -> Game | None:
        return self.stated(exercise)[LETTERS.index(given)].refuted


class OneOfFour(OneOf):
    """Exercises that offer four statements, of which one is true.

    The function `draw` returns one statement. Sets of four are drawn until exactly one statement of a set is true.
    """

    def statements(self, rng: Random) -> list[Statement]:
        return [self.draw(rng) for _ in range(4)]


class WrongStep(OneOf):
    """Exercises that show the steps of a proof or a calculation in order; the student must find the wrong step.

    The function `draw` returns the steps as a list of statements in this order. It is repeated until exactly one is
    false.
    """

    wanted = False

    def order(self, rng: Random, offered: list[Statement]) -> tuple[tuple[str, ...], str]:
        return tuple(one.text for one in offered), LETTERS[[one.true for one in offered].index(False)]
