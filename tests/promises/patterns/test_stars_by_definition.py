"""Stars with three rays have the same values by definition, told by edges, as by the theorem of two lengths.

The definition shares no code with `grundy`, and no idea: no sets by residues, no diagonals, no parts of a core, no
theorem. The rays are told by what a move needs: in Arc Kayles by edges, where a move takes an edge and all that touch
it, in Node Kayles by vertices, where it takes a vertex and its neighbours. So beyond the middle both have one rule:
item i >= 2 of a ray of n, counted from the middle, leaves a ray of i - 2 and a path of n - i - 1 (none where that is
negative). Codes have functions of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grundy.notation import read_family
from grundy.patterns.tail_periods import Regular, TailPeriods, find_tail_periods
from grundy.patterns.tail_values import Paths, paths_of, tail_tables

Table = np.ndarray[Any, Any]
MIDDLE = {
    "arc-kayles": np.array([(2, 1, 1, 1), (1, 2, 1, 2), (1, 1, 2, 3)]),
    "node-kayles": np.array([(1, 1, 1, 0), (2, 0, 0, 1), (0, 2, 0, 2), (0, 0, 2, 3)]),
}
"""What moves at the middle take of each ray, and the ray that must have an item for it, 0 is none: the first edge of a
ray with those of the others; the middle with its neighbours, the first vertex of a ray with the next."""
MOST = 256
"""Values are smaller."""


def path_values(most: int) -> Table:
    """Return the values of paths of 0 to `most` items: item i of n leaves paths of i - 2 and n - i - 1."""
    path = np.zeros(most + 1, np.int64)
    for n in range(1, most + 1):
        seen = np.zeros(MOST, np.bool_)
        for i in range(1, n + 1):
            seen[path[max(i - 2, 0)] ^ path[max(n - i - 1, 0)]] = True
        value = 0
        while seen[value]:
            value += 1
        path[n] = value
    return path


def star_values(path: Table, largest: int, side: int, middle: Table) -> Table:
    """Return the values of stars with rays of a <= `largest` and b, c < `side` items, at [a, b, c]."""
    star = np.zeros((largest + 1, side, side), np.uint8)
    for a in range(largest + 1):
        for b in range(side):
            for c in range(b, side):
                seen = np.zeros(MOST, np.bool_)
                for i in range(2, a + 1):
                    seen[star[i - 2, b, c] ^ path[max(a - i - 1, 0)]] = True
                for i in range(2, b + 1):
                    seen[star[a, i - 2, c] ^ path[max(b - i - 1, 0)]] = True
                for i in range(2, c + 1):
                    seen[star[a, b, i - 2] ^ path[max(c - i - 1, 0)]] = True
                for x, y, z, ray in middle:
                    if ray == 0 or (ray == 1 and a) or (ray == 2 and b) or (ray == 3 and c):
                        seen[path[max(a - x, 0)] ^ path[max(b - y, 0)] ^ path[max(c - z, 0)]] = True
                value = 0
                while seen[value]:
                    value += 1
                star[a, b, c] = star[a, c, b] = value
    return star


def code_path_values(digits: Table, most: int) -> Table:
    """Return the values of a code on paths of 0 to `most` vertices: t in a row go, i before and j behind them stay."""
    path = np.zeros(most + 1, np.int64)
    for n in range(1, most + 1):
        seen = np.zeros(MOST, np.bool_)
        for t in range(1, min(n, len(digits) - 1) + 1):
            for i in range(n - t + 1):
                j = n - t - i
                if digits[t] >> ((i > 0) + (j > 0)) & 1:
                    seen[path[i] ^ path[j]] = True
        value = 0
        while seen[value]:
            value += 1
        path[n] = value
    return path


def code_star_values(path: Table, digits: Table, largest: int, side: int) -> Table:  # noqa: C901, PLR0912  # all moves
    """Return the values of a code on stars with rays of a <= `largest` and b, c < `side` vertices, at [a, b, c].

    A move takes t vertices in a row of a ray, of which i nearer to the middle stay and j farther out; or the middle
    with x, y and z of the rays. The digit of t says whether none, one or more pieces may be left.
    """
    star = np.zeros((largest + 1, side, side), np.uint8)
    for a in range(largest + 1):
        for b in range(side):
            for c in range(b, side):
                seen = np.zeros(MOST, np.bool_)
                for t in range(1, len(digits)):
                    one, two = digits[t] >> 1 & 1, digits[t] >> 2 & 1
                    for i in range(a - t + 1):
                        if two if a - t - i else one:
                            seen[star[i, b, c] ^ path[a - t - i]] = True
                    for i in range(b - t + 1):
                        if two if b - t - i else one:
                            seen[star[a, i, c] ^ path[b - t - i]] = True
                    for i in range(c - t + 1):
                        if two if c - t - i else one:
                            seen[star[a, b, i] ^ path[c - t - i]] = True
                    for x in range(min(a, t - 1) + 1):
                        for y in range(min(b, t - 1 - x) + 1):
                            z = t - 1 - x - y
                            if z <= c and digits[t] >> min((x < a) + (y < b) + (z < c), 2) & 1:
                                seen[path[a - x] ^ path[b - y] ^ path[c - z]] = True
                value = 0
                while seen[value]:
                    value += 1
                star[a, b, c] = star[a, c, b] = value
    return star


def differences(found: TailPeriods, plane: Table) -> int:
    """Return how many values of a plane are not what is proved of all lengths."""
    side = len(plane)
    if found.regular is None:
        known = found.table[:side, :side]
        return int((known != plane[: len(known), : len(known)]).sum())
    told = [[found.value(b, c) for c in range(side)] for b in range(side)]
    return int((np.array(told) != plane).sum())


def family(game: str, a: int) -> TailPeriods:
    """Return what the command proves of stars with a ray of `a` vertices."""
    graph = read_family(f"{game}: star({a},b,c)")
    assert graph is not None
    return find_tail_periods(graph)


def holds(tables: Iterable[Any], found: Regular) -> bool:
    """Whether the equations that state a period hold wherever both of their sides are in one of the square tables."""
    p, n0 = found.period, found.least
    for table in tables:
        b, c = np.indices(table[:, p:].shape)
        for side in (table, table.T):
            if ((side[:, p:] != side[:, :-p]) & (c >= np.maximum(n0, b + found.width))).any():
                return False
        if (table[n0 + p :, n0 + p :] != table[n0:-p, n0:-p]).any():
            return False
    return True


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
