"""Which heaps are lost where one of a set of numbers is taken: blocks of bits, the bits of a block one after the other.

A lost heap m makes m + k won for every take k. Takes of at least a block reach it from blocks that are finished, by one
shift each; smaller takes go on within the block, from its lost heaps only.
"""

from __future__ import annotations

from collections.abc import Iterable

BLOCK = 1024
"""Heaps of a block."""
_FULL = (1 << BLOCK) - 1


def lost_heaps(takes: Iterable[int], stop: int) -> bytes:
    """Return for the heaps 0 to `stop` whether the player to move loses, 1 or 0: a byte each.

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
    """Return a block of bits that is `rest` bits behind the beginning of a block; what is not finished is empty."""
    here = blocks[number] << rest & _FULL if number < len(blocks) else 0
    return here | (blocks[number - 1] >> BLOCK - rest if number and rest else 0)


_DIGITS = bytes.maketrans(b"01", b"\0\1")
