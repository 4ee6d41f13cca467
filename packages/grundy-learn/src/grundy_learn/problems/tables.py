"""Contest problems that are answered by a table: the values of the heaps of one ruleset until they repeat."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from itertools import count as count_up
from math import isqrt
from typing import Any, NamedTuple

from grundy.core import Budget, FunctionRuleset, Game, LimitReached, Outcome, Sum, mex, nim_sum
from grundy.games import dawson_value
from grundy.notation import read_ruleset
from grundy.search import WholeSolver

from .judge_input import MOST_NUMBER, InputField, JudgeInput, count, line_and_list, many, many_lines, one_line, one_list
from .problem import Problem

BLOCK = 1024
"""Heaps of a block of `lost_heaps`."""
MOST_CELLS = 10**5
"""The largest strip of m23ba that is searched by definition."""
MOST_HIT = 5
"""The largest hit of cf1312f."""
LAST_LOST = 1222
"""The last known lost heap of cses2207."""
MOST_SPLIT = 10**6
"""The largest heap of cses2207; a proof that no others are lost is missing."""
MOST_STAIR = 10**5
"""The largest pile of cf87c, because no formula of the values is known."""
MOST_FRESH = 60
"""The largest pile of cf768e, up to which the values were computed."""


def lost_heaps(takes: Iterable[int], stop: int) -> bytes:
    """Compute for each heap of a finite subtraction game whether the player to move loses.

    A lost heap m makes m + k won for every number k that may be taken. Heaps are computed in blocks of 1024 bits. In
    each block, the first step is to mark the heaps that are won by moves to earlier blocks, by shifts of whole blocks.

    Args:
        takes: The numbers that may be taken from the heap.
        stop: The last heap.

    Returns:
        One byte per heap from 0 to `stop`: 1 for lost, 0 for won.

    Example:
        >>> list(lost_heaps([1, 3, 4], 8))
        [1, 0, 1, 0, 0, 0, 0, 1, 0]
    """
    full = (1 << BLOCK) - 1
    steps = sorted(set(takes))
    small = sum(1 << step for step in steps if step < BLOCK)
    far = [divmod(step, BLOCK) for step in steps if step <= stop]
    blocks: list[int] = []
    for number in range(stop // BLOCK + 1):
        won = 0
        for whole, rest in far:
            if whole <= number and (whole or number):
                won |= _shifted(blocks, number - whole, rest) & full
        lost, open_ = 0, ~won & full
        while open_:
            first = open_ & -open_
            lost |= first
            open_ &= ~(first | small * first)
        blocks.append(lost)
    bits = b"".join(block.to_bytes(BLOCK // 8, "little") for block in blocks)
    text = bin(int.from_bytes(bits, "little") | 1 << BLOCK * len(blocks))[:2:-1]
    return text[: stop + 1].encode().translate(bytes.maketrans(b"01", b"\0\1"))


def _shifted(blocks: list[int], number: int, rest: int) -> int:
    """Return block `number` of a sequence of bits, after all bits are shifted up by `rest` places.

    The bits are given as a list of blocks; a block is an integer of 1024 bits. Blocks missing in the list are 0.
    """
    here = blocks[number] << rest if number < len(blocks) else 0
    return here | (blocks[number - 1] >> BLOCK - rest if number and rest else 0)


def _subtraction(most: int, takes: list[int]) -> Game:
    return Game.of(read_ruleset(f"take {{{', '.join(map(str, sorted({*takes})))}}}"), most)


def _letters(most: int, takes: list[int]) -> str:
    return lost_heaps(takes, most)[1:].translate(bytes.maketrans(b"\0\1", b"WL")).decode()


def _searched_letters(game: Game, budget: Budget) -> str:
    solver = WholeSolver.of(game, misere=False, budget=budget)
    ((_, most),) = game.parts
    courses = (solver.solve([(0, heap)]) for heap in range(1, most + 1))
    return "".join("W" if course.outcome is Outcome.N else "L" for course in courses)


def _strip(cells: int) -> Game:
    if cells > MOST_CELLS:
        raise LimitReached(f"strips of more than {MOST_CELLS} cells are not searched", kind="size")
    return Game.of(FunctionRuleset(_stones), "." * cells)


def _stones(strip: str) -> Iterator[str]:
    padded = f".{strip}."
    for i in range(len(strip)):
        if "o" not in padded[i : i + 3]:
            yield f"{strip[:i]}o{strip[i + 1 :]}"


class CastleRows(NamedTuple):
    """The Grundy values of castles with 0, 1, ... soldiers, until they repeat.

    An attack removes x, y or z soldiers, but no castle may be attacked by y twice in a row, or by z twice in a row. Row
    n of `table` has three values of a castle with n soldiers: if its last attack was x or there was none, if it was y,
    and if it was z. From `preperiod` on, rows n and n + period are equal.
    """

    table: Sequence[tuple[int, int, int]]
    preperiod: int
    period: int

    def reduced(self, castle: int) -> int:
        """Return a number of soldiers in the stored table that has the same row of values as `castle` soldiers."""
        return castle if castle < self.preperiod else self.preperiod + (castle - self.preperiod) % self.period


@lru_cache(maxsize=256)
def castle_rows(x: int, y: int, z: int) -> CastleRows:
    """Compute the rows of values of castles until max(x, y, z) consecutive rows repeat, which proves the period.

    Args:
        x: The number by which a castle may always be lowered.
        y: A number by which a castle may not be lowered twice in a row.
        z: A second number by which a castle may not be lowered twice in a row.

    Returns:
        The rows and their period.

    Example:
        >>> rows = castle_rows(1, 2, 3)
        >>> rows.table[:4], rows.period
        ([(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 1, 0)], 4)
    """
    table = [(0, 0, 0)]
    window = ((0, 0, 0),) * max(x, y, z)
    seen: dict[tuple[tuple[int, int, int], ...], int] = {}
    while window not in seen:
        seen[window] = n = len(table)
        free, after_y, after_z = table[max(0, n - x)][0], table[max(0, n - y)][1], table[max(0, n - z)][2]
        table.append((mex((free, after_y, after_z)), mex((free, after_z)), mex((free, after_y))))
        window = (*window[1:], table[n])
    return CastleRows(table, seen[window], len(table) - seen[window])


def _winning_hits(x: int, y: int, z: int, castles: list[int]) -> int:
    rows = castle_rows(x, y, z)
    kinds = Counter(map(rows.reduced, castles))
    total = nim_sum(rows.table[pile][0] for pile, number in kinds.items() if number % 2)
    wins = 0
    for pile, number in kinds.items():
        target = total ^ rows.table[pile][0]
        left = (rows.table[max(0, pile - hit)][kind] for kind, hit in enumerate((x, y, z)))
        wins += number * sum(value == target for value in left)
    return wins


def _attack(x: int, y: int, z: int, castles: list[int]) -> Game:
    def options(castle: tuple[int, str]) -> Iterator[tuple[int, str]]:
        """Yield the castles that one attack by x, y or z can leave.

        A castle is its number of soldiers and a mark: "y" or "z" if the last attack was of this kind, which must not
        be repeated, otherwise "".
        """
        soldiers, last = castle
        for hit, mark in ((x, ""), (y, "y"), (z, "z")):
            if soldiers and (not mark or mark != last):
                yield max(0, soldiers - hit), mark

    return Game.of(FunctionRuleset(options), *((castle, "") for castle in castles))


def _searched_hits(game: Game, budget: Budget) -> int:
    solver = WholeSolver.of(game, misere=False, budget=budget)
    afters = (
        game.after(part, move.leaves)
        for part, (ruleset, position) in enumerate(game.parts)
        for move in ruleset.moves(position)
    )
    return sum(solver.course(after).outcome is Outcome.P for after in afters)


@cache
def _lost_splits() -> frozenset[int]:
    values = [0]
    for n in range(1, LAST_LOST + 1):
        values.append(mex(values[a] ^ values[n - a] for a in range(1, (n + 1) // 2)))
    return frozenset(n for n, value in enumerate(values) if value == 0)


def _least_parts(n: int) -> int:
    splits: list[list[tuple[int, int]]] = [[] for _ in range(n + 1)]
    for k in count_up(2):
        base = k * (k - 1) // 2
        if base + k > n:
            break
        for least, pile in enumerate(range(base + k, n + 1, k), 1):
            splits[pile].append((least - 1, least + k - 1))
    running, value = [0], 0
    for pile in range(1, n + 1):
        value = mex(running[low] ^ running[high] for low, high in splits[pile])
        running.append(running[-1] ^ value)
    winning = (high - low for low, high in splits[n] if running[low] == running[high])
    return next(winning, -1)


def _stairs(pile: int) -> Iterator[Sum[int]]:
    """Yield the splits of a pile into two or more piles of consecutive sizes, such as 4 + 5; fewest piles first."""
    for k in range(2, pile):
        for least in range(1, pile // k + 1):
            if sum(range(least, least + k)) == pile:
                yield Sum(*range(least, least + k))


def _searched_parts(game: Game, budget: Budget) -> int:
    solver = WholeSolver.of(game, misere=False, budget=budget)
    ((_, pile),) = game.parts
    winning = (len(split) for split in _stairs(pile) if solver.solve((0, part) for part in split).outcome is Outcome.P)
    return next(winning, -1)


@cache
def root_runs() -> tuple[list[int], list[int]]:
    """Return the runs of consecutive piles of equal Grundy value in problem cf256c, as two lists.

    A move reduces a pile of n to a smaller number from the fourth root of n to its square root. The lists contain the
    first pile and the value of each run, in ascending order of piles. The runs cover the piles up to 10^18.
    """
    starts, values, ahead = [1], [0], [2]
    heapify(ahead)
    while ahead and (pile := heappop(ahead)) <= MOST_NUMBER:
        least = isqrt(isqrt(pile))
        left = range(least + (least**4 < pile), min(isqrt(pile), pile - 1) + 1)
        low, high = bisect_right(starts, left.start) - 1, bisect_right(starts, left.stop - 1)
        value = mex(values[low:high]) if left else 0
        if value != values[-1]:
            starts.append(pile)
            values.append(value)
            heappush(ahead, pile**2)
            heappush(ahead, (pile - 1) ** 4 + 1)
        if pile < 4:  # the smallest piles separately, because a move must change the pile
            heappush(ahead, pile + 1)
    return starts, values


def _root_sum(piles: list[int]) -> int:
    starts, values = root_runs()
    return nim_sum(values[bisect_right(starts, pile) - 1] for pile in piles)


def _roots(pile: int) -> Iterator[int]:
    return (left for left in range(1, min(pile, isqrt(pile) + 1)) if pile <= left**4)


def _fresh_piles(judge_input: JudgeInput) -> Iterator[tuple[Any, ...]]:
    (n,) = judge_input.record(count("the number of piles"))
    yield ([pile for (pile,) in judge_input.rows(n, InputField("a pile", 1, MOST_FRESH))],)


def _unused_takes(pile: tuple[int, tuple[int, ...]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    stones, used = pile
    for take in range(1, stones + 1):
        if take not in used:
            left = stones - take
            yield left, tuple(sorted(old for old in (*used, take) if old <= left))  # larger ones cannot be taken


PROBLEMS = (
    Problem(
        name="m23ba",
        caption="stones on a strip, no two side by side",
        words=("First", "Second"),
        cases=one_line(InputField("the number of cells", 0, MOST_NUMBER)),
        answer=dawson_value,
        game=_strip,
        why="""\
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
1956; values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939.""",
    ),
    Problem(
        name="cf1312f",
        caption="lower piles by hits; some not twice running",
        cases=many(
            line_and_list(
                InputField("the soldiers of a castle"),
                count("the number of castles"),
                *(InputField(f"the hit {name}", 1, MOST_HIT) for name in "xyz"),
            )
        ),
        answer=_winning_hits,
        game=_attack,
        search=_searched_hits,
        why="""\
Codeforces 1312F, Attack on Red Kingdom

Rule: lower one castle that has soldiers by x, y or z, not below 0; y may not follow y on the same castle, and z
may not follow z; whoever makes the last hit wins. In how many ways (castle, kind of hit) can the first hit be
made so that its player wins?
Input: t; for each test n x y z, then a_1 ... a_n. Output: the number of winning first hits.

Theorem. With F, Y and Z the values of a castle of n whose last hit was none or x, was y, was z:
    F(n) = mex{F(n-x), Y(n-y), Z(n-z)},  Y(n) = mex{F(n-x), Z(n-z)},  Z(n) = mex{F(n-x), Y(n-y)}
for n >= 1, all 0 for n <= 0. The rows (F, Y, Z)(n) are periodic. A first hit wins exactly when it leaves
the value F(a_i) xor T, T the nim-sum of all F(a_j).

Why. The last hit belongs to one castle, so (soldiers, last hit) is a position of its own, and castles are a sum. Each
value is the mex of at most three numbers, so it is at most 3, and max(x, y, z) <= 5 neighbouring rows determine the
next one. There are finitely many windows of 5 rows; as soon as one comes back, everything after it comes back too.
(For x, y, z <= 5 the preperiod is at most 26 and the period at most 10.) Castles of 10^18 are reduced by the period,
counted by kind, and three hits of each kind are tried: O(n).

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939; windows that come back: S. W. Golomb,
A mathematical investigation of games of "take-away", 1966.""",
    ),
    Problem(
        name="cses1729",
        caption="take p_1 or ... or p_k: who wins from 1 ... n?",
        cases=line_and_list(
            InputField("a take"), count("the largest heap"), InputField("the number of takes", 1, 100), size=1
        ),
        answer=_letters,
        game=_subtraction,
        search=_searched_letters,
        explored=("take {1, 3, 4}", "period 7 from heap 0 on (proved)"),
        why="""\
