"""The options of a packed Sprouts position, each in canonical form and without duplicates.

For each region the boundaries are listed and equivalent ones grouped, so that only their numbers on either side of a
line matter. The result of a line is written as raw symbols, normalized, and kept if it differs from all options so far.
Functions are at module level and not nested, because that makes the work of an inlining compiler smaller.

    out             the working memory; constants such as `RAW` and `FROM` are indices in it
    begin, stop     the indices of the first symbol of a region and of the symbol that closes it
    boundaries      the number of boundaries of this region
    line            two boundaries and two places, eight bits each
    letter          a spot at two places
    lives           the lines that a spot, or all spots of a region, can still take
"""

from __future__ import annotations

from collections.abc import Sequence

from .shape import shape
from .symbols import (
    BAR,
    COUNT,
    END,
    FREE_LETTER,
    FRESH,
    FROM,
    INSIDE,
    KIND,
    LENGTH,
    LETTER,
    LIKE,
    LINES,
    MOST,
    ONCE,
    PART,
    RAW,
    RESULT,
    ROOM,
    SELF,
    SLOTS,
    SPAN_COUNT,
    SPANS,
    STATE,
    TABLE,
    WORDS,
    Memory,
    mixed,
    read_symbols,
    write_words,
)

PLAIN = 9
"""The kind of a boundary without named spots."""


def options(state: Sequence[int], out: Memory) -> int:
    """Write the options of a packed Sprouts position: the result of each possible line.

    Args:
        state: The words of the position.
        out: The memory to write to; its beginning receives the options.

    Returns:
        The number of options; more than `MOST` if they do not fit.
    """
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
            boundaries = _find_boundaries(out, begin, at)
            for line in range(LINES, LINES + _list_lines(out, boundaries)):
                for other in range(boundaries):
                    out[INSIDE + other] = 0
                more = True
                while more and out[COUNT] <= MOST:
                    out[SPAN_COUNT] = 0
                    if _append_two_regions(out, boundaries, out[line]) or _append_joined_region(
                        out, begin, at, out[line]
                    ):
                        _keep(out, shape(out, _write_raw(out, begin, at, out[line])))
                    more = _next_side(out, boundaries, out[line])
            begin = at + 1
    return out[COUNT] if out[COUNT] <= MOST else MOST + ROOM + 1


def _list_lines(out: Memory, boundaries: int) -> int:
    """Write to the memory, from index `LINES` on, the lines that can be drawn in the current region; return how many.

    A line is a pair of boundaries, or twice the same, and a pair of places on them. Of equivalent boundaries only the
    first is used, or the first two if a line joins two of them.
    """
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


def _next_side(out: Memory, boundaries: int, line: int) -> bool:
    """Advance to the next choice of the boundaries on the inner side of a line from a boundary to itself.

    The choice is in the memory, from `INSIDE` on. Return False if there is no further one, or if the line joins two
    different boundaries.
    """
    boundary = line >> 24
    if boundary != line >> 16 & 255:
        return False
    for other in range(boundaries):
        if out[INSIDE + other] < out[LIKE + other] - (1 if other == boundary else 0):
            out[INSIDE + other] += 1
            return True
        out[INSIDE + other] = 0
    return False


