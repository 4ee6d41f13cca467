from __future__ import annotations

import json
from itertools import product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.search.packed_positions import MemoryStore
from tests.kernels.search.plain_tables import plain_diagram_values

from grundy.core import Bits, Budget, InputError, LimitReached, Limits, Outcome, facet
from grundy.games import make
from grundy.notation import read_game
from grundy.search import DeepSearch, RankedSolver, choose, grundy_value, make_solver
from grundy.search.ranked import RankedTable, rank, unrank
from grundy.workflows.library.solution import search
from grundy.workflows.searching.question import SearchSettings
from grundy_atlas import Atlas

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "boards.json").read_text(encoding="utf-8"))["chomp"]
CHOMP = make("chomp")
SIZES = [(1, 1), (1, 6), (2, 2), (2, 7), (3, 3), (3, 5), (4, 4), (4, 6), (5, 5)]


def tables(
    rows: int, columns: int, budget: Budget | None = None, memory: int | None = None, threads: int = 1
) -> RankedTable:
    return RankedTable(rows, columns, budget, memory, threads)


def winning_moves(size: str, **asked: Any) -> list[list[int]]:
    """Row and column, from 0, of every winning move on a bar."""
    found = search(f"chomp: {size}", SearchSettings(method="layers", **asked))
    assert found.moves_status == "proved"
    labels = [move.move.split() for move in found.winning_moves]
    return [[int(words[1]) - 1, int(words[3]) - 1] for words in labels]


@given(st.integers(0, 1000), st.integers(1, 9))
def test_a_diagram_is_found_again_at_its_number(number: int, rows: int) -> None:
    found = unrank(number, rows)
    assert sorted(found, reverse=True) == found
    assert rank(found) == number


def test_numbers_count_the_diagrams_of_a_rectangle_in_colexicographic_order() -> None:
    listed = [rows for rows in product(range(4), repeat=3) if rows[0] >= rows[1] >= rows[2]]
    assert [rank(rows) for rows in sorted(listed)] == list(range(comb(6, 3)))


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_the_values_of_all_diagrams_agree_with_the_reference_implementation(rows: int, columns: int) -> None:
    assert tables(rows, columns).values().tolist() == plain_diagram_values(rows, columns)