CSES 1729, Stick Game

Rule: one heap; a move takes p_1 or ... or p_k sticks, not more than there are; a player who cannot move loses. Who
wins from each of the heaps 1, 2, ..., n?
Input: n k; p_1 ... p_k. Output: n letters on a line, W if the first player wins, L if that player loses.

Theorem. A heap m is lost exactly when none of m - p_1, ..., m - p_k that is at least 0 is lost. The answers repeat
from some heap on, after at most 2^P heaps for P the largest take.

Why. The first sentence is the definition of winning, upwards from heap 0, which is lost. The answer of a heap is a
function of the answers of the P heaps before it: there are 2^P windows of P answers, and a window that occurs again
brings everything after it again. Heaps are bits, 1024 side by side: a take moves the lost heaps of finished blocks by
one shift, and within a block only the lost heaps are looked at: O(nk / 64 + n) steps of a machine word.

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966.""",
    ),
    Problem(
        name="edpck",
        caption="take one of a set of numbers",
        words=("First", "Second"),
        cases=line_and_list(
            InputField("a take"), InputField("the number of takes", 1, 100), count("the number of stones")
        ),
        answer=lambda stones, takes: not lost_heaps(takes, stones)[-1],
        game=_subtraction,
        explored=("take {2, 3}", "value == n % 5 // 2 (proved)"),
        why="""\
