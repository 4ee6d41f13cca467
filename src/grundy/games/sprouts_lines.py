"""The lines that can be drawn in a Sprouts position in words, each option in its form and none written twice.

For each region its boundaries are found, and which of them are alike, so that of these only the number matters on
either side of a line. What a line leaves is written as raw symbols, brought into form, and kept if no option so far is
the same. Functions lie side by side rather than one in another: a compiler that inlines has less to do.
"""

from __future__ import annotations

from collections.abc import Sequence

from .sprouts_alike import find_boundaries
from .sprouts_form import shape
from .sprouts_spans import join_spans, split_spans, write_raw
from .sprouts_words import (
    COUNT,
    END,
    FREE_LETTER,
    FROM,
    INSIDE,
    LENGTH,
    LETTER,
    LIKE,
    LINES,
    MOST,
    ONCE,
    RESULT,
    ROOM,
    SELF,
    SLOTS,
    SPAN_COUNT,
    STATE,
    TABLE,
    WORDS,
    Memory,
    mixed,
    read_symbols,
    write_words,
)


def options(state: Sequence[int], out: Memory) -> int:
    """Write what each line leaves that can be drawn in a state; return how many, more than there is room for if so."""
    length = read_symbols(state, out, STATE)
    out[LENGTH] = length
    out[COUNT] = 0
    letter = LETTER
    for at in range(STATE, STATE + length):
        letter = max(letter, out[at] + 1)
    out[FREE_LETTER] = letter
    for symbol in range(64):
        out[SELF + symbol] = symbol
    for slot in range(SLOTS):
        out[TABLE + slot] = 0
    begin = STATE
    for at in range(STATE, STATE + length):
        if out[at] <= END:
            boundaries = find_boundaries(out, begin, at)
            for line in range(LINES, LINES + list_lines(out, boundaries)):
                more = first_side(out, boundaries)
                while more and out[COUNT] <= MOST:
                    out[SPAN_COUNT] = 0
                    if split_spans(out, boundaries, out[line]) or join_spans(out, begin, at, out[line]):
                        keep(out, shape(out, write_raw(out, begin, at, out[line])))
                    more = next_side(out, boundaries, out[line])
            begin = at + 1
    return out[COUNT] if out[COUNT] <= MOST else MOST + ROOM + 1


def list_lines(out: Memory, boundaries: int) -> int:
    """Write the pairs of places between which a line can be drawn in a region; return their number."""
    count = 0
    for one in range(boundaries):
        for two in range(one, boundaries):
            alike = two < one + out[LIKE + one]
            if out[LIKE + one] > 0 and (two < one + 2 if alike else out[LIKE + two] > 0):
                for i in range(out[FROM + one], out[FROM + 192 + one]):
                    first = out[FROM + two] + (i - out[FROM + one] if alike else 0)
                    for j in range(first, out[FROM + 192 + two]):
                        if one != two or (out[i] <= ONCE if i == j else out[i] < LETTER or out[i] != out[j]):
                            out[LINES + count] = ((one << 8 | two) << 8 | i - STATE) << 8 | j - STATE
                            count += 1
    return count


# The boundaries on both sides of a line that cuts a region


def first_side(out: Memory, boundaries: int) -> bool:
    """Begin with all boundaries outside."""
    for other in range(boundaries):
        out[INSIDE + other] = 0
    return True


def next_side(out: Memory, boundaries: int, line: int) -> bool:
    """Go on to the next choice of boundaries inside; return whether there is one."""
    boundary = line >> 24
    if boundary != line >> 16 & 255:
        return False
    for other in range(boundaries):
        if out[INSIDE + other] < out[LIKE + other] - (1 if other == boundary else 0):
            out[INSIDE + other] += 1
            return True
        out[INSIDE + other] = 0
    return False


# The options that are kept


def keep(out: Memory, stop: int) -> None:
    """Write the result as an option, unless it is there already.

    Options beyond `MOST`, and one that is too long for its words, are counted only, so that the count tells of them.
    """
    count = out[COUNT]
    to = WORDS * min(count, MOST - 1)
    if write_words(out, RESULT, stop, to) == 0:
        out[COUNT] = MOST + 1
    elif count < SLOTS // 2:
        tint = 0
        for i in range(to, to + WORDS):
            tint = mixed(tint * 3 + out[i] + (out[i] >> 30))
        slot = tint % SLOTS
        while out[TABLE + slot] > 0 and not same_words(out, WORDS * (out[TABLE + slot] - 1), to):
            slot = (slot + 1) % SLOTS
        if out[TABLE + slot] == 0:
            out[COUNT] = out[TABLE + slot] = count + 1
    else:
        out[COUNT] = count + 1


def same_words(out: Memory, one: int, two: int) -> bool:
    """Return whether two states are equal."""
    i = 0
    while i < WORDS and out[one + i] == out[two + i]:
        i += 1
    return i == WORDS
