"""An exercise as data, its answer as text, and the kind that makes and grades it.

An exercise is identified by the name of its kind and a seed, and is the same everywhere. The answer of a learner is
text; `read_answer` converts it to the canonical form of the right answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple

from ...core import Game, InputError, play_of, read_integer, read_integers
from .definition import Definition

Form = Literal["one", "many", "number", "list", "set", "claim", "rule", "match"]
"""The form of the answer: one letter, letters, a number, a list or a set of numbers, a claim, a rule, moves."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_ANSWER, MOST_MATCH = 500, 4000
"""The largest length of an answer, and of the moves of a match."""
MOST_SEED = 10**9


class Exercise(NamedTuple):
    """A question with its answer; `table` is a header row and one more row, `data` is for the second computation."""

    prompt: str
    form: Form
    answer: str
    choices: tuple[str, ...] = ()
    game: Game | None = None
    misere: bool = False
    table: tuple[tuple[str, ...], ...] = ()
    data: tuple[Any, ...] = ()
    kind: str = ""
    seed: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        """The parts by which two exercises of a sheet must differ."""
        return self.prompt, str(self.game), self.choices, self.table

    @property
    def lettered(self) -> list[tuple[str, str]]:
        """The choices with their letters."""
        return list(zip(LETTERS, self.choices, strict=False))

    def right_answer(self) -> str:
        """Return the answer for a teacher: letters with the choices."""
        if self.form not in {"one", "many"}:
            return self.answer
        chosen = dict(self.lettered)
        return "; ".join(f"{letter}: {chosen[letter]}" for letter in self.answer.split())

    def to_dict(self) -> dict[str, Any]:
        """Return the exercise as JSON, without its answer."""
        found = {"kind": self.kind, "seed": self.seed, "prompt": self.prompt, "form": self.form}
        game = None if self.game is None else str(self.game)
        return found | {"choices": [*self.choices], "game": game, "play": play_of(self.misere), "table": self.table}


class Grade(NamedTuple):
    """Whether an answer is right, and the comment: for a wrong one its refutation, shown at the position `game`."""

    right: bool
    said: tuple[str, ...]
    game: Game | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the grade as JSON."""
        return {"right": self.right, "said": [*self.said], "game": None if self.game is None else str(self.game)}


class ExerciseKind(ABC):
    """A kind of exercises: draws them, grades answers, and computes the answer again in a second way."""

    form: ClassVar[Form]
    route: ClassVar[str]
    """How the stated answer is computed."""
    second: ClassVar[str]
    """How a test computes it again."""

    def __init__(
        self, name: str, draw: Callable[[Random], Any] = Random.random, *, misere: bool = False, prompt: str = ""
    ) -> None:
        """Define a kind of exercises.

        Args:
            name: The lesson, a dot, and the question.
            draw: Draws the contents of an exercise, for example a position or a ruleset.
            misere: Whether the player who makes the last move loses.
            prompt: The question, if all exercises have the same.
        """
        self.name, self.draw, self.misere, self.prompt = name, draw, misere, prompt

    @property
    def whose(self) -> str:
        """The text of the question about the play convention."""
        return " in misere play (whoever makes the last move loses)" if self.misere else ""

    @abstractmethod
    def make(self, lot: Random) -> Exercise:
        """Draw an exercise."""

    @abstractmethod
    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the answer a second time, in the way that `second` describes, as a check.

        Args:
            exercise: The exercise.
            by: Computes values and outcomes by definition.

        Returns:
            The answer, computed a second time.
        """

    @abstractmethod
    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Return why an answer is wrong: the move, the position or the number that shows it.

        Args:
            exercise: The exercise.
            given: The wrong answer.

        Returns:
            Sentences.
        """

    def exercise(self, seed: int) -> Exercise:
        """Return the exercise of a seed; it is the same on every machine."""
        return self.make(Random(f"{self.name} {seed}"))._replace(kind=self.name, seed=seed)  # noqa: S311  # no secret

    def grade(self, exercise: Exercise, text: str) -> Grade:
        """Grade an answer.

        Args:
            exercise: The exercise.
            text: The answer of the learner.

        Returns:
            The grade.

        Raises:
            InputError: If the text is not an answer.
        """
        given = read_answer(exercise, text)
        if given == exercise.answer:
            return Grade(right=True, said=())
        return Grade(right=False, said=self.refute(exercise, given), game=exercise.game)


def read_answer(exercise: Exercise, text: str) -> str:
    """Convert an answer to its canonical form.

    Args:
        exercise: The exercise.
        text: The answer.

    Returns:
        The canonical answer.

    Raises:
        InputError: If the text is not an answer; it states what was expected.

    Example:
        >>> read_answer(Exercise("Which?", "many", "a c", ("one", "two", "three")), " C, a")
        'a c'
        >>> read_answer(Exercise("Which?", "set", "1 3"), "3 1 3")
        '1 3'
    """
    text = text.strip()
    most = MOST_MATCH if exercise.form == "match" else MOST_ANSWER
    if not text:
        raise InputError("expected an answer, found nothing")
    if len(text) > most:
        raise InputError(f"expected an answer of at most {most} characters")
    if exercise.form in {"one", "many"}:
        return _letters(exercise, text)
    if exercise.form == "number":
        return str(read_integer(text, "a whole number"))
    if exercise.form in {"list", "set"}:
        numbers = [] if text.lower() == "none" else read_integers(text, "a whole number")
        numbers = sorted({*numbers}) if exercise.form == "set" else numbers
        return " ".join(map(str, numbers)) or "none"
    return text


def _letters(exercise: Exercise, text: str) -> str:
    offered = LETTERS[: len(exercise.choices)]
    given = sorted({*text.lower()} - {*" ,;"})
    one = exercise.form == "one"
    if not given or not {*given} <= {*offered} or (one and len(given) > 1):
        what = "one of the letters" if one else "letters from"
        raise InputError(f"expected {what} {offered[0]} to {offered[-1]}, found {text[:40]!r}")
    return " ".join(given)


def one_of(lot: Random, right: str, wrong: list[str]) -> tuple[tuple[str, ...], str]:
    """Shuffle choices.

    Args:
        lot: The source of randomness.
        right: The right choice.
        wrong: The wrong choices.

    Returns:
        The choices, and the letter of the right one.
    """
    choices = [right, *wrong]
    lot.shuffle(choices)
    return tuple(choices), LETTERS[choices.index(right)]
