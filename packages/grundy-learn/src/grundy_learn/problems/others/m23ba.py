"""HKOI M23BA, Adjacent Checkers: stones on a strip, no two adjacent; Dawson's Chess. O(1) by its period."""

from __future__ import annotations

from grundy import game
from grundy.core import Game, LimitReached

from ..games import Checkers
from ..judge_input import MOST_NUMBER, InputField
from ..problem import Problem, who_wins

WHY = """\
HKOI M23BA, Adjacent Checkers (the format is ours)

Rule: a strip of N empty cells; put a stone on a cell that is empty and not next to a stone; a player who cannot
move loses.
Input: N. Output: First or Second.

Theorem. The Grundy value of n free cells is
    g(n) = mex of g(i - 2) xor g(n - i - 1) over i = 1, ..., n     (g of less than 1 cell is 0),
it has period 34 from n = 52 on, and the first player wins exactly when g(N) is not 0.

Why. A stone on cell i uses up the cells i - 1, i, i + 1. The i - 2 cells on the left and the n - i - 1 on the
right never meet again, so they are a sum, whose value is the nim-sum. The game is Dawson's Chess, code
0.137, and the same as Node Kayles on a path. For such a code, g(n + 34) = g(n) for 52 <= n < 2 * 52 + 34 + 3
makes it so for ever (Guy and Smith); hence 86 values answer every N: O(1).

Source: T. R. Dawson, Caissa's Wild Roses, 1935; R. K. Guy and C. A. B. Smith, The G-values of various games,
1956; values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939."""


MOST_CELLS = 10**5
"""The largest strip that is searched by definition."""


def _strip(cells: int) -> Game:
    if cells > MOST_CELLS:
        raise LimitReached(f"strips of more than {MOST_CELLS} cells are not searched", kind="size")
    return Game.of(Checkers(), *(["." * cells] if cells else []))


PROBLEM: Problem[int] = who_wins(
    ("First", "Second"),
    lambda judge_input: judge_input.record(InputField("the number of cells", 0, MOST_NUMBER)),
    lambda cells: [game("0.137").value(cells)],
    lambda cells: [_strip(cells)],
    WHY,
)
