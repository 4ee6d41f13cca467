"""What a line leaves in Sprouts, as stretches of the position before it, copied into raw symbols at last.

A line from place i to place j of a boundary (x at i, y at j) has on its inner side the walk x, what stands between
them, y and the new spot, and on its outer side what stands before x, then x, the new spot, y and what follows. A line
between two boundaries leaves the walk around one, from x to x, the new spot, the walk around the other, from
y to y, and the new spot again. A spot that had one line is met at both its places now and gets a name, one that had
two is dead and left out, and one that had none has one, or two after a loop.
"""

from __future__ import annotations

from .sprouts_words import (
    BAR,
    END,
    FREE_LETTER,
    FRESH,
    FROM,
    INSIDE,
    LENGTH,
    LETTER,
    LIKE,
    ONCE,
    PART,
    RAW,
    SELF,
    SPAN_COUNT,
    SPANS,
    STATE,
    Memory,
)


def write_raw(out: Memory, begin: int, stop: int, line: int) -> int:
    """Write what a line leaves of the region from `begin` to `stop`, and the other regions; return the end."""
    one, two = out[STATE + (line >> 8 & 255)], out[STATE + (line & 255)]
    span(out, STATE, begin)
    span(out, stop + 1, STATE + out[LENGTH])
    to = RAW
    for k in range(SPANS, SPANS + out[SPAN_COUNT]):
        for at in range(out[k], out[k + 512]):
            symbol = out[at]
            if symbol < LETTER or (symbol - one) * (symbol - two) != 0:
                out[to] = END if symbol == PART else symbol
                to += 1
    return to


def span(out: Memory, begin: int, end: int) -> None:
    """Add a stretch; one that does not end behind its beginning is empty."""
    at = SPANS + out[SPAN_COUNT]
    out[at] = begin
    out[at + 512] = end
    out[SPAN_COUNT] += 1


def split_spans(out: Memory, boundaries: int, line: int) -> bool:
    """Add the two regions that a line leaves from a boundary to itself; False: it is no such line, or not needed.

    A loop at a spot without lines has equal sides, so half of the choices are enough.
    """
    boundary, two = line >> 24, line >> 16 & 255
    i, j, new = STATE + (line >> 8 & 255), STATE + (line & 255), SELF + out[FREE_LETTER]
    if boundary != two:
        return False
    loop = out[i] == FRESH
    if loop and not in_smaller_half(out, boundaries, boundary):
        out[SPAN_COUNT] = -1
        return False
    first = new + (2 if loop or (out[i] == ONCE and i < j) else 1)
    second = new + (3 if out[j] == ONCE and i < j else 2)
    for side in range(2):
        span(out, i + 1 if side == 0 else out[FROM + boundary], j if side == 0 else i)
        span(out, new + (2 if side == 0 else 1), second if side == 0 else first)
        span(out, new, new + 1)
        span(out, new + (1 if side == 0 else 2), first if side == 0 else second)
        span(out, j + 1, out[FROM + 192 + boundary] if side == 1 else 0)
        for kind in range(boundaries):
            if out[LIKE + kind] > 0:
                begin = kind + (1 if kind == boundary else 0)
                middle = begin + out[INSIDE + kind]
                last = middle if side == 0 else kind + out[LIKE + kind]
                begin = begin if side == 0 else middle
                span(out, SELF + BAR, SELF + BAR + 1)
                if begin < last:
                    span(out, out[FROM + begin], out[FROM + 192 + last - 1])
        span(out, SELF + END, SELF + END + 1)
    return True


def join_spans(out: Memory, begin: int, stop: int, line: int) -> bool:
    """Add the region that a line leaves between two boundaries; False: the line is not needed."""
    if out[SPAN_COUNT] < 0:
        return False
    one, two, new = line >> 24, line >> 16 & 255, SELF + out[FREE_LETTER]
    for side in range(2):
        boundary = one if side == 0 else two
        at = STATE + (line >> 8 & 255 if side == 0 else line & 255)
        start, end = out[FROM + boundary], out[FROM + 192 + boundary]
        name = new + 1 + side if out[at] != FRESH else SELF + ONCE
        once = 1 if out[at] <= ONCE else 0
        span(out, name, name + once)
        span(out, at + 1, end)
        span(out, start, at)
        span(out, name, name + (once if out[at] == ONCE else 0))
        span(out, new, new + 1)
    span(out, SELF + BAR, SELF + BAR + 1)
    span(out, begin, out[FROM + one])
    span(out, out[FROM + 192 + one], out[FROM + two])
    span(out, out[FROM + 192 + two], stop)
    span(out, SELF + END, SELF + END + 1)
    return True


def in_smaller_half(out: Memory, boundaries: int, boundary: int) -> bool:
    """Return whether a choice comes no later than the one with the sides exchanged."""
    for other in range(boundaries - 1, -1, -1):
        difference = out[LIKE + other] - (1 if other == boundary else 0) - 2 * out[INSIDE + other]
        if difference != 0:
            return difference > 0
    return True
