"""Finds known sequences with the same values as a game, up to a shift of heaps or a renaming of values.

Grades are "same" (for all heaps for which both have values), "later" (from some heap on), "renamed" (after v + c, v ^
c, c * v or an exchange of two values) and "near" (up to a first difference). A block of 16 values of each known
sequence is looked up in a table of all blocks of the game's values, so most sequences cost only one lookup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from .pattern import Pattern, information

FIRST, LENGTH = 8, 16
"""The window of a known sequence that is looked up: its first heap and its length."""
MOST_SHIFT = 8
"""The largest shift."""
ALIKE, NEAR = 24, 40
"""The number of equal values that is needed, for equal sequences and for those that differ later."""
NEAR_BITS = 40.0
"""The information that the equal values of a near match must have, because trivial sequences are near many."""
TOLD = 3
"""The number of near matches that are returned."""

Grade = Literal["same", "later", "renamed", "near"]


@dataclass(frozen=True, slots=True)
class Likeness:
    """A match of a game with a known sequence: heap n + shift of the game has the value of heap n of the sequence.

    Attributes:
        name: The name of the known sequence.
        shift: The number of tokens that is added to a heap of the known sequence; it may be negative.
        grade: "same", "later" (from some heap on), "renamed" (after a renaming of values) or "near" (up to some heap).
        start: The first heap of the game that matches.
        last: The last heap of the game that matches.
        renaming: The function that is applied to the known values before they are compared, as text, or "".
        difference: For the first heap after `last` whose values differ: the heap, the game's value and the known
            value. None if there is no such heap.
    """

    name: str
    shift: int
    grade: Grade
    start: int
    last: int
    renaming: str = ""
    difference: tuple[int, int, int] | None = None


def find_likeness(
    values: Sequence[int], catalogue: Iterable[tuple[str, Sequence[int]]], start: int = 0
) -> list[Pattern]:
    """Find known sequences that agree with the values of a game, equal ones first.

    If all common values from some heap on are equal, at least 24 of them are needed. If the sequences differ later, at
    least 40 equal values before the difference are needed, and these must contain 40 bits of information
    (`pattern.information`). The values of a renamed sequence must contain as much information.

    Args:
        values: The values of heaps `start`, `start` + 1, ...
        catalogue: Names with the values of heaps 0, 1, ...; if claims are wanted, the names must be rulesets in
            notation.
        start: The first heap.

    Returns:
        The patterns.

    Example:
        >>> ours = [n % 4 + n % 7 for n in range(99)]
        >>> [p.text for p in find_likeness(ours, [("x", ours[1:]), ("y", [*ours[:60], 9, *ours[61:]])])]
        ['same as x shifted by 1', 'equal to y up to heap 59; at heap 60 the values are 4 here and 9 there']
    """
    ours = [int(value) for value in values]
    places = _Places(ours, start)
    found = [likeness for name, theirs in catalogue if (likeness := places.likeness(name, theirs)) is not None]
    near = sorted((one for one in found if one.grade == "near"), key=lambda one: (one.start - one.last, one.name))
    told = [one for one in found if one.grade != "near"] + near[:TOLD]
    return sorted((_pattern(one, start) for one in told), key=lambda pattern: (pattern.cost, pattern.text))


class _Places:
    """An index of a game's values, to find quickly by which shifts a known sequence may agree with them.

    It maps a block of consecutive values of the game to the shifts at which the block occurs. The block for shift s
    begins at heap `FIRST` + s. So a lookup of the block of the known sequence that begins at heap `FIRST` gives all
    shifts by which the two blocks agree.
    """

    def __init__(self, ours: list[int], start: int) -> None:
        self.ours, self.start = ours, start
        self.plain: dict[tuple[int, ...], list[int]] = {}
        self.shapes: dict[tuple[int, ...], list[int]] = {}
        for shift in sorted(range(-MOST_SHIFT, MOST_SHIFT + 1), key=lambda shift: (abs(shift), -shift)):
            at = FIRST + shift - start
            window = tuple(ours[at : at + LENGTH]) if at >= 0 else ()
            if len(window) == LENGTH:
                self.plain.setdefault(window, []).append(shift)
                self.shapes.setdefault(_shape(window), []).append(shift)

    def likeness(self, name: str, theirs: Sequence[int]) -> Likeness | None:
        window = tuple(theirs[FIRST : FIRST + LENGTH])
        best: Likeness | None = None
        for one in filter(None, (self._compared(name, theirs, shift) for shift in self.plain.get(window, ()))):
            if one.grade == "same":
                return one
            if best is None or (one.grade == "near", one.start - one.last) < (
                best.grade == "near",
                best.start - best.last,
            ):
                best = one
        if best is not None and best.grade == "later":
            return best
        shape = _shape(window) if len(set(window)) > 1 else ()
        renamed = (self._renamed(name, theirs, shift) for shift in self.shapes.get(shape, ()))
        return next((one for one in renamed if one is not None), best)

    def _common(self, theirs: Sequence[int], shift: int) -> tuple[int, list[int], list[int]]:
        """Return the first heap of the game for which both values are known, and both lists of values from there on.

        Heap n of the game is compared with heap n - shift of the known sequence `theirs`. The game's values are first.
        """
        first = max(self.start, shift)
        beside = list(theirs[first - shift : self.start + len(self.ours) - shift])
        return first, self.ours[first - self.start : first - self.start + len(beside)], beside

    def _compared(self, name: str, theirs: Sequence[int], shift: int, renaming: str = "") -> Likeness | None:
        first, ours, beside = self._common(theirs, shift)
        low = high = FIRST + shift - first
        while low and ours[low - 1] == beside[low - 1]:
            low -= 1
        if ours[high:] == beside[high:]:
            high = len(ours)
        else:
            high = next(i for i in range(high, len(ours)) if ours[i] != beside[i])
        grade: Grade = "near" if high < len(ours) else "later" if low else "same"
        if high - low < (NEAR if grade == "near" else ALIKE):
            return None
        if grade == "near" and (low or information(ours[low:high]) < NEAR_BITS):
            return None
        difference = (first + high, ours[high], beside[high]) if grade == "near" else None
        return Likeness(name, shift, grade, first + low, first + high - 1, renaming, difference)

    def _renamed(self, name: str, theirs: Sequence[int], shift: int) -> Likeness | None:
        first, ours, beside = self._common(theirs, shift)
        at = FIRST + shift - first
        for renaming, function in _renamings(beside[at : at + LENGTH], ours[at : at + LENGTH]):
            other = [function(value) for value in theirs]
            found = self._compared(name, other, shift, renaming)
            if found is not None and found.grade != "near" and information(ours) >= NEAR_BITS:
                return Likeness(name, shift, "renamed", found.start, found.last, renaming)
        return None


def _shape(window: Iterable[int]) -> tuple[int, ...]:
    """Return a sequence in which each value is replaced by its number in the order of first occurrence.

    >>> _shape([7, 7, 3, 7, 0])
    (0, 0, 1, 0, 2)
    """
    known: dict[int, int] = {}
    return tuple([known.setdefault(value, len(known)) for value in window])


def _renamings(theirs: Sequence[int], ours: Sequence[int]) -> Iterator[tuple[str, Callable[[int], int]]]:
    """Yield functions such as v -> v + 1 that map the values `theirs` to `ours`, each with its description."""
    names = dict(zip(theirs, ours, strict=True))
    moved = {before: after for before, after in names.items() if before != after}
    if len({after - before for before, after in names.items()}) == 1:
        plus = ours[0] - theirs[0]
        yield f"each value {'+' if plus > 0 else '-'} {abs(plus)}", lambda value: value + plus
    if len({after ^ before for before, after in names.items()}) == 1:
        mask = ours[0] ^ theirs[0]
        yield f"each value ^ {mask}", lambda value: value ^ mask
    times = max(ours) // max(*theirs, 1)
    if times > 1 and all(after == times * before for before, after in names.items()):
        yield f"each value * {times}", lambda value: times * value
    if len(moved) == 2 and set(moved) == set(moved.values()):
        one, other = sorted(moved)
        yield f"{one} and {other} exchanged", lambda value: moved.get(value, value)


def _pattern(one: Likeness, start: int) -> Pattern:
    moved = f" shifted by {one.shift}" if one.shift else ""
    cost = 2 + 2 * abs(one.shift)
    if one.difference is not None:
        heap, ours, theirs = one.difference
        text = (
            f"equal to {one.name}{moved} up to heap {one.last}; at heap {heap} the values are {ours} here and "
            f"{theirs} there"
        )
        return Pattern("likeness", text, 40 + cost, one.start, heap, None, None, one)
    text = f"same as {one.name}{moved}"
    claim = text if one.grade == "same" else None
    if one.renaming:
        text, cost = f"{text} with {one.renaming}", cost + 4
    if one.start > max(start, one.shift):
        text, cost = f"{text} from heap {one.start}", cost + one.start
    return Pattern("likeness", text, cost, one.start, one.last, claim, None, one)
