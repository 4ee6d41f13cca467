"""Codeforces 1312F, Attack on Red Kingdom: lower piles by hits, some not twice running; periodic values. O(n)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from grundy.core import Game, nim_sum

from ..games import MOST_HIT, Kingdom, kingdom_rows
from ..judge_input import InputField, JudgeInput, count
from ..problem import Problem, by_winning_moves


class Attack(NamedTuple):
    """A test: the sizes x, y, z of the three kinds of hits, and the number of soldiers of each castle."""

    hits: tuple[int, int, int]
    castles: list[int]


WHY = """\
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
A mathematical investigation of games of "take-away", 1966."""

_HITS = tuple(InputField(f"the hit {name}", 1, MOST_HIT) for name in "xyz")


def _cases(judge_input: JudgeInput) -> Iterator[Attack]:
    (tests,) = judge_input.record(count("the number of tests"))
    for _ in range(tests):
        n, x, y, z = judge_input.record(count("the number of castles"), *_HITS)
        yield Attack((x, y, z), judge_input.numbers(n, InputField("the soldiers of a castle")))


def _answers(attack: Attack) -> Iterator[str]:
    rows = kingdom_rows(*attack.hits)
    kinds = Counter(map(rows.reduced, attack.castles))
    total = nim_sum(rows.table[pile][0] for pile, castles in kinds.items() if castles % 2)
    wins = 0
    for pile, castles in kinds.items():
        target = total ^ rows.table[pile][0]
        left = (rows.table[max(0, pile - hit)][kind] for kind, hit in enumerate(attack.hits))
        wins += castles * sum(value == target for value in left)
    yield str(wins)


PROBLEM = Problem(
    _cases,
    _answers,
    lambda attack: [Game.of(Kingdom(*attack.hits), *((castle, "") for castle in attack.castles))],
    by_winning_moves,
    WHY,
)
