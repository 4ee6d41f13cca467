"""The test that a set of pairs is what it claims to be: the P-positions of two heaps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from grundy.patterns import VectorLine
from grundy.patterns.pair_theorems import Vector


def verify_pairs(pairs: Iterable[Vector], size: int, lines: Collection[VectorLine]) -> tuple[int, int] | None:
    """Return the first position of two heaps below `size` at which the pairs, in any order, are no P-positions.

    They are the P-positions in normal play exactly when no move joins two of them and every other position has a
    move to one of them (by induction on the tokens). None: that holds for all heaps below `size`. First comes the
    position with the fewest tokens. The cost is that of a table of size^2 bytes for every line.
    """
    marked, lost = bytearray(size * size), bytearray(size * size)
    for pair in pairs:
        for a, b in {pair, pair[::-1]}:
            lost[a * size + b] = 1
            for (x, y), (dx, dy) in lines:  # mark the positions from which a move of the line leads to this one
                if max(a + x, b + y) < size:
                    fits = [(size - 1 - heap) // by for heap, by in ((a + x, dx), (b + y, dy)) if by]
                    times, stride = 1 + min(fits, default=0), max(1, dx * size + dy)
                    begin = (a + x) * size + b + y
                    marked[begin : begin + (times - 1) * stride + 1 : stride] = b"\1" * times
    return min(_alike(marked, lost, size), key=lambda at: (sum(at), at), default=None)


def _alike(marked: bytearray, lost: bytearray, size: int) -> Iterator[Vector]:
    """Yield the positions where two tables say the same."""
    for a in range(size):
        row = slice(a * size, (a + 1) * size)
        yield from ((a, b) for b, (one, other) in enumerate(zip(marked[row], lost[row], strict=True)) if one == other)
