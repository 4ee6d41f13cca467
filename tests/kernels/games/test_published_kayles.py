from __future__ import annotations

import pytest
from tests.unit.games.graphs.test_graph_kayles import BOARDS, value_of


@pytest.mark.nightly
def test_the_published_values_of_paths_cycles_and_grids_in_node_kayles() -> None:
    facts = BOARDS["node_kayles"]
    assert [0, *(value_of(f"node-kayles: path({n})") for n in range(1, 21))] == facts["paths_from_0"]
    assert [value_of(f"node-kayles: cycle({n})") for n in range(3, 15)] == facts["cycles_from_3"]
    assert {size: value_of(f"node-kayles: grid({size})") for size in facts["grids"]} == facts["grids"]
    assert value_of("node-kayles: petersen") == facts["petersen"]
    assert value_of("node-kayles: cube") == facts["Q3"]


@pytest.mark.nightly
def test_values_on_cylinders_found_by_another_program() -> None:
    found = {"3x4": 0, "3x5": 1, "5x5": 0, "7x3": 1}
    assert {size: value_of(f"node-kayles: cylinder({size})") for size in found} == found


@pytest.mark.parametrize("size", ["2x3", "3x3", "3x4", "3x5", "4x4"])
def test_arc_kayles_on_a_grid_is_cram(size: str) -> None:
    assert value_of(f"arc-kayles: grid({size})") == BOARDS["cram_normal"]["values"][size]
