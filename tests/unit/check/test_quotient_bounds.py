from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.unit.check.sealed import header, seal, verdict


def quotient(folder: Path, heaps: int, table: list[list[int]], lost: list[int], images: list[int]) -> Any:
    claim = {"heaps": heaps, "order": len(table)}
    entry = {"mult": table, "p": lost, "phi": images}
    return verdict(folder, seal(header("misere", {"family": "nim"}, claim, "misere"), [entry]))


def test_the_quotient_of_single_tokens_has_two_elements(tmp_path: Path) -> None:
    found = quotient(tmp_path, 1, [[0, 1], [1, 0]], [1], [1])
    assert found.status == "ACCEPTED"
    assert "a quotient of order 2 gives the outcome of every sum of heaps 1 to 1" in str(found)


def test_one_element_states_no_outcome(tmp_path: Path) -> None:
    found = quotient(tmp_path, 1, [[0]], [], [0])
    assert (found.status, found.reason) == ("REJECTED", "a sum with element 0 and options [0] has another outcome")


def test_the_empty_sum_is_not_lost_in_misere_play(tmp_path: Path) -> None:
    found = quotient(tmp_path, 1, [[0, 1], [1, 0]], [0], [1])
    assert (found.status, found.reason) == ("REJECTED", "a sum with element 0 and options [] has another outcome")


@pytest.mark.parametrize(("heaps", "lost", "images"), [(1, [2], [1]), (1, [1], [2]), (1, [1], [1, 1]), (0, [1], [])])
def test_elements_and_heaps_stay_within_their_bounds(
    tmp_path: Path, heaps: int, lost: list[int], images: list[int]
) -> None:
    assert quotient(tmp_path, heaps, [[0, 1], [1, 0]], lost, images).status == "MALFORMED"
