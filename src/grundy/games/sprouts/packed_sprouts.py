"""Sprouts on machine words: conversion from text and back, and the rules for compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ...core import BitRule, PositionError
from .drawings import FIRST_LETTER, Drawing, parse, write
from .lines import options
from .shape import shape
from .simplify import simplified, spot_lives
from .symbols import (
    BAR,
    BASE,
    END,
    FRESH,
    LETTER,
    MOST,
    PART,
    RAW,
    RESULT,
    ROOM,
    SYMBOLS,
    WORDS,
    known,
    read_symbols,
    split,
    weight,
    write_words,
)

PARTS = 36
"""Exceeds the number of components of a position, each of which has at least two lives."""
SPARE = 12
"""More than twice the number of names needed for new spots."""


def packed(position: str) -> BitRule[str] | None:
    """Return rules of Sprouts for compiled search, or None if positions after `position` may be too large to pack.

    >>> rule = packed("12")
    >>> rule.unpack(rule.pack("0.BA./BA.")), packed("20") is None
    ('0.AB./AB.', True)
    """
    if symbols_needed(simplified(parse(position))) > SYMBOLS:
        return None
    return BitRule(WORDS, MOST + ROOM, options, pack, unpack, split=split, weight=weight, known=known, parts=PARTS)


def symbols_needed(drawing: Drawing) -> int:
    """Return an upper bound on the symbols of all packed Sprouts positions that can follow a drawing.

    A packed position has one symbol for each place of a spot and at most one for each boundary. The lives are the lines
    that spots can still take. A line takes two lives and gives one, and adds at most four places and one boundary. A
    spot has at most two places for each of its lives. So after m lines there are at most min(p + 4m, 2(l - m)) places,
    where p and l are the initial numbers of places and lives. At least 12 symbols (`SPARE`) are counted for the
    boundaries. This also keeps the numbers that name spots below 64, because a symbol has six bits.
    """
    boundaries = tuple(chain(*drawing))
    places, total = sum(map(len, boundaries)), spot_lives(chain(*boundaries))
    most = (min(places + 4 * m, 2 * (total - m)) + max(len(boundaries) + m, SPARE) for m in range(total + 1))
    return max(most)


def pack(position: str) -> Sequence[int]:
    """Return a Sprouts position, given as text, packed into words, with its components in canonical form."""
    out = [0] * (WORDS * (MOST + ROOM))
    at = RAW
    for region in simplified(parse(position)):
        for boundary in region:
            for spot in boundary:
                out[at] = spot + (FRESH if spot < FIRST_LETTER else LETTER - FIRST_LETTER)
                at += 1
            out[at] = BAR
            at += 1
        out[at] = END
        at += 1
    if not write_words(out, RESULT, shape(out, at), BASE):
        raise PositionError(f"sprouts: a state has at most {SYMBOLS} symbols")
    return out[BASE : BASE + WORDS]


def unpack(words: Sequence[int]) -> str:
    """Return the text of a packed Sprouts position; the regions of several components are joined in one text."""
    out = [0] * (SYMBOLS + 1)
    regions: list[tuple[tuple[int, ...], ...]] = []
    boundaries: list[tuple[int, ...]] = []
    walk: list[int] = []
    first = most = FIRST_LETTER
    for symbol in out[: read_symbols(words, out, 0)]:
        if symbol >= FRESH:
            walk.append(symbol - FRESH if symbol < LETTER else symbol - LETTER + first)
            most = max(most, walk[-1] + 1)
        if symbol <= FRESH and walk:
            boundaries.append(tuple(walk))
            walk = []
        if symbol <= END:
            regions.append(tuple(boundaries))
            boundaries = []
        if symbol == PART:
            first = most
    return write(tuple(regions))
