from __future__ import annotations

from collections.abc import Iterable

import pytest

from grundy.core import FunctionRuleset, LimitReached, Ruleset
from grundy.games.graphs.directed import GraphGame
from grundy.search import grundy_value, grundy_values


@pytest.mark.parametrize("deep", [100_000, pytest.param(1_000_000, marks=pytest.mark.nightly)])
def test_a_game_very_many_positions_deep_needs_no_recursion(deep: int) -> None:
    chain = FunctionRuleset(lambda n: [n - 1] if n else [], "chain")
    table = grundy_values(chain, [deep])
    assert len(table) == deep + 1
    assert (table[deep], table[deep - 1]) == (0, 1)


@pytest.mark.nightly
def test_a_star_of_a_hundred_thousand_options_has_them_all() -> None:
    star = GraphGame({"c": tuple(f"v{i}" for i in range(100_000)), **{f"v{i}": () for i in range(100_000)}})
    assert grundy_value(star, "c") == 1

    class Ray(Ruleset[tuple[int, int]]):
        name = "ray"

        def options(self, position: tuple[int, int]) -> Iterable[tuple[int, int]]:
            return ((0, i) for i in range(position[1] if position[0] else 0))

    assert grundy_value(Ray(), (1, 100_000)) == 1
    with pytest.raises(LimitReached) as caught:
        grundy_value(Ray(), (1, 10**30))
    assert caught.value.kind == "size"
    assert caught.value.message == "ray: a position has more than 100000 options"
