"""Reads games: summands joined by " + ", each a ruleset, a colon and a position.

    game    = summand { " + " summand }      a " + " joins only where a new "ruleset:" begins behind it
    summand = ruleset ":" position
    ruleset = "take" clauses | "split" clauses | code | file ".py:" Name | name [ "(" parameters ")" ]

Writing is `str(game)`: each ruleset knows its name and shows its positions.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ..core import Game, InputError, NotationError, Ruleset, Summand
from ..games import CATALOGUE, make

_BRACKETS = r"(?:\((?:[^()]|\([^()]*\))*\))?"
_PYTHON = r"[^:]*?\.py\s*:\s*[A-Za-z_]\w*"
_CODE = r"[0-9A-Za-z{}*!?=,+]*\.[0-9A-Za-z{}*!?=,+\[\]]*"
_NAME = rf"[a-z][a-z0-9-]+\s*{_BRACKETS}"
_HEAD = rf"\s*+(?:{_PYTHON}|(?:take|split)\b[^:]*|{_CODE}|{_NAME})\s*:"
_JOIN = r" \+ (?=\S)"


@lru_cache(maxsize=8)
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern when it is needed: a game of one plain name needs none."""
    return re.compile(pattern)


def read_game(text: str, *, files: bool = True) -> Game:
    """Read a game; `files` allows rules and graphs from files of this machine.

    Raises `InputError` whose `text` and `at` point at the mistake.

    >>> read_game("nim: 3 5 + kayles: 7")
    <Game nim: 3 5 + kayles: 7>
    """
    if not text.isprintable() and any(ord(c) < 32 and c != "\t" for c in text):
        at = next(i for i, c in enumerate(text) if ord(c) < 32 and c != "\t")
        raise NotationError("expected one line of printable text, found a control character", text=text, at=at)
    summands = [_read_summand(text, start, stop, files) for start, stop in _pieces(text)]
    try:
        return Game(*summands)
    except InputError as error:
        raise error.within(text, 0) from None


def read_ruleset(text: str, *, files: bool = True) -> Ruleset[Any]:
    """Read a ruleset on its own, without a position.

    >>> read_ruleset("take 1..3 or split").name
    'take 1..3 or split'
    """
    entry = CATALOGUE.get(text.strip())
    if entry is not None and not any(parameter.needed for parameter in entry.parameters):
        return make(entry.name)
    from ..core.expressions import MAX_TEXT
    from .rulesets import read_ruleset_text  # the rest of the grammar loads when it is needed

    if len(text) > MAX_TEXT:
        raise NotationError(
            f"expected a rule of at most {MAX_TEXT} characters, found {len(text)}", text=text, at=MAX_TEXT
        )
    found = _compiled(_HEAD).match(text + ":")
    if found is None or found.end() <= len(text):
        at = text.find(":")
        if at >= 0 and not re.fullmatch(rf"\s*(?:{_PYTHON})\s*", text):
            raise NotationError("expected a ruleset alone, found a position behind a colon", text=text, at=at)
    return read_ruleset_text(text, files=files)


def _pieces(text: str) -> list[tuple[int, int]]:
    """Return where each summand begins and ends."""
    if " + " not in text:
        return [(0, len(text))]
    from ..core.expressions import FUNCTIONS

    starts = [0]
    for join in _compiled(_JOIN).finditer(text):
        head = _compiled(_HEAD).match(text, join.end())
        if head is not None and not re.match(rf"(?:{'|'.join(FUNCTIONS)})\s*\(", text[join.end() :]):
            starts.append(join.end())
    stops = [start - 3 for start in starts[1:]] + [len(text)]
    return list(zip(starts, stops, strict=True))


def _read_summand(text: str, start: int, stop: int, files: bool) -> Summand:
    """Read one summand; errors are moved to their place in the whole text."""
    colon = text.find(":", start, stop)
    if text[start : max(start, colon)].strip() not in CATALOGUE:
        head = _compiled(_HEAD).match(text, start, stop)
        colon = head.end() - 1 if head else colon
    if colon < 0:
        raise _no_colon(text, start, stop, files)
    offset = start
    try:
        ruleset = read_ruleset(text[start:colon], files=files)
        offset = colon + 1
        return Summand(*ruleset.bind(text[colon + 1 : stop]))
    except InputError as error:
        raise error.within(text, offset) from None


def _no_colon(text: str, start: int, stop: int, files: bool) -> InputError:
    """Say that the position is missing, unless the ruleset is the mistake."""
    name = text[start:stop]
    try:
        ruleset = read_ruleset(name, files=files)
    except InputError as error:
        return error.within(text, start)
    wanted = f'a colon and a position, as in "{ruleset.name}: 5"' if ruleset.heaps else "a colon and a position"
    return NotationError(f"expected {wanted}, found nothing", text=text, at=stop, expected="a colon and a position")