AtCoder EDPC K, Stones

Rule: one pile of K stones; a move takes a_1 or ... or a_N of them, not more than there are; a player who cannot move
loses.
Input: N K; a_1 ... a_N. Output: First or Second.

Theorem. A pile m is lost exactly when none of m - a_1, ..., m - a_N that is at least 0 is lost.

Why. This is the definition of winning, upwards from the empty pile, which is lost. Piles are bits, 1024 side by side;
one shift for each take and block, and within a block one step for each lost pile: O(KN / 64 + K) steps of a machine
word.

Source: S. W. Golomb, A mathematical investigation of games of "take-away", 1966.""",
    ),
    Problem(
        name="cses2207",
        caption="split a heap into two of different sizes",
        words=("first", "second"),
        cases=many_lines("the number of tests", InputField("a heap", 1, MOST_SPLIT)),
        answer=lambda heap: heap not in _lost_splits(),
        game=lambda heap: Game.of(read_ruleset("grundy"), heap),
        why="""\
CSES 2207, Grundy's Game

Rule: one heap of n coins; a move splits a heap into two heaps of different sizes; a player who cannot move
loses.
Input: t; then t lines n, at most 10^6. Output: first or second.

Theorem. With g(n) = mex of g(a) xor g(n - a) over 0 < a < n - a, the second player wins exactly when g(n) = 0. The
largest n to 10^6 with g(n) = 0 is 1222: computed, not proved beyond. Whether other lost heaps exist is an open
question.

