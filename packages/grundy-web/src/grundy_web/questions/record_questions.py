"""Answers the questions about match records: writes a match as a text or a picture, and reads a match from a text."""

from __future__ import annotations

from typing import Any

from grundy.core import LimitReached
from grundy.operations import Context, game_of
from grundy.workflows.playing import (
    COMPUTER,
    MOST_LEVEL,
    MOST_PLIES,
    AnnotatedMatch,
    Match,
    MatchRecord,
    annotated,
    match_svg,
    number_of,
    position_svg,
    read_numbers,
    read_record,
    replay,
    share,
    write_numbers,
)

from .match_questions import PEOPLE

MOST_SEED = 2**32
"""A larger seed is ignored, and 0 is used."""


def record(task: Context, **asked: Any) -> dict[str, Any]:  # noqa: ANN401  # the state of the page
    """Answer a question of the web app: a match as a text record, with the known outcomes of its positions.

    Args:
        task: The limits of the question.
        asked: The fields `g`, `misere`, `you`, `err`, `seed` and `m` of the state of the page of play (`PlayState`).

    Returns:
        The record as `text`. `status` is "proved", or "limit" if a limit left outcomes unknown.
    """
    told, known = _known(task, asked)
    return {"status": "proved" if known.complete else "limit", "text": str(known.record(told))}


def film(task: Context, **asked: Any) -> dict[str, Any]:  # noqa: ANN401  # the state of the page
    """Answer a question of the web app: a match as an animated picture, with the known outcomes of its positions.

    Args:
        task: The limits of the question.
        asked: The same fields as for `record`.

    Returns:
        The picture as `svg`, with the `status` as for `record`.

    Raises:
        InputError: If the picture would have too many positions or be too large.
    """
    _, known = _known(task, asked)
    return {"status": "proved" if known.complete else "limit", "svg": match_svg(known)}


def _known(task: Context, asked: dict[str, Any]) -> tuple[MatchRecord, AnnotatedMatch]:
    numbers = read_numbers(asked["m"])
    match = Match(game_of(asked["g"]), asked["misere"], share(task.limits, len(numbers) + 1))
    replay(match, numbers)
    first, second = ("person" if person else COMPUTER for person in PEOPLE[asked["you"]])
    told = match.record(first=first, second=second, level=MOST_LEVEL - asked["err"], seed=asked["seed"])
    return told, annotated(match, told.names)


def read(task: Context, text: str) -> dict[str, Any]:
    """Answer a question of the web app: the query with which the page of play shows the match of a text record.

    Args:
        task: The limits of the question.
        text: The text record.

    Returns:
        The fields of this query as `state`: the game, the play convention, the moves, and the players.

    Raises:
        InputError: If the record is invalid; it names the line.
        LimitReached: If the match has too many moves.
    """
    found = read_record(text)
    if len(found.moves) > MOST_PLIES:
        raise LimitReached(f"expected at most {MOST_PLIES} moves, found {len(found.moves)}", kind="size")
    match = Match(game_of(found.game), found.misere, task.limits)
    match.repeat(found)
    people = found.first != COMPUTER, found.second != COMPUTER
    state = {
        "g": found.game,
        "misere": found.misere,
        "m": write_numbers(number_of(game, move) for game, move in match.history),
        "you": next(word for word, each in PEOPLE.items() if each == people),
        "err": 0 if found.level is None else MOST_LEVEL - found.level,
        "seed": found.seed if found.seed is not None and found.seed <= MOST_SEED else 0,
    }
    return {"status": "proved", "state": state}


def board(_: Context, g: str, m: str, f: str = "") -> dict[str, Any]:
    """Answer a question of the web app: the position after some moves, drawn as SVG.

    Args:
        _: The limits of the question; not used.
        g: The game in notation.
        m: The moves as numbers in base 36.
        f: Moves drawn in another way than the first: "2.2" draws move 2 (from 0, in base 36) in its way 2 (from 0).

    Returns:
        The picture as `svg`; `status` is "proved".
    """
    played = Match(game_of(g))
    replay(played, read_numbers(m))
    return {"status": "proved", "svg": position_svg(played.game, played.history, read_numbers(f))}
