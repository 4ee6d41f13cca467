"""Answers the questions of the course page: a card of a lesson, its board, and the grade of an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from grundy.core import Game, GrundyError, MoveError
from grundy.operations import Context
from grundy.workflows.playing import MatchView, PartMove, legal_moves, nth_move, part_sizes, read_numbers, write_numbers
from grundy_learn.course import (
    Beat,
    Exercise,
    ExerciseKind,
    Formula,
    Grade,
    Judging,
    Mex,
    OneOf,
    kinds,
    lesson,
    read_seed,
)

from .figure_data import figure_data
from .films import film

DRAWN = 60
"""The largest total size of heaps that are drawn as a board."""


class Tried(NamedTuple):
    """The moves and answers of a learner on a board, as in the address of a card.

    Attributes:
        answer: The answer, or "".
        m: The moves of the learner as numbers in base 36.
        f: The numbers of moves that are drawn in another way than the first: "2.2" means that move 2, counted from 0,
            is drawn in its third way.
        sel: The ids of the selected pieces.
        on: The numbers that the learner has marked, or filled into a table, so far.
    """

    answer: str
    m: str
    f: str
    sel: list[str]
    on: list[int]


def learn(_: Context, name: str, screen: int, seed: str, **tried: Any) -> dict[str, Any]:  # noqa: ANN401  # see `Tried`
    """Answer a question of the web app: a card of a lesson with its text, its board, and the grade of an answer.

    If the answer of the learner cannot be read, the card contains the reason as `refused`. An unknown lesson or seed
    raises an error.

    Args:
        _: The limits of the question; not used.
        name: The name of the lesson.
        screen: The number of the card, from 1.
        seed: The seed that determines the exercise, or "" for seed 1.
        tried: The fields of `Tried`.

    Returns:
        The texts of the lesson and of the card, and as `card` its board, with the grade or None.
    """
    one, drawn = lesson(name), read_seed(seed or "1")
    number = min(max(screen, 1), len(one.screens))
    shown = one.screens[number - 1]
    found: dict[str, Any] = {"status": "proved", "lesson": one.number, "name": one.name, "title": one.title}
    found |= {"goal": one.goal, "screen": number, "screens": [each.title for each in one.screens], "seed": drawn}
    found |= {"heading": shown.title, "text": [paragraph.split("`") for paragraph in shown.text]}
    return found | {"card": _card(kinds(shown.kind)[0], drawn, Tried(**tried))}


def _card(kind: ExerciseKind, seed: int, tried: Tried) -> dict[str, Any]:
    """Return the data of an exercise: its board with all that can be clicked, and the grade of an answer or move.

    `kind` and `seed` determine the exercise, and `tried` has the moves and answers of the learner.
    """
    exercise = kind.exercise(seed)
    card: dict[str, Any] = {"kind": kind.name, "act": kind.act, "call": kind.call(exercise), "form": exercise.form}
    card |= {"play": exercise.to_dict()["play"], "table": exercise.table, "game": str(exercise.game or "")}
    card |= {"grade": None, "refused": "", "film": None, "retry": None, "flag": "", "choices": [], "tiles": []}
    card |= {"board": None, "ruled": None, "before": None, "played": [], "given": []}
    try:
        if isinstance(kind, Beat):
            card |= _match(kind, exercise, tried)
        elif isinstance(kind, Judging) and kind.act == "move":
            card |= _move(kind, exercise, tried)
        else:
            card |= _still(kind, exercise) | _answered(kind, exercise, tried.answer)
            card["tiles"] = _tiles(kind, exercise, tried.on, tried.answer if card["grade"] else "")
    except GrundyError as error:
        card["refused"] = error.message
        if card["board"] is None:
            card |= _still(kind, exercise)
    return card


def _drawn(game: Game, moves: Sequence[PartMove] = (), sel: Sequence[str] = ()) -> dict[str, Any]:
    return figure_data(MatchView((), game), moves, None, sel)


def _number(game: Game, number: int) -> PartMove:
    if number >= sum(part_sizes(game)):
        raise MoveError("m: expected the number of a move")
    return nth_move(game, number)


def _match(kind: Beat, exercise: Exercise, tried: Tried) -> dict[str, Any]:
    """Play the match of an exercise by the moves of the learner and the replies of the computer.

    `tried` has the moves of the learner. Return the `board` with the moves that are possible next, the moves `played`
    in words, and, if the match is over, the `grade`.
    """
    game, numbers, ways = exercise.board, read_numbers(tried.m), read_numbers(tried.f)
    words: list[str] = []
    for number in numbers:  # the replies follow from the moves of the learner
        match, _ = kind.played(exercise, "; ".join(words))
        words.append(match.words(_number(match.game, number)))
    text = "; ".join(words)
    match, played = kind.played(exercise, text)
    view = MatchView(match.history, match.game, ways)
    if match.over and not match.game.size and match.history and not view.histories and not view.sketches:
        view.step_back()
    found: dict[str, Any] = {"board": figure_data(view, [] if match.over else match.moves(), None, tried.sel)}
    found["played"] = [{"words": words, "player": i % 2} for i, words in enumerate(played)]
    if match.history and match.player == 0 and not match.over:  # first your own move is seen, then the reply
        before = match.history[-1].game
        own = figure_data(MatchView(match.history[:-1], before, ways), [])
        found["before"] = own
    if match.over:
        grade = kind.grade(exercise, text)
        found["grade"] = grade.to_dict()
        if not grade.right:
            found["retry"] = _retry(kind, exercise, numbers, words)
    return found | {"game": str(match.game) if match.game.size else str(game)}


def _retry(kind: Beat, exercise: Exercise, numbers: list[int], words: list[str]) -> str:
    """Return the learner's moves before the first move that gave the win away, as numbers in base 36.

    `numbers` are the moves of the learner by their numbers, and `words` the same moves in words.
    """
    wrong = next(i for i in range(len(words)) if kind.refute(exercise, "; ".join(words[: i + 1])))
    return write_numbers(numbers[:wrong])


def _move(kind: Judging, exercise: Exercise, tried: Tried) -> dict[str, Any]:
    """Return the data of an exercise in which the learner makes one move.

    `tried` has the move of the learner. Before the move the data contain the board. After it they contain the grade,
    and pictures of the move and, if it is wrong, of the game to its end.
    """
    game = exercise.board
    none = exercise.lettered[-1][0] if exercise.form == "many" else ""
    if not tried.m and not (none and tried.answer == none):
        return {"board": _drawn(game, list(legal_moves(game)), tried.sel), "flag": none}
    if not tried.m:
        right = exercise.answer == none
        said = () if right else kind.refute(exercise, none)
        shown = film(game, misere=exercise.misere) if not right else None
        return {"board": _drawn(game), "grade": Grade(right, said).to_dict(), "film": shown}
    (number, *_) = read_numbers(tried.m)
    move = _number(game, number)
    shown = film(game, misere=exercise.misere, first=[move], ways=read_numbers(tried.f))
    right = shown["winner"] == 0
    if right:
        shown["frames"] = shown["frames"][:1]
    said = () if right else (kind.answered(game, move),)
    return {"film": shown, "grade": Grade(right, said).to_dict()}


def _still(kind: ExerciseKind, exercise: Exercise) -> dict[str, Any]:
    """Return the data of an exercise that is answered without a move: a position, choices, or numbers."""
    game = kind.position(exercise)
    found: dict[str, Any] = {"board": None if game is None else _drawn(game)}
    if isinstance(kind, OneOf):
        stated = kind.stated(exercise)
        games = [one.game for one in stated]
        common = games[0] if len({str(game) for game in games}) == 1 else None
        if common is not None:
            found["board"] = _drawn(common)
        pictures = [None if common or game is None or not game.size else _drawn(game) for game in games]
        heads = {text.partition(": ")[0] for text in exercise.choices if ": " in text}
        head = len(heads.pop()) + 2 if len(heads) == 1 and common is not None else 0
        choices = zip(exercise.lettered, pictures, strict=True)
        found["choices"] = [{"letter": a, "text": text[head:], "picture": each} for (a, text), each in choices]
    elif isinstance(kind, Mex):
        found["given"] = list(exercise.data)
    elif isinstance(kind, Formula):
        found["ruled"] = kind.ruled(exercise)
    return found


def _tiles(kind: ExerciseKind, exercise: Exercise, on: list[int], given: str) -> list[dict[str, Any]]:
    """Return the numbers that the learner can click or mark, each with whether it is marked.

    `on` are the marked numbers, and `given` is the answer or "". After an answer, `right` is whether a number belongs
    to the right answer; before, it is None.
    """
    right = {*exercise.answer.split()} if given else set()
    mine = {*given.split()} if given else {*map(str, on)}
    if kind.act == "lamps" and given:
        right, mine = ({str(n) for n in kind.offered(exercise) if n & int(each)} for each in (exercise.answer, given))
    return [{"n": n, "on": str(n) in mine, "right": str(n) in right if given else None} for n in kind.offered(exercise)]


def _answered(kind: ExerciseKind, exercise: Exercise, answer: str) -> dict[str, Any]:
    """Return the grade of an answer and, if the answer is wrong, a game that refutes it, played to its end.

    Return {} without an answer.
    """
    if not answer.strip():
        return {}
    if isinstance(kind, Formula) and re.fullmatch("[0-9]{1,3} [0-9]{1,3}", answer):
        answer = kind.formula(exercise, *map(int, answer.split()))
    grade = kind.grade(exercise, answer)
    found: dict[str, Any] = {"grade": grade.to_dict()}
    if grade.right and kind.act != "predict":
        return found
    try:
        game = kind.against(exercise, answer) or grade.game
    except (GrundyError, ValueError, IndexError):  # the answer does not name a position by its number
        game = None
    if game is not None and game.size and _small(game):
        found["film"] = film(game, misere=exercise.misere)
    return found


def _small(game: Game) -> bool:
    """Return whether the heaps of a game are small enough to be drawn."""
    return sum(position for _, position in game.parts if isinstance(position, int)) <= DRAWN
