"""The idea behind an answer, in one sentence for learners: copy your opponent, leave a multiple, make columns even.

An idea is told only where it decides: it comes from the position, the winning moves and what the ruleset knows
(`Ruleset.idea`, `value_course`), never from the words of a theorem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from ...core import HeapRuleset, Outcome, Ruleset, Sum
from ...drawing.fit import MOST_PARTS, listed, move_words
from ..solving import Answer

MOST_RESTS = 4
"""Residues that a sentence lists."""
LONGEST_PERIOD = 100
"""Periods whose residues are looked through."""
MOST_TRIED = 50
"""Winning moves that are tried for one that leaves twins."""

Part: TypeAlias = tuple[Ruleset[Any], Any]
"""A rule with one of its positions."""


class Idea(NamedTuple):
    """A sentence, and the lesson of the course that teaches it, where there is one."""

    sentence: str
    lesson: str = ""


def idea(answer: Answer) -> Idea | None:
    """Return the idea that decides a game in normal play, or None where none is known or play is over."""
    game, outcome = answer.game, answer.outcome
    if not _has_ideas(answer):
        return None
    if (copied := _twins(answer)) is not None:
        return copied
    if game.size == 1:
        ruleset, position = next(game.parts)
        if isinstance(ruleset, HeapRuleset) and (rest := _rests(ruleset, outcome)) is not None:
            return rest
        told = ruleset.idea(position)
        return Idea(told) if told else None
    if len(answer.values) != game.size or None in answer.values:
        return None
    if outcome is Outcome.P:
        told_sum = "Every binary column is even; any move makes one odd, and the other player makes all even again."
    else:
        told_sum = "Make every binary column of the values even; whatever comes then, you can make them even again."
    return Idea(told_sum, "binary")


def idea_of_move(answer: Answer, part: int, pieces: Sum[Any]) -> Idea | None:
    """Return the idea behind one winning move of a game, or None where none tells why just this move wins."""
    game = answer.game
    if not _has_ideas(answer):
        return None
    parts = [*game.parts]
    left = _after(parts, part, pieces)
    if left and _paired(left):
        return Idea("Equal twins are left: copy every move of your opponent in the other twin.", "mirror")
    if game.size > 1:
        return idea(answer) if len(answer.values) == game.size and None not in answer.values else None
    ruleset, position = parts[0]
    if isinstance(ruleset, HeapRuleset) and len(left) == 1 and (rest := _rests(ruleset, Outcome.N)) is not None:
        return rest
    told = ruleset.idea(position) if len(left) == 1 and ruleset.idea(left[0][1]) else ""
    return Idea(told) if told else None


def _has_ideas(answer: Answer) -> bool:
    """Return whether ideas are told at all: in normal play that goes on, where it is known who wins."""
    game = answer.game
    plain = not answer.misere and not game.last_loses and answer.theory == "values" and game.size <= MOST_PARTS
    return plain and bool(answer.move_count) and answer.outcome in (Outcome.N, Outcome.P)


def _twins(answer: Answer) -> Idea | None:
    """Return the idea to copy, where all parts stand there twice or one winning move makes it so."""
    game = answer.game
    parts = [*game.parts]
    if _paired(parts):
        text = "Every part has an equal twin: whatever you do in one, the other player copies in its twin."
        return Idea(text, "mirror")
    for move in answer.winning_moves[:MOST_TRIED]:
        left = _after(parts, move.part, move.pieces)
        if left and _paired(left):
            words = move_words(game, move.part, move.move)
            return Idea(
                f"Leave equal twins ({words}), then copy every move of your opponent in the other twin.", "mirror"
            )
    return None


def _after(parts: list[Part], part: int, pieces: Sum[Any]) -> list[Part]:
    ruleset, _ = parts[part]
    return parts[:part] + parts[part + 1 :] + [(ruleset, piece) for piece in pieces]


def _paired(parts: Iterable[Part]) -> bool:
    return all(
        times % 2 == 0 for times in Counter((str(ruleset.name), position) for ruleset, position in parts).values()
    )


def _rests(ruleset: HeapRuleset, outcome: Outcome) -> Idea | None:
    """Return which rests of a division are lost, where values repeat from the first heap on."""
    course = ruleset.value_course
    if course is None or course.preperiod or course.saltus or course.period > LONGEST_PERIOD:
        return None
    period = course.period
    lost = [rest for rest in range(period) if ruleset.known_value(rest) == 0]
    if not lost or len(lost) > min(MOST_RESTS, period - 1):
        return None
    rests = listed(map(str, lost), "or")
    heap = f"a multiple of {period}" if lost == [0] else f"a heap with the rest {rests} after division by {period}"
    if outcome is Outcome.P:
        return Idea(f"You face {heap}: whatever you take, the other player comes back to one.", "take-away")
    return Idea(f"Leave {heap}: whatever is taken then, you can come back to one.", "take-away")
