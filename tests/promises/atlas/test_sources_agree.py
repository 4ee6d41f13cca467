"""Facts with equal values name the same first source and OEIS number, and no two facts contradict each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pytest
from benchmarks.atlas_sources import statements, with_sources

from grundy.workflows.persistence import Fact
from grundy_atlas import Atlas

SHOWN = 22
"""Terms after the zeros at the beginning by which two sequences are compared, with the period and where it begins."""


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas()


def fields(fact: Fact) -> dict[str, Any]:
    return {"id": fact.id, "data": fact.data, "first": dict(fact.first), "oeis": fact.oeis}


def with_equal_values(facts: Iterable[Fact]) -> list[list[Fact]]:
    """Return the facts about periods in groups with the same values, perhaps some heaps later."""
    groups = defaultdict(list)
    for fact in facts:
        if fact.kind == "period":
            zeros = next((place for place, value in enumerate(fact.terms) if value), 0)
            start = max(0, fact.data["preperiod"] - zeros)
            groups[start, fact.data["period"], *fact.terms[zeros : zeros + SHOWN]].append(fact)
    return [*groups.values()]


@pytest.mark.nightly
def test_who_was_first_and_the_oeis_number_are_those_that_the_tables_and_equal_values_give(atlas: Atlas) -> None:
    shipped = [fields(fact) for fact in atlas]
    assert with_sources(shipped) == shipped


def test_no_period_is_not_found_while_a_fact_with_equal_values_has_a_source(atlas: Atlas) -> None:
    for group in with_equal_values(atlas):
        assert len({"source" in fact.first for fact in group}) == 1, [fact.id for fact in group]
        assert len({fact.oeis for fact in group}) == 1, [fact.id for fact in group]


def test_no_board_is_not_found_while_another_fact_about_it_has_a_source(atlas: Atlas) -> None:
    known = {one for fact in atlas if "source" in fact.first for one in statements(fields(fact))}
    for fact in atlas:
        stated = list(statements(fields(fact)))
        assert "source" in fact.first or not stated or not known.issuperset(stated), fact.id


def test_no_two_facts_state_different_results_of_one_game(atlas: Atlas) -> None:
    stated: dict[tuple[str, str, str], dict[Any, str]] = defaultdict(dict)
    for fact in atlas:
        if fact.kind != "quotient" or fact.data["status"] == "proved":
            for game, play, result in statements(fields(fact)):
                stated[game, play, str(type(result))][result] = fact.id
    assert not [found for found in stated.values() if len(found) > 1]


def test_a_fact_without_a_source_beside_one_with_equal_values_is_found_out() -> None:
    period = {"kind": "period", "preperiod": 71, "period": 12, "saltus": 0}
    first = {"source": "Guy and Smith", "mark": "memory"}
    facts: list[dict[str, Any]] = [
        {"id": "a", "data": period | {"ruleset": "0.77"}, "first": first, "oeis": "A002186"},
        {"id": "b", "data": period | {"ruleset": "0.7711"}, "first": {"not_found_in": "x"}, "oeis": None},
        {"id": "c", "data": {"kind": "open", "ruleset": "0.0006"}, "first": {}, "oeis": None},
    ]
    _, same, other = with_sources(facts)
    assert (same["oeis"], "Guy" in same["first"]["source"]) == ("A002186", True)
    assert same["first"]["source"].endswith("; 0.77 has the same values")
    assert "not_found_in" in other["first"]


@pytest.mark.parametrize("row", [0, 1, 2, 3])
@pytest.mark.parametrize("kings", [False, True])
def test_two_moves_of_the_pairing_on_four_rows_remove_a_set_that_the_pairing_maps_to_itself(
    row: int, kings: bool
) -> None:
    pair = {0: 2, 1: 3, 2: 0, 3: 1}

    def removed(place: int) -> set[tuple[int, int]]:
        near = [(r, c) for r in range(-1, 2) for c in range(-1, 2) if kings or abs(r) + abs(c) <= 1]
        return {(place + r, c) for r, c in near if 0 <= place + r < 4}

    both = removed(row) | removed(pair[row])
    assert {(pair[r], c) for r, c in both} == both
    assert (pair[row], 0) not in removed(row)


@pytest.mark.nightly
def test_theorems_for_every_size_have_the_values_that_a_search_finds(atlas: Atlas) -> None:
    theorems = [fact for fact in atlas if fact.id.startswith("theorems/")]
    assert len(theorems) >= 4
    assert all(fact.evidence["proof"] and fact.data["repeats"] for fact in theorems)
    report = atlas.verify([fact.id for fact in theorems], each=20)
    assert report.counts["right"] == len(theorems), report.explain()
