"""Sequences with about a thousand rare heaps, such as those of Officers and Grundy's game.

The sparse space divides heaps into common and rare ones (see `sparse`). The values of common heaps are computed, in
blocks of heaps, from the rare heaps known so far. Each block is verified while the next one is computed: every smaller
rare value must be the value of an option. If one is missing, the heap is a rare heap found late; it is recorded, and
the computation continues after it. Sources: J. P. Grossman, "Searching for periodicity in Officers", 2019; the
computations of A. Flammenkamp.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from time import sleep
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core import Budget
from .coding import Coding
from .digits import LEAST_KNOWN, splits_of
from .rare_plan import BLOCK, CODES, GROUP, PART, CodeSample, RarePlan, items, make_plan
from .sparse import GOOD, best_mask

if TYPE_CHECKING:
    from ..kernels.heaps.shapes import Shared

Codes = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Values = NDArray[np.uint16]

ORIGIN = 4096
"""The space before heap 0 and after the last heap, which the kernels read without using the contents."""
MOST_RARES = 6000
"""The largest number of rare heaps; other methods are used for more."""
MOST_LATE = 64
"""The largest number of rare heaps in the second half of the known values."""
MOST_BIT = 4
"""The largest index of the mask's lowest bit, so that codes below 240 need only codes below 240."""
MOST_HEAPS = (1 << 31) - BLOCK
"""The bound of heaps; distances are 32-bit numbers."""
NAP = 0.0002
"""Seconds between two checks whether a group can be prepared; generating a group takes about three times as long."""
AGAIN = 16
"""A new plan is made whenever the number of heaps has grown by this factor."""


