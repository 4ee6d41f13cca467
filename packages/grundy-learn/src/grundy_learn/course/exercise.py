"""An exercise as data with its answer, and kinds of exercises, which make and grade them.

The name of a kind and a seed determine an exercise, on every machine. The answer of a learner is text; `read_answer`
converts this text to the form in which the right answer is stored.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, ClassVar, Literal, NamedTuple, cast

from grundy.core import Game, InputError, play_of, read_integer, read_integers

from .definition import Definition

Form = Literal["one", "many", "number", "list", "set", "claim", "rule", "match"]
"""The form of the answer: one letter, letters, a number, a list or a set of numbers, a claim, a rule, moves."""
Act = Literal["match", "move", "predict", "press", "lamps", "mark", "fill", "choose", "drag", "type"]
"""What a learner does on a board: play a match or one move, predict the winner, press a number, light lamps, mark
numbers, fill in a table, choose a board, drag a ruler, or type."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_ANSWER, MOST_MATCH = 500, 4000
"""The largest length of an answer, and of the moves of a match."""
MOST_SEED = 10**9
PRESSED = tuple(range(16))
"""The numbers that can be pressed as the answer of a question for a number."""


class Exercise(NamedTuple):
    """A question for a student, with its answer.

    Attributes:
        prompt: The question in words.
        answer: The right answer as canonical text; for multiple choice the letters, such as "a c".
        choices: The possible answers of a multiple-choice question.
        game: The position in question, if there is one.
        table: The two rows of a table to show, the first one with headers; empty if a table is not shown.
        data: Data that depend on the kind, used to compute the answer again and to refute wrong answers.
        form: The form of the answer, such as "number", or "many" for several letters; see `Form`.
        misere: Whether the player who makes the last move loses.
        kind: The name of the kind of exercises.
        seed: The seed from which the exercise was drawn.
    """

    prompt: str
    answer: str
    choices: tuple[str, ...] = ()
    game: Game | None = None
    table: tuple[tuple[str, ...], ...] = ()
    data: tuple[Any, ...] = ()
    form: Form = "number"
    misere: bool = False
    kind: str = ""
    seed: int = 0

    @property
    def board(self) -> Game:
        """The position of the exercise (the field `game`), for kinds whose exercises always have one."""
        return cast(Game, self.game)

    @property
    def key(self) -> tuple[object, ...]:
        """The prompt, position, choices and table; two exercises with equal keys may not be on one worksheet."""
        return self.prompt, str(self.game), self.choices, self.table

    @property
    def lettered(self) -> list[tuple[str, str]]:
        """The possible answers with their letters, such as [("a", "take 1"), ("b", "take 2")]."""
        return list(zip(LETTERS, self.choices, strict=False))

    def right_answer(self) -> str:
        """Return the right answer for a teacher.

        For multiple choice, each letter is followed by its text, such as "a: take 1; c: take 3".
        """
        if self.form not in {"one", "many"}:
            return self.answer
        chosen = dict(self.lettered)
        return "; ".join(f"{letter}: {chosen[letter]}" for letter in self.answer.split())

    def to_dict(self) -> dict[str, Any]:
        """Return the exercise as a dictionary for JSON, without its answer.

        The fields are `kind`, `seed`, `prompt`, `form`, `choices`, `game` (notation or None), `play` and `table`.
        """
        found = {"kind": self.kind, "seed": self.seed, "prompt": self.prompt, "form": self.form}
        game = None if self.game is None else str(self.game)
        return found | {"choices": [*self.choices], "game": game, "play": play_of(self.misere), "table": self.table}


