"""Finds every winning move of a misère sum of heaps by a misère quotient.

Each heap has an element of the quotient, its image. A move wins if the product of the images of all heaps after it is
in the P-portion. A heap of a million tokens can be split in half a million ways. The images are periodic, so the
smaller heaps of winning splits have periodic sizes. Only this pattern is stored. The moves are counted at once, but
each is created only when it is read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from ...core import Game, HeapRuleset, LimitReached, Structure, Sum, facet
from ...misere import Quotient, reach_of
from ..searching.question import WinningMove
from .compact import NamedLate
from .moves import listed_moves

FEW_TAKES = 1000
"""Subtraction sets up to this size are tried move by move, in the order of the ruleset."""
MOST_MOVES = 1 << 62
"""The limit of the length of a Python sequence."""


class MovePattern(NamedTuple):
    """The winning splits of a heap into two, stored as the sizes of their first pieces.

    The first piece of a split is the smaller of the two heaps. Its winning sizes are those in `small`, and from `start`
    on a periodic sequence: `start` + `offset` + k * `period` for each offset and k = 0, 1, ...

    Attributes:
        small: The winning sizes below `start`, ascending.
        start: The size from which on the winning sizes are periodic.
        offsets: The winning sizes in the first period, minus `start`, ascending.
        period: The period of the winning sizes.
    """

    small: tuple[int, ...]
    start: int
    offsets: tuple[int, ...]
    period: int

    def count(self, last: int) -> int:
        """Return the number of winning splits whose first piece has a size of at most `last`."""
        room = last - self.start + 1
        if room <= 0 or not self.offsets:
            return bisect_right(self.small, last)
        full, rest = divmod(room, self.period)
        return len(self.small) + full * len(self.offsets) + sum(c < rest for c in self.offsets)

    def nth(self, index: int) -> int:
        """Return the size of the first piece of a winning split; splits are numbered from 0 by ascending size."""
        if index < len(self.small):
            return self.small[index]
        full, place = divmod(index - len(self.small), len(self.offsets))
        return self.start + full * self.period + self.offsets[place]


class Run(NamedTuple):
    """A group of winning moves in one heap that leave the same number of tokens, in one heap or split into two.

    Attributes:
        rest: The number of tokens that they leave.
        ways: The number of moves in the group.
        pattern: Which splits into two heaps win; None for a move that leaves one heap or nothing.
    """

    rest: int
    ways: int
    pattern: MovePattern | None = None

    def leaves(self, index: int) -> Sum[int]:
        """Return the heaps that a move of the group leaves; `index` is its number in the group, from 0."""
        if self.pattern is None:
            return Sum(self.rest)
        first = self.pattern.nth(index)
        return Sum(first, self.rest - first)


def quotient_moves(game: Game, quotient: Quotient) -> Sequence[WinningMove]:
    """Return every winning move of a misère sum, in order of parts and options.

    Args:
        game: A misère sum of heaps of one ruleset.
        quotient: A misère quotient of the ruleset that has an element for each of these heaps.

    Returns:
        The moves, in a sequence that creates them when they are read if there may be very many.

    Raises:
        LimitReached: If there are too many moves.
    """
    ruleset = game.summands[0].ruleset
    rule = facet(ruleset, Structure).sequence()
    reach = reach_of(rule)
    heaps = [heap for _, heap in game.parts]
    listed = isinstance(rule, tuple) and len(rule) <= FEW_TAKES  # "take {5} or take 2..4" lists its takes in that order
    if reach is not None and reach[0] <= 2 and not listed and isinstance(ruleset, HeapRuleset):
        return QuotientMoves(ruleset, heaps, _Runs(quotient, _digits(rule)))
    found = []
    for part, (heap, rest) in enumerate(zip(heaps, rests(heaps, quotient), strict=True)):
        for label, leaves in listed_moves(ruleset, heap):
            if quotient.is_lost(quotient.times[rest][quotient.element(leaves)]):
                found.append(WinningMove(part, label, leaves))
    return found


def rests(heaps: Sequence[int], quotient: Quotient) -> list[int]:
    """Return for each heap the element of the quotient that is the product of the images of all other heaps.

    Args:
        heaps: The sizes of the heaps.
        quotient: A misère quotient that has an element for each of them.

    Returns:
        For each heap the number of this element in the quotient, whose elements are numbered from 0.
    """
    images = list(map(quotient.image, heaps))
    times = quotient.times
    before = list(accumulate(images, lambda x, y: times[x][y], initial=0))
    behind = list(accumulate(reversed(images), lambda x, y: times[x][y], initial=0))[::-1]
    return [times[x][y] for x, y in zip(before, behind[1:], strict=False)]


def _digits(rule: object) -> tuple[int, ...]:
    if isinstance(rule, tuple):
        return tuple(3 * (take in rule) for take in range(max(rule, default=0) + 1))
    digits: tuple[int, ...] = getattr(rule, "plain", None) or ()
    return digits


class _Runs:
    """Computes the winning moves in single heaps of a misère sum, as groups (`Run`), and stores them."""

    def __init__(self, quotient: Quotient, digits: tuple[int, ...]) -> None:
        self.quotient = quotient
        self.digits = digits
        self._runs: dict[tuple[int, int], tuple[Run, ...]] = {}
        self._patterns: dict[tuple[int, int], MovePattern] = {}

    def of(self, heap: int, beside: int) -> tuple[Run, ...]:
        """Return the winning moves in a heap, in groups by ascending number of removed tokens.

        Args:
            heap: The size of the heap.
            beside: The number of the element of the quotient that is the product of the images of the other heaps.

        Returns:
            The groups of moves.
        """
        key = heap, beside
        if key not in self._runs:
            self._runs[key] = tuple(self._found(heap, beside))
        return self._runs[key]

    def _found(self, heap: int, beside: int) -> Iterator[Run]:
        lost = self.quotient.lost
        for taken, digit in enumerate(self.digits[: heap + 1]):
            rest = heap - taken
            whole = taken and digit & (2 if rest else 1)
            if whole and lost >> self.quotient.times[beside][self.quotient.image(rest)] & 1:
                yield Run(rest, 1)
            if digit & 4 and rest > 1:
                pattern = self._pattern(rest, beside)
                if ways := pattern.count(rest // 2):
                    yield Run(rest, ways, pattern)

    def _pattern(self, rest: int, beside: int) -> MovePattern:
        """Return which splits of `rest` tokens win, if the images of all other heaps have the product `beside`.

        The image of a heap is its element of the misère quotient. Large numbers of tokens with the same remainder
        modulo the period of the quotient share one pattern.
        """
        quotient = self.quotient
        start, period = max(quotient.preperiod, 1), quotient.period
        if period is None or rest < 2 * (start + period):
            wins = (first for first in range(1, rest // 2 + 1) if self._wins(first, rest, beside))
            return MovePattern(tuple(wins), rest, (), 1)
        key = (rest - start) % period, beside
        if key not in self._patterns:
            small = tuple(first for first in range(1, start) if self._wins(first, rest, beside))
            offsets = tuple(c for c in range(period) if self._wins(start + c, rest, beside))
            self._patterns[key] = MovePattern(small, start, offsets, period)
        return self._patterns[key]

    def _wins(self, first: int, rest: int, beside: int) -> bool:
        times, image = self.quotient.times, self.quotient.image
        return bool(self.quotient.lost >> times[times[beside][image(first)]][image(rest - first)] & 1)


class QuotientMoves(NamedLate):
    """The winning moves of a misère sum of heaps. Groups of moves are stored, and a move is created when it is read.

    Args:
        ruleset: The ruleset, which names the moves.
        heaps: The sizes of the heaps.
        runs: Computes the winning moves in a single heap.

    Raises:
        LimitReached: If there are too many moves.
    """

    def __init__(self, ruleset: HeapRuleset, heaps: Sequence[int], runs: _Runs) -> None:
        self._ruleset, self._heaps = ruleset, heaps
        beside = rests(heaps, runs.quotient)
        self._runs = [(part, run) for part, heap in enumerate(heaps) for run in runs.of(heap, beside[part])]
        self._ends = list(accumulate(run.ways for _, run in self._runs))
        if len(self._ends) and self._ends[-1] >= MOST_MOVES:
            raise LimitReached(f"more than {MOST_MOVES} moves win", kind="size")

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def nth(self, index: int) -> WinningMove:
        place = bisect_right(self._ends, index)
        part, run = self._runs[place]
        return self._move(part, run.leaves(index - self._ends[place] + run.ways))

    def __iter__(self) -> Iterator[WinningMove]:
        for part, run in self._runs:
            for index in range(run.ways):
                yield self._move(part, run.leaves(index))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, QuotientMoves):
            return NotImplemented
        return [*self._heaps] == [*other._heaps] and self._runs == other._runs

    def __hash__(self) -> int:
        return hash((tuple(self._heaps), len(self)))

    def _move(self, part: int, leaves: Sum[int]) -> WinningMove:
        return WinningMove(part, *self._ruleset.heap_move(self._heaps[part], leaves))
