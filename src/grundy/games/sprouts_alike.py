"""Which boundaries of a region of Sprouts are alike: exchanging them changes nothing in the whole position.

Two boundaries are alike when they are the same spots without names; or when all spots with names of each are shared
with one region of at most three lives that shares no others, and the rest is the same: in such a region it only
counts how many lives it has (`sprouts_plain`), so exchanging the boundaries with these regions is a symmetry.
"""

from __future__ import annotations

from .sprouts_words import BAR, END, FRESH, FROM, KIND, LENGTH, LETTER, LIKE, STATE, Memory

PLAIN = 9
"""The kind of a boundary without names."""


def find_boundaries(out: Memory, begin: int, stop: int) -> int:
    """Find the boundaries of the region from `begin` to `stop`, and which are alike; return their number."""
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
        out[KIND + boundary] = kind_of(out, begin, stop, boundary)
        if not are_alike(out, first, boundary):
            first = boundary
        out[LIKE + boundary] = 0
        out[LIKE + first] += 1
    return boundaries


def are_alike(out: Memory, one: int, two: int) -> bool:
    """Return whether two boundaries of a region whose kinds are known are alike."""
    start, other = out[FROM + one], out[FROM + two]
    length = out[FROM + 192 + one] - start
    if out[KIND + one] == 0 or out[KIND + one] != out[KIND + two] or out[FROM + 192 + two] - other != length:
        return False
    i = 0
    while i < length and min(out[start + i], LETTER) == min(out[other + i], LETTER):
        i += 1
    return i == length


def kind_of(out: Memory, begin: int, stop: int, boundary: int) -> int:
    """Return `PLAIN`, 1 + the lives for itself of the one small region that shares all named spots, or 0."""
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
            found = region_beyond(out, begin, stop, out[at])
            if found == 0 or (region > 0 and region != found):
                return 0
            region = found
    return kind_of_region(out, region, names)


def region_beyond(out: Memory, begin: int, stop: int, letter: int) -> int:
    """Return where the other region begins in which a letter is met; 0 if there is none."""
    region = STATE
    for at in range(STATE, STATE + out[LENGTH]):
        if out[at] == letter and (at < begin or at > stop):
            return region
        if out[at] <= END:
            region = at + 1
    return 0


def kind_of_region(out: Memory, at: int, names: int) -> int:
    """Return 1 + the lives for itself of a region with so many named spots and at most three lives; else 0."""
    own, shared = 0, names
    while out[at] > END:
        if out[at] >= LETTER:
            names -= 1
        elif out[at] != BAR:
            own += 7 - out[at]
        at += 1
    return own + 1 if names == 0 and own + shared <= 3 else 0
