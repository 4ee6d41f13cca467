"""A match as numbers: every move by its place among the legal moves, so that a short text tells the whole match.

Moves are numbered from 0 in order of part, then of the option, as `Match.moves` lists them; a heap of 10^18 tokens is
no obstacle. The texts of numbers are in base 36, joined by points: "2a.0.3".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core import MAX_OPTIONS, Game, HeapRuleset, InputError, LimitReached, MoveError, Ruleset, Sum, as_sum
from .legal import PartMove, nth_move, part_sizes
from .match import Match

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MOST_PLIES = 1000
"""Moves of a match that are read."""
MOST_DIGITS = 60


def replay(match: Match, numbers: Iterable[int]) -> None:
    """Play moves by their numbers; raises `MoveError` that says which move is not there."""
    for number in numbers:
        if match.over:
            raise MoveError(f"move {len(match.history) + 1} comes after the end of the game")
        total = sum(part_sizes(match.game))
        if number >= total:
            least = f"a number from 0 to {total - 1}"
            raise MoveError(f"move {len(match.history) + 1}: expected {least}, found {number}", expected=least)
        match.play(nth_move(match.game, number))


def number_of(game: Game, found: PartMove) -> int:
    """Return the number of a legal move, so that `nth_move` gives a move that leaves the same.

    Raises `MoveError` when it is not a legal move, and `LimitReached` when the moves are too many to look through.
    """
    place = _place(*game.part(found.part), found)
    if place is None:
        raise MoveError(f"'{found.move.label}' is not a move here")
    return sum(part_sizes(game)[: found.part]) + place


def _place(ruleset: Ruleset[Any], position: Any, found: PartMove) -> int | None:  # noqa: ANN401  # any position
    """Return the number of a move among those of its part; where the options are a range nothing is listed."""
    options = ruleset.options(position) if ruleset.heaps else ()
    if isinstance(options, range):
        leaves = _heaps(found.move.leaves)
        left = leaves[0] if leaves else 0
        return options.index(left) if len(leaves) < 2 and left in options else None
    if ruleset.count_moves(position) > MAX_OPTIONS:
        raise LimitReached(f"{ruleset.name}: there are too many moves to number", kind="size")
    if type(ruleset).moves is HeapRuleset.moves:
        leaves = _heaps(found.move.leaves)
        return next((i for i, option in enumerate(options) if _heaps(as_sum(option)) == leaves), None)
    listed = list(ruleset.moves(position))
    if found.move in listed:
        return listed.index(found.move)
    return next((i for i, move in enumerate(listed) if move.leaves == found.move.leaves), None)


def _heaps(leaves: Sum[int]) -> list[int]:
    return sorted(filter(None, leaves))


def write_numbers(numbers: Iterable[int]) -> str:
    """Return numbers from 0 as a text.

    >>> write_numbers([82, 0, 3])
    '2a.0.3'
    """
    return ".".join(map(_write, numbers))


def read_numbers(text: str) -> list[int]:
    """Read what `write_numbers` writes; raises `InputError` that says where.

    >>> read_numbers("2a.0.3"), read_numbers("")
    ([82, 0, 3], [])
    """
    if not text:
        return []
    pieces = text.split(".")
    if len(pieces) > MOST_PLIES:
        raise InputError(f"expected at most {MOST_PLIES} moves, found {len(pieces)}")
    numbers, at = [], 0
    for piece in pieces:
        if not 0 < len(piece) <= MOST_DIGITS or piece.strip(DIGITS):
            what = "numbers of moves in base 36, joined by points"
            raise InputError(f"expected {what}, found {piece[:20]!r}", text=text, at=at, expected=what)
        numbers.append(int(piece, 36))
        at += len(piece) + 1
    return numbers


def _write(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits
