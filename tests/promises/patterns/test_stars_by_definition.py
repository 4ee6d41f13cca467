"""Stars with three rays have the same values by definition, told by edges, as by the theorem of two lengths."""

from __future__ import annotations

from typing import Any

import pytest
from tests.promises.patterns.stars_by_definition import MIDDLE, differences, family, path_values, star_values

from grundy.notation import read_family
from grundy.patterns.tail_values import paths_of, tail_values


@pytest.mark.parametrize("game", MIDDLE)
def test_short_rays_have_the_values_of_the_definition(game: str) -> None:
    planes = star_values(path_values(16), 3, 16, MIDDLE[game])
    for a, plane in enumerate(planes):
        graph = read_family(f"{game}: star({a},b,c)")
        assert graph is not None
        paths = paths_of(graph.digits)
        assert paths is not None
        assert tail_values(graph, paths, 16)[graph.whole].tolist() == plane.tolist(), a


def test_one_wrong_value_differs() -> None:
    plane = star_values(path_values(70), 0, 70, MIDDLE["arc-kayles"])[0]
    found = family("arc-kayles", 0)
    assert differences(found, plane) == 0
    plane[60, 3] += 1
    assert differences(found, plane) == 1


@pytest.mark.soak
@pytest.mark.parametrize("game", MIDDLE)
def test_rays_of_up_to_three_hundred_have_the_values_that_are_proved(game: str) -> None:
    from numba import njit

    compiled: Any = njit
    planes = compiled(star_values)(compiled(path_values)(301), 6, 301, MIDDLE[game])
    for a, plane in enumerate(planes):
        assert differences(family(game, a), plane) == 0, (game, a)
