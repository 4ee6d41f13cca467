"""Values proposed to a checker that verifies every one of them: by the kernel that generates a sparse space.

Generating takes nothing but the items that decide values of common type, so it goes on from verified values at any
heap. What it writes is not verified here: a wrong value costs the checker time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from ..kernels.sealed import has_compiler

if TYPE_CHECKING:
    from ..kernels.heaps.few_generate import CodeGenerator
    from .coding import Coding

Items: TypeAlias = "Sequence[tuple[int, int]]"
"""Of each option that decides: how far below a heap another one is, and the value beside it."""
Propose: TypeAlias = "Callable[[bytes, int, int], bytes]"
"""What returns so many values from a heap on, given those before it; none where it cannot tell."""

WORTH = 1 << 19
"""Values of smaller heaps are not worth a kernel."""


def proposer(space: Mapping[str, int], items: Items) -> Propose:
    """Return what proposes values of common type, below 256, in a space (mask, parity, shift).

    The values beside are those of rare heaps, or 0 for plain takes. No values are proposed for small heaps, without a
    compiler, and where the kernel does not fit, with too many items or too large values.
    """
    return _Proposer(space, items)


class _Proposer:
    """The kernels of one space, one for every width of its codes."""

    def __init__(self, space: Mapping[str, int], items: Items) -> None:
        self._space, self._items = space, items
        self._kernels: dict[int, CodeGenerator] = {}

    def __call__(self, before: bytes, heap: int, count: int) -> bytes:
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
        """The items that give values of common type, with codes; plain takes may give others."""
        import numpy as np

        mask, parity = self._space["mask"], self._space["parity"]
        kept = [item for item in self._items if not ((item[1] & mask).bit_count() + parity * item[0]) % 2]
        codes = self._coding.encode(np.array([value for _, value in kept], np.uint16)).tolist()
        return sorted({(distance, code) for (distance, _), code in zip(kept, codes, strict=True)})

    def _kernel(self, bits: int | None) -> CodeGenerator | None:
        """Return the kernel for so many codes, or None where it does not fit."""
        from ..kernels.heaps.few_generate import CodeGenerator
        from ..kernels.lookup import host_lookup
        from .few_rares import MOST_LOOKUPS

        partners = self._partners
        if bits is None or not partners or len(partners) * bits // 8 > MOST_LOOKUPS:
            return None
        if bits not in self._kernels and max(code for _, code in partners) < bits:
            self._kernels[bits] = CodeGenerator(partners, bits, host_lookup())
        return self._kernels.get(bits)
