"""Graphs with two tails: arrays agree with the definition, that with the game, the theorem with larger tables."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.cases import few

from grundy.core import CoreMove, InputError, LimitReached, Structure, TailedGraph, facet
from grundy.notation import read_ruleset
from grundy.patterns import tail_periods, tail_values
from grundy.patterns.tail_periods import Regular, find_tail_periods
from grundy.patterns.tail_values import paths_of, tail_tables, values_by_definition
from grundy.workflows.solving import PartSolver

FAMILIES = [
    "arc-kayles: star(b,c)",
    "arc-kayles: star(3,b,c)",
    "node-kayles: star(3,b,c)",
    "node-kayles: star(2,1,b,c)",
    "arc-kayles: cycle(4) with b at 0, c at 2",
    "node-kayles: cycle(4) with b at 0, c at 1",
    "arc-kayles: 0-1 1-2 1-3 2-4 with b at 0, c at 2",
    "node-kayles: 0-1 1-2 1-3 2-4 with b at 0, c at 2",
]


def family(text: str) -> TailedGraph:
    name, _, rest = text.partition(":")
    rule = facet(read_ruleset(name), Structure)
    found = rule.tailed(rest)
    assert found is not None
    return found


def some_game(rng: Random) -> TailedGraph:
    """A core of up to three vertices in a row, a code of two digits, and moves of the core that nobody would play."""
    size, digits = rng.randint(1, 3), (0, *(rng.choice((0, 1, 2, 3, 7)) for _ in range(2)))
    near = tuple((1 << v >> 1) | (1 << v + 1 if v + 1 < size else 0) for v in range(size))
    moves = []
    for _ in range(rng.randint(1, 4)):
        removed = rng.randrange(1, 1 << size)
        less, least = (rng.randint(0, 2), rng.randint(0, 2)), (rng.randint(0, 1), rng.randint(0, 1))
        moves.append(CoreMove(removed & -removed, removed, less, least))
    return TailedGraph("some game", near, (0, rng.randrange(size)), digits, tuple(moves))


@pytest.mark.parametrize("text", FAMILIES)
def test_the_definition_with_tails_is_that_of_the_game_on_the_whole_graph(text: str) -> None:
    graph, ruleset = family(text), read_ruleset(text.partition(":")[0])
    paths = paths_of(graph.digits)
    assert paths is not None
    table = values_by_definition(graph, paths, 6)[graph.whole]
    core = len(graph.near)
    edges = [f"{v}-{w}" for v in range(core) for w in range(v) if graph.near[v] >> w & 1]
    for b in range(6):
        for c in range(6):
            tails = [(graph.ends[0], core, b), (graph.ends[1], core + b, c)]
            hanging = [f"{at + i - 1 if i else end}-{at + i}" for end, at, length in tails for i in range(length)]
            bound, parts = ruleset.bind(" ".join([*edges, *hanging, *map(str, range(core))]))
            assert PartSolver(bound).sum_value(parts) == table[b][c], (b, c)


@pytest.mark.parametrize("seed", range(12))
def test_arrays_have_the_values_of_the_definition(seed: int) -> None:
    graph = family(FAMILIES[seed]) if seed < 4 else some_game(Random(seed))
    paths = paths_of(graph.digits)
    assert paths is not None
    fast = dict(tail_tables(graph, paths, 90))
    for part, table in values_by_definition(graph, paths, 20 if seed else 65).items():
        rows, columns = len(table), len(table[0])
        assert fast[part][:rows, :columns].tolist() == table


def test_values_above_63_are_reported() -> None:
    largest = (1 << 64) - 1
    sets = np.array([[largest, 5], [0b0111, 0]], np.uint64)
    assert tail_values._least_missing(sets).tolist() == [67, 1]
    moved = tail_values._nim_added(np.array([[1], [0]], np.uint64), 69)
    assert moved.tolist() == [[0], [1 << 5]]


@pytest.mark.parametrize("seed", few(range(16), *range(6)))
def test_what_the_theorem_proves_holds_in_larger_tables(seed: int) -> None:
    graph = some_game(Random(seed))
    if paths_of(graph.digits) is None:
        return
    found = find_tail_periods(graph, 250)
    if found.regular is None:
        return
    side = found.regular.side(found.paths.regular)
    assert side <= found.side
    larger = dict(tail_tables(graph, found.paths, side + 100))[graph.whole]
    values = [[found.value(b, c) for c in range(side + 100)] for b in range(side + 100)]
    assert larger.tolist() == values


def test_a_path_is_a_star_with_two_rays() -> None:
    found = find_tail_periods(family("arc-kayles: star(b,c)"))
    assert found.regular == Regular(34, 55, 0)
    assert (found.exceptions().preperiod, found.exceptions().diagonals) == (52, ())
    assert all(found.value(b, c) == found.paths.value(b + c + 1) for b in (0, 7, 10**9) for c in (5, 400, 10**12))


def test_one_wrong_value_is_not_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*asked: Any) -> Iterator[tuple[int, Any]]:
        for part, table in tail_tables(*asked):
            table[min(200, len(table) - 1), min(90, table.shape[1] - 1)] ^= 1
            yield part, table

    monkeypatch.setattr(tail_periods, "tail_tables", wrong)
    assert find_tail_periods(family("arc-kayles: star(b,c)"), 400).regular is None


def test_without_a_proof_values_end_with_the_table() -> None:
    found = find_tail_periods(family("arc-kayles: star(1,b,c)"), 100)
    assert found.regular is None
    assert found.value(2, 3) == 3
    with pytest.raises(InputError, match="expected lengths below 100: no period is proved"):
        found.value(2, 100)
    with pytest.raises(InputError, match="expected lengths of at least 0, found -1"):
        found.value(2, -1)


def test_a_core_with_many_parts_is_refused() -> None:
    with pytest.raises(LimitReached, match="play leaves more than 400 components of the core"):
        find_tail_periods(family("node-kayles: grid(5x5) with b at 0, c at 24"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0-1 2 with b at 0, c at 1", "expected a core that is connected"),
        ("path(61) with b at 0, c at 1", "expected a core of at most 60 vertices"),
        ("path(4) with b at 0, c at 7", "expected a vertex of the graph"),
        ("path(4) with b at 0, c at 1 2", "expected"),
    ],
)
def test_a_wrong_family_is_refused(text: str, message: str) -> None:
    rule = facet(read_ruleset("arc-kayles"), Structure)
    with pytest.raises(InputError, match=message):
        rule.tailed(text)
