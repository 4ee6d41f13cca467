"""Stars with three rays have the same values by definition, told by edges, as by the theorem of two lengths."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.promises.patterns.stars_by_definition import (
    MIDDLE,
    code_path_values,
    code_star_values,
    differences,
    family,
    holds,
    path_values,
    star_values,
)

from grundy.notation import read_family
from grundy.patterns.tail_periods import Regular
from grundy.patterns.tail_values import Paths, paths_of, tail_tables

ATLAS = Path(__file__).parents[3] / "packages/grundy-atlas/src/grundy_atlas/data/stars"
CODES = ATLAS.with_name("codes")


@pytest.mark.nightly
@pytest.mark.parametrize("game", MIDDLE)
def test_short_rays_have_the_values_of_the_definition(game: str) -> None:
    planes = star_values(path_values(16), 3, 16, MIDDLE[game])
    for a, plane in enumerate(planes):
        graph = read_family(f"{game}: star({a},b,c)")
        assert graph is not None
        assert dict(tail_tables(graph, paths(game), 16))[graph.whole].tolist() == plane.tolist(), a


@pytest.mark.nightly
def test_one_wrong_value_differs() -> None:
    plane = star_values(path_values(70), 0, 70, MIDDLE["arc-kayles"])[0]
    found = family("arc-kayles", 0)
    assert differences(found, plane) == 0
    plane[60, 3] += 1
    assert differences(found, plane) == 1


@pytest.mark.parametrize("code", ["0.07", "0.33", "0.137", "0.43", "0.26", "0.5", "0.123"])
def test_short_rays_have_the_values_of_the_definition_of_a_code(code: str) -> None:
    graph = read_family(f"{code}: star(b,c)")
    assert graph is not None
    digits = np.array(graph.digits)
    planes = code_star_values(code_path_values(digits, 40), digits, 2, 12)
    for a, plane in enumerate(planes):
        graph = read_family(f"{code}: star({a},b,c)")
        assert graph is not None
        known = paths_of(graph.digits)
        assert known is not None
        assert dict(tail_tables(graph, known, 12))[graph.whole].tolist() == plane.tolist(), a


@pytest.mark.nightly
@pytest.mark.parametrize("path", sorted(CODES.glob("*-star-*.cert")), ids=lambda path: path.stem)
def test_what_certificates_of_codes_claim_holds_in_the_squares_of_the_definition(path: Path) -> None:
    """Their stars have three rays, the middle first: one of a vertices, with both tails at the middle."""
    from numba import njit

    header = json.loads(path.read_text("ascii").partition("\n")[0])
    game, claim = header["game"], header["claim"]
    compiled: Callable[[Any], Any] = njit
    a, digits = game["n"] - 1, np.array([0, *map(int, game["code"].removeprefix("0."))])
    assert (game["edges"], game["tails"]) == ([[v, v + 1] for v in range(a)], [0, 0])
    regular, k0 = regular_of(claim), claim["path"] + len(digits) - 1
    side = regular.side(k0)
    planes = compiled(code_star_values)(compiled(code_path_values)(digits, side + a), digits, a, side)
    assert holds([planes[ray] for ray in rays_left(digits.tolist(), a)], regular)
    b, c = (planes[a][:, regular.period :] != planes[a][:, : -regular.period]).nonzero()
    for_ever = ((b >= regular.least) & (c >= regular.least)).any()
    assert claim["begins"] == (None if for_ever else max(c, default=-1) + 1)


@pytest.mark.nightly
@pytest.mark.parametrize("game", MIDDLE)
def test_rays_of_up_to_three_hundred_have_the_values_that_are_proved(game: str) -> None:
    from numba import njit

    compiled: Any = njit
    planes = compiled(star_values)(compiled(path_values)(301), 6, 301, MIDDLE[game])
    for a, plane in enumerate(planes):
        assert differences(family(game, a), plane) == 0, (game, a)


@pytest.mark.nightly
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


def rays_left(digits: list[int], a: int) -> set[int]:
    """The rays that moves can leave of one of `a` vertices, and itself."""
    found, waiting = {a}, [a]
    for ray in waiting:  # grows while it is read
        ends = [
            (i, ray - t - i)
            for t in range(1, len(digits))
            for i in range(ray - t + 1)
            if digits[t] & (4 if ray - t - i else 2)
        ]
        new = {i for i, _ in ends} - found
        found |= new
        waiting += new
    return found


def regular_of(claim: dict[str, int]) -> Regular:
    return Regular(claim["p"], claim["least"], claim["width"])


def paths(game: str) -> Paths:
    graph = read_family(f"{game}: star(b,c)")
    assert graph is not None
    found = paths_of(graph.digits)
    assert found is not None
    return found
