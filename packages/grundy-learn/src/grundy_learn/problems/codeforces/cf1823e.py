"""Codeforces 1823E, Removing Graph: connected pieces of cycles; values by one division. O(n)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grundy.core import FunctionRuleset, Game, InputError, Sum, nim_sum

from ..judge_input import InputField, JudgeInput, count
from ..problem import one_winner


class Cycles(NamedTuple):
    """An input: the least and the greatest number of vertices that a move removes, and the lengths of the cycles."""

    least: int
    most: int
    lengths: list[int]


WHY = """\
Codeforces 1823E, Removing Graph

Rule: a graph of cycles; a move removes a connected piece of l to r vertices, l < r, with its edges; a player who
cannot move loses.
Input: n l r; then n lines x y, the edges; every vertex has two of them. Output: Alice (the first player) or Bob.

Theorem. A cycle of x vertices has the Grundy value floor(x / l) for x <= l + r - 1, and 0 for x >= l + r. Bob wins
exactly when these nim-add to 0.

Why. Write q = floor(x / l). First, a path of x <= l + r - 1 vertices has the value q. To leave v < q cut (q - v)l
vertices off its end: for v >= 1 that is at most x - l < r; for v = 0, where ql is more than r, cut r off, and x - r <
l are left, value 0. No move leaves q: at least l vertices go, so the two paths left have values whose sum, and so
whose nim-sum, is at most q - 1. A path of any x >= l has a value > 0: l or l + 1 vertices out of the middle leave two
equal paths.
A cycle becomes a path of x - r ... x - l (or 0 ...) vertices. For x <= l + r - 1 these begin below l, so they have
the values 0 ... q - 1, and the mex is q. For x >= l + r all of them have l vertices or more, values > 0: the mex is
0.
One division for a cycle: O(n).

Source: Codeforces Round 868, editorial of problem E, 2023; values and sums: R. P. Sprague, 1935, and P. M. Grundy,
1939."""


def _cases(judge_input: JudgeInput) -> Iterator[Cycles]:
    line = judge_input.line
    n, least, most = judge_input.record(
        count("the number of vertices"), InputField("the least piece l"), InputField("the largest piece r")
    )
    if least >= most:
        raise InputError(f"line {line}: expected a largest piece r of at least {least + 1}, found {most}")
    field = InputField("a vertex", 1, n)
    found = judge_input.table(n, field, field)
    around: list[list[int]] = [[] for _ in range(n + 1)]
    for at, (x, y) in enumerate(zip(found[::2], found[1::2], strict=True), line + 1):
        if x == y or y in around[x] or len(around[x]) == 2 or len(around[y]) == 2:
            raise InputError(f"line {at}: expected a new edge of cycles, two at each vertex, found {x} {y}")
        around[x].append(y)
        around[y].append(x)
    yield Cycles(least, most, _lengths(around))


def _lengths(around: list[list[int]]) -> list[int]:
    lengths, seen = [], bytearray(len(around))
    for start in range(1, len(around)):
        length, vertex = 0, start
        while not seen[vertex]:
            seen[vertex] = 1
            length += 1
            one, other = around[vertex]
            vertex = one if not seen[one] else other
        if length:
            lengths.append(length)
    return lengths


def _wins(case: Cycles) -> int:
    return nim_sum(x // case.least for x in case.lengths if x < case.least + case.most)


def _game(case: Cycles) -> Game:
    def options(graph: tuple[str, int]) -> Iterator[tuple[str, int] | Sum[tuple[str, int]]]:
        shape, length = graph
        for piece in range(case.least, min(case.most, length) + 1):
            left = length - piece
            if shape == "cycle":
                yield "path", left
            else:
                yield from (Sum(("path", a), ("path", left - a)) for a in range(left // 2 + 1))

    return Game.of(FunctionRuleset(options), *(("cycle", length) for length in case.lengths))


PROBLEM = one_winner(("Alice", "Bob"), _cases, _wins, _game, WHY)
