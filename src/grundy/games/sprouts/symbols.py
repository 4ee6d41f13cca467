"""Sprouts in words of the machine: symbols, where the working memory of a search lies, writing and reading.

A state is a row of symbols of six bits, ten to a word: regions one behind the other, each closed by `END`, the last one
of each part by `PART`; in a region the boundaries, with a `BAR` between two. `FRESH` is a boundary by itself and has
no bar; bars and boundaries that are empty do not matter. Letters are numbers from `LETTER` on, from the lowest on
in each part. Nothing here or in the files that use it allocates memory: `out` has room behind the states that it gives,
and the names below say where in this room everything stands.
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
"""States for which there is room behind the options, as working memory."""

BASE = WORDS * MOST
STATE = BASE
"""The symbols of the state that is played on."""
RAW = STATE + 128
"""The symbols that a line leaves, as they come."""
CLEAN = RAW + 512
"""The same without what does not matter, boundary behind boundary, without bars."""
LOCAL = CLEAN + 192
"""For each of these a number for what stands beside it."""
WALK = LOCAL + 192
"""Tints around one boundary, twice."""
RESULT = WALK + 384
"""The symbols in their final order."""
TINT = RESULT + 192
"""For each symbol a number that tells it from others."""
NEXT_TINT = TINT + 64
FIRST_REGION = NEXT_TINT + 64
"""For each letter the regions where it is met, counted from 1; 0 for none."""
OTHER_REGION = FIRST_REGION + 64
NAME = OTHER_REGION + 64
"""For each letter its final name, 0 before it has one."""
NAMED = NAME + 64
"""The letters of a part that have names, in the order of their names."""
LIVES = NAMED + 64
"""For each region, counted from 1, its lives, 0 where there are fewer than two."""
REGION_TINT = LIVES + 128
FIRST_BOUNDARY = REGION_TINT + 128
"""For each region its first boundary; its last one is before the first one of the next region."""
STARTS = FIRST_BOUNDARY + 128
"""For each boundary where it starts, and so where the one before it ends."""
BOUNDARY_TINT = STARTS + 192
TURN = BOUNDARY_TINT + 192
"""For each boundary the place where it begins, forwards and (192 further) backwards."""
WALK_TINT = TURN + 384
"""For each boundary a number for how it looks, forwards and (192 further) backwards."""
ORDER = WALK_TINT + 384
"""The boundaries of a region, in their final order."""
FROM = ORDER + 192
"""For each boundary of the region that is played in where it starts and (192 further) where it ends."""
LIKE = FROM + 384
"""For each boundary of that region how many behind it are like it, for the first one of them; else 0."""
INSIDE = LIKE + 192
"""For each boundary of that region how many of those that are like it lie inside."""
LINES = INSIDE + 192
"""The lines of that region: two boundaries (or twice the same) and two places, eight bits each."""
SPANS = LINES + 8192
"""What a line leaves, as stretches of the memory: where each begins and (512 further) ends."""
SELF = SPANS + 1024
"""Each symbol in its own place, so that it is a stretch by itself."""
KIND = SELF + 64
"""For each boundary of that region a number that is equal for boundaries that may be alike, 0 for others."""
FREE_LETTER = KIND + 192
LENGTH = FREE_LETTER + 1
"""How many symbols the state has that is played on."""
COUNT = FREE_LETTER + 2
"""How many options are written."""
NAMED_COUNT = FREE_LETTER + 3
"""How many letters of the part that is written have names."""
ASKED = FREE_LETTER + 4
"""How many of these letters share no region that is not written yet."""
SPAN_COUNT = FREE_LETTER + 5
"""How many stretches there are."""
TABLE = FREE_LETTER + 6
"""The numbers of the options that are written, counted from 1, so that none is written twice; 0 for none."""
SLOTS = 2048

TINTS = (1 << 30) - 1
"""Numbers that tell things apart have thirty bits, so that products stay within a word."""


def mixed(number: int) -> int:
    """Return a number of thirty bits that looks like no other."""
    number &= TINTS
    number = ((number ^ number >> 14) * 0x2C1B3C6D) & TINTS
    return ((number ^ number >> 13) * 0x297A2D39) & TINTS


def read_symbols(state: Sequence[int], out: Memory, at: int) -> int:
    """Write the symbols of a state from `at` on; return their number."""
    start = at
    for i in range(WORDS):
        rest = state[i]
        while rest > 0:
            out[at] = rest & 63
            rest >>= BITS
            at += 1
    return at - start


def write_words(out: Memory, at: int, end: int, to: int) -> int:
    """Write the symbols from `at` to `end` as the words of a state from `to` on; return 0 if there are too many."""
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
    """Write the parts of a state, each as a state; return their number."""
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
    """Return the lives of a state: how many lines its spots can take; every move takes one at least."""
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
    """Return the value of two lives, 1, and of three, 0, for a region that shares no spot; else -1."""
    if state[0] == PART << BITS | FRESH:
        return 0
    return 1 if state[0] == PART << BITS | ONCE else -1
