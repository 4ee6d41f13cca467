"""Contest problems on boards, diagrams, trees and cycles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from grundy.core import MAX_OPTIONS, FunctionRuleset, Game, InputError, LimitReached, Sum, nim_sum
from grundy.notation import read_ruleset

from .judge_input import InputField, JudgeInput, count, one_list
from .problem import Problem

Cells = Iterable[tuple[int, int, int]]
"""Row, column and number of stones of cells of a triangle; rows and columns count from 1."""


def _boards(judge_input: JudgeInput) -> Iterator[tuple[int, int, int]]:
    """Yield a case for each board: the length of a diagonal step, the number of rows - 1, and of columns - 1."""
    boards, k = judge_input.record(count("the number of boards"), InputField("the length k of the diagonal step"))
    sizes = judge_input.rows(boards, InputField("the rows of a board"), InputField("the columns of a board"))
    return ((k, n - 1, m - 1) for n, m in sizes)


def _piece_wins(k: int, a: int, b: int) -> bool:
    q, r = divmod(min(a, b), k + 1)
    return (a | b) % 2 == 1 if k == 1 else r == k or (a + b + q) % 2 == 1


def _triangles(judge_input: JudgeInput) -> Iterator[tuple[Any, ...]]:
    """Yield for each test the number of rows of a triangle, the most stones a move takes, and the cells with stones."""
    (tests,) = judge_input.record(count("the number of tests"))
    fields = (InputField("the row of a cell"), InputField("the column of a cell"), InputField("the stones of a cell"))
    for _ in range(tests):
        rows, m, most = judge_input.record(
            InputField("the number of rows"), count("the number of cells"), InputField("the number K of stones")
        )
        first = judge_input.line
        cells = judge_input.rows(m, *fields)
        seen: dict[tuple[int, int], int] = {}
        for line, (row, column, _) in enumerate(cells, first):
            if not column <= row <= rows:
                expected = f"a row from 1 to {rows} and a column from 1 to the row"
                raise InputError(f"line {line}: expected {expected}, found the cell ({row}, {column})")
            if seen.setdefault((row, column), line) != line:
                again = f"expected a new cell, found ({row}, {column}) of line {seen[row, column]} again"
                raise InputError(f"line {line}: {again}")
        yield rows, most, cells


def _triangle_wins(_rows: int, most: int, cells: Cells) -> bool:
    classes: defaultdict[int, int] = defaultdict(int)
    for row, _, stones in cells:
        classes[row % (most + 1)] ^= stones % (most + 1)
    return any(classes.values())


def _triangle(rows: int, most: int, cells: Cells) -> Game:
    def options(position: Cells) -> Iterator[Cells]:
        for row, column, stones in position:
            depth = min(most, rows - row)
            if (most + 1) ** min(depth * (depth + 3) // 2, 20) > MAX_OPTIONS:
                raise LimitReached(f"triangle({rows}, {most}): a cell has more than {MAX_OPTIONS} moves", kind="size")
            fed = [(row + down, column + right) for down in range(1, depth + 1) for right in range(down + 1)]
            for taken in range(1, min(stones, most) + 1):
                for added in product(range(most + 1), repeat=len(fed)):
                    board = defaultdict(int, {(r, c): n for r, c, n in position})
                    board[row, column] -= taken
                    for cell, number in zip(fed, added, strict=True):
                        board[cell] += number
                    yield tuple(sorted((r, c, n) for (r, c), n in board.items() if n))

    return Game.of(FunctionRuleset(options), tuple(sorted(cells)))


def _diagonal_wins(piles: list[int]) -> bool:
    columns = sorted(piles, reverse=True)
    at = 0
    while at + 1 < len(columns) and columns[at + 1] > at + 1:
        at += 1
    up = columns[at] - at - 1
    right = sum(1 for column in columns[at + 1 :] if column > at)
    return up % 2 == 1 or right % 2 == 1


def _candies(piles: tuple[int, ...] | str) -> Iterator[tuple[int, ...] | str]:
    """Yield the positions after each move: eat the largest pile, or one candy of every pile.

    Piles are listed from the largest down. The player who eats the last candy loses. To state this as
    normal play, a position without piles has one more move, to the position "over", which has no moves.
    """
    if isinstance(piles, str):
        return
    if not piles:
        yield "over"
        return
    yield piles[1:]
    yield tuple(pile - 1 for pile in piles if pile > 1)


def _trees(judge_input: JudgeInput) -> Iterator[tuple[list[int]]]:
    """Read a tree and yield one case: for each vertex the index of its parent, -1 for the root.

    The vertices are numbered from 0 in the order of their distances from the root, vertex 1 of the input.
    """
    (n,) = judge_input.record(count("the number of vertices"))
    first, field = judge_input.line, InputField("a vertex", 1, n)
    around: list[list[int]] = [[] for _ in range(n + 1)]
    for x, y in judge_input.rows(n - 1, field, field):
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
    yield (parents,)


def _tree_value(parents: list[int]) -> int:
    values = [0] * len(parents)
    for i in range(len(parents) - 1, 0, -1):
        values[parents[i]] ^= values[i] + 1
    return values[0]


def _tree(parents: list[int]) -> Game:
    def above(vertex: int) -> set[int]:
        return {vertex, *(above(parents[vertex]) if vertex > 0 else ())}

    ways = [above(vertex) for vertex in range(len(parents))]

    def options(left: frozenset[int]) -> Iterator[frozenset[int]]:
        """Yield the vertices that are left after each move in the tree of `parents`.

        `left` and the results contain the vertices without the root. A move cuts the edge from a vertex to its parent;
        it removes the vertex and all vertices below it.
        """
        return (frozenset(vertex for vertex in left if cut not in ways[vertex]) for cut in left)

    return Game.of(FunctionRuleset(options), frozenset(range(1, len(parents))))


def _cycles(judge_input: JudgeInput) -> Iterator[tuple[Any, ...]]:
    """Yield one case: the least and greatest number of vertices that a move removes, and the lengths of the cycles."""
    line = judge_input.line
    n, least, most = judge_input.record(
        count("the number of vertices"), InputField("the least piece l"), InputField("the largest piece r")
    )
    if least >= most:
        raise InputError(f"line {line}: expected a largest piece r of at least {least + 1}, found {most}")
    field = InputField("a vertex", 1, n)
    around: list[list[int]] = [[] for _ in range(n + 1)]
    for at, (x, y) in enumerate(judge_input.rows(n, field, field), line + 1):
        if x == y or y in around[x] or len(around[x]) == 2 or len(around[y]) == 2:
            raise InputError(f"line {at}: expected a new edge of cycles, two at each vertex, found {x} {y}")
        around[x].append(y)
        around[y].append(x)
    yield least, most, _lengths(around)


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


def _pieces(least: int, most: int, lengths: list[int]) -> Game:
    def options(graph: tuple[str, int]) -> Iterator[tuple[str, int] | Sum[tuple[str, int]]]:
        shape, length = graph
        for piece in range(least, min(most, length) + 1):
            left = length - piece
            if shape == "cycle":
                yield "path", left
            else:
                yield from (Sum(("path", a), ("path", left - a)) for a in range(left // 2 + 1))

    return Game.of(FunctionRuleset(options), *(("cycle", length) for length in lengths))


PROBLEMS = (
    Problem(
        name="cf36d",
        caption="one step right or down, k diagonally",
        words=("+", "-"),
        cases=_boards,
        answer=_piece_wins,
        game=lambda k, a, b: Game.of(read_ruleset(f"vectors(steps={{(1,0),(0,1),({k},{k})}})"), (a, b)),
        why="""\