Why. The two heaps of a split are a sum, whose value is the nim-sum; the first sentence is the definition. That g(n) >
0 for 1222 < n <= 10^6 is a computation that anybody can repeat: grundy values grundy --to 1000000.
Values to 1222 by definition once, O(1222^2); then one look for each heap: O(1).

Source: P. M. Grundy, Mathematics and games, 1939; values computed to 2^35: A. Flammenkamp; E. R. Berlekamp, J. H.
Conway and R. K. Guy, Winning Ways, chapter 4.""",
    ),
    Problem(
        name="cf87c",
        caption="split into a stair: the least that wins",
        cases=one_line(InputField("a pile", 1, MOST_STAIR)),
        answer=_least_parts,
        game=lambda pile: Game.of(FunctionRuleset(_stairs), pile),
        search=_searched_parts,
        why="""\
Codeforces 87C, Interesting Game

Rule: a move splits a pile into k >= 2 piles a_1 > ... > a_k >= 1 whose neighbours differ by 1; a player who cannot
move loses.
What is the least k with which the first player's first move wins?
Input: n, at most 10^5. Output: that k, or -1 where every first move loses.

Theorem. Splits of n into k piles exist for one a_k at most: a_k = (n - k(k - 1) / 2) / k, where that is a whole
number >= 1. With G(m) = g(0) xor ... xor g(m), the split has the value G(a_k + k - 1) xor G(a_k - 1); g(n) is the mex
of these, and a split wins exactly when its value is 0.

Why. The piles of a split are a sum, whose value is the nim-sum of neighbouring values: two running nim-sums differ in
it. Who leaves value 0 wins. A pile n has fewer than sqrt(2n) sizes k; k splits every k-th pile only, so all piles to
n have O(n log n) splits.

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939.""",
    ),
    Problem(
        name="cf256c",
        caption="a pile becomes about a root of it",
        words=("Furlo", "Rublo"),
        cases=one_list("a pile"),
        answer=_root_sum,
        game=lambda piles: Game.of(FunctionRuleset(_roots), *piles),
        why="""\
Codeforces 256C, Furlo and Rublo and Game

Rule: piles of coins; a move chooses a pile of x and leaves y coins of it, y < x, with y at least the fourth root and
at most the root of x; a player who cannot move loses.
Input: n; a_1 ... a_n. Output: Furlo (the first player) or Rublo.

Theorem. The Grundy value of a pile is constant on eight runs to 10^18: from 1, 4, 16, 82, 6724, 50626, 2562991876 and
2042925103215442 on it is 0, 1, 2, 0, 3, 1, 2 and 0.

Why. The options of x are all y from the rounded-up fourth root to the rounded-down root of x, so the value depends
only on which runs this interval meets. It meets a run from b on for the first time when the root reaches b, at x =
b^2, and leaves the run before b when the fourth root passes b - 1, at x = (b - 1)^4 + 1. Only there can the value
change, and there it is computed. The runs are found once; each pile is one look among them: O(n). Values of piles
nim-add.

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939; the argument is complete.""",
    ),
    Problem(
        name="cf768e",
        caption="no number twice from one pile",
        words=("NO", "YES"),
        cases=_fresh_piles,
        answer=lambda piles: nim_sum((isqrt(8 * pile + 1) - 1) // 2 for pile in piles),
        game=lambda piles: Game.of(FunctionRuleset(_unused_takes), *((pile, ()) for pile in piles)),
        why="""\
Codeforces 768E, Game of Stones

Rule: piles of stones; a move takes one or more stones from one pile, but never a number that was taken from this pile
before; a player who cannot move loses. Does the second player win?
Input: n; then n lines, each a pile of at most 60. Output: YES where the second player wins, else NO.

Theorem. The Grundy value of a fresh pile s <= 60 is the largest k with 1 + 2 + ... + k <= s: computed, not proved
beyond.

Why. Piles are a sum, and each remembers its own takes: the position is (stones, used takes not larger than the
stones). All these positions below 60 stones were solved by the rule. That the value is the length of the longest play
is not a general law: 5 stones from which 5 may not be taken have a play of two moves, but value 0.
One root for a pile: O(n). Values of piles nim-add.

Source: Codeforces Round 400, editorial of problem E, 2017; values and sums: R. P. Sprague, 1935, and P. M. Grundy,
1939.""",
    ),
)
