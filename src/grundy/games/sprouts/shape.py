"""The canonical form of a packed Sprouts position: irrelevant symbols are removed, and equal drawings get equal states.

`simplify` states which steps preserve the game tree and applies them to drawings. Here `shape` applies them to symbols.
For the order, every letter gets a tint computed from its surroundings in three rounds, as in colour refinement of
graphs (B. Weisfeiler and A. Leman, "The reduction of a graph to canonical form", 1968). The region with the least tint
is written first. Letters are named in the order in which they are written. The next region is always one that contains
a named letter; if there are several, the letter with the first name counts. Tints only choose the order. The position
itself is written, so equal states are equal positions for any tints. `lines` defines the other terms.
"""

from __future__ import annotations

from .symbols import (
    ASKED,
    BAR,
    BOUNDARY_TINT,
    CLEAN,
    END,
    FIRST_BOUNDARY,
    FIRST_REGION,
    FRESH,
    LETTER,
    LIVES,
    LOCAL,
    NAME,
    NAMED,
    NAMED_COUNT,
    NEXT_TINT,
    ONCE,
    ORDER,
    OTHER_REGION,
    PART,
    RAW,
    REGION_TINT,
    RESULT,
    STARTS,
    TINT,
    TINTS,
    TURN,
    TWICE,
    WALK,
    WALK_TINT,
    Memory,
    mixed,
)

ROUNDS = 3


def shape(out: Memory, end: int) -> int:
    """Write the canonical form of a Sprouts position, from unnormalized symbols at `RAW` to final ones at `RESULT`.

    Args:
        out: The working memory; constants such as `RAW` and `FROM` are indices in it.
        end: The index after the last symbol at `RAW`.

    Returns:
        The index after the last symbol at `RESULT`.
    """
    regions = _count_lives(out, end)
    _clean_regions(out, end)
    for number in range(ROUNDS):
        _tint_round(out, regions, number)
    for letter in range(64):
        out[NAME + letter] = 0
    out[NAMED_COUNT] = out[ASKED] = 0
    to = RESULT
    region = _next_region(out, regions)
    while region > 0:
        _arrange(out, region)
        if out[NAMED_COUNT] == 0 and to > RESULT:
            out[to - 1] = PART
        to = _write_region(out, region, to)
        out[LIVES + region] = 0
        region = _next_region(out, regions)
    if to > RESULT:
        out[to - 1] = PART
    return to


def _count_lives(out: Memory, end: int) -> int:
    """Compute the lives of each region and the two regions of each letter; return the number of regions."""
    for letter in range(64):
        out[FIRST_REGION + letter] = 0
        out[OTHER_REGION + letter] = 0
    region, lives = 1, 0
    for at in range(RAW, end):
        symbol = out[at]
        if symbol >= LETTER:
            if out[FIRST_REGION + symbol] == 0:
                out[FIRST_REGION + symbol] = region
                lives += 1
            else:
                if out[FIRST_REGION + symbol] != region:
                    lives += 1
                out[OTHER_REGION + symbol] = region
        elif symbol >= FRESH:
            lives += 7 - symbol
        elif symbol <= END:
            out[LIVES + region] = lives if lives >= 2 else 0
            region += 1
            lives = 0
    return region - 1


def _clean_regions(out: Memory, end: int) -> None:
    """Write to the memory, from index `CLEAN` on, the boundaries of all regions in which a line can be drawn.

    Symbols of spots that do not affect the game are omitted or replaced.
    """
    region, boundary, to, start = 1, 0, CLEAN, CLEAN
    out[FIRST_BOUNDARY + 1] = 0
    out[STARTS] = CLEAN
    own = out[LIVES + 1]
    for at in range(RAW, end):
        symbol = out[at]
        lives = out[LIVES + region]
        if symbol >= FRESH and lives > 0:
            shared = symbol >= LETTER and _is_shared(out, symbol)
            if lives <= 3:
                if shared:
                    own -= 1
                    out[to] = symbol
                    to += 1
            else:
                to = _add_symbol(out, start, to, symbol, shared)
        if symbol <= END and 0 < lives <= 3 and own > 0:
            out[to] = 7 - own
            to += 1
        if symbol <= END or symbol == FRESH or (symbol == BAR and lives > 3):
            to = _closed(out, start, to) if lives > 3 else to
            if to > start and (symbol != FRESH or lives > 3):
                boundary += 1
                out[STARTS + boundary] = to
                start = to
        if symbol <= END:
            region += 1
            own = out[LIVES + region]
            out[FIRST_BOUNDARY + region] = boundary


def _is_shared(out: Memory, letter: int) -> bool:
    """Return whether a letter occurs in two regions that have moves."""
    first, other = out[FIRST_REGION + letter], out[OTHER_REGION + letter]
    return first != other and out[LIVES + first] > 0 and out[LIVES + other] > 0


def _add_symbol(out: Memory, start: int, to: int, symbol: int, shared: bool) -> int:
    """Append a symbol to a boundary, and return the index after the last symbol of the boundary.

    The boundary is from index `start` to index `to`. `shared` states whether the symbol is a letter that occurs in two
    regions that have moves. Two equal letters in succession become one symbol `TWICE`.
    """
    if symbol >= LETTER and not shared and out[FIRST_REGION + symbol] != out[OTHER_REGION + symbol]:
        symbol = TWICE
    if symbol >= LETTER and to > start and out[to - 1] == symbol:
        out[to - 1] = TWICE
        return to
    out[to] = symbol
    return to + 1


