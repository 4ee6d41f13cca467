"""Octal games on graphs with two tails: the moves are those of the definition on the whole graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest

from grundy.core import InputError, LimitReached, TailedGraph, mex
from grundy.notation import read_family
from grundy.patterns.tail_periods import Regular, find_tail_periods
from grundy.patterns.tail_values import Paths, paths_of, tail_tables, values_by_definition
from grundy.workflows.proving.periods import certify_tails, game_of_tails

CODES = ("0.33", "0.77", "0.137", "0.03", "0.05", "0.123", "0.26", "0.407", "0.1", "0.6")
CORES = (
    "star({0},b,c)",
    "cycle(3) with b at 0, c at 1",
    "path(3) with b at 0, c at 2",
    "0-1 1-2 1-3 with b at 0, c at 1",
)


def family(text: str) -> TailedGraph:
    found = read_family(text)
    assert found is not None
    return found


def pieces(near: tuple[int, ...], left: int) -> list[int]:
    found = []
    while left:
        piece, new = 0, left & -left
        while new:
            piece |= new
            new = sum({1 << w for v in range(len(near)) if new >> v & 1 for w in range(len(near)) if near[v] >> w & 1})
            new &= left & ~piece
        found.append(piece)
        left &= ~piece
    return found


def plain_value(digits: tuple[int, ...], near: tuple[int, ...]) -> int:
    """Take any connected set of t vertices of a piece when d(t) has the bit of what is left of the piece."""

    def taken(piece: int) -> Iterator[int]:
        inside = [1 << v for v in range(len(near)) if piece >> v & 1]
        for count in range(1, min(len(digits), len(inside) + 1)):
            yield from (some for some in map(sum, combinations(inside, count)) if len(pieces(near, some)) == 1)

    @cache
    def value(piece: int) -> int:
        found = set()
        for some in taken(piece):
            rest = pieces(near, piece & ~some)
            if digits[some.bit_count()] & (1, 2, 4)[min(len(rest), 2)]:
                total = 0
                for part in rest:
                    total ^= value(part)
                found.add(total)
        return mex(found)

    return value((1 << len(near)) - 1)


def plain_paths(digits: tuple[int, ...]) -> Paths:
    """The values of short paths, by the game itself."""
    rows = [tuple(1 << v >> 1 | (1 << v + 1 if v + 1 < n else 0) for v in range(n)) for n in range(11)]
    return Paths(digits, tuple(plain_value(digits, row) if row else 0 for row in rows), 0, 1)


@pytest.mark.parametrize("seed", range(10))
def test_values_are_those_of_the_game_on_the_whole_graph(seed: int) -> None:
    rng = Random(seed)
    graph = family(f"{CODES[seed]}: {rng.choice(CORES).format(rng.randint(0, 2))}")
    table = values_by_definition(graph, plain_paths(graph.digits), 4)[graph.whole]
    for b in range(4):
        for c in range(4):
            near = [*graph.near]
            for end, length in zip(graph.ends, (b, c), strict=True):
                last = end
                for _ in range(length):
                    near[last] |= 1 << len(near)
                    near.append(1 << last)
                    last = len(near) - 1
            assert table[b][c] == plain_value(graph.digits, tuple(near)), (graph.name, b, c)


@pytest.mark.parametrize("code", [code for code in CODES if code != "0.6"])
def test_arrays_have_the_values_of_the_definition(code: str) -> None:
    graph = family(f"{code}: star(1,b,c)")
    paths = paths_of(graph.digits)
    if paths is None:
        return
    fast = dict(tail_tables(graph, paths, 12))
    for part, table in values_by_definition(graph, paths, 12).items():
        assert fast[part].tolist() == table


def test_arc_kayles_is_the_game_of_its_code() -> None:
    for core in ("star(2,b,c)", "cycle(4) with b at 0, c at 1"):
        arc, code = family(f"arc-kayles: {core}"), family(f"0.07: {core}")
        paths = paths_of(arc.digits)
        assert paths is not None
        found = [dict(tail_tables(graph, paths, 60))[graph.whole].tolist() for graph in (arc, code)]
        assert found[0] == found[1]


@pytest.mark.parametrize("core", ["star(1,b,c)", "star(2,2,b,c)", "path(2) with b at 0, c at 1"])
def test_in_0_33_three_vertices_of_a_ray_are_none(core: str) -> None:
    """Subdivided stars and bistars in 0.33 are settled by Beaudou and others, 2018."""
    found = find_tail_periods(family(f"0.33: {core}"), 100)
    assert found.regular == Regular(3, 3, 0)
    assert found.exceptions().preperiod == 0


@pytest.mark.parametrize(("text", "begins"), [("0.15: star(1,b,c)", 20), ("0.53: star(1,b,c)", 41)])
def test_what_is_proved_holds_in_larger_tables(text: str, begins: int) -> None:
    found = find_tail_periods(family(text), 160)
    assert found.regular is not None
    assert found.exceptions().preperiod == begins
    larger = dict(tail_tables(found.graph, found.paths, 220))
    assert all(found.value(b, c) == larger[found.graph.whole][b, c] for b in range(0, 220, 7) for c in range(220))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4.07: star(1,b,c)", "expected an octal code that begins with 0. for graphs, found 4.07"),
        ("0.[3]: star(1,b,c)", "expected an octal code that begins with 0. for graphs, found 0.[3]"),
        ("grundy: star(1,b,c)", "expected an octal code that begins with 0. for graphs, found 4!.0"),
        ("0.8: star(1,b,c)", "expected an octal code that begins with 0. for graphs, found 0.8"),
        ("0.33: 0-1 2 with b at 0, c at 1", "expected a core that is connected"),
        ("0.9Z: star(1,b,c)", "expected"),
    ],
)
def test_another_code_or_graph_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_family(text)
    assert message in str(caught.value)


def test_what_is_too_much_is_refused() -> None:
    with pytest.raises(LimitReached, match="a move may take more than 5000 sets of vertices of the core"):
        read_family("0.0000007: grid(5x5) with b at 0, c at 24")
    with pytest.raises(InputError, match="expected a code whose values of paths have a short period"):
        find_tail_periods(family("0.6: star(1,b,c)"))


def test_no_certificate_is_written_that_no_checker_knows() -> None:
    found = find_tail_periods(replace(family("0.33: star(1,b,c)"), family=""), 100)
    with pytest.raises(InputError, match="the checker does not support this game on graphs with two pendant paths"):
        certify_tails(found)


def test_a_certificate_names_the_code_by_its_digits() -> None:
    game = game_of_tails(family("kayles: star(1,b,c)"))
    assert game == {"family": "take-break", "code": "0.77", "n": 2, "edges": [[0, 1]], "tails": [0, 0]}
