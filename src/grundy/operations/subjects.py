"""Parses input of visitors: no files, no Python, and shorter texts than the command line allows."""

from __future__ import annotations

import re
from typing import Any

from ..core import Game, LimitReached, NotationError, Ruleset, TailedGraph
from ..notation import read_family, read_game, read_ruleset
from .request import MOST_RULE, MOST_TEXT

MOST_DIGITS = 1000
"""The largest number of digits of a number."""
_LONG = re.compile(rf"[0-9]{{{MOST_DIGITS + 1}}}")


def game_of(text: str) -> Game:
    """Read a game from the text of a caller on a network: files and Python rules are not allowed.

    Raises:
        InputError: If the text cannot be read.
        LimitReached: If the text is too long.

    Example:
        >>> game_of("nim: 3 5")
        <Game nim: 3 5>
    """
    _check(text, MOST_TEXT)
    game = read_game(text, files=False)
    for ruleset, _ in game.summands:
        if len(ruleset.name) > MOST_RULE:
            raise LimitReached(f"expected rules of at most {MOST_RULE} characters", kind="size")
    return game


def ruleset_of(text: str) -> Ruleset[Any]:
    """Read a ruleset from the text of a caller on a network: files and Python rules are not allowed.

    Raises:
        InputError: If the text cannot be read.
        LimitReached: If the text is too long.
    """
    _check(text, MOST_RULE)
    return read_ruleset(text, files=False)


def family_of(text: str) -> TailedGraph | None:
    """Read a two-parameter family from the text of a caller on a network; return None if the text is something else.

    >>> family_of("arc-kayles: star(3,b,c)").name, family_of("arc-kayles: star(3,4,5)")
    ('arc-kayles: star(3,b,c)', None)
    """
    _check(text, MOST_RULE)
    return read_family(text)


def is_misere(play: str) -> bool:
    """Return whether a word for the play convention is "misere"; it must be "normal" or "misere".

    Raises:
        NotationError: If it is another word.
    """
    if play not in {"normal", "misere"}:
        raise NotationError(f"expected normal or misere, found {play[:20]!r}")
    return play == "misere"


def _check(text: str, most: int) -> None:
    if len(text) > most:
        raise LimitReached(f"expected at most {most} characters, found {len(text)}", kind="size")
    if _LONG.search(text):
        raise LimitReached(f"expected numbers of at most {MOST_DIGITS} digits", kind="digits")
