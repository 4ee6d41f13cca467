"""Long runs on many workers: this process generates values, and other processes or Ray verify segments.

A worker generates its segment again, from a few thousand codes; segments are distributed in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from ...cluster import ClusterJob, Workers, WorkersDisagree, run_jobs
from ...sequences import Kernels, Verified, segment_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes = NDArray[np.uint8]

SEGMENT = 1 << 25
"""The approximate number of heaps of a segment: a tenth of a second of work."""
VERIFY = "grundy.sequences.segments:verify_segment"


class SegmentRun:
    """A long computation of values in segments of consecutive heaps, which other processes verify at the same time.

    It is used instead of `grundy.sequences.CodeCourse`, which verifies all values in this process.
    """

    def __init__(self, kernels: Kernels, codes: Codes, heap: int, workers: Workers = 1, segment: int = SEGMENT) -> None:
        """Prepare the computation.

        Args:
            kernels: The compiled code of the ruleset.
            codes: The encoded values of the heaps before `heap`, at least the last `kernels.history` of them.
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
        import numpy as np

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