def _closed(out: Memory, start: int, to: int) -> int:
    """Merge the first and the last symbol of a boundary if they are the same letter.

    `start` is the index of the first symbol, and `to` the index after the last one. Return the latter after the merge.
    """
    if to - start >= 2 and out[start] >= LETTER and out[start] == out[to - 1]:
        out[start] = TWICE
        to -= 1
    if to - start == 2 and out[start] == TWICE and out[start + 1] == TWICE:
        out[start] = ONCE
        to -= 1
    return to


def _tint_round(out: Memory, regions: int, number: int) -> None:
    """Compute a new tint for every letter, a hash of the tints around the two places of the letter.

    `regions` is the number of regions. Round `number` 0 begins with equal tints for equal kinds of symbols.
    """
    for symbol in range(64):
        if number == 0:
            own = LETTER if out[FIRST_REGION + symbol] == out[OTHER_REGION + symbol] else LETTER + 1
            out[TINT + symbol] = mixed(77 + (own if symbol >= LETTER else symbol))
        out[NEXT_TINT + symbol] = 0
    for region in range(1, regions + 1):
        begin, stop = out[FIRST_BOUNDARY + region], out[FIRST_BOUNDARY + region + 1]
        total = 0
        for boundary in range(begin, stop):
            total += mixed(_tint_boundary(out, boundary))
        total &= TINTS
        out[REGION_TINT + region] = total
        for boundary in range(begin, stop):
            whole = (total + 3 * out[BOUNDARY_TINT + boundary]) & TINTS
            for at in range(out[STARTS + boundary], out[STARTS + boundary + 1]):
                symbol = out[at]
                if symbol >= LETTER:
                    out[NEXT_TINT + symbol] += mixed(whole + out[LOCAL + at - CLEAN])
    for symbol in range(LETTER, 64):
        out[TINT + symbol] = out[NEXT_TINT + symbol] & TINTS


def _tint_boundary(out: Memory, boundary: int) -> int:
    """Compute and return the tint of a boundary, which is a hash of the tints of its symbols.

    Also write for each place of the boundary a hash of the tints at this place and its two neighbours, from `LOCAL` on.
    """
    start, stop = out[STARTS + boundary], out[STARTS + boundary + 1]
    total = stop - start
    here, before = out[TINT + out[start]], out[TINT + out[stop - 1]]
    for at in range(start, stop):
        after = out[TINT + out[at + 1 if at + 1 < stop else start]]
        local = mixed(5 * here + before + after + (before ^ after))
        out[LOCAL + at - CLEAN] = local
        total += local
        before, here = here, after
    total &= TINTS
    out[BOUNDARY_TINT + boundary] = total
    return total


def _next_region(out: Memory, regions: int) -> int:
    """Return the number of the region to write next, from 1, or 0 if all are written.

    It is a region that shares a letter with the regions of the component that are already written. If there are several
    such letters, the one that was named first counts. If there are none, a component is complete, and the region with
    the least tint begins the next one.
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


def _arrange(out: Memory, region: int) -> None:
    """Choose how a region is written: the order and the direction of its boundaries, and where each begins.

    The choice is made by the tints of the symbols, and is written to the memory from the indices `ORDER` and `TURN` on.
    """
    begin, stop = out[FIRST_BOUNDARY + region], out[FIRST_BOUNDARY + region + 1]
    difference = 0
    for boundary in range(2 * begin, 2 * stop):
        tint = _walk(out, boundary >> 1, 192 * (boundary & 1))
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


def _walk(out: Memory, boundary: int, way: int) -> int:
    """Find the place of a boundary from which the sequence of tints around it is least.

    The place is written to the memory from index `TURN` on. Return a hash of the sequence. The direction `way` is 0 for
    forwards and 192 for backwards.
    """
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


def _write_region(out: Memory, region: int, to: int) -> int:
    """Write the symbols of a region from index `to` on, in the order that `_arrange` has chosen.

    Return the index after the last symbol.
    """
    begin, stop = out[FIRST_BOUNDARY + region], out[FIRST_BOUNDARY + region + 1]
    fresh = 0
    for i in range(stop - begin):
        boundary = out[ORDER + i]
        start, end, turn = out[STARTS + boundary], out[STARTS + boundary + 1], out[TURN + boundary]
        at, step = (start + turn, 1) if turn >= 0 else (end + turn, -1)
        for _ in range(end - start):
            out[to] = out[at] if out[at] < LETTER else _name_of(out, out[at])
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


def _name_of(out: Memory, letter: int) -> int:
    """Return the final name of a letter; if it has none yet, it gets the next free one."""
    if out[NAME + letter] == 0:
        named = out[NAMED_COUNT]
        out[NAME + letter] = LETTER + named
        out[TINT + letter] = named + 1
        out[NAMED + named] = letter
        out[NAMED_COUNT] = named + 1
    return out[NAME + letter]
