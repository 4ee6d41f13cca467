"""The P-positions (lost heaps) of a finite subtraction game, computed in blocks of 1024 bits.

A lost heap m makes m + k won for every take k. Takes of at least a block come from finished blocks, by one shift each;
smaller takes stay within the block, and start only from its lost heaps.
"""

from __future__ import annotations

from collections.abc import Iterable

BLOCK = 1024
"""Heaps of a block."""
_FULL = (1 << BLOCK) - 1


def lost_heaps(takes: Iterable[int], stop: int) -> bytes:
    """Compute whether the player to move loses from each heap of a subtraction game.

    Args:
        takes: The numbers that may be taken from the heap.
        stop: The last heap.

    Returns:
        One byte per heap from 0 to `stop`: 1 for lost, 0 for won.

    Example:
        >>> list(lost_heaps([1, 3, 4], 8))
        [1, 0, 1, 0, 0, 0, 0, 1, 0]
    """
    steps = sorted(set(takes))
    small = sum(1 << step for step in steps if step < BLOCK)
    far = [divmod(step, BLOCK) for step in steps if step <= stop]
    blocks: list[int] = []
    for number in range(stop // BLOCK + 1):
        won = 0
        for whole, rest in far:
            if whole <= number and (whole or number):
                won |= _shifted(blocks, number - whole, rest)
        lost, open_ = 0, ~won & _FULL
        while open_:
            first = open_ & -open_
            lost |= first
            open_ &= ~(first | small * first)
        blocks.append(lost)
    bits = b"".join(block.to_bytes(BLOCK // 8, "little") for block in blocks)
    text = bin(int.from_bytes(bits, "little") | 1 << BLOCK * len(blocks))[:2:-1]
    return text[: stop + 1].encode().translate(_DIGITS)


def _shifted(blocks: list[int], number: int, rest: int) -> int:
    """Return block `number` of a row of bits in blocks, after a shift up by `rest` places; missing blocks are 0."""
    here = blocks[number] << rest & _FULL if number < len(blocks) else 0
    return here | (blocks[number - 1] >> BLOCK - rest if number and rest else 0)


_DIGITS = bytes.maketrans(b"01", b"\0\1")
