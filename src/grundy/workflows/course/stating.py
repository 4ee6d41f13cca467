"""Kinds that offer statements: the true one, the counterexample, the wrong step of a proof.

The truth of every statement is computed in two ways, so tests can check that exactly one choice is right.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from ...core import Game
from .boards import is_lost, shows_loss, shows_value, shows_win, value_of
from .definition import Definition
from .exercise import Exercise, ExerciseKind, one_of


class Statement(NamedTuple):
    """A sentence, whether it is true, the same by the second computation, and its explanation."""

    text: str
    true: bool
    again: Callable[[Definition], bool]
    shown: Callable[[], tuple[str, ...]] = tuple


def wins(text: str, game: Game, *, lost: bool, misere: bool = False) -> Statement:
    """Build the statement that the player to move loses, or wins.

    Args:
        text: The sentence.
        game: The position.
        lost: Whether the sentence says that it is lost.
        misere: Whether the player who makes the last move loses.

    Returns:
        The statement.
    """
    real = is_lost(game, misere=misere)
    return Statement(
        text,
        real == lost,
        lambda by: by.lost(game, misere=misere) == lost,
        lambda: shows_loss(game, misere=misere) if real else (shows_win(game, misere=misere),),
    )


def worth(text: str, game: Game, value: int) -> Statement:
    """Build the statement that a position has a value.

    Args:
        text: The sentence.
        game: The position.
        value: The value.

    Returns:
        The statement.
    """
    return Statement(text, value_of(game) == value, lambda by: by.value(game) == value, lambda: shows_value(game))


def plainly(text: str, true: bool, again: bool, shown: str) -> Statement:  # the parameters are positional in all calls
    """Build a statement about numbers, calculated in two ways.

    Args:
        text: The sentence.
        true: Whether it is true.
        again: The same by the second calculation.
        shown: The explanation.

    Returns:
        The statement.
    """
    return Statement(text, true, lambda _: again, lambda: (shown,))


def opposite(one: Statement) -> Statement:
    """Return a statement with the same words that counts as true if the other is false: a counterexample to it."""
    return one._replace(true=not one.true, again=lambda by: not one.again(by))


class OneOf(ExerciseKind):
    """One statement among several: the true one, the false one, the position that refutes a sentence."""

    form = "one"
    route = "the methods that solve the positions in the statements"
    second = "the definition for every statement"

    wanted = True
    """Whether the answer is the only true statement, or the only false one."""

    def statements(self, lot: Random) -> list[Statement]:
        """Draw statements."""
        found: list[Statement] = self.draw(lot)
        return found

    def order(self, lot: Random, found: list[Statement]) -> tuple[tuple[str, ...], str]:
        """Order the choices.

        Args:
            lot: The source of randomness.
            found: The statements.

        Returns:
            The choices, and the letter of the answer.
        """
        right = next(one.text for one in found if one.true == self.wanted)
        return one_of(lot, right, [one.text for one in found if one.text != right])

    def make(self, lot: Random) -> Exercise:
        """Draw statements and shuffle them."""
        found = self.statements(lot)
        while sum(one.true == self.wanted for one in found) != 1 or len({one.text for one in found}) < len(found):
            found = self.statements(lot)
        choices, answer = self.order(lot, found)
        return Exercise(self.prompt, "one", answer, choices, data=tuple(found))

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the answer again: test every statement with its second computation, and list the fitting letters.

        Args:
            exercise: The exercise.
            by: Computes values and outcomes by definition.

        Returns:
            The answer, computed a second time.
        """
        found = {one.text: one for one in exercise.data}
        return " ".join(a for a, text in exercise.lettered if found[text].again(by) == self.wanted)

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Show why the choice is wrong.

        Args:
            exercise: The exercise.
            given: The wrong answer.

        Returns:
            Sentences.
        """
        chosen = dict(exercise.lettered)[given]
        one = next(one for one in exercise.data if one.text == chosen)
        why = "is not the wrong step" if self.wanted else "is true"
        return (f'"{one.text.rstrip(".")}" {why}.', *one.shown())


class OneOfFour(OneOf):
    """One statement among four that are drawn one by one."""

    def statements(self, lot: Random) -> list[Statement]:
        """Draw four statements."""
        return [self.draw(lot) for _ in range(4)]


class WrongStep(OneOf):
    """The wrong step of a proof; the steps keep their order."""

    wanted = False

    def order(self, lot: Random, found: list[Statement]) -> tuple[tuple[str, ...], str]:  # without randomness
        """Return the steps in their order.

        Args:
            lot: The source of randomness; not used.
            found: The statements.

        Returns:
            The choices, and the letter of the answer.
        """
        return tuple(one.text for one in found), "abcdefgh"[[one.true for one in found].index(False)]
