"""Finds the idea of an answer in one sentence for learners: copy your opponent, leave a multiple, make columns even.

An idea is given only if it decides the game. It is derived from the position, the winning moves and the ruleset
(`Knowledge.idea`, `value_course`), never from the text of a theorem.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from ...core import HeapRuleset, Knowledge, Outcome, Ruleset, Sum, facet, has_misere_rule
from ...drawing.fit import MOST_PARTS, listed, move_words
from ..solving import Answer, WinningMove

MOST_RESTS = 4
"""The largest number of remainders in a sentence."""
LONGEST_PERIOD = 100
"""The longest period whose remainders are examined."""
MOST_TRIED = 50
"""The largest number of winning moves that are tried for one that leaves equal pairs."""

Part: TypeAlias = tuple[Ruleset[Any], Any]
"""A ruleset and one of its positions."""


class Idea(NamedTuple):
    """A sentence for learners on how to win or why a position is lost, and the lesson that teaches it, or ""."""

    sentence: str
    lesson: str = ""


VALUE = {
    Outcome.P: Idea(
        "The Grundy value is 0: every move changes it, and the other player can make it 0 again.", "values"
    ),
    Outcome.N: Idea("Leave the Grundy value 0: every move then changes it, and you can make it 0 again.", "values"),
}
"""The ideas for every game with known values."""


def idea(answer: Answer) -> Idea | None:
    """Return the idea for learners that decides a solved game, or None if none is known or play has ended."""
    game, outcome = answer.game, answer.outcome
    if not answer.move_count or game.size > MOST_PARTS or outcome is None:
        return None
    if game.size == 1 and (found := _of_ruleset(answer)) is not None:
        return found
    if outcome is Outcome.D or game.last_loses:
        return None
    if answer.misere:
        return _misere(answer) if answer.theory == "tame" else None
    if answer.theory not in ("values", "deep"):
        return None
    if (copied := _twins(answer)) is not None:
        return copied
    return _columns(answer) or VALUE[outcome]


def idea_of_move(answer: Answer, part: int, pieces: Sum[Any]) -> Idea | None:
    """Return the idea that explains why one move wins, for instance that it leaves equal copies.

    Args:
        answer: The answer for the position before the move.
        part: The index of the component of the move.
        pieces: The positions that the move leaves.

    Returns:
        The idea, or None if none explains this particular move.
    """
    game = answer.game
    if (found := idea(answer)) is None or answer.outcome is not Outcome.N:
        return None
    left = _after([*game.parts], part, pieces)
    if game.size == 1:
        (ruleset, _), told = next(game.parts), _of_ruleset(answer)
        stated = facet(ruleset, Knowledge)
        if told is not None and (not stated.idea_names_move or (len(left) == 1 and stated.idea(left[0][1]))):
            return told
    if answer.misere or answer.theory in ("two_sided", "partizan"):
        return found if answer.misere else None
    if left and paired(left):
        return Idea("Equal copies are left: repeat every move of your opponent in the other copy.", "mirror")
    return _columns(answer) or VALUE[Outcome.N]


def _of_ruleset(answer: Answer) -> Idea | None:
    ruleset, position = next(answer.game.parts)
    if answer.misere or has_misere_rule(ruleset) or answer.theory not in ("values", "deep", "two_sided", "partizan"):
        return None
    if isinstance(ruleset, HeapRuleset) and answer.outcome is not None:
        rest = _rests(ruleset, answer.outcome)
        if rest is not None:
            return rest
    stated = facet(ruleset, Knowledge)
    told = stated.idea(position)
    return Idea(told, stated.idea_lesson) if told else None


def _columns(answer: Answer) -> Idea | None:
    if answer.game.size == 1 or len(answer.values) != answer.game.size or None in answer.values:
        return None
    if answer.outcome is Outcome.P:
        told = "Every binary column is even; any move makes one odd, and the other player makes all even again."
    else:
        told = "Make every binary column of the values even; after any reply you can make them even again."
    return Idea(told, "binary")


def _misere(answer: Answer) -> Idea | None:
    """Return Bouton's rule for misère play as an idea, or None if the value of a component is unknown."""
    values = [value for value in answer.values if value is not None]
    if len(values) != answer.game.size:
        return None
    plain = all(value == position for value, (_, position) in zip(values, answer.game.parts, strict=True))
    one, large = (
        ("heaps of 1", "a heap of 2 or more") if plain else ("components of value 1", "a component of value 2 or more")
    )
    if max(values) > 1:
        if answer.outcome is Outcome.N:
            told = f"Play as if the last move won while you leave {large}; otherwise leave an odd number of {one}."
        else:
            told = f"The other player plays as if the last move won, and finally leaves you an odd number of {one}."
    elif answer.outcome is Outcome.N:
        told = f"Leave an odd number of {one}: the last of them will not be yours."
    else:
        told = f"An odd number of {one} is left, and whatever you do you will face an odd number again."
    return Idea(told, "misere")


