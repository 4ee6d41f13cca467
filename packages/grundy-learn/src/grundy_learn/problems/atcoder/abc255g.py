"""AtCoder ABC 255 G, Constrained Nim: some takes are forbidden; only such piles repeat a value. O((N + M) log M)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from grundy.core import FunctionRuleset, Game, InputError, nim_sum

from ..judge_input import MOST_LINES, InputField, JudgeInput, count
from ..problem import one_winner


class BannedNim(NamedTuple):
    """An input: the sizes of the piles, and for some sizes the numbers that must not be taken from such a pile."""

    piles: list[int]
    banned: dict[int, set[int]]


WHY = """\
AtCoder ABC 255 G, Constrained Nim

Rule: piles of stones; a move takes any number of stones from one pile, but from a pile of exactly X_j stones never
exactly Y_j; a player who cannot move loses.
Input: N M; A_1 ... A_N; then M lines X Y. Output: Takahashi (the first player) or Aoki.

Theorem. Piles that are not among the X_j have a new value, larger by one than all before. A pile X that is has the
least value v all of whose piles below X are forbidden to it, if there is one; else it has a new value, too.

Why. Let the values of the piles below x be 0 ... m: as a new value is always the next number, none is left out. If
all takes are allowed, the mex is m + 1. For X the value v is not among the options exactly when every pile of value v
below X is forbidden, and the mex is the least such v, or m + 1. So only piles X_j repeat a value, and a pile x has
the value x less the number of repeats below. The piles of value v are 1 and the repeats of v; so the takes of X are
counted by value and compared with these numbers. Sorting and searching: O((N + M) log M). Values of piles nim-add.

Source: values and sums: R. P. Sprague, 1935, and P. M. Grundy, 1939; the argument is complete."""


def _cases(judge_input: JudgeInput) -> Iterator[BannedNim]:
    n, m = judge_input.record(count("the number of piles"), InputField("the number of forbidden takes", 0, MOST_LINES))
    piles = judge_input.numbers(n, InputField("a pile"))
    first = judge_input.line
    found = judge_input.table(m, InputField("a pile"), InputField("a forbidden take")) if m else []
    banned: dict[int, set[int]] = defaultdict(set)
    for line, (pile, take) in enumerate(zip(found[::2], found[1::2], strict=True), first):
        if take > pile:
            raise InputError(f"line {line}: expected a forbidden take from 1 to the pile {pile}, found {take}")
        banned[pile].add(take)
    yield BannedNim(piles, banned)


class _Values:
    """A function from a pile to its Grundy value, which stores the piles whose value repeats that of a smaller pile."""

    def __init__(self, banned: dict[int, set[int]]) -> None:
        self._repeats: list[int] = []
        self._repeated: dict[int, int] = {}
        often: Counter[int] = Counter()
        for pile in sorted(banned):
            hidden = Counter(self(pile - take) for take in banned[pile])
            value = min((value for value, times in hidden.items() if times == 1 + often[value]), default=None)
            if value is not None:
                often[value] += 1
                self._repeats.append(pile)
                self._repeated[pile] = value

    def __call__(self, pile: int) -> int:
        found = self._repeated.get(pile)
        return pile - bisect_left(self._repeats, pile) if found is None else found


def _wins(case: BannedNim) -> int:
    return nim_sum(map(_Values(case.banned), case.piles))


def _game(case: BannedNim) -> Game:
    def options(pile: int) -> Iterator[int]:
        return (pile - take for take in range(1, pile + 1) if take not in case.banned.get(pile, ()))

    return Game.of(FunctionRuleset(options), *case.piles)


PROBLEM = one_winner(("Takahashi", "Aoki"), _cases, _wins, _game, WHY)
