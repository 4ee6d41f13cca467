from __future__ import annotations

from collections.abc import Callable

import pytest

import grundy
from grundy.core import mex, nim_sum
from grundy.games.coins.counts import CountLaw
from grundy.games.coins.laws import CoinLaw, GruntLaw, RunLaw, SymmetricLaw
from grundy.games.coins.turning import named_row, turn

LAWS: list[tuple[Callable[[], CoinLaw], int]] = [
    *((lambda lo=lo, hi=hi, first=first: CountLaw("t", first, lo, hi), 12)
      for first in (0, 1)
      for lo, hi in ((1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (3, 3), (1, 4), (4, 4), (2, 5), (1, 6), (1, 7), (1, 13),
                     (1, 30), (1, None), (3, None))),
    *((lambda lo=lo, hi=hi, reach=reach: CountLaw("t", 1, lo, hi, reach), 40)
      for lo, hi, reach in ((1, 3, 4), (2, 2, 3), (1, 2, 7), (1, None, 3))),
    *((lambda lo=lo, hi=hi, first=first: RunLaw("t", first, lo, hi), 70)
      for first in (0, 1)
      for lo, hi in ((1, None), (1, 1), (1, 3), (1, 4), (1, 7), (2, 5), (2, None), (3, 3))),
    (lambda: SymmetricLaw("t"), 14),
    (lambda: SymmetricLaw("t", 1, 2, 5), 16),
    (lambda: GruntLaw("t"), 60),
]  # fmt: skip
"""Laws, each made anew, and how many of their coins are compared."""


@pytest.mark.parametrize(("make_law", "length"), LAWS)
def test_the_value_of_a_coin_is_the_mex_over_its_companions_and_those_for_a_change_are_all_of_them(
    make_law: Callable[[], CoinLaw], length: int
) -> None:
    law = make_law()
    values: dict[int, int] = {}
    for coin in range(law.first, law.first + length):
        sets = list(law.companions(coin))
        sums = [nim_sum(values[c] for c in found) for found in sets]
        values[coin] = mex(sums)
        assert law.value(coin) == values[coin]
        assert law.count(coin) == len(set(sets)) == len(sets)
        assert sets == sorted(sets, key=lambda found: (len(found), found))
        assert all(found == tuple(sorted(set(found))) and set(found) <= set(values) - {coin} for found in sets)
        for change in {1, 2, 3, *(values[coin] ^ total for total in sums[:: len(sums) // 5 + 1])}:
            right = [found for found, total in zip(sets, sums, strict=True) if total ^ values[coin] == change]
            assert list(law.companions_to(coin, change)) == right, (coin, change)


def test_values_beyond_reach_are_unknown_and_never_guessed() -> None:
    assert named_row("mogul").known_value((500,)) is None
    assert named_row("mogul").moves_to((500,), 0) is None
    assert named_row("sym").known_value((100,)) is None
    assert turn().known_value((20_000,)) is None
    assert grundy.solve("mogul: 500").status == "limit"
