"""AtCoder AGC 017 D, Game on Tree: cut an edge, keep the root's side; green Hackenbush. O(N)."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import FunctionRuleset, Game, InputError

from ..judge_input import InputField, JudgeInput, count
from ..problem import one_winner

Parents = list[int]
"""For each vertex, in an order from the root down, the index of its parent; -1 for the root."""

WHY = """\
AtCoder AGC 017 D, Game on Tree

Rule: a tree with root 1; a move removes an edge, and everything that hangs on it without the root goes too; a
player who cannot move loses.
Input: N; then N - 1 lines x y, the edges. Output: Alice (the first player) or Bob.

Theorem. The Grundy value of a vertex is the nim-sum, over its children, of their value + 1. Bob wins exactly when the
root's is 0.

Why. The branches at a vertex never meet, so they are a sum. A branch is an edge with a tree of value g at its end.
Cutting the edge leaves nothing, value 0. A move in the tree leaves the edge with a tree of some value h, where h is
never g and takes every value below g; by induction on the size that branch has value h + 1. So the options have 0,
all of 1 ... g and never g + 1: the mex is g + 1.
One pass from the leaves to the root: O(N).

Source: green Hackenbush on trees: J. H. Conway, On Numbers and Games, 1976; E. R. Berlekamp, J. H. Conway and R. K.
Guy, Winning Ways, chapter 7."""


def _cases(judge_input: JudgeInput) -> Iterator[Parents]:
    (n,) = judge_input.record(count("the number of vertices"))
    first, field = judge_input.line, InputField("a vertex", 1, n)
    found = judge_input.table(n - 1, field, field) if n > 1 else []
    around: list[list[int]] = [[] for _ in range(n + 1)]
    for x, y in zip(found[::2], found[1::2], strict=True):
        around[x].append(y)
        around[y].append(x)
    order, parents, place = [1], [-1], {1: 0}
    for i, vertex in enumerate(order):  # the list grows during the loop
        for other in around[vertex]:
            if other not in place:
                place[other] = len(order)
                order.append(other)
                parents.append(i)
    if len(order) < n:
        least = next(vertex for vertex in range(1, n + 1) if vertex not in place)
        raise InputError(f"line {first}: expected the edges of a tree, found no way from vertex 1 to {least}")
    yield parents


def _wins(parents: Parents) -> int:
    values = [0] * len(parents)
    for i in range(len(parents) - 1, 0, -1):
        values[parents[i]] ^= values[i] + 1
    return values[0]


def _game(parents: Parents) -> Game:
    def above(vertex: int) -> set[int]:
        return {vertex, *(above(parents[vertex]) if vertex > 0 else ())}

    ways = [above(vertex) for vertex in range(len(parents))]

    def options(left: frozenset[int]) -> Iterator[frozenset[int]]:
        """Yield the vertices that are left after each cut of an edge from a remaining vertex to its parent."""
        return (frozenset(vertex for vertex in left if cut not in ways[vertex]) for cut in left)

    return Game.of(FunctionRuleset(options), frozenset(range(1, len(parents))))


PROBLEM = one_winner(("Alice", "Bob"), _cases, _wins, _game, WHY)
