"""Verifies one segment of a long run; the result depends only on the rule, the codes before it and its length.

Consecutive segments prove a run by induction. Each is generated again from the codes before it, every heap is verified,
and a hash shows whether the codes are those of the run.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

import numpy as np

from .few_course import Kernels
from .few_rares import FewRares


def verify_segment(rule: FewRares, small: bytes, before: bytes, heaps: int) -> tuple[int, int, list[int], str]:
    """Generate and verify a segment, consecutive heaps of a long sequence, from the values before it.

    Args:
        rule: The rule with its sparse space.
        small: The coded values of heaps 0, 1, ...
        before: The coded values of at least `Kernels.history` heaps before the segment.
        heaps: The number of heaps, a multiple of the unit of `Kernels.chunk`.

    Returns:
        The first index that fails or -1, a bound of the smaller heaps of splits used, and the indices of the largest
        values (see `Share`), then a hash of the coded values.
    """
    from ..kernels.heaps.few_generate import SLACK

    kernels = _kernels(rule, small)
    buffer = np.zeros(len(before) + heaps + SLACK, np.uint8)
    buffer[: len(before)] = np.frombuffer(before, np.uint8)
    address = int(buffer.ctypes.data) + len(before)
    kernels.generate(address, heaps)
    share = kernels.verify(address, heaps)
    codes = buffer[len(before) : len(before) + (heaps if share.lost < 0 else share.lost)]
    return share.lost, share.deepest, share.anchors, segment_hash(codes.tobytes())


def segment_hash(codes: bytes) -> str:
    """Return a hash of the coded values of a segment, by which runs are compared."""
    return blake2b(codes, digest_size=16).hexdigest()


@lru_cache(maxsize=4)
def _kernels(rule: FewRares, small: bytes) -> Kernels:
    return Kernels(rule, np.frombuffer(small, np.uint8))