def _keep(out: Memory, stop: int) -> None:
    """Add the position at `RESULT`, which ends before index `stop`, to the options, unless it is a duplicate.

    Options beyond `MOST` are only counted. If the position has too many symbols to be packed, the count becomes `MOST`
    + 1.
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
        while out[TABLE + slot] > 0 and not _same_words(out, WORDS * (out[TABLE + slot] - 1), to):
            slot = (slot + 1) % SLOTS
        if out[TABLE + slot] == 0:
            out[COUNT] = out[TABLE + slot] = count + 1
    else:
        out[COUNT] = count + 1


def _same_words(out: Memory, one: int, two: int) -> bool:
    i = 0
    while i < WORDS and out[one + i] == out[two + i]:
        i += 1
    return i == WORDS


# Two boundaries are equivalent if they have the same spots, without names; or if all named spots of each are shared
# with one region of at most three lives that shares no others, and the rest is equal. In such a region only the
# number of lives matters (`simplify`), so exchanging the boundaries together with these regions is a symmetry.


def _find_boundaries(out: Memory, begin: int, stop: int) -> int:
    """Find the boundaries of a region, group equivalent ones, and return the number of boundaries.

    The boundaries are written to the memory from `FROM` on, and the sizes of groups from `LIKE` on.
    """
    boundaries, start = 0, begin
    for at in range(begin, stop + 1):
        if out[at] <= BAR or out[at] == FRESH:
            end = at + 1 if out[at] == FRESH else at
            if end > start:
                out[FROM + boundaries] = start
                out[FROM + 192 + boundaries] = end
                boundaries += 1
            start = at + 1
    first = 0
    for boundary in range(boundaries):
        out[KIND + boundary] = _kind_of(out, begin, stop, boundary)
        if not _are_alike(out, first, boundary):
            first = boundary
        out[LIKE + boundary] = 0
        out[LIKE + first] += 1
    return boundaries


def _are_alike(out: Memory, one: int, two: int) -> bool:
    """Return whether the exchange of two boundaries of a region is known to be a symmetry of the position.

    `one` and `two` are the numbers of the boundaries. The results of `_kind_of` must be in the memory, from `KIND` on.
    """
    start, other = out[FROM + one], out[FROM + two]
    length = out[FROM + 192 + one] - start
    if out[KIND + one] == 0 or out[KIND + one] != out[KIND + two] or out[FROM + 192 + two] - other != length:
        return False
    i = 0
    while i < length and min(out[start + i], LETTER) == min(out[other + i], LETTER):
        i += 1
    return i == length


def _kind_of(out: Memory, begin: int, stop: int, boundary: int) -> int:
    """Return a number that classifies a boundary; only boundaries of the same number, not 0, can be equivalent.

    The number is `PLAIN` for a boundary without letters. Otherwise it is 0, except if one other region contains all
    letters of the boundary, no other letters, and spots of at most three lives in all. Then it is 1 plus the lives of
    the spots of this region that are not letters.
    """
    start, end = out[FROM + boundary], out[FROM + 192 + boundary]
    names = 0
    for at in range(start, end):
        if out[at] >= LETTER:
            names += 1
    if names == 0:
        return PLAIN
    if names > 3:
        return 0
    region = 0
    for at in range(start, end):
        if out[at] >= LETTER:
            found = _region_beyond(out, begin, stop, out[at])
            if found == 0 or (region > 0 and region != found):
                return 0
            region = found
    return _kind_of_region(out, region, names)


def _region_beyond(out: Memory, begin: int, stop: int, letter: int) -> int:
    """Return the index of the first symbol of the other region that contains a letter, or 0 if there is none."""
    region = STATE
    for at in range(STATE, STATE + out[LENGTH]):
        if out[at] == letter and (at < begin or at > stop):
            return region
        if out[at] <= END:
            region = at + 1
    return 0


def _kind_of_region(out: Memory, at: int, names: int) -> int:
    """Return 1 plus the lives of the spots of a region that are not letters, or 0.

    The result is 0 unless the region that begins at index `at` has exactly `names` letters and all its spots have at
    most three lives together.
    """
    own, shared = 0, names
    while out[at] > END:
        if out[at] >= LETTER:
            names -= 1
        elif out[at] != BAR:
            own += 7 - out[at]
        at += 1
    return own + 1 if names == 0 and own + shared <= 3 else 0


# A line from place i to place j of a boundary (x at i, y at j) has on its inner side the walk x, the spots between
# them, y and the new spot, and on its outer side the spots before x, then x, the new spot, y and the rest. A line
# between two boundaries leaves the walk around one, from x to x, the new spot, the walk around the other, from
# y to y, and the new spot again. A spot that had one line now occurs at two places and gets a name; one that had
# two is dead and removed; one that had none has one, or two after a loop.


def _write_raw(out: Memory, begin: int, stop: int, line: int) -> int:
    """Write to the memory, from index `RAW` on, the symbols of the position after a line, not normalized yet.

    The intervals of symbols for the region of the line are in the memory from `SPANS` on. Return the index after the
    last symbol.
    """
    one, two = out[STATE + (line >> 8 & 255)], out[STATE + (line & 255)]
    _append_symbols(out, STATE, begin)
    _append_symbols(out, stop + 1, STATE + out[LENGTH])
    to = RAW
    for k in range(SPANS, SPANS + out[SPAN_COUNT]):
        for at in range(out[k], out[k + 512]):
            symbol = out[at]
            if symbol < LETTER or (symbol - one) * (symbol - two) != 0:
                out[to] = END if symbol == PART else symbol
                to += 1
    return to


def _append_symbols(out: Memory, begin: int, end: int) -> None:
    """Append an interval of the memory, from `begin` to `end`, to the intervals that form the position after a move."""
    at = SPANS + out[SPAN_COUNT]
    out[at] = begin
    out[at + 512] = end
    out[SPAN_COUNT] += 1


def _append_two_regions(out: Memory, boundaries: int, line: int) -> bool:
    """Append to the result of a move the two regions that a line from a boundary to itself leaves.

    The result is a list of intervals of the memory. Return False, without a change, if the line joins two different
    boundaries.

    The two sides of a loop at a spot without lines are equivalent, so half of the choices of boundaries inside suffice.
    For the other half the number of intervals becomes -1 and the function returns False.
    """
    boundary, two = line >> 24, line >> 16 & 255
    i, j, new = STATE + (line >> 8 & 255), STATE + (line & 255), SELF + out[FREE_LETTER]
    if boundary != two:
        return False
    loop = out[i] == FRESH
    if loop and not _in_smaller_half(out, boundaries, boundary):
        out[SPAN_COUNT] = -1
        return False
    first = new + (2 if loop or (out[i] == ONCE and i < j) else 1)
    second = new + (3 if out[j] == ONCE and i < j else 2)
    for side in range(2):
        _append_symbols(out, i + 1 if side == 0 else out[FROM + boundary], j if side == 0 else i)
        _append_symbols(out, new + (2 if side == 0 else 1), second if side == 0 else first)
        _append_symbols(out, new, new + 1)
        _append_symbols(out, new + (1 if side == 0 else 2), first if side == 0 else second)
        _append_symbols(out, j + 1, out[FROM + 192 + boundary] if side == 1 else 0)
        for kind in range(boundaries):
            if out[LIKE + kind] > 0:
                begin = kind + (1 if kind == boundary else 0)
                middle = begin + out[INSIDE + kind]
                last = middle if side == 0 else kind + out[LIKE + kind]
                begin = begin if side == 0 else middle
                _append_symbols(out, SELF + BAR, SELF + BAR + 1)
                if begin < last:
                    _append_symbols(out, out[FROM + begin], out[FROM + 192 + last - 1])
        _append_symbols(out, SELF + END, SELF + END + 1)
    return True


def _append_joined_region(out: Memory, begin: int, stop: int, line: int) -> bool:
    """Append to the result of a move the region that a line between two boundaries leaves.

    The result is a list of intervals of the memory. Return False if the number of intervals is -1, because
    `_append_two_regions` has rejected the line.
    """
    if out[SPAN_COUNT] < 0:
        return False
    one, two, new = line >> 24, line >> 16 & 255, SELF + out[FREE_LETTER]
    for side in range(2):
        boundary = one if side == 0 else two
        at = STATE + (line >> 8 & 255 if side == 0 else line & 255)
        start, end = out[FROM + boundary], out[FROM + 192 + boundary]
        name = new + 1 + side if out[at] != FRESH else SELF + ONCE
        once = 1 if out[at] <= ONCE else 0
        _append_symbols(out, name, name + once)
        _append_symbols(out, at + 1, end)
        _append_symbols(out, start, at)
        _append_symbols(out, name, name + (once if out[at] == ONCE else 0))
        _append_symbols(out, new, new + 1)
    _append_symbols(out, SELF + BAR, SELF + BAR + 1)
    _append_symbols(out, begin, out[FROM + one])
    _append_symbols(out, out[FROM + 192 + one], out[FROM + two])
    _append_symbols(out, out[FROM + 192 + two], stop)
    _append_symbols(out, SELF + END, SELF + END + 1)
    return True


def _in_smaller_half(out: Memory, boundaries: int, boundary: int) -> bool:
    """Return whether the current choice of the boundaries inside a loop must be tried.

    A loop is a line from a spot without lines to itself; the spot is on the boundary with the number `boundary`. If its
    two sides are exchanged, the position is the same. So of each two choices that are exchanged only one is tried.
    """
    for other in range(boundaries - 1, -1, -1):
        difference = out[LIKE + other] - (1 if other == boundary else 0) - 2 * out[INSIDE + other]
        if difference != 0:
            return difference > 0
    return True
