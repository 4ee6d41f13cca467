"""Long computations of values on many workers: this process generates values, and other processes or Ray verify them.

Values are written as codes: the code of a value is the value without one bit, as one byte (`sequences.coding`). A
segment is a range of consecutive heaps. A worker receives the few thousand codes before its segment, generates the
codes of the segment again, and verifies every heap. A hash shows whether it has the same codes as this process. All
verified segments together prove the values by induction.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from ...cluster import ClusterJob, Workers, WorkersDisagree, run_jobs
from ...sequences import FewRares, Kernels, Verified

Codes = NDArray[np.uint8]

SEGMENT = 1 << 25
"""The approximate number of heaps of a segment: a tenth of a second of work."""
VERIFY = f"{__name__}:verify_segment"


class SegmentRun:
    """A long computation of values in segments of consecutive heaps, which other processes verify at the same time.

    Iterate over the run to get blocks of verified values in order, as `Verified` with the codes of the values. The
    iteration ends only at a heap that cannot be verified. For one process, use `grundy.sequences.CodeCourse` instead.
    """

    def __init__(self, kernels: Kernels, codes: Codes, heap: int, workers: Workers = 1, segment: int = SEGMENT) -> None:
        """Prepare the computation.

        Args:
            kernels: The compiled functions that generate and verify values of the ruleset.
            codes: The codes of the values of at least `kernels.history` consecutive heaps, the last of them `heap` - 1.
            heap: The first heap to compute.
            workers: The number of processes that verify, or "ray" for a cluster.
            segment: The approximate number of heaps in a segment.
        """
        self.kernels, self.heap, self.workers = kernels, heap, workers
        self.lost: int | None = None
        self.deepest = kernels.verifier.reach
        self._size = kernels.chunk(segment)
        self._before = codes[len(codes) - kernels.history :].copy()
        self._segments: dict[str, Codes] = {}

    def __iter__(self) -> Iterator[Verified]:
        with closing(run_jobs(self._jobs(), self.workers)) as answers:
            for key, (lost, deepest, anchors, digest) in answers:
                codes = self._segments.pop(key)
                good = len(codes) if lost < 0 else lost
                mine = segment_hash(codes[:good].tobytes())
                if digest != mine:
                    raise WorkersDisagree(f"heaps {key}", (mine, digest))
                self.deepest = max(self.deepest, deepest)
                heap, self.heap = self.heap, self.heap + good
                if lost >= 0:
                    self.lost = self.heap
                if good:
                    yield Verified(heap, codes[:good], [place for place in anchors if place < good])
                if lost >= 0:
                    return

    def _jobs(self) -> Iterator[ClusterJob]:
        small = self.kernels.small.tobytes()
        heap, history = self.heap, self.kernels.history
        while True:
            before = self._before.tobytes()
            buffer = np.zeros(history + self._size + 64, np.uint8)
            buffer[:history] = self._before
            self.kernels.generate(int(buffer.ctypes.data) + history, self._size)
            codes = buffer[history : history + self._size]
            self._before = codes[-history:].copy() if self._size >= history else buffer[self._size :][:history].copy()
            key = f"{heap}..{heap + self._size - 1}"
            self._segments[key] = codes
            heap += self._size
            yield ClusterJob(key, VERIFY, (self.kernels.rule, small, before, self._size))


def verify_segment(rule: FewRares, small: bytes, before: bytes, heaps: int) -> tuple[int, int, list[int], str]:
    """Generate the values of a segment (consecutive heaps of a long sequence) from earlier values, and verify them.

    Args:
        rule: The rule, prepared for fast generation of its values.
        small: The codes of the values of heaps 0, 1, ..., as many as `Kernels` requires.
        before: The codes of at least `Kernels.history` heaps directly before the segment.
        heaps: The number of heaps in the segment, as `Kernels.chunk` returns it.

    Returns:
        Four results: the index in the segment of the first heap whose value is wrong, or -1; an upper bound of the
        smaller heap in the splits that the verification used; the indices of heaps with very large codes; and the hash
        (`segment_hash`) of the codes before the wrong one.
    """
    from ...kernels.heaps.few_generate import SLACK

    kernels = _kernels(rule, small)
    buffer = np.zeros(len(before) + heaps + SLACK, np.uint8)
    buffer[: len(before)] = np.frombuffer(before, np.uint8)
    address = int(buffer.ctypes.data) + len(before)
    kernels.generate(address, heaps)
    share = kernels.verify(address, heaps)
    codes = buffer[len(before) : len(before) + (heaps if share.lost < 0 else share.lost)]
    return share.lost, share.deepest, share.anchors, segment_hash(codes.tobytes())


def segment_hash(codes: bytes) -> str:
    """Return a hash of the codes of a segment (BLAKE2b with 16 bytes), as hexadecimal digits."""
    return blake2b(codes, digest_size=16).hexdigest()


@lru_cache(maxsize=4)
def _kernels(rule: FewRares, small: bytes) -> Kernels:
    return Kernels(rule, np.frombuffer(small, np.uint8))
