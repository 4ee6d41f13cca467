"""Codeforces 2045F, Grid Game 3-angle: take stones, and add some to rows below; classes of rows mod K + 1. O(M)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grundy.core import Game, InputError

from ..games import Stones, Triangle, triangle_wins
from ..judge_input import InputField, JudgeInput, count
from ..problem import who_wins


class CardTable(NamedTuple):
    """A test: the number of rows, the most stones that a move takes, and the cells that have stones."""

    rows: int
    most: int
    cells: list[Stones]


WHY = """\
Codeforces 2045F, Grid Game 3-angle (ICPC Asia Jakarta Regional Contest 2024, problem F)

Rule: row r of a triangle of N rows has the cells (r, 1) ... (r, r), some with stones. Take 1 to K stones from one
cell (r, c), then add 0 to K stones to each cell (x, y) with r < x <= min(N, r + K) and c <= y <= c + x - r; a player
who cannot move loses.
Input: T; for each test N M K, then M lines R C A. Output: Anda (the first player) or Kamu.

Theorem. For every class of rows r mod (K + 1) nim-add the numbers (stones mod (K + 1)) of its cells. The player to
move loses exactly when every class gives 0.

Why. The rows r + 1 ... r + K below a cell are exactly the other classes, each once (as far as the board goes).
- All classes 0: taking t = 1 ... K stones changes one cell of the own class mod K + 1, and nothing is added in
  that class. Its nim-sum is not 0 any more.
- Some class has nim-sum X > 0: as in nim it has a cell with s = stones mod (K + 1) and s xor X < s. Of these
  cells, one for each class that is not 0, choose the one in the highest row, the least r, and take
  s - (s xor X) stones there. Every other class that is not 0 has stones below, so it has a row among
  r + 1 ... r + K on the board, where two neighbouring cells may be fed. Feeding brings their remainders to any
  two of 0 ... K, and every number of as many bits as K is a nim-sum of two of these (of itself and 0, or of
  the highest bit and the rest): so this class, too, becomes 0.
Play ends: of the highest row that a move changes the number of stones falls, so the counts by rows, read from
the top, decrease in the order of words. The cells add no values of their own: this is not a sum of cells.
One step for each cell: O(M).

Source: ICPC Asia Jakarta Regional Contest 2024, problem F; the proof is complete here. The game is a relative of
coin-turning games: H. W. Lenstra, Nim multiplication, 1977."""


def _cases(judge_input: JudgeInput) -> Iterator[CardTable]:
    (tests,) = judge_input.record(count("the number of tests"))
    fields = (InputField("the row of a cell"), InputField("the column of a cell"), InputField("the stones of a cell"))
    for _ in range(tests):
        rows, m, most = judge_input.record(
            InputField("the number of rows"), count("the number of cells"), InputField("the number K of stones")
        )
        first = judge_input.line
        found = judge_input.table(m, *fields)
        cells = list(zip(found[::3], found[1::3], found[2::3], strict=True))
        seen: dict[tuple[int, int], int] = {}
        for line, (row, column, _) in enumerate(cells, first):
            if not column <= row <= rows:
                expected = f"a row from 1 to {rows} and a column from 1 to the row"
                raise InputError(f"line {line}: expected {expected}, found the cell ({row}, {column})")
            if seen.setdefault((row, column), line) != line:
                told = f"expected a new cell, found ({row}, {column}) of line {seen[row, column]} again"
                raise InputError(f"line {line}: {told}")
        yield CardTable(rows, most, cells)


PROBLEM = who_wins(
    ("Anda", "Kamu"),
    _cases,
    lambda board: [triangle_wins(board.cells, board.most)],
    lambda board: [Game.of(Triangle(board.rows, board.most), tuple(sorted(board.cells)))],
    WHY,
)
