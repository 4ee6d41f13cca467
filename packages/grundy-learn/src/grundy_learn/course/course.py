"""The course: twelve lessons in order, their screens, and the kinds of exercises by name.

The file `lessons/<name>.toml` contains the text of a lesson and its kinds of exercises. A function of `topics`, such as
`binary_heaps` for the lesson binary, chooses the random contents of an exercise. A lesson is a list of screens, each
with one idea and usually one exercise. The last screens have no text:
there is one for each kind of exercise that the earlier screens do not use.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from grundy.core import InputError, read_integer

from . import judging, ruling, stating, valuing
from .exercise import MOST_SEED, Exercise, ExerciseKind
from .topics import games, graphs, heaps, nim

LESSONS = (
    "take-away",
    "mirror",
    "binary",
    "graphs",
    "values",
    "sums",
    "splitting",
    "periods",
    "golden",
    "misere",
    "coins",
    "proof",
)
"""The names of the lessons in order; people count them from 1."""
_NAMED = {
    name: value
    for module in (judging, ruling, stating, valuing, games, graphs, heaps, nim)
    for name, value in vars(module).items()
}
"""The classes of kinds, and the functions that draw their contents."""


class Screen(NamedTuple):
    """A screen of a lesson, with at most one exercise.

    Attributes:
        title: The title.
        text: The paragraphs, in which code is between backticks.
        kind: The name of the kind of its exercise, such as "binary.winner", or "" if it has none.
    """

    title: str
    text: tuple[str, ...]
    kind: str = ""


class Lesson(NamedTuple):
    """A lesson of the course: its number from 1, name, title, learning goal, and screens in order."""

    number: int
    name: str
    title: str
    goal: str
    screens: tuple[Screen, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the lesson as a dictionary for JSON: `lesson` (its number), `name`, `title`, `goal` and `screens`."""
        screens = [screen._asdict() | {"text": [*screen.text], "number": i} for i, screen in enumerate(self.screens, 1)]
        return {"lesson": self.number, "name": self.name, "title": self.title, "goal": self.goal, "screens": screens}


@cache
def kinds_of(name: str) -> dict[str, ExerciseKind]:
    """Return the kinds of exercises of the lesson called `name`, by the name of the kind, such as "binary.winner"."""
    return {kind.name: kind for kind in (_kind(name, **row) for row in _read(name)["kinds"])}


def _kind(lesson: str, name: str, kind: str, draw: str = "", **other: Any) -> ExerciseKind:  # noqa: ANN401
    if draw:
        source, _, function = draw.rpartition(".")
        other["draw"] = _NAMED[f"{(source or lesson).replace('-', '_')}_{function}"]
    found: ExerciseKind = _NAMED[kind](f"{lesson}.{name}", **other)
    return found


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "lessons" / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def lesson(text: str) -> Lesson:
    """Return the lesson with a name or a number from 1; raise `InputError` if there is none.

    >>> lesson("3").name, lesson("binary").number
    ('binary', 3)
    """
    name = _name(text)
    found = _read(name)
    screens = [_screen(name, one) for one in found["screens"]]
    asked = {screen.kind for screen in screens}
    rest = [Screen(found["exercises"], (), kind) for kind in kinds_of(name) if kind not in asked]
    return Lesson(LESSONS.index(name) + 1, name, found["title"], found["goal"], (*screens, *rest))


def lessons_from(text: str) -> tuple[Lesson, ...]:
    """Return the lesson with a name or a number from 1, followed by the next lesson, so that a page can link to it.

    For the last lesson, return only this lesson. Raise `InputError` if there is no such lesson.
    """
    first = lesson(text)
    return first, *map(lesson, LESSONS[first.number : first.number + 1])


def _name(text: str) -> str:
    numbers = {str(number): each for number, each in enumerate(LESSONS, 1)}
    name = text.strip().lower()
    name = numbers.get(name, name)
    if name not in LESSONS:
        expected = f"expected a lesson from 1 to {len(LESSONS)} or its name"
        raise InputError(f"{expected}, found {text[:40]!r}", hint=", ".join(LESSONS))
    return name


def _screen(name: str, found: dict[str, str]) -> Screen:
    text = tuple(" ".join(part.split()) for part in found["text"].split("\n\n"))
    return Screen(found["title"], text, f"{name}.{found['ask']}" if "ask" in found else "")


def kinds(topic: str) -> list[ExerciseKind]:
    """Return the kinds of exercises of a topic; raise `InputError` if there is no such topic.

    A topic is a lesson, given by name or number, or one kind of exercises, given by name, such as "binary.winner".

    >>> [kind.name for kind in kinds("binary.winner")]
    ['binary.winner']
    """
    first, dot, rest = topic.strip().lower().partition(".")
    name = _name(first)
    found = kinds_of(name)
    if not dot:
        return list(found.values())
    wanted = f"{name}.{rest}"
    if wanted not in found:
        raise InputError(f"expected a kind of exercises, found {topic[:40]!r}", hint=", ".join(found))
    return [found[wanted]]


def read_seed(text: str) -> int:
    """Parse a seed for random exercises, an integer from 0 to 10^9; raise `InputError` for any other text."""
    seed = read_integer(text, "a seed")
    if seed > MOST_SEED:
        raise InputError(f"expected a seed up to {MOST_SEED}, found {text[:20]}")
    return seed


def sheet(topic: str, count: int, seed: int) -> list[Exercise]:
    """Choose different random exercises of a topic for a worksheet, from each of its kinds in turn.

    Equal seeds give equal worksheets. Matches against the computer are left out: they cannot be played on paper.

    Args:
        topic: A lesson by name or number, or one kind of exercises, such as "binary.sum".
        count: The number of exercises, from 1 to 100.
        seed: The seed of the random choice.

    Returns:
        The exercises, in the order of the worksheet.

    Raises:
        InputError: If the topic is unknown or has too few different exercises, or if `count` is out of range.

    Example:
        >>> [exercise.kind for exercise in sheet("binary", 3, 1)]
        ['binary.powers', 'binary.sum', 'binary.winner']
    """
    if not 1 <= count <= MOST_COUNT:
        raise InputError(f"expected 1 to {MOST_COUNT} exercises, found {count}")
    asked = [kind for kind in kinds(topic) if kind.form != "match"]
    if not asked:
        raise InputError(f"{topic} is a match against the computer; play it with grundy learn")
    found: dict[object, Exercise] = {}
    for number in range(TRIES * count):
        made = asked[len(found) % len(asked)].exercise(seed * TRIES * MOST_COUNT + number)
        found.setdefault(made.key, made)
        if len(found) == count:
            return list(found.values())
    raise InputError(f"{topic} has only {len(found)} different exercises, expected {count}")


MOST_COUNT = 100
"""The largest number of exercises of a sheet."""
TRIES = 50
"""Exercises drawn for each one needed before a sheet is abandoned."""
