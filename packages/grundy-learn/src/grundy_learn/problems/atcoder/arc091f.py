"""AtCoder ARC 091 F, Strange Nim: at most a K-th of a pile. O(sqrt A log A) per pile, usually far less."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import FunctionRuleset, Game, nim_sum

from ..judge_input import InputField, JudgeInput, count
from ..problem import one_winner

Piles = list[tuple[int, int]]
"""Each pile A with its number K."""
MOST = 10**12
"""The largest pile; a pile takes about its square root of steps."""

WHY = """\
AtCoder ARC 091 F, Strange Nim

Rule: piles A_i, each with a number K_i; a move takes 1 to floor(x / K_i) stones from a pile of x stones; a player who
cannot move loses.
Input: N; then N lines A K. Output: Takahashi (the first player) or Aoki.

Theorem. Let q = floor(x / K). The Grundy value is q where K divides x (0 for x < K), and otherwise that of x - q - 1.

Why. From x stones exactly x - q ... x - 1 are left. Claim: the values of x - q ... x are all of 0 ... q, each once.
For x < K it is so: q = 0, and the value is 0. Go from x - 1 to x.
- If q is the same, then x - q - 1 ... x - 1 had all of 0 ... q; the options of x have all but the value of x - q - 1,
  which is the mex. The window is full again.
- If K divides x, then x - q ... x - 1 had all of 0 ... q - 1; these are the options, and the mex is q.
Steps with one q are made at once, each lowers x by q + 1; q falls from A / K, by a factor 1 - 1 / K a round while it
is large, so there are O(min(K log A, A / K)) rounds, O(sqrt A log A) at most.

Source: AtCoder Regular Contest 091, editorial of problem F, 2018."""


def _cases(judge_input: JudgeInput) -> Iterator[Piles]:
    (n,) = judge_input.record(count("the number of piles"))
    found = judge_input.table(n, InputField("a pile", 1, MOST), InputField("the number K of a pile", 1, MOST))
    yield list(zip(found[::2], found[1::2], strict=True))


def share_value(pile: int, k: int) -> int:
    """Return the Grundy value of a pile from which a move takes at most 1/k of the stones.

    Args:
        pile: The number of stones.
        k: The divisor of the number of stones.

    Returns:
        The Grundy value.

    Example:
        >>> [share_value(pile, 2) for pile in range(8)]
        [0, 0, 1, 0, 2, 1, 3, 0]
    """
    while pile >= k:
        q, rest = divmod(pile, k)
        if not rest:
            return q
        pile -= -(-rest // (q + 1)) * (q + 1)
    return 0


def _options(pile: tuple[int, int]) -> Iterator[tuple[int, int]]:
    stones, k = pile
    return ((stones - take, k) for take in range(1, stones // k + 1))


PROBLEM = one_winner(
    ("Takahashi", "Aoki"),
    _cases,
    lambda piles: nim_sum(share_value(*pile) for pile in piles),
    lambda piles: Game.of(FunctionRuleset(_options), *piles),
    WHY,
)
