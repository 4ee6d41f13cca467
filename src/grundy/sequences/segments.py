"""Verifies one segment of a long run anywhere: a pure function of the rule, the codes before it and its length.

Segments that follow each other prove a run by induction: each is generated again from the codes before it, every heap
of it is verified, and a hash says whether its codes are those that the run had.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

import numpy as np

from .few_course import Kernels
from .few_rares import FewRares


def verify_segment(rule: FewRares, small: bytes, before: bytes, heaps: int) -> tuple[int, int, list[int], str]:
    """Return what `Kernels.verify` tells of a segment, with a hash of its codes.

    `small` are the codes of the heaps 0, 1, ..., `before` those before the segment, at least `Kernels.history` of them,
    and `heaps` its length, a multiple of `Kernels.chunk`'s unit.
    """
    from ..kernels.heaps.few_generate import SLACK

    kernels = _kernels(rule, small)
    buffer = np.zeros(len(before) + heaps + SLACK, np.uint8)
    buffer[: len(before)] = np.frombuffer(before, np.uint8)
    address = int(buffer.ctypes.data) + len(before)
    kernels.generate(address, heaps)
    told = kernels.verify(address, heaps)
    codes = buffer[len(before) : len(before) + (heaps if told.lost < 0 else told.lost)]
    return told.lost, told.deepest, told.anchors, segment_hash(codes.tobytes())


def segment_hash(codes: bytes) -> str:
    """Return what tells segments apart."""
    return blake2b(codes, digest_size=16).hexdigest()


@lru_cache(maxsize=4)
def _kernels(rule: FewRares, small: bytes) -> Kernels:
    return Kernels(rule, np.frombuffer(small, np.uint8))