Codeforces 36D, New Game with a Chess Piece (the judge reads input.txt and writes output.txt)

Rule: a piece in the top left corner of an n x m board goes one step right, one step down, or k steps diagonally
right and down; a player who cannot move loses. In other words: two piles a = n - 1 and b = m - 1, take 1 from
one of them or k from both. The piles are coupled by the diagonal step: this is not a sum.
Input: t k; then t lines n m. Output: + if the first player wins, else -.

Theorem. k = 1: P exactly when a and b are even. k >= 2: with q, r = divmod(min(a, b), k + 1), P exactly when
r < k and a + b + q is even.

Why, k = 1. From two even piles every move makes an odd one. From any others take 1 from each odd pile:
that is one move, and both are even.

Why, k >= 2. A single step turns the parity of a + b, a diagonal step keeps it, as it takes 2k.
From r < k and a + b + q even, every move leaves the set:
- a single step leaves the minimum, or r - 1 with the same q: a + b + q is odd; or r was 0 and becomes k.
- the diagonal step (only for q >= 1) leaves q - 1 and r + 1: r + 1 is k, or a + b + q is odd.
From everything else one move leads into the set:
- r = k and a + b + q even: the diagonal step leaves the same q, and r = 0.
- r = k and a + b + q odd: a step in the smaller pile leaves r = k - 1.
- r < k and a + b + q odd: a step in the larger pile, or, where they are equal, in either if r > 0. If r = 0 and
  they are equal, q is odd, and the diagonal step leaves q - 1 and r = 1 < k.