def many_rare_pieces(  # noqa: PLR0913  # digits and `distinct` are one rule
    digits: tuple[int, ...], distinct: bool, known: Values, stop: int, budget: Budget, workers: int = 2
) -> Iterator[Values] | None:
    """Compute Grundy values of an octal code by the fast method for sequences with up to 6000 rare heaps.

    The rules must split heaps and have digits 0-7. A heap of value v is rare if v & mask has an even number of bits,
    where the mask is the number for which the fewest heaps are rare. Types of values that depend on the parity of the
    heap are not supported. The memory is one byte per heap.

    Args:
        digits: The digits of the code.
        distinct: Whether the two heaps of a split must differ, as in Grundy's game with the digits (4,).
        known: The values of heaps 0, 1, ..., at least 2^16.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached` between blocks.
        workers: The number of threads; the values do not depend on it.

    Returns:
        An iterator of arrays with the values of heaps len(known) to `stop`; it ends early if a value is too large
        for a byte or there are too many rare heaps. None if the method does not apply.
    """
    splits = splits_of(digits)
    if not splits or max(digits) > 7 or len(known) < LEAST_KNOWN:
        return None
    mask = best_mask(known, splits)
    coding = Coding(mask)
    rares = mask.rares(known)
    late = int((rares > len(known) // 2).sum())
    if mask.flag or len(rares) > min(MOST_RARES, GOOD * len(known)) or late > MOST_LATE:
        return None
    if coding.bit > MOST_BIT or int(known.max()) >= 2 * CODES or stop >= MOST_HEAPS:
        return None
    return _Run(digits, distinct, coding, known, stop).pieces(budget, max(1, workers))


class _Run:
    """Computes the coded values (codes) of all heaps, in blocks of consecutive heaps.

    The code of a value is the value without one bit, in one byte (see `Coding`). In the attribute `codes`, the byte
    with index ORIGIN + n is the code of heap n, or 255 if heap n is rare.
    """

    def __init__(self, digits: tuple[int, ...], distinct: bool, coding: Coding, known: Values, stop: int) -> None:

        self.distinct, self.coding, self.known, self.stop = distinct, coding, known, stop
        self.splits = splits_of(digits)
        self.takes = [taken for taken, digit in enumerate(digits) if taken and digit & 2]
        codes, rares = coding.encode(known), coding.mask.rares(known)
        self.rares: dict[int, int] = dict(zip(rares.tolist(), codes[rares].tolist(), strict=True))
        self.codes = np.empty(2 * ORIGIN + max(stop, len(known)) + BLOCK, np.uint8)
        self.codes[: ORIGIN + 1] = 255
        self.codes[ORIGIN + 1 : ORIGIN + len(known)] = codes[1:]
        self.codes[ORIGIN + rares] = 255
        self.limits = np.zeros(256, np.uint8)  # code -> bound of the codes of smaller values of rare type
        for code in range(CODES):
            odd = coding.value(code, 0) >> coding.bit & 1
            self.limits[code] = (code >> coding.bit) + odd << coding.bit
        self.done, self.size = len(known), BLOCK
        self.again = 0
        self.plan = self._new_plan()

    def pieces(self, budget: Budget, workers: int) -> Iterator[Values]:
        # Compile the kernels before threads start: a signal interrupts only the main thread.
        nothing = self._shared(self.done, self.done)
        self._generate(self.plan, nothing, self.done, self.done, careful=False)
        self._missing(self.done, self.done, self.plan, nothing)
        pool = ThreadPoolExecutor(workers)
        try:
            block = self._ahead(pool, self.done)
            while self.done <= self.stop and len(self.rares) <= MOST_RARES:
                start = self.done
                budget.charge(block.end - start, self._values())
                if workers > 1:
                    self._assist(block)
                made = min(block.made.result(), block.end)
                if made == start:
                    return
                following = self._ahead(pool, made)
                late = self._late_rare(pool, start, made, following)
                if late is None:
                    self.done, self.size, block = made, min(2 * self.size, BLOCK), following
                else:
                    following.made.result()
                    self._write_rare(*late)
                    block = self._ahead(pool, self.done)
                if self.done >= self.again:
                    self.plan = self._new_plan()
                yield self._decode(start, self.done)
        finally:
            pool.shutdown(cancel_futures=True)

    def _shared(self, start: int, end: int) -> Shared:
        from ..kernels.heaps.shapes import shared_block

        return shared_block(self.plan.generate.near, max(0, -((start - end) // GROUP)))

    def _ahead(self, pool: Executor, start: int) -> _Block:
        """Start a thread that computes the coded values of the block from heap `start` on, and return this block."""
        end = min(start + self.size, self.stop + 1)
        plan, shared = self.plan, self._shared(start, end)
        made = pool.submit(self._generate, plan, shared, start, end, careful=self._careful(start, end))
        return _Block(end, made, plan, shared)

    def _assist(self, block: _Block) -> None:
        """Help the thread that computes a block until it is done, by preparing parts of the block in this thread."""
        from ..kernels.heaps.calls import assist

        while not block.made.done():
            assist(block.plan.generate.ahead, block.shared)
            sleep(NAP)

    def _generate(self, plan: RarePlan, shared: Shared, start: int, end: int, *, careful: bool) -> int:
        from ..kernels.heaps.calls import generate

        options = plan.generate, shared, plan.far, plan.near, plan.stages
        return int(generate(self.codes, ORIGIN, start, end, *options, careful))

    def _careful(self, start: int, end: int) -> bool:
        """Return whether a fast method could give a wrong code to a heap from `start` to `end`.

        The method treats the byte 255, which rare heaps have, like a code. So a split into a rare heap with the code g
        and a heap with this byte seems to have the code 255 ^ g. This matters only if g is so large that a heap can
        have the code 255 ^ g.
        """
        if not self.rares or max(self.rares.values()) + len(self.plan.generate.near.starts) <= 255:
            return False
        rares = np.array(list(self.rares), np.int64)
        if start <= rares[-1] + max(self.splits):  # a split with the last rare heap leaves no other heap
            return True
        for partner in [rares + taken for taken in self.splits] + [np.array([taken]) for taken in self.takes]:
            low, high = (np.searchsorted(rares, heap - partner) for heap in (start, end + GROUP))
            if (low < high).any():
                return True
        return False

    def _late_rare(self, pool: Executor, start: int, stop: int, following: _Block) -> tuple[int, int] | None:
        plan, shared = following.plan, following.shared
        parts = [pool.submit(self._missing, at, min(at + PART, stop), plan, shared) for at in range(start, stop, PART)]
        rows = sorted(row for part in parts for row in part.result())
        return next((row for row in rows if not self._is_option(*row)), None)

    def _missing(self, start: int, stop: int, plan: RarePlan, shared: Shared) -> list[tuple[int, int]]:
        """Return pairs (heap, code) for those heaps from `start` to `stop` - 1 that may be rare.

        The code is that of a value of rare type, smaller than the value computed for the heap. No option that was tried
        has this value. If none of the other options has it either, the heap is rare. `plan` has the options that are
        tried. Meanwhile this thread also prepares parts of the next block, through the arrays `shared`.
        """
        from ..kernels.heaps.calls import verify
        from ..kernels.heaps.shapes import BLOCKS, ROWS

        splits, missing = np.array(self.splits, np.int64), np.empty((ROWS, 2), np.int64)
        cover = self.plan.verify
        planes = np.empty((len(cover.planes), cover.words), np.uint64)
        memory = planes, np.empty(GROUP, np.uint8), np.empty(BLOCKS + 1, np.uint64)
        rows: list[tuple[int, int]] = []
        going = True
        while going:
            helping = splits, missing, plan.generate.ahead, shared
            count, start = verify(self.codes, ORIGIN, start, stop, self.limits, cover, *helping, *memory)
            rows += map(tuple, missing[:count].tolist())
            going = start < stop
        return rows

    def _is_option(self, heap: int, code: int) -> bool:
        from ..kernels.heaps.calls import has_split

        if any(self.rares.get(heap - taken) == code for taken in self.takes):
            return True
        for taken in self.splits:
            for rare, own in self.rares.items():
                other = heap - taken - rare
                if self.rares.get(other, -1) == code ^ own and not (self.distinct and other == rare):
                    return True
        splits = np.array(self.splits, np.int64)
        return bool(has_split(self.codes, ORIGIN, heap, code, splits, self.distinct))

    def _write_rare(self, heap: int, code: int) -> None:
        self.rares[heap] = code
        self.codes[ORIGIN + heap] = 255
        self.done, self.size = heap + 1, GROUP
        far = self.plan.far
        new = items(np.repeat([heap + taken for taken in self.splits], 2), np.full(2 * len(self.splits), code))
        self.plan = self.plan._replace(far=type(far)(*(np.concatenate(pair) for pair in zip(far, new, strict=True))))

    def _new_plan(self) -> RarePlan:
        self.again = AGAIN * self.done
        rares, codes = np.array(list(self.rares), np.int64), np.array(list(self.rares.values()), np.uint8)
        distances = np.concatenate([rares + taken for taken in self.splits] + [np.array(self.takes, np.int64)])
        partners = np.concatenate([np.tile(codes, len(self.splits)), np.zeros(len(self.takes), np.uint8)])
        return make_plan(CodeSample(self.codes, ORIGIN, self.done), self.limits, self.splits, distances, partners)

    def _decode(self, start: int, stop: int) -> Values:
        values = self.coding.decode(self.codes[ORIGIN + start : ORIGIN + stop], start)
        for heap, code in self.rares.items():
            if start <= heap < stop:
                values[heap - start] = self.coding.value(code, heap) ^ 1 << self.coding.bit
        return values

    def _values(self) -> Iterator[int]:
        yield from self.known.tolist()
        for start in range(len(self.known), self.done, BLOCK):
            yield from self._decode(start, min(start + BLOCK, self.done)).tolist()


class _Block(NamedTuple):
    """A block of consecutive heaps, up to heap `end` - 1, whose coded values a thread computes.

    The result of the future `made` is the first heap without a coded value; below `end` if the thread stopped early.
    """

    end: int
    made: Future[int]
    plan: RarePlan
    shared: Shared
