"""Computes long sequences with few rare heaps by threads: one part is computed while the previous one is verified.

A rare heap is one whose value is in the sparse space (see `FewRares`). One thread computes the values in order, and the
others verify them. When the first thread is ahead, it verifies too, so that all threads are always busy. Only verified
values are returned.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..core import Budget
from .coding import BYTE_CODES
from .digits import LEARNT
from .few_rares import FewRares, few_rares
from .sparse import SAMPLE

Codes = NDArray[np.uint8]
Values = NDArray[np.uint16]

CHUNK = 1 << 21
"""The approximate number of heaps that several workers generate at a time."""
ALONE = 1 << 17
"""The same number for one worker, which verifies codes while they are in the cache."""
SHARES = 4
"""The number of parts of a chunk that are verified separately, by any free worker."""
CHUNKS_HELD = 6
"""The number of chunks in a buffer; there are two buffers."""


class Share(NamedTuple):
    """The result of verifying consecutive heaps of a long sequence.

    Attributes:
        lost: The index of the first heap whose value could not be verified, because some smaller number was not found
            as the value of an option; -1 if all values were verified.
        deepest: An upper bound for the size of the smaller heap in the splits that the verification used.
        anchors: The indices of the anchors: heaps with very large codes (at least `FewRares.anchor`), by which
            `Anchors` detects that a part of the sequence is repeated.

    All indices count from the first of the heaps verified.
    """

    lost: int
    deepest: int
    anchors: list[int]


class Kernels:
    """Compiled functions that compute and verify the values of one octal game with few rare heaps (see `FewRares`).

    The values are coded in one byte each (see `Coding`). They are first generated as if all further heaps were common.
    Then verification checks that every smaller number of rare type is the value of an option.

    Args:
        rule: The octal code with its mask, rare heaps and options.
        codes: The coded values of heaps 0 to 64 * rule.depth_rows(), or of more heaps. Verification tries the splits
            whose smaller heap is one of these.
    """

    def __init__(self, rule: FewRares, codes: Codes) -> None:
        from ..kernels.heaps.few_generate import CodeGenerator
        from ..kernels.heaps.few_verify import ABSENT, Exclusion, Verifier
        from ..kernels.lookup import host_lookup

        self.rule, self.rows = rule, rule.depth_rows()
        self.generator = CodeGenerator(rule.items, rule.bits, host_lookup())
        needs = [rule.coding.needs(rule.start + lane, rule.bits) for lane in (0, 1)]
        exclusion = Exclusion(rule.bits, (needs[0], needs[1]), rule.options, rule.takes, rule.splits, rule.planes)
        self.verifier = Verifier(exclusion, host_lookup())
        self.small = codes[: 64 * self.rows + 1]
        parts = self.small.copy()
        parts[[0, *(rare for rare in rule.rares if rare < len(parts))]] = ABSENT
        self.parts = np.ascontiguousarray(parts[1:].reshape(-1, 64)[:, ::-1])

    @cached_property
    def reach(self) -> int:
        """The number of preceding heaps whose values are needed to generate further values."""
        return max(self.generator.block, *(distance for distance, _ in self.rule.items)) + 64

    @cached_property
    def history(self) -> int:
        """The number of preceding heaps whose values generation and verification need, a multiple of 64."""
        deep = 64 * self.rows + max(self.rule.splits)
        return (max(self.reach, self.verifier.reach, *self.rule.takes, deep) + 128) // 64 * 64

    def chunk(self, about: int) -> int:
        """Return a number of heaps near `about` that can be generated and verified together.

        It is a multiple of the numbers of heaps that generation and verification each process at once.
        """
        unit = math.lcm(64, self.generator.block)
        return max(1, about // unit) * unit

    def generate(self, address: int, heaps: int) -> None:
        """Write the coded values of consecutive heaps to memory; several threads may call this at the same time.

        Args:
            address: The memory address where the first code is written. The codes of the preceding heaps, at least
                `reach` of them, must be in memory directly before it.
            heaps: The number of heaps, a multiple of `generator.block`.
        """
        from ..kernels.heaps.few_generate import SCRATCH

        scratch = np.zeros(SCRATCH, np.uint8)
        self.generator.run(address, heaps // self.generator.block, scratch.ctypes.data)

    def verify(self, address: int, heaps: int) -> Share:
        """Verify the generated values of consecutive heaps; several threads may call this at the same time.

        Args:
            address: The memory address of the first coded value.
            heaps: The number of heaps, a multiple of 64.

        Returns:
            The result: where the verification fails, if it does; a bound for the smaller heaps of the splits used; and
            the anchors, which are heaps with very large codes.
        """
        deepest, codes = np.zeros(1, np.int64), np.ctypeslib.as_array((ctypes.c_uint8 * heaps).from_address(address))
        lost = self.verifier.run(address, heaps // 64, self.parts.ctypes.data, self.rows, deepest.ctypes.data)
        anchors: list[int] = (codes >= self.rule.anchor).nonzero()[0].tolist()
        return Share(lost, max(int(deepest[0]), self.verifier.reach), anchors)


class Verified(NamedTuple):
    """The verified values of consecutive heaps of a long sequence, as codes (see `Coding`).

    Attributes:
        heap: The first of these heaps.
        codes: The code of each heap, one byte each. Copy them if you need them later, as the memory is used again.
        anchors: The indices in `codes` of the anchors: heaps with very large codes (at least `FewRares.anchor`), by
            which `Anchors` detects that a part of the sequence is repeated.
    """

    heap: int
    codes: Codes
    anchors: list[int]


class CodeRun(Protocol):
    """The computation of a sequence of Grundy values from some heap on.

    Iteration yields verified parts of the sequence in order, with values coded in one byte each (see `Coding`).

    Attributes:
        heap: The heap after the last part yielded.
        lost: The heap whose value could not be verified, so that the iteration ended; None if there is none so far.
        deepest: An upper bound for the size of the smaller heap in the splits that the verification used.
    """

    heap: int
    lost: int | None
    deepest: int

    def __iter__(self) -> Iterator[Verified]: ...


Runner: TypeAlias = "Callable[[Kernels, Codes, int], CodeRun]"
"""Starts a run of a rule before a heap, given at least `Kernels.history` codes."""


class _Chunk(NamedTuple):
    """A generated part of a sequence, which is divided into intervals that threads verify.

    Attributes:
        codes: The coded values of the part.
        shares: For each interval, the index in `codes` at which it begins, and the future result of its verification.
    """

    codes: Codes
    shares: list[tuple[int, Future[Share]]]


class CodeCourse:
    """Computes a sequence with few rare heaps (see `FewRares`) from one heap on, as coded values (see `Coding`).

    Iteration yields verified parts until it is closed. It also ends before a heap whose value cannot be verified, and
    stores this heap in the attribute `lost`. Some smaller number of rare type was then not found as the value of an
    option. The attribute `deepest` is an upper bound for the size of the smaller heap in the splits that were used.

    Args:
        kernels: The compiled functions of the rule.
        codes: The coded values of at least `kernels.history` heaps before the first heap.
        heap: The first heap, which is even.
        workers: The number of threads.
    """

    def __init__(self, kernels: Kernels, codes: Codes, heap: int, workers: int = 1) -> None:
        from ..kernels.heaps.few_generate import SLACK

        self.kernels, self.heap, self.workers = kernels, heap, workers
        self.lost: int | None = None
        self.deepest = kernels.verifier.reach
        about = CHUNK if workers > 1 else ALONE
        self.size = kernels.chunk(max(about, 2 * kernels.reach))  # a chunk has all codes that the next one needs
        room = kernels.history + CHUNKS_HELD * self.size + SLACK
        self._buffer, self._other = np.zeros(room, np.uint8), np.zeros(room, np.uint8)
        self._end = kernels.history
        self._buffer[: self._end] = codes[len(codes) - self._end :]

    def __iter__(self) -> Iterator[Verified]:
        if self.workers == 1:
            while self.lost is None:
                codes = self._generated()
                yield from self._judged(codes, [(0, self.kernels.verify(codes.ctypes.data, self.size))])
            return
        with ThreadPoolExecutor(self.workers - 1) as pool:
            ahead: _Chunk | None = None
            try:  # generate the next chunk while others verify the last one, then help them
                while self.lost is None:
                    chunk = ahead or self._begun(pool)
                    ahead = self._begun(pool)
                    yield from self._judged(chunk.codes, self._finished(chunk))
            finally:
                for _, share in ahead.shares if ahead else ():
                    share.cancel()

    def _begun(self, pool: ThreadPoolExecutor) -> _Chunk:
        codes = self._generated()
        step = (self.size // SHARES + 63) // 64 * 64
        verify, address = self.kernels.verify, int(codes.ctypes.data)
        places = range(0, self.size, step)
        return _Chunk(codes, [(at, pool.submit(verify, address + at, min(step, self.size - at))) for at in places])

    def _finished(self, chunk: _Chunk) -> list[tuple[int, Share]]:
        mine = {}
        for at, share in reversed(chunk.shares):
            if share.cancel():
                size = min(chunk.shares[1][0], self.size - at)
                mine[at] = self.kernels.verify(int(chunk.codes.ctypes.data) + at, size)
        return [(at, mine[at] if at in mine else share.result()) for at, share in chunk.shares]

    def _judged(self, codes: Codes, shares: list[tuple[int, Share]]) -> Iterator[Verified]:
        """Yield the coded values of a part, up to the first heap whose value could not be verified, if there is one.

        This heap is stored in the attribute `lost`. `shares` has, for each interval of the part, the index in `codes`
        at which it begins, and the result of its verification.
        """
        lost = [at + share.lost for at, share in shares if share.lost >= 0]
        self.deepest = max(self.deepest, *(share.deepest for _, share in shares))
        good = min(lost, default=self.size)
        if lost:
            self.lost = self.heap + good
        heap, self.heap = self.heap, self.heap + good
        if good:
            anchors = [at + place for at, share in shares for place in share.anchors if at + place < good]
            yield Verified(heap, codes[:good], anchors)

    def _generated(self) -> Codes:
        history = self.kernels.history
        if self._end + self.size > history + CHUNKS_HELD * self.size:
            self._other[:history] = self._buffer[self._end - history : self._end]
            self._buffer, self._other, self._end = self._other, self._buffer, history
        codes = self._buffer[self._end : self._end + self.size]
        self.kernels.generate(int(codes.ctypes.data), self.size)
        self._end += self.size
        return codes


def few_rare_pieces(
    digits: tuple[int, ...], known: Values, stop: int, budget: Budget, workers: int
) -> Iterator[Values] | None:
    """Compute Grundy values of an octal code by the fast method for sequences with few rare heaps.

    Args:
        digits: The digits of the code.
        known: At least `LEARNT` exact values of the first heaps.
        stop: The last heap.
        budget: Counts the heaps computed; may raise `LimitReached`.
        workers: The number of threads.

    Returns:
        An iterator of arrays with the values of heaps len(known) to `stop`. It ends before a new rare heap. The result
        is None if the code has too many rare heaps for this method.
    """
    if int(known[:LEARNT].max()) >= 2 * BYTE_CODES:
        return None
    first = np.asarray(known[:LEARNT], np.uint16)
    rule = few_rares(digits, first)
    if rule is None or not _fits(rule, known):
        return None
    kernels = Kernels(rule, rule.coding.encode(first))
    start = len(known) // 2 * 2
    before = rule.coding.encode(np.asarray(known[start - kernels.history : start], np.uint16))
    course = CodeCourse(kernels, before, start, workers)

    def pieces() -> Iterator[Values]:
        skipped = len(known) - start
        for verified in course:
            budget.charge_unstored(len(verified.codes))
            end = min(len(verified.codes), stop + 1 - verified.heap)
            yield rule.coding.decode(verified.codes[:end], verified.heap)[skipped:]
            skipped = 0
            if course.heap > stop:
                return

    return pieces()


def _fits(rule: FewRares, known: Values) -> bool:
    mask = rule.coding.mask
    kinds = mask.kinds()
    for begin in range(rule.start, len(known), SAMPLE):
        part = known[begin : begin + SAMPLE]
        heaps = np.arange(begin, begin + len(part))
        if int(part.max()) >= 2 * BYTE_CODES or int(rule.coding.encode(part).max()) >= rule.bits:
            return False
        if not (kinds[part] ^ (heaps - mask.tau) & mask.flag & 1).all():
            return False
    return True
