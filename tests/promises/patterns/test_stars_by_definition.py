"""Stars with three rays have the same values by definition, told by edges, as by the theorem of two lengths."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.promises.patterns.stars_by_definition import MIDDLE, differences, family, path_values, star_values

from grundy.notation import read_family
from grundy.patterns.tail_periods import Regular, holds
from grundy.patterns.tail_values import Paths, paths_of, tail_values

ATLAS = Path(__file__).parents[3] / "docs" / "atlas" / "stars"


@pytest.mark.parametrize("game", MIDDLE)
def test_short_rays_have_the_values_of_the_definition(game: str) -> None:
    planes = star_values(path_values(16), 3, 16, MIDDLE[game])
    for a, plane in enumerate(planes):
        graph = read_family(f"{game}: star({a},b,c)")
        assert graph is not None
        assert tail_values(graph, paths(game), 16)[graph.whole].tolist() == plane.tolist(), a


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


@pytest.mark.soak
@pytest.mark.parametrize("game", MIDDLE)
def test_what_certificates_of_stars_claim_holds_in_the_squares_of_the_definition(game: str) -> None:
    """Not only the values agree: the hypothesis of the theorem holds in tables that know nothing of it."""
    from numba import njit

    compiled: Any = njit
    claims, sides = {}, {}
    for path in ATLAS.glob(f"{game}-star-*.cert"):
        a = int(path.stem.rpartition("-")[2])
        claims[a] = json.loads(path.read_text("ascii").partition("\n")[0])["claim"]
        sides[a] = regular_of(claims[a]).side(paths(game).regular)
    assert claims
    side = max(sides.values())
    planes = compiled(star_values)(compiled(path_values)(side), max(claims), side, MIDDLE[game])
    for a, claim in claims.items():
        regular, parts = regular_of(claim), {*range(a - 1), a}  # a move takes two of a ray or more
        squares = {part: planes[part, : sides[a], : sides[a]] for part in parts}
        assert holds([*squares.values()], regular), (game, a)
        b, c = (squares[a][:, regular.period :] != squares[a][:, : -regular.period]).nonzero()
        for_ever = ((b >= regular.least) & (c >= regular.least)).any()
        assert claim["begins"] == (None if for_ever else max(c) + 1), (game, a)


def regular_of(claim: dict[str, int]) -> Regular:
    return Regular(claim["p"], claim["least"], claim["width"])


def paths(game: str) -> Paths:
    graph = read_family(f"{game}: star(b,c)")
    assert graph is not None
    found = paths_of(graph.digits)
    assert found is not None
    return found
