"""CSES 2208, Another Game: take one coin from each of some chosen heaps. O(n)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from grundy.core import FunctionRuleset, Game

from ..problem import one_winner
from ..shapes import many_lists

WHY = """\
CSES 2208, Another Game

Rule: heaps of coins; a move chooses one or more heaps that are not empty and takes one coin from each; a player who
cannot move loses.
Input: t; for each test n, then x_1 ... x_n. Output: first or second.

Theorem. The second player wins exactly when every heap is even.

Why. From even heaps every move makes the chosen heaps odd, and at least one is chosen. From anything else take one
coin from each odd heap: it is not empty, and all are even. The end, no coins, is even.
One pass: O(n).

Source: the parity argument is complete; it is the sum in which a move is made in any number of parts, C. A. B. Smith,
Graphs and composite games, 1966."""


def _options(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for chosen in product(*((0, 1) if heap else (0,) for heap in heaps)):
        if any(chosen):
            yield tuple(sorted(heap - coin for heap, coin in zip(heaps, chosen, strict=True)))


PROBLEM = one_winner(
    ("first", "second"),
    many_lists("a heap", 0),
    lambda heaps: any(heap % 2 for heap in heaps),
    lambda heaps: Game.of(FunctionRuleset(_options), tuple(sorted(heaps))),
    WHY,
)