One division for a board: O(1).

Source: Codeforces Beta Round 36, solution of problem D, 2010, finds the stripes; the proof is complete here.""",
    ),
    Problem(
        name="cf2045f",
        caption="take stones, feed the rows below",
        words=("Anda", "Kamu"),
        cases=_triangles,
        answer=_triangle_wins,
        game=_triangle,
        why="""\
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
coin-turning games: H. W. Lenstra, Nim multiplication, 1977.""",
    ),
    Problem(
        name="agc002e",
        caption="the largest pile, or one of each; last one loses",
        words=("First", "Second"),
        cases=one_list("a pile"),
        answer=_diagonal_wins,
        game=lambda piles: Game.of(FunctionRuleset(_candies), tuple(sorted(piles, reverse=True))),
        why="""\
AtCoder AGC 002 E, Candy Piles

Rule: piles of candies; a move eats the whole largest pile, or one candy of every pile that is not empty; who eats the
last candy loses.
Input: N; a_1 ... a_N. Output: First or Second.

Theorem. Sort the piles, the largest first, as columns of a diagram, and go along its diagonal (0, 0), (1, 1), ... to
the last cell inside. Let u be how many cells lie straight above it and r how many straight to the right. First wins
exactly when u or r is odd.

Why. A move is a step of a token from (0, 0), to the right or up, and who steps out of the diagram loses. If (x + 1, y
+ 1) is inside, (x, y) has the same outcome. Is the former lost, then (x + 1, y) and (x, y + 1) lead to it and are
won, so (x, y) is lost. Is it won, then a step from it, say to the right, reaches a lost cell (x + 2, y + 1); it is
inside, and by induction from the rim (x + 1, y) has its outcome: lost, so (x, y) is won. From the last cell of the
diagonal both ways go straight on to their end, which is lost; so every second cell before it is, and the first step
wins exactly when its way has an odd number of cells. Sorting, and one walk: O(N log N).

Source: AtCoder Grand Contest 002, editorial of problem E, 2016.""",
    ),
    Problem(
        name="agc017d",
        caption="cut an edge, keep the side of the root",
        words=("Alice", "Bob"),
        cases=_trees,
        answer=_tree_value,
        game=_tree,
        why="""\
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
Guy, Winning Ways, chapter 7.""",
    ),
    Problem(
        name="cf1823e",
        caption="pieces of l to r vertices from cycles",
        words=("Alice", "Bob"),
        cases=_cycles,
        answer=lambda least, most, lengths: nim_sum(x // least for x in lengths if x < least + most),
        game=_pieces,
        why="""\
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
1939.""",
    ),
)
