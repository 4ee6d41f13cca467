"""The questions of the course page: a screen of a lesson, its exercise, and the grade of an answer."""

from __future__ import annotations

from typing import Any

from grundy.core import GrundyError
from grundy.operations import Context
from grundy_learn.course import HOW, Beat, Exercise, ExerciseKind, kinds, lesson, read_seed

MOST_MOVES = 60
"""The largest number of moves offered as links."""


def learn(_: Context, name: str, screen: int, seed: str, answer: str) -> dict[str, Any]:
    """Answer a question of the web app: a screen of a lesson with its text, its exercise, and the grade of an answer.

    An unreadable answer is reported next to the exercise; an unknown lesson or seed is an error.

    Args:
        _: The limits of the question; not used.
        name: The name of the lesson.
        screen: The number of the screen, from 1.
        seed: The seed that determines the exercise, or "" for seed 1.
        answer: The answer of the learner, or "".

    Returns:
        The texts of the lesson and of the screen, and as `exercise` the exercise with the grade, or None.
    """
    one, drawn = lesson(name), read_seed(seed or "1")
    number = min(max(screen, 1), len(one.screens))
    shown = one.screens[number - 1]
    found: dict[str, Any] = {"status": "proved", "lesson": one.number, "name": one.name, "title": one.title}
    found |= {"goal": one.goal, "screen": number, "screens": [each.title for each in one.screens], "seed": drawn}
    found |= {"heading": shown.title, "text": [paragraph.split("`") for paragraph in shown.text], "exercise": None}
    if not shown.kind:
        return found
    kind = kinds(shown.kind)[0]
    exercise = kind.exercise(drawn)
    told = exercise.to_dict() | {
        "lettered": exercise.lettered,
        "how": HOW[exercise.form],
        "board": str(exercise.game or ""),
    }
    asked = _match(kind, exercise, answer) if isinstance(kind, Beat) else _graded(kind, exercise, answer)
    return found | {"exercise": told | {"grade": None, "refused": "", "match": None} | asked}


def _graded(kind: ExerciseKind, exercise: Exercise, answer: str) -> dict[str, Any]:
    if not answer.strip():
        return {}
    try:
        grade = kind.grade(exercise, answer)
    except GrundyError as error:
        return {"refused": error.message}
    return {"grade": grade.to_dict()}


def _match(kind: Beat, exercise: Exercise, answer: str) -> dict[str, Any]:
    """Play the match of an exercise; return its moves, its board, and the moves that are possible next.

    `answer` contains the moves of the student, separated by ";"; `kind` is the kind of exercise. The grade is added
    when the match is over. If a move is not legal, only the message of the error is returned.
    """
    try:
        match, played = kind.played(exercise, answer)
    except GrundyError as error:
        return {"refused": error.message}
    yours = [part.strip() for part in answer.split(";") if part.strip()]
    moves = [] if match.over else match.moves()[:MOST_MOVES]
    offered = [{"words": match.words(move), "answer": "; ".join([*yours, match.words(move)])} for move in moves]
    found: dict[str, Any] = {"match": {"moves": offered, "played": played}, "board": str(match.game)}
    return found | ({"grade": kind.grade(exercise, answer).to_dict()} if match.over else {})