def _twins(answer: Answer) -> Idea | None:
    """Return the idea to copy the opponent's moves if all components form equal pairs, now or after a winning move.

    Otherwise the result is None.
    """
    game = answer.game
    parts = [*game.parts]
    if paired(parts):
        text = "Every component has an equal copy: the other player repeats each of your moves in that copy."
        return Idea(text, "mirror")
    if (move := copying_move(answer)) is None:
        return None
    words = move_words(game, move.part, move.move)
    return Idea(f"Leave equal copies ({words}), then repeat every move of your opponent in the other copy.", "mirror")


def copying_move(answer: Answer) -> WinningMove | None:
    """Return a winning move after which all components form equal pairs, if there is one.

    Args:
        answer: The answer for the position before the move.

    Returns:
        The move, or None.
    """
    parts = [*answer.game.parts]
    for move in answer.winning_moves[:MOST_TRIED]:
        left = _after(parts, move.part, move.pieces)
        if left and paired(left):
            return move
    return None


def pairing(answer: Answer) -> Idea | None:
    """Return the pairing strategy with which a player wins a game in normal play: each move has one reply.

    Args:
        answer: The solved game.

    Returns:
        The idea, or None if no component has an equal copy and no symmetry decides the game.
    """
    game = answer.game
    theories = ("values", "deep", "partizan")
    if not answer.move_count or game.size > MOST_PARTS or answer.misere or answer.theory not in theories:
        return None
    if game.size > 1:
        return _twins(answer)
    ruleset, position = next(game.parts)
    stated = facet(ruleset, Knowledge)
    if not answer.grounds or type(stated).mirrored is Knowledge.mirrored:
        return None
    return Idea(told) if (told := stated.idea(position)) else None


def _after(parts: list[Part], part: int, pieces: Sum[Any]) -> list[Part]:
    ruleset, _ = parts[part]
    return parts[:part] + parts[part + 1 :] + [(ruleset, piece) for piece in pieces]


def paired(parts: Iterable[Part]) -> bool:
    """Return whether every component occurs an even number of times."""
    return all(
        times % 2 == 0 for times in Counter((str(ruleset.name), position) for ruleset, position in parts).values()
    )


def _rests(ruleset: HeapRuleset, outcome: Outcome) -> Idea | None:
    """Return the idea to leave a heap with one of a few remainders modulo the period of the values.

    The result is None if the values are not periodic from heap 0 on, or if there are too many such remainders.
    `outcome` is that of the present heap: in a P-position the idea belongs to the other player.
    """
    stated = facet(ruleset, Knowledge)
    course = stated.value_course
    if course is None or course.preperiod or course.saltus or course.period > LONGEST_PERIOD:
        return None
    period = course.period
    lost = [rest for rest in range(period) if stated.known_value(rest) == 0]
    if not lost or len(lost) > min(MOST_RESTS, period - 1):
        return None
    rests = listed(map(str, lost), "or")
    heap = f"a multiple of {period}" if lost == [0] else f"a heap with remainder {rests} after division by {period}"
    if outcome is Outcome.P:
        return Idea(f"You have {heap}: whatever you take, the other player can leave one again.", "take-away")
    return Idea(f"Leave {heap}: after any reply you can leave one again.", "take-away")
