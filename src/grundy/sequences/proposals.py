"""Proposes Grundy values to a checker of certificates, which verifies every one of them.

The values are those of a game with a sparse space (see `sparse`). They are computed from verified values before them,
so the proposals can begin at any heap. They are not verified here; a wrong value only costs the checker time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from ..kernels.sealed import has_compiler

if TYPE_CHECKING:
    from ..kernels.heaps.few_generate import CodeGenerator
    from .coding import Coding

Items: TypeAlias = "Sequence[tuple[int, int]]"
"""For each option that determines values: the distance of another heap, and the value nim-added to its value."""

WORTH = 1 << 19
"""For smaller heaps a kernel is not worthwhile."""


class Proposer:
    """A function that proposes Grundy values to a checker of certificates, which verifies each of them.

    The sequences have a sparse space, which divides the values into common and rare ones (see `Mask`). Only common
    values below 256 are proposed. No values are returned for small heaps, without a compiler, or if there are too many
    options or too large values.

    Args:
        space: The parameters of the sparse space: bits, flag and tau of a `Mask` as "mask", "parity" and "shift".
        items: Pairs (d, u): heap n has an option with the value g(n - d) ^ u. The common value of heap n is the least
            one that no pair excludes.
    """

    def __init__(self, space: Mapping[str, int], items: Items) -> None:
        self._space, self._items = space, items
        self._kernels: dict[int, CodeGenerator] = {}

    def __call__(self, before: bytes, heap: int, count: int) -> bytes:
        """Propose values of consecutive heaps.

        Args:
            before: The values of the heaps before `heap`, one byte each.
            heap: The first heap for which a value is proposed.
            count: The number of values to propose.

        Returns:
            The values, one byte each; empty if they cannot be computed.
        """
        if heap < WORTH or not self._space["mask"] or not has_compiler():
            return b""
        import numpy as np

        from ..kernels.heaps.few_generate import SCRATCH, SLACK
        from .coding import lanes_for

        codes = self._coding.encode(np.frombuffer(before, np.uint8).astype(np.uint16))
        kernel = self._kernel(lanes_for(int(codes.max())))
        if kernel is None:
            return b""
        reach = max(kernel.block, *(distance for distance, _ in self._partners)) + 64
        if len(codes) < reach:
            return b""
        blocks = -(-count // kernel.block)
        buffer, scratch = np.zeros(reach + blocks * kernel.block + SLACK, np.uint8), np.zeros(SCRATCH, np.uint8)
        buffer[:reach] = codes[-reach:]
        kernel.run(int(buffer.ctypes.data) + reach, blocks, scratch.ctypes.data)
        return self._coding.decode(buffer[reach : reach + count], heap).astype(np.uint8).tobytes()

    @cached_property
    def _coding(self) -> Coding:
        from .coding import Coding
        from .sparse import Mask

        return Coding(Mask(self._space["mask"], self._space["parity"], self._space["shift"]))

    @cached_property
    def _partners(self) -> list[tuple[int, int]]:
        """Pairs (d, c): a common heap n has an option whose value has the code `code(n - d) ^ c`.

        Here `code(m)` is the code of the value of the common heap m: the value without one bit, as `Coding` encodes it.
        """
        import numpy as np

        mask, parity = self._space["mask"], self._space["parity"]
        kept = [item for item in self._items if not ((item[1] & mask).bit_count() + parity * item[0]) % 2]
        codes = self._coding.encode(np.array([value for _, value in kept], np.uint16)).tolist()
        return sorted({(distance, code) for (distance, _), code in zip(kept, codes, strict=True)})

    def _kernel(self, bits: int | None) -> CodeGenerator | None:
        from ..kernels.heaps.few_generate import CodeGenerator
        from ..kernels.lookup import host_lookup
        from .few_rares import MOST_LOOKUPS

        partners = self._partners
        if bits is None or not partners or len(partners) * bits // 8 > MOST_LOOKUPS:
            return None
        if bits not in self._kernels and max(code for _, code in partners) < bits:
            self._kernels[bits] = CodeGenerator(partners, bits, host_lookup())
        return self._kernels.get(bits)
