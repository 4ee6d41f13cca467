"""Values of stars with three rays as the mex of all options, for every ray up to so many: a second method.

It shares no code with `grundy`, and no idea: no sets by residues, no diagonals, no parts of a core, no theorem. The
rays are told by what a move needs: in Arc Kayles by edges, where a move takes an edge and all that touch it, in Node
Kayles by vertices, where it takes a vertex and its neighbours. So beyond the middle both have one rule: item i >= 2 of
a ray of n, counted from the middle, leaves a ray of i - 2 and a path of n - i - 1 (none where that is negative). Codes
have functions of their own.

    python -m tests.promises.patterns.stars_by_definition arc-kayles 6 301

compiles the same two functions and compares every value with what `grundy period` proves.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from grundy.notation import read_family
from grundy.patterns.tail_periods import Regular, TailPeriods, find_tail_periods

Table = np.ndarray[Any, Any]
MIDDLE = {
    "arc-kayles": np.array([(2, 1, 1, 1), (1, 2, 1, 2), (1, 1, 2, 3)]),
    "node-kayles": np.array([(1, 1, 1, 0), (2, 0, 0, 1), (0, 2, 0, 2), (0, 0, 2, 3)]),
}
"""What moves at the middle take of each ray, and the ray that must have an item for it, 0 is none: the first edge of a
ray with those of the others; the middle with its neighbours, the first vertex of a ray with the next."""
MOST = 256
"""Values are smaller."""
Compiled = Callable[[Any], Any]


def path_values(most: int) -> Table:
    """Return the values of paths of 0 to `most` items: item i of n leaves paths of i - 2 and n - i - 1."""
    path = np.zeros(most + 1, np.int64)
    for n in range(1, most + 1):
        seen = np.zeros(MOST, np.bool_)
        for i in range(1, n + 1):
            seen[path[max(i - 2, 0)] ^ path[max(n - i - 1, 0)]] = True
        value = 0
        while seen[value]:
            value += 1
        path[n] = value
    return path


def star_values(path: Table, largest: int, side: int, middle: Table) -> Table:
    """Return the values of stars with rays of a <= `largest` and b, c < `side` items, at [a, b, c]."""
    star = np.zeros((largest + 1, side, side), np.uint8)
    for a in range(largest + 1):
        for b in range(side):
            for c in range(b, side):
                seen = np.zeros(MOST, np.bool_)
                for i in range(2, a + 1):
                    seen[star[i - 2, b, c] ^ path[max(a - i - 1, 0)]] = True
                for i in range(2, b + 1):
                    seen[star[a, i - 2, c] ^ path[max(b - i - 1, 0)]] = True
                for i in range(2, c + 1):
                    seen[star[a, b, i - 2] ^ path[max(c - i - 1, 0)]] = True
                for x, y, z, ray in middle:
                    if ray == 0 or (ray == 1 and a) or (ray == 2 and b) or (ray == 3 and c):
                        seen[path[max(a - x, 0)] ^ path[max(b - y, 0)] ^ path[max(c - z, 0)]] = True
                value = 0
                while seen[value]:
                    value += 1
                star[a, b, c] = star[a, c, b] = value
    return star


def code_path_values(digits: Table, most: int) -> Table:
    """Return the values of a code on paths of 0 to `most` vertices: t in a row go, i before and j behind them stay."""
    path = np.zeros(most + 1, np.int64)
    for n in range(1, most + 1):
        seen = np.zeros(MOST, np.bool_)
        for t in range(1, min(n, len(digits) - 1) + 1):
            for i in range(n - t + 1):
                j = n - t - i
                if digits[t] >> ((i > 0) + (j > 0)) & 1:
                    seen[path[i] ^ path[j]] = True
        value = 0
        while seen[value]:
            value += 1
        path[n] = value
    return path


def code_star_values(path: Table, digits: Table, largest: int, side: int) -> Table:  # noqa: C901, PLR0912  # all moves
    """Return the values of a code on stars with rays of a <= `largest` and b, c < `side` vertices, at [a, b, c].

    A move takes t vertices in a row of a ray, of which i nearer to the middle stay and j farther out; or the middle
    with x, y and z of the rays. The digit of t says whether none, one or more pieces may be left.
    """
    star = np.zeros((largest + 1, side, side), np.uint8)
    for a in range(largest + 1):
        for b in range(side):
            for c in range(b, side):
                seen = np.zeros(MOST, np.bool_)
                for t in range(1, len(digits)):
                    one, two = digits[t] >> 1 & 1, digits[t] >> 2 & 1
                    for i in range(a - t + 1):
                        if two if a - t - i else one:
                            seen[star[i, b, c] ^ path[a - t - i]] = True
                    for i in range(b - t + 1):
                        if two if b - t - i else one:
                            seen[star[a, i, c] ^ path[b - t - i]] = True
                    for i in range(c - t + 1):
                        if two if c - t - i else one:
                            seen[star[a, b, i] ^ path[c - t - i]] = True
                    for x in range(min(a, t - 1) + 1):
                        for y in range(min(b, t - 1 - x) + 1):
                            z = t - 1 - x - y
                            if z <= c and digits[t] >> min((x < a) + (y < b) + (z < c), 2) & 1:
                                seen[path[a - x] ^ path[b - y] ^ path[c - z]] = True
                value = 0
                while seen[value]:
                    value += 1
                star[a, b, c] = star[a, c, b] = value
    return star


def differences(found: TailPeriods, plane: Table) -> int:
    """Return how many values of a plane are not what is proved of all lengths."""
    side = len(plane)
    if found.regular is None:
        known = found.table[:side, :side]
        return int((known != plane[: len(known), : len(known)]).sum())
    told = [[found.value(b, c) for c in range(side)] for b in range(side)]
    return int((np.array(told) != plane).sum())


def family(game: str, a: int) -> TailPeriods:
    """Return what the command proves of stars with a ray of `a` vertices."""
    graph = read_family(f"{game}: star({a},b,c)")
    assert graph is not None
    return find_tail_periods(graph)


def main(game: str, largest: int, side: int) -> None:
    """Compare all stars with a <= `largest` and b, c < `side`."""
    from numba import njit

    compiled: Compiled = njit
    path = compiled(path_values)(max(largest, side))
    compiled_at = time.process_time()
    planes = compiled(star_values)(path, largest, side, MIDDLE[game])
    sys.stdout.write(f"{planes.size:,} values, {time.process_time() - compiled_at:.1f} s of CPU\n")
    for a in range(largest + 1):
        start = time.process_time()
        found = family(game, a)
        seconds = time.process_time() - start
        wrong = differences(found, planes[a])
        sys.stdout.write(f"{game} a = {a}: {found.regular}, {wrong} of {side * side:,} differ; {seconds:.1f} s\n")
        sys.stdout.flush()


def holds(tables: Iterable[Any], found: Regular) -> bool:
    """Whether the equations that state a period hold wherever both of their sides are in one of the square tables."""
    p, n0 = found.period, found.least
    for table in tables:
        b, c = np.indices(table[:, p:].shape)
        for side in (table, table.T):
            if ((side[:, p:] != side[:, :-p]) & (c >= np.maximum(n0, b + found.width))).any():
                return False
        if (table[n0 + p :, n0 + p :] != table[n0:-p, n0:-p]).any():
            return False
    return True


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
