"""Sprouts as machine words: symbols, the layout of the working memory of a search, and conversion.

A state is a sequence of six-bit symbols, ten to a word. Regions follow one another; each is closed by `END`, the last
one of each component by `PART`. A `BAR` separates two boundaries of a region. `FRESH` is a boundary of its own and
needs no bar; bars and empty boundaries do not matter. Letters are numbers from `LETTER` upwards, starting at the lowest
in each component. Neither this module nor the modules that use it allocate memory: they use the part of the array `out`
after the options, and the names below are offsets in it.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

Memory: TypeAlias = MutableSequence[int]

WORDS, BITS, SYMBOLS = 12, 6, 120
"""Words of a state, bits of a symbol, symbols of a state."""
PART, END, BAR, FRESH, ONCE, TWICE, LETTER = 1, 2, 3, 4, 5, 6, 7
MOST = 4096
"""Options that are written; more are only counted."""
ROOM = 1500
"""States for which there is room after the options, as working memory."""

BASE = WORDS * MOST
STATE = BASE
"""The symbols of the state that is played on."""
RAW = STATE + 128
"""The unnormalized symbols after a line."""
CLEAN = RAW + 512
"""The relevant symbols, boundary after boundary, without bars."""
LOCAL = CLEAN + 192
"""For each of these a hash of its neighbours."""
WALK = LOCAL + 192
"""Tints around one boundary, twice."""
RESULT = WALK + 384
"""The symbols in their final order."""
TINT = RESULT + 192
"""For each symbol a hash that distinguishes it from others."""
NEXT_TINT = TINT + 64
FIRST_REGION = NEXT_TINT + 64
"""For each letter the first region that it occurs in, counted from 1; 0 for none."""
OTHER_REGION = FIRST_REGION + 64
NAME = OTHER_REGION + 64
"""For each letter its final name, 0 before it has one."""
NAMED = NAME + 64
"""The letters of a component that have names, in the order of their names."""
LIVES = NAMED + 64
"""For each region, counted from 1, its lives, 0 if there are fewer than two."""
REGION_TINT = LIVES + 128
FIRST_BOUNDARY = REGION_TINT + 128
"""For each region its first boundary; its last one precedes the first one of the next region."""
STARTS = FIRST_BOUNDARY + 128
"""For each boundary its start, which is the end of the one before it."""
BOUNDARY_TINT = STARTS + 192
TURN = BOUNDARY_TINT + 192
"""For each boundary the place where it begins, forwards and (192 further) backwards."""
WALK_TINT = TURN + 384
"""For each boundary a hash of its spots, forwards and (192 further) backwards."""
ORDER = WALK_TINT + 384
"""The boundaries of a region, in their final order."""
FROM = ORDER + 192
"""For each boundary of the region that is played in its start and (192 further) its end."""
LIKE = FROM + 384
"""The number of equivalent boundaries for the first of each group in that region, else 0."""
INSIDE = LIKE + 192
"""For each group of equivalent boundaries of that region the number that is inside the line."""
LINES = INSIDE + 192
"""The lines of that region: two boundaries (or twice the same) and two places, eight bits each."""
SPANS = LINES + 8192
"""The result of a line as intervals of the memory: the begin of each and (512 further) its end."""
SELF = SPANS + 1024
"""Each symbol at its own index, so that it can be an interval of length one."""
KIND = SELF + 64
"""For each boundary of that region a number that is equal for boundaries that may be equivalent, 0 for others."""
FREE_LETTER = KIND + 192
LENGTH = FREE_LETTER + 1
"""The number of symbols of the state that is played on."""
COUNT = FREE_LETTER + 2
"""The number of options written."""
NAMED_COUNT = FREE_LETTER + 3
"""The number of letters of the current component that have names."""
ASKED = FREE_LETTER + 4
"""The number of these letters that share no region that remains to be written."""
SPAN_COUNT = FREE_LETTER + 5
"""The number of intervals."""
TABLE = FREE_LETTER + 6
"""A hash table of the options written, by their numbers counted from 1, to find duplicates; 0 is empty."""
SLOTS = 2048

TINTS = (1 << 30) - 1
"""Hashes have thirty bits, so that products stay within a word."""


def mixed(number: int) -> int:
    """Return a thirty-bit hash of a number."""
    number &= TINTS
    number = ((number ^ number >> 14) * 0x2C1B3C6D) & TINTS
    return ((number ^ number >> 13) * 0x297A2D39) & TINTS


def read_symbols(state: Sequence[int], out: Memory, at: int) -> int:
    """Unpack the six-bit symbols of a packed Sprouts position into the working memory.

    Args:
        state: The words of the position.
        out: The working memory; constants such as `RAW` and `FROM` are indices in it.
        at: The index to write at.

    Returns:
        The number of symbols.
    """
    start = at
    for i in range(WORDS):
        rest = state[i]
        while rest > 0:
            out[at] = rest & 63
            rest >>= BITS
            at += 1
    return at - start


def write_words(out: Memory, at: int, end: int, to: int) -> int:
    """Pack the symbols of a Sprouts position into words.

    Args:
        out: The working memory, from which symbols are read and to which words are written.
        at: The index of the first symbol.
        end: The index after the last symbol.
        to: The index at which the first word is written.

    Returns:
        1, or 0 if there are too many symbols.
    """
    if end - at > SYMBOLS:
        return 0
    for i in range(to, to + WORDS):
        word = 0
        stop = min(at + 10, end)
        for j in range(stop - 1, at - 1, -1):
            word = word << BITS | out[j]
        out[i] = word
        at = max(at, stop)
    return 1


def split(state: Sequence[int], out: Memory) -> int:
    """Split a packed Sprouts position into components.

    Args:
        state: The words of the position.
        out: The memory; from index 0 on, each component is written as a position of the usual number of words.

    Returns:
        The number of components.
    """
    parts, word, shift, to = 0, 0, 0, 0
    for i in range(WORDS):
        rest = state[i]
        while rest > 0:
            symbol = rest & 63
            rest >>= BITS
            word |= symbol << shift
            shift += BITS
            if shift == 60 or symbol == PART:
                out[to] = word
                word, shift, to = 0, 0, to + 1
            if symbol == PART:
                parts += 1
                while to < WORDS * parts:
                    out[to] = 0
                    to += 1
    return parts


def weight(state: Sequence[int]) -> int:
    """Return how many lines the spots of a packed Sprouts position can still take; every move decreases this number."""
    twice = 0
    for i in range(WORDS):
        rest = state[i]
        while rest > 0:
            symbol = rest & 63
            rest >>= BITS
            if symbol >= LETTER:
                twice += 1
            elif symbol >= FRESH:
                twice += 14 - 2 * symbol
    return twice // 2


def known(state: Sequence[int]) -> int:
    """Return the Grundy value of a packed Sprouts position if it is a single spot with at most one line; else -1.

    The value is 0 for a spot without lines and 1 for a spot with one line. Every component that is one region with two
    or three lives (lines that its spots can still take) has such a spot as its canonical form.
    """
    if state[0] == PART << BITS | FRESH:
        return 0
    return 1 if state[0] == PART << BITS | ONCE else -1
