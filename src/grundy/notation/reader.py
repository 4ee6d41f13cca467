"""Reads games: summands joined by " + ", each a ruleset, a colon and a position.

    game    = summand { " + " summand }      " + " separates summands only before a new "ruleset:"
    summand = ruleset ":" position | compound ":" summand { " & " summand }
    ruleset = "take" clauses | "split" clauses | "move" clauses | code | coin-turning code
            | file ".py:" Name | name [ "(" parameters ")" ]

`str(game)` writes a game: each ruleset knows its name and shows its positions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..core import Game, HeapRuleset, InputError, NotationError, Ruleset, Sum, Summand, facet
from ..games import CATALOGUE, COMPOUNDS, make

if TYPE_CHECKING:
    from ..core import TailedGraph

_BRACKETS = r"(?:\((?:[^()]|\([^()]*\))*\))?"
_PYTHON = r"[^:]*?\.py\s*+:\s*+[A-Za-z_]\w*+"
_CODE = r"[0-9A-Za-z{}*!?=,+]*\.[0-9A-Za-z{}*!?=,+\[\]]*"
_TURN = r"[0-9]+(?:-[0-9]+|\+)?(?:C\([0-9]+\)|[CEFS])*"
_TURNING = rf"(?=[0-9,]*[-+CEFS]){_TURN}(?:,{_TURN})*\s*+"
_NAME = rf"[a-z][a-z0-9-]++\s*+{_BRACKETS}"
_SHORT = rf"(?:{_CODE}|{_TURNING}|{_NAME})(?:\s*or\s[^:]*+)?\s*+:"
_HEAD = rf"\s*+(?:{_PYTHON}\s*+:|(?:take|split|move)\b[^:]*+:|{_SHORT})"
_CONTROL = "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"


@lru_cache(maxsize=16)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def read_game(text: str, *, files: bool = True) -> Game:
    """Read a game in notation.

    Args:
        text: The game, for instance "nim: 3 5 + kayles: 7".
        files: Whether rules and graphs may be read from files of this machine.

    Returns:
        The game.

    Raises:
        InputError: If the text is not a game; `text` and `at` of the error give the place of the mistake.

    Example:
        >>> read_game("nim: 3 5 + kayles: 7")
        <Game nim: 3 5 + kayles: 7>
    """
    try:
        return _read_game(text, files)
    except NotationError as error:
        raise _with_suggestion(error, text, lambda guess: _read_game(guess, files=False)) from None


def _with_suggestion(error: InputError, text: str, read: Callable[[str], object]) -> InputError:
    """Add to an error a suggestion of what the user may have meant, if the suggested text can be read."""
    from .guesses import suggestion

    error.hint = suggestion(text, read) or error.hint
    return error


def _read_game(text: str, files: bool) -> Game:
    _refuse_control(text)
    known: dict[str, Ruleset[Any]] = {}
    summands = [_read_summand(text, start, stop, files, known) for start, stop in _pieces(text, " + ", 0, len(text))]
    try:
        return Game(*summands)
    except InputError as error:
        raise error.within(text, 0) from None


def game_of(game: Game | str) -> Game:
    """Return the game of a text in notation, or the given game; raise `InputError` for any other type."""
    if isinstance(game, str):
        return read_game(game)
    given: object = game
    if not isinstance(given, Game):
        heaps = given if isinstance(given, (list, tuple)) and all(type(heap) is int for heap in given) else ()
        hint = f'write "nim: {" ".join(map(str, heaps))}"' if heaps else None
        raise InputError(f"expected a game in notation or a Game, found {given!r}", hint=hint)
    return game


def read_ruleset(text: str, *, files: bool = True) -> Ruleset[Any]:
    """Read a ruleset in notation, without a position.

    Args:
        text: The ruleset, for instance "kayles", "0.77" or "take {1, 3, 4}".
        files: Whether rules and graphs may be read from files of this machine.

    Returns:
        The ruleset.

    Raises:
        InputError: If the text is not a ruleset; `text` and `at` of the error give the place of the mistake.

    Example:
        >>> read_ruleset("take 1..3 or split").name
        'take 1..3 or split'
    """
    try:
        return _read_ruleset(text, files)
    except NotationError as error:
        raise _with_suggestion(error, text, lambda guess: _read_ruleset(guess, files=False)) from None


def _read_ruleset(text: str, files: bool) -> Ruleset[Any]:
    _refuse_control(text)
    entry = CATALOGUE.get(text.strip())
    if entry is not None and not any(parameter.needed for parameter in entry.parameters):
        return make(entry.name)
    from ..core.scanner import MAX_TEXT
    from .rulesets import read_ruleset_text  # imported only when it is needed

    if len(text) > MAX_TEXT:
        raise NotationError(
            f"expected a rule of at most {MAX_TEXT} characters, found {len(text)}", text=text, at=MAX_TEXT
        )
    found = _compiled(_HEAD).match(text + ":")
    if found is None or found.end() <= len(text):
        at = text.find(":")
        if at >= 0 and not re.fullmatch(rf"\s*(?:{_PYTHON})\s*", text):
            raise NotationError(
                "expected a ruleset without a position",
                text=text,
                at=at,
                hint=f"write only {' '.join(text[:at].split())}",
            )
    return read_ruleset_text(text, files=files)


def read_family(text: str) -> TailedGraph | None:
    """Read a family of graphs with two tails of lengths b and c as parameters, such as "arc-kayles: star(3,b,c)".

    A code in front, as in "0.33: star(1,b,c)", means the octal game on graphs. The result is None if the text is not
    such a family. Raises `InputError` if the graph is wrong, and `LimitReached` if there are too many moves.

    >>> read_family("arc-kayles: star(3,b,c)").name
    'arc-kayles: star(3,b,c)'
    """
    name, colon, rest = text.partition(":")
    if not colon or _compiled(r".*\bb\b.*\bc\b").match(rest) is None:
        return None
    if name.strip() not in CATALOGUE and _compiled(_CODE).fullmatch(name.strip()) is None:
        return None
    _refuse_control(text)
    try:
        from ..core import Code, Structure

        rules = read_ruleset(name.strip())
        code = facet(rules, Structure).sequence()
        if not isinstance(code, Code):
            return facet(rules, Structure).tailed(rest)
        from ..games.graphs.octal import octal_tails

        return octal_tails(rules.name, code, rest)
    except InputError as error:
        raise error.within(text, len(name) + 1) from None


def _pieces(text: str, sign: str, start: int, stop: int) -> list[tuple[int, int]]:
    """Split text[start:stop] at a separator; return (begin, end) of each part, as indices of the text.

    `sign` is the separator: " + " between the summands of a game, " & " between the components of a compound.
    """
    if sign not in text:
        return [(start, stop)]
    starts, colon = [start], 0
    for join in _compiled(rf"{re.escape(sign)}(?=\S)").finditer(text, start, stop):
        colon = text.find(":", max(join.end(), colon), stop)
        if colon < 0:
            break
        if _begins_summand(text, join.end(), colon):
            starts.append(join.end())
    stops = [at - len(sign) for at in starts[1:]] + [stop]
    return list(zip(starts, stops, strict=True))


def _begins_summand(text: str, at: int, colon: int) -> bool:
    """Return whether a ruleset with a colon, and so a new summand, begins at index `at` of the text.

    The caller passes the index of the next colon, so that the text is scanned only once.
    """
    if colon - at < 40 and text[at:colon].rstrip(" ") in CATALOGUE:
        return True
    if _compiled(r"(?:take|split|move)\b").match(text, at):
        return True
    if text[max(at, colon - 64) : colon].rstrip().endswith(".py"):
        return _compiled(r"\s{0,9}[A-Za-z_]\w{0,99}\s{0,9}:").match(text, colon + 1) is not None
    if _compiled(_SHORT).match(text, at) is None:
        return False
    from ..core.expressions import FUNCTIONS

    return _compiled(rf"(?:{'|'.join(FUNCTIONS)})\s*+\(").match(text, at) is None


def _refuse_control(text: str) -> None:
    if not text.isprintable() and (found := _compiled(_CONTROL).search(text)) is not None:
        what = "half of a surrogate pair" if found[0] >= "\ud800" else "a control character"
        raise NotationError(f"expected one line of printable text, found {what}", text=text, at=found.start())


def _read_summand(text: str, start: int, stop: int, files: bool, known: dict[str, Ruleset[Any]]) -> Summand:
    colon = text.find(":", start, stop)
    if text[start : max(start, colon)].strip() not in CATALOGUE:
        head = _compiled(_HEAD).match(text, start, stop)
        colon = head.end() - 1 if head else colon
        if text.find(".py", start, stop) >= 0 and _compiled(rf"{_PYTHON}\s*+").fullmatch(text, start, stop):
            colon = -1  # this colon is part of the ruleset's name
    if colon < 0:
        raise _no_colon(text, start, stop, files)
    offset, name = start, text[start:colon]
    if name.strip() in COMPOUNDS:
        return _read_compound(text, name.strip(), (colon + 1, stop), files, known)
    try:
        if name not in known:
            known[name] = _read_ruleset(name, files)
        ruleset = known[name]
        offset = colon + 1
        return Summand(*ruleset.bind(text[colon + 1 : stop]))
    except InputError as error:
        raise error.within(text, offset) from None


def _read_compound(text: str, kind: str, span: tuple[int, int], files: bool, known: dict[str, Ruleset[Any]]) -> Summand:
    """Read the components of a compound of the given kind from text[begin:end], where `span` is (begin, end).

    Components are separated by " & ", as in "nim: 3 & kayles: 7". Without " & ", as in "nim: 3 5 7", each heap is a
    component. `known` contains the rulesets read so far, by name.
    """
    from ..games import Compound

    found = [_read_summand(text, *piece, files, known) for piece in _pieces(text, " & ", *span)]
    if len(found) == 1:
        found = [Summand(found[0].ruleset, Sum(part)) for part in found[0].parts]
    try:
        return Compound.of(kind, found).summands[0]
    except InputError as error:
        raise error.within(text, span[0]) from None


def _no_colon(text: str, start: int, stop: int, files: bool) -> InputError:
    name = text[start:stop]
    try:
        ruleset = _read_ruleset(name, files)
    except InputError as error:
        return error.within(text, start)
    wanted = (
        f'a colon and a position, as in "{ruleset.name}: 5"'
        if isinstance(ruleset, HeapRuleset)
        else "a colon and a position"
    )
    entry = CATALOGUE.get(name.strip())
    hint = None if entry is None else f'for example "{entry.example}"'
    what = "a colon and a position"
    return NotationError(f"expected {wanted}, found nothing", text=text, at=stop, expected=what, hint=hint)