@pytest.mark.parametrize("piece", [1, 30, 500])
@pytest.mark.parametrize(("rows", "columns"), [(1, 9), (9, 1), (4, 6), (7, 9), (6, 11)])
def test_threads_fill_the_tables_of_diagrams_as_one_does(
    rows: int, columns: int, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = tables(rows, columns)
    monkeypatch.setattr("grundy.search.ranked.WORTH", 1)
    monkeypatch.setattr("grundy.search.ranked.PIECE", piece)
    for threads in (2, 3):
        together = tables(rows, columns, threads=threads)
        assert together.values().tolist() == alone.values().tolist()
        assert together.first_rows().tolist() == alone.first_rows().tolist()


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_below_a_first_row_at_most_one_length_is_lost_and_the_table_has_it(rows: int, columns: int) -> None:
    values = plain_diagram_values(rows, columns)
    found = tables(rows, columns).first_rows()
    assert len(found) == comb(rows - 1 + columns, columns)
    for number, first in enumerate(found.tolist()):
        lower = unrank(number, rows - 1)
        lengths = range(max([1, *lower[:1]]), columns + 1)
        lost = [length for length in lengths if values[rank([length, *lower])] == 0]
        assert lost == ([first] if first else [])


def test_outcomes_in_a_large_rectangle_are_those_of_all_values() -> None:
    one, other = tables(7, 9), tables(7, 9)
    values, first = one.values(), other.first_rows()
    lost = {number for number, value in enumerate(values.tolist()) if value == 0 and number}
    decided = [[length, *unrank(number, 6)] for number, length in enumerate(first.tolist()) if length]
    assert lost == set(map(rank, decided))


def test_bars_agree_with_the_definition_however_they_lie() -> None:
    rng = Random(5)
    solver = RankedSolver("chomp", facet(CHOMP, Bits).packed((6,) * 5))
    for _ in range(60):
        high = rng.randint(1, 6)
        bar = tuple(sorted((rng.randint(1, 5 if high == 6 else 6) for _ in range(high)), reverse=True))
        value = grundy_value(CHOMP, bar)
        assert solver.value([bar]) == value
        assert solver.has_value([bar], 0) == (value == 0)
        assert solver.has_value([bar, (4,)], value ^ 3)


@pytest.mark.parametrize("size", GOLDEN["winning_first_moves"])
def test_the_winning_first_moves_are_the_published_ones(size: str) -> None:
    assert winning_moves(size, want="moves") == GOLDEN["winning_first_moves"][size]


def test_the_bar_of_8_by_10_has_two_winning_first_moves() -> None:
    """D. Gale, A curious Nim-type game, 1974."""
    assert winning_moves("8x10") == [[3, 8], [4, 5]]


@pytest.mark.parametrize(("size", "value"), GOLDEN["root_value_excluding_the_losing_move"].items())
def test_the_values_of_bars_are_the_published_ones(size: str, value: int) -> None:
    assert search(f"chomp: {size}").value == value


def test_a_search_of_10_by_12_uses_tables_and_lists_every_winning_move() -> None:
    found = search("chomp: 10x12")
    assert (found.outcome, found.status, found.moves_status) == (Outcome.N, "proved", "proved")
    assert found.parts[0].method == "layers"
    assert [move.move for move in found.winning_moves] == ["row 2 column 5"]


def test_two_workers_give_the_same_answer_as_one_and_report_that_they_shared_it() -> None:
    one, two = (search("chomp: 9x11", SearchSettings(workers=workers)) for workers in (1, 2))
    assert (one.value, one.winning_moves) == (two.value, two.winning_moves)
    assert two.parts[0].reason == f"{one.parts[0].reason}; shared by 2 threads"


@pytest.mark.nightly
def test_every_rectangle_up_to_10_by_12_is_won_and_each_listed_move_leaves_a_lost_position() -> None:
    solver = RankedSolver("chomp", facet(CHOMP, Bits).packed((12,) * 10))
    for rows, columns in product(range(2, 11), range(2, 13)):
        moves = list(CHOMP.moves((columns,) * rows))
        lost = [move for move in moves if solver.has_value(move.leaves, 0)]
        assert lost
        assert all(solver.value(move.leaves) == 0 for move in lost)
        assert [solver.value(move.leaves) == 0 for move in moves].count(True) == len(lost)


def test_limits_stop_the_tables_and_what_is_done_stays() -> None:
    stopped = tables(6, 8, Budget(Limits(positions=100)))
    with pytest.raises(LimitReached):
        tables(8, 10, Budget(Limits(positions=100))).values()
    with pytest.raises(LimitReached):
        stopped.first_rows()
    stopped.budget = Budget()
    assert stopped.first_rows().tolist() == tables(6, 8).first_rows().tolist()
    with pytest.raises(LimitReached, match="needs 3003 bytes"):
        tables(6, 8, memory=3002).values()


def test_a_rectangle_that_is_too_large_is_refused() -> None:
    with pytest.raises(InputError, match="a table takes at most 62 columns, found 70"):
        tables(3, 70)
    with pytest.raises(InputError, match="a table of values takes at most 256 squares"):
        tables(16, 17).values()


@pytest.mark.parametrize("game", ["cram: 4x5", "kayles: 7", "poset: a<b a<c"])
def test_a_rule_whose_positions_are_not_diagrams_is_refused_by_name(game: str) -> None:
    ruleset, position = next(read_game(game).parts)
    with pytest.raises(InputError, match=f"{ruleset.name}: its positions are not diagrams in a rectangle"):
        make_solver(choose(ruleset, position, "layers"), ruleset, position, Budget())


def test_a_table_is_chosen_if_it_has_a_place_for_each_position_and_none_splits() -> None:
    chosen = choose(make("chomp"), (12,) * 10)
    assert chosen.method == "layers"
    assert "646645 positions" in chosen.reason
    assert choose(make("chomp"), (30,) * 12).method == "proof-numbers"
    assert choose(make("chomp"), (12,) * 10, "auto", Budget(Limits(memory=10**6))).method == "proof-numbers"
    assert choose(make("chomp"), (3, 3)).method == "definition"


def test_requested_values_are_kept_under_the_keys_that_other_methods_use() -> None:
    shelf, packed = MemoryStore(), facet(make("chomp"), Bits).packed((7,) * 5)
    for _ in range(2):
        solver = RankedSolver("chomp", packed)
        assert solver.keep_in(shelf) == len(shelf.rows)
        found = [solver.value([bar]) for bar in ((7, 7, 7, 7, 7), (6, 3, 2), (3, 3, 2, 1, 1, 1))]
        assert bool(solver.visited) == (not shelf.rows)
        solver.save()
    assert packed is not None
    deep = DeepSearch("chomp", packed)
    assert deep.keep_in(shelf) == 2  # the last bar is the second, reflected
    assert [deep.value([bar]) for bar in ((7, 7, 7, 7, 7), (6, 3, 2), (3, 3, 2, 1, 1, 1))] == found
    assert deep.visited == 0


def test_a_table_whose_first_entries_are_given_is_continued() -> None:
    whole, other = tables(7, 7).first_rows(), tables(7, 7)
    other.first_rows(0)[:900] = whole[:900]
    other.resume(900)
    assert other.first_rows().tolist() == whole.tolist()
    assert other.visited == len(whole) - 900


def test_the_conjugate_of_each_lost_diagram_is_lost() -> None:
    """Reflection keeps the rules, but the table treats rows and columns differently."""
    found = tables(9, 9).first_rows().tolist()
    for number, first in enumerate(found):
        if first:
            rows = [first, *unrank(number, 8)]
            columns = [sum(row > column for row in rows) for column in range(9)]
            assert found[rank(columns[1:])] == columns[0]


def test_the_bites_in_the_atlas_are_those_of_the_table() -> None:
    side = 11
    found = tables(side, side).first_rows().tolist()
    facts = {fact.subject: fact.data["moves"] for fact in Atlas() if fact.id.startswith("bites/")}
    assert len(facts) == 17 * 18 // 2
    for rows, columns in product(range(2, side + 1), repeat=2):
        bites = [
            f"row {row + 1} column {column + 1}"
            for row, column in product(range(rows), range(columns))
            if (row or column) and lost_by(found, [columns] * row + [column] * (rows - row), side)
        ]
        if rows <= columns:
            assert facts[f"chomp: {rows}x{columns}"] == bites


def lost_by(first_rows: list[int], bar: list[int], side: int) -> bool:
    padded = bar + [0] * (side - len(bar))
    return first_rows[rank(padded[1:])] == padded[0]