class Grade(NamedTuple):
    """The grade of an answer.

    Attributes:
        right: Whether the answer is right.
        said: Sentences for the student, for example why the answer is wrong.
        game: The position that the sentences are about, if there is one.
    """

    right: bool
    said: tuple[str, ...]
    game: Game | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the grade as a dictionary for JSON: `right`, `said` (sentences) and `game` (notation or None)."""
        return {"right": self.right, "said": [*self.said], "game": None if self.game is None else str(self.game)}


class ExerciseKind(ABC):
    """A kind of exercises, such as "name the winner": it generates them at random and grades answers.

    A subclass sets `form`, the form of its answers, and `act`, what a learner does on a board. It defines `make`, which
    generates an exercise with its answer, and `again`, which computes the answer in a second way so that tests can
    compare both. It also defines either `refute`, which explains why an answer is wrong, or its own `grade`.
    """

    form: ClassVar[Form]
    act: ClassVar[Act] = "type"

    def __init__(
        self, name: str, draw: Callable[[Random], Any] = Random.random, *, misere: bool = False, prompt: str = ""
    ) -> None:
        """Define a kind of exercises.

        Args:
            name: The name: the lesson, a dot, and the question, such as "binary.winner".
            draw: A function that `make` calls for the random contents of an exercise. Its result depends on the
                subclass: for example a position, a ruleset or a list of statements.
            misere: Whether the player who makes the last move loses.
            prompt: The question, if it is the same in all exercises; otherwise `make` writes it.
        """
        self.name, self.draw, self.misere, self.prompt = name, draw, misere, prompt

    @property
    def whose(self) -> str:
        """The text that a question has after its position: "" in normal play, otherwise " in misere play (...)".

        The parentheses contain an explanation of misère play.
        """
        return " in misere play (whoever makes the last move loses)" if self.misere else ""

    @abstractmethod
    def make(self, rng: Random) -> Exercise:
        """Generate a random exercise, with its answer.

        The fields `form`, `misere`, `kind` and `seed` may be left out: the method `exercise`, the caller, sets them.
        """

    @abstractmethod
    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer a second time, in another way, as a check.

        Args:
            exercise: The exercise to solve again.
            by: A solver that searches by definition; a subclass may also compute the answer without it.

        Returns:
            The answer in the form of `Exercise.answer`. It differs from the answer of the exercise if
            that answer fails the check.
        """

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Explain to a student why an answer is wrong, by a move, a position or a number.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer in canonical form.

        Returns:
            The sentences of the explanation.
        """
        raise NotImplementedError

    def call(self, exercise: Exercise) -> str:
        """Return the question, without the position in words, for a learner who sees the position on a board."""
        return exercise.prompt.removeprefix(f"{exercise.game}: ") if exercise.game else exercise.prompt

    def position(self, exercise: Exercise) -> Game | None:
        """Return the position on the board of an exercise, or None if nothing is drawn."""
        return exercise.game

    def offered(self, exercise: Exercise) -> tuple[int, ...]:
        """Return the numbers that the page shows for an exercise; a learner clicks or marks the answer among them.

        Args:
            exercise: The exercise to show.

        Returns:
            The numbers, such as 0 to 15. There are none if the answer must be typed, for example if it is too large.
        """
        return PRESSED if exercise.form == "number" and int(exercise.answer) in PRESSED else ()

    def against(self, exercise: Exercise, given: str) -> Game | None:
        """Return a position that refutes a wrong answer if both players play from it to the end.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer in canonical form.

        Returns:
            The position, or None if no position shows the mistake.
        """
        return None

    def exercise(self, seed: int) -> Exercise:
        """Generate the exercise that belongs to a seed; it is the same on every machine."""
        made = self.make(Random(f"{self.name} {seed}"))  # noqa: S311  # no secret
        return made._replace(form=self.form, misere=self.misere, kind=self.name, seed=seed)

    def grade(self, exercise: Exercise, text: str) -> Grade:
        """Grade the answer of a student.

        Args:
            exercise: The exercise that the student answered.
            text: The answer as typed.

        Returns:
            The grade, with an explanation if the answer is wrong.

        Raises:
            InputError: If the text does not have the form of an answer, for example a word instead of a number.
        """
        given = read_answer(exercise, text)
        if given == exercise.answer:
            return Grade(right=True, said=())
        return Grade(right=False, said=self.refute(exercise, given), game=exercise.game)


def read_answer(exercise: Exercise, text: str) -> str:
    """Convert a typed answer to the canonical text that is compared with the right answer.

    Args:
        exercise: The exercise that the student answered.
        text: The answer as typed.

    Returns:
        The canonical answer: letters or numbers separated by spaces, sorted if their order does not matter.

    Raises:
        InputError: If the text does not have the form of an answer; the error states what was expected.

    Example:
        >>> read_answer(Exercise("Which?", "a c", ("one", "two", "three"), form="many"), " C, a")
        'a c'
        >>> read_answer(Exercise("Which?", "1 3", form="set"), "3 1 3")
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


def one_of(rng: Random, right: str, wrong: list[str]) -> tuple[tuple[str, ...], str]:
    """Shuffle the possible answers of a multiple-choice question.

    Args:
        rng: The source of randomness.
        right: The right answer.
        wrong: The wrong answers.

    Returns:
        All answers in random order, and the letter of the right one: a for the first, b for the second, and so on.
    """
    choices = [right, *wrong]
    rng.shuffle(choices)
    return tuple(choices), LETTERS[choices.index(right)]
