"""The order in which the form of a Sprouts position is written: regions, boundaries, where and which way they begin."""

from __future__ import annotations

from .sprouts_words import (
    ASKED,
    BAR,
    END,
    FIRST_BOUNDARY,
    FIRST_REGION,
    FRESH,
    LETTER,
    LIVES,
    NAME,
    NAMED,
    NAMED_COUNT,
    ORDER,
    OTHER_REGION,
    REGION_TINT,
    STARTS,
    TINT,
    TINTS,
    TURN,
    WALK,
    WALK_TINT,
    Memory,
    mixed,
)


def next_region(out: Memory, regions: int) -> int:
    """Return the region to be written next, 0 after the last one.

    It shares the letter that was named first; where no letter is shared with what is left, a part has ended.
    """
    while out[ASKED] < out[NAMED_COUNT]:
        letter = out[NAMED + out[ASKED]]
        if out[LIVES + out[FIRST_REGION + letter]] > 0:
            return out[FIRST_REGION + letter]
        if out[LIVES + out[OTHER_REGION + letter]] > 0:
            return out[OTHER_REGION + letter]
        out[ASKED] += 1
    out[NAMED_COUNT] = out[ASKED] = 0
    found, least = 0, TINTS + 1
    for region in range(1, regions + 1):
        if out[LIVES + region] > 0 and out[REGION_TINT + region] < least:
            found, least = region, out[REGION_TINT + region]
    return found


def arrange(out: Memory, region: int) -> None:
    """Find where the boundaries of a region begin, which way it is walked, and their order."""
    begin, stop = out[FIRST_BOUNDARY + region], out[FIRST_BOUNDARY + region + 1]
    difference = 0
    for boundary in range(2 * begin, 2 * stop):
        tint = walk(out, boundary >> 1, 192 * (boundary & 1))
        difference += tint if boundary & 1 else -tint
    way = 192 if difference < 0 else 0
    for boundary in range(begin, stop):
        at = boundary - begin
        tint = out[WALK_TINT + way + boundary]
        while at > 0 and out[WALK_TINT + way + out[ORDER + at - 1]] > tint:
            out[ORDER + at] = out[ORDER + at - 1]
            at -= 1
        out[ORDER + at] = boundary
        if way > 0:
            out[TURN + boundary] = -1 - out[TURN + 192 + boundary]


def walk(out: Memory, boundary: int, way: int) -> int:
    """Find the place from which a boundary looks least, walked forwards (0) or backwards (192); return its tint."""
    start, stop = out[STARTS + boundary], out[STARTS + boundary + 1]
    length = stop - start
    for i in range(length):
        tint = out[TINT + out[start + i if way == 0 else stop - 1 - i]]
        out[WALK + i] = tint
        out[WALK + length + i] = tint
    best = 0
    for i in range(1, length):
        k = 0
        while k < length and out[WALK + i + k] == out[WALK + best + k]:
            k += 1
        if k < length and out[WALK + i + k] < out[WALK + best + k]:
            best = i
    tint = length
    for i in range(best, best + length):
        tint = (tint * 0x2545F491 + out[WALK + i]) & TINTS
    out[TURN + way + boundary] = best
    tint = 0 if out[start] == FRESH else mixed(tint)
    out[WALK_TINT + way + boundary] = tint
    return mixed(tint)


def write_region(out: Memory, region: int, to: int) -> int:
    """Write an arranged region from `to` on; return where it ends."""
    begin, stop = out[FIRST_BOUNDARY + region], out[FIRST_BOUNDARY + region + 1]
    fresh = 0
    for i in range(stop - begin):
        boundary = out[ORDER + i]
        start, end, turn = out[STARTS + boundary], out[STARTS + boundary + 1], out[TURN + boundary]
        at, step = (start + turn, 1) if turn >= 0 else (end + turn, -1)
        for _ in range(end - start):
            out[to] = out[at] if out[at] < LETTER else name_of(out, out[at])
            to += 1
            at += step
            if at == end:
                at = start
            elif at < start:
                at = end - 1
        fresh = 1 if out[start] == FRESH else 0
        if fresh == 0:
            out[to] = BAR
            to += 1
    out[to - 1 + fresh] = END
    return to + fresh


def name_of(out: Memory, letter: int) -> int:
    """Return the final name of a letter; the next one where it has none."""
    if out[NAME + letter] == 0:
        named = out[NAMED_COUNT]
        out[NAME + letter] = LETTER + named
        out[TINT + letter] = named + 1
        out[NAMED + named] = letter
        out[NAMED_COUNT] = named + 1
    return out[NAME + letter]
