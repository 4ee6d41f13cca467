"""Parses a typed move: its number in the list of moves, or its words, with or without the component.

    3                                   the third move of the list
    take 3 · split 1+7 · left 2         the words of the move, if only one component has it
    take 3 from 2 · 3 from heap 2 · heap 2: take 3 · 2: take 3 · split heap 2 into 1+7

Moves and heaps are counted from 1. Words are first compared exactly, then without case and filler words ("tokens",
"please"), then without the verb. Each comparison is tried only if the one before finds no move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from difflib import SequenceMatcher
from itertools import islice
from typing import Any

from ...core import (
    MAX_OPTIONS,
    Game,
    HeapRuleset,
    LimitReached,
    Move,
    MoveError,
    Ruleset,
    count_moves,
    obliged_part,
    playable,
)
from ...drawing.fit import component_noun, listed, part_name
from .legal import PartMove, first_moves, heap_leaving, legal_moves, nth_move
from .phrases import part_list, phrase

MOST_TEXT = 20_000
"""A longer text is not a move; a number may have 4000 digits."""
MOST_READINGS = 12
"""The largest number of meanings of a text that are tried."""
MOST_NAMED = 200_000
"""The largest number of moves of a board that are searched for the words."""
SHOWN = 20
"""A longer list of moves is not printed without a request."""

_PART = r"(?:heap|part|component|pile|board|row)\s*#?\s*"
_PREFIXES = (
    rf"(?:(?:in|from|on|of)\s+)?(?:the\s+)?(?:{_PART})?#?(?P<n>[0-9]+)\s*[:,.)]\s*(?P<rest>.+)",
    rf"(?:(?:in|from|on|of)\s+)?(?:the\s+)?{_PART}(?P<n>[0-9]+)\s+(?P<rest>.+)",
    r"(?P<n>[0-9]+)\s+(?P<rest>[a-z].*)",
)
_INSIDE = (
    rf"(?:^|(?<=\s))(?:(?:from|in|of|on|at)\s+(?:the\s+)?(?:{_PART})?|{_PART})#?(?P<n>[0-9]+)(?![\w+])",
    r"(?<=split\s)(?P<n>[0-9]+)(?=\s+into\b)",
)
_NUMBER = re.compile("[0-9]{1,4000}")
_TOKEN = re.compile(r"-?\w+(?:\.\.[0-9]+)?")
_SILENT = re.compile(
    "an?|and|away|coins?|heaps?|i|into|of|part|component|pile|pins|please|sticks?|stones?|the|tokens?|tiles?"
)
_SAME = {
    "remove": "take", "leaving": "leave", "leaves": "leave", "takes": "take", "moves": "move",
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip

Reading = tuple[int | None, str]
"""A possible meaning of a text: the component that it names, from 0, and the words of the move."""


def find_move(game: Game, text: str) -> PartMove:
    """Find the legal move that a typed text means: its number in the list of moves, from 1, or its words.

    Args:
        game: The game to move in.
        text: The text that the user typed.

    Returns:
        The legal move that is meant.

    Raises:
        MoveError: If there is no such move, or there are several.

    Example:
        >>> from ...notation import read_game
        >>> find_move(read_game("nim: 3 5"), "Take 2 from heap 2")
        PartMove(part=1, move=Move(label='take 2', leaves=Sum(3)))
    """
    words = " ".join(text.split()).strip(" .!\"'")
    if not words:
        raise MoveError("expected a move, found nothing")
    if len(words) > MOST_TEXT:
        raise MoveError(f"expected a move, found a text of {len(words)} characters")
    if _NUMBER.fullmatch(words):
        return _numbered(game, int(words))
    readings = list(dict.fromkeys(islice(_readings(words), MOST_READINGS)))
    try:
        levels = (_as_written, _as_meant, _tail_as_written, _without_verb)
        tried = (list(dict.fromkeys(_matches(game, readings, level))) for level in levels)
        found = next(filter(None, tried), [])
        if len(found) == 1:
            return found[0]
        raise _ambiguous(game, words, found) if found else _unknown(game, words, readings)
    except LimitReached as error:
        raise MoveError(f"'{_short(words)}' cannot be checked: {error.message}") from None


def _numbered(game: Game, number: int) -> PartMove:
    total = game.count_moves()
    if total is None or total > MAX_OPTIONS:
        example = example_move(game)
        raise MoveError(f"expected a move in words, for example '{example}': there are too many moves to number")
    if not 1 <= number <= total:
        numbers = f"a number from 1 to {total}" if total > 1 else "1, the only move"
        raise MoveError(f"expected {numbers}, found {_short(str(number))}")
    found = nth_move(game, number - 1)
    if game.size == 1 and total > SHOWN and found.move.label != f"take {number}":
        meant = list(_matches(game, [(0, f"take {number}")], _as_written))
        if meant:
            raise MoveError(f"'{number}' could be 'take {number}' or number {number} of the list: type the words")
    return found


def _readings(words: str) -> Iterator[Reading]:
    yield None, words
    for pattern in _PREFIXES:
        found = re.fullmatch(pattern, words, re.IGNORECASE)
        if found and len(found["n"]) <= 9:
            yield int(found["n"]) - 1, found["rest"]
    for pattern in _INSIDE:
        for found in re.finditer(pattern, words, re.IGNORECASE):
            rest = f"{words[: found.start()]} {words[found.end() :]}"
            if len(found["n"]) <= 9:
                yield int(found["n"]) - 1, " ".join(rest.split()).strip(" ,:")


def _matches(game: Game, readings: list[Reading], level: Any) -> Iterator[PartMove]:  # noqa: ANN401  # a function below
    for part, ruleset, position in playable(game):
        for wanted, rest in readings:
            if rest and wanted in (None, part):
                yield from (PartMove(part, move) for move in level(ruleset, position, rest))


def _as_written(ruleset: Ruleset[Any], position: Any, words: str) -> Iterator[Move[Any]]:  # noqa: ANN401
    """Yield the moves whose label is `words`; "split 7+1" also finds the move with the label "split 1+7"."""
    if isinstance(ruleset, HeapRuleset):
        pieces = _heaps_meant(position, _key(words))
        move = heap_leaving(ruleset, position, pieces) if pieces is not None else None
        if move is not None:
            yield move
            return
    yield from (move for move in _listed(ruleset, position, MOST_NAMED) if move.label == words)


def _as_meant(ruleset: Ruleset[Any], position: Any, words: str) -> Iterator[Move[Any]]:  # noqa: ANN401
    key = _key(words)
    yield from (move for move in _listed(ruleset, position) if key and _key(move.label) == key)


def _tail_as_written(ruleset: Ruleset[Any], position: Any, words: str) -> Iterator[Move[Any]]:  # noqa: ANN401
    """Yield the moves whose label is one word followed by exactly `words`, such as "to B" for "B"."""
    return (move for move in _listed(ruleset, position) if move.label.partition(" ")[2] == words)


def _without_verb(ruleset: Ruleset[Any], position: Any, words: str) -> Iterator[Move[Any]]:  # noqa: ANN401
    key = _key(words)
    if isinstance(ruleset, HeapRuleset) and len(key) == 1:
        yield from _as_written(ruleset, position, f"take {key[0]}")
        return
    for move in _listed(ruleset, position):
        label = _key(move.label)
        if key and len(label) > len(key) and label[0].isalpha() and label[1:] == key:
            yield move


def _listed(ruleset: Ruleset[Any], position: Any, most: int = 0) -> Iterator[Move[Any]]:  # noqa: ANN401  # any position
    most = 0 if isinstance(ruleset, HeapRuleset) else most
    with suppress(LimitReached):
        most = MAX_OPTIONS if count_moves(ruleset, position) <= MAX_OPTIONS else most
    with suppress(LimitReached):
        yield from islice(ruleset.moves(position), most)


def _key(words: str) -> list[str]:
    tokens = (_SAME.get(token, token) for token in _TOKEN.findall(words.lower()))
    return [token for token in tokens if not _SILENT.fullmatch(token)]


def _heaps_meant(heap: int, key: list[str]) -> list[int] | None:
    """Return the sizes of the heaps that a typed move leaves of a heap, or None if the words are not such a move.

    `key` has the words of the move: ["take", "3"] gives [5] for a heap of 8, and ["split", "1", "7"] gives [1, 7].
    """
    numbers = [token for token in key if _NUMBER.fullmatch(token)]
    shape = [token if token not in numbers else "#" for token in key]
    values = list(map(int, numbers))
    if shape == ["take", "#"] and 0 < values[0] <= heap:
        return [heap - values[0]]
    if shape[:3] == ["take", "#", "leave"] and set(shape[3:]) == {"#"}:
        return values[1:] if sum(values) == heap and values[0] else None
    if shape == ["#", "to", "#"]:
        return values[1:] if values[0] == heap else None
    if shape[:1] == ["split"] and set(shape[1:]) == {"#"}:
        return values if sum(values) == heap else None
    return None


def example_move(game: Game) -> str:
    """Return the words of a legal move, for use in an error message; raise `LimitReached` if none can be listed."""
    refused: LimitReached | None = None
    for part, ruleset, position in playable(game):
        try:
            moves = first_moves(ruleset, position, 3)
        except LimitReached as error:
            refused = error
            continue
        if moves:
            return _short(phrase(game, PartMove(part, moves[-1])))
    raise refused or MoveError("the game is over: no move is left")


def _ambiguous(game: Game, words: str, found: list[PartMove]) -> MoveError:
    parts = list(dict.fromkeys(move.part for move in found))
    told = phrase(game, found[0])
    if len(parts) == len(found) > 1 and len({move.move.label for move in found}) == 1:
        where = part_list(game, parts)
        return MoveError(f"'{_short(words)}' is possible in {where}: type for example '{_short(told)}'")
    shown = [f"'{_short(phrase(game, move))}'" for move in found[:4]]
    return MoveError(f"'{_short(words)}' is ambiguous: type {listed(shown, 'or')}")


def _unknown(game: Game, words: str, readings: list[Reading]) -> MoveError:
    shown = _short(words)
    named = [part for part, rest in readings if part is not None and words != f"{part + 1} {rest}"]
    inside = [part for part in named if 0 <= part < game.size]
    alike = _alike(game, words, inside)
    if alike is not None:
        return MoveError(f"'{shown}' is not a move here", hint=f"did you mean '{alike}'?")
    if named and game.size > 1:
        if not inside:
            noun = component_noun(game)
            return MoveError(f"there is no {noun} {named[0] + 1}: the {noun}s are numbered 1 to {game.size}")
        return MoveError(_allowed(game, inside[-1], shown))
    if game.size == 1:
        return MoveError(_allowed(game, 0, shown))
    return MoveError(f"'{shown}' is not a move here: expected for example '{example_move(game)}'")


def _allowed(game: Game, part: int, shown: str) -> str:
    ruleset, position = list(game.parts)[part]
    name = part_name(game, part)
    if (obliged := obliged_part(game)) not in (None, part):
        return f"'{shown}' is not a move here: {part_name(game, obliged or 0)} must be answered"
    try:
        first = [move.label for move in first_moves(ruleset, position, 7)]
        total = count_moves(ruleset, position)
    except LimitReached:
        return f"'{shown}' is not a move here: expected for example '{example_move(game)}'"
    if not first:
        return f"'{shown}' is not a move here: no move is left{'' if game.size == 1 else f' in {name}'}"
    where = "" if game.size == 1 else f" in {name}"
    if total <= 6:
        moves = listed(first, "or")
    elif total > MAX_OPTIONS:
        moves = f"{', '.join(map(_short, first[:3]))} or one of many more"
        if not isinstance(ruleset, HeapRuleset):
            return f"'{shown}' is not among the first {MOST_NAMED} moves{where}: expected {moves}"
    else:
        last = nth_move(Game.of(ruleset, position), total - 1).move.label
        moves = f"{', '.join(first[:3])}, ... or {_short(last)}"
    return f"'{shown}' is not a move here: expected {moves}{where}"


def _alike(game: Game, words: str, parts: list[int]) -> str | None:
    numbers, letters = _split(words)
    best, told = 0.6, None
    try:
        for move in islice(legal_moves(game), 2000):
            if parts and move.part not in parts:
                continue
            for text in dict.fromkeys((move.move.label, phrase(game, move))):
                digits, others = _split(text)
                likeness = SequenceMatcher(None, letters, others).ratio() if digits == numbers else 0
                if likeness > best:
                    best, told = likeness, phrase(game, move)
    except LimitReached:
        return None
    return told


def _split(words: str) -> tuple[list[str], str]:
    return re.findall(r"[0-9]+", words), re.sub(r"[^a-z]+", " ", words.lower()).strip()


def _short(words: str) -> str:
    clean = "".join(c if c.isprintable() else "?" for c in words)
    return clean if len(clean) <= 40 else f"{clean[:24]}...{clean[-8:]}"
