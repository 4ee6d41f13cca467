from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from random import Random
from typing import Any

import pytest
from tests.kernels.search.packed_positions import MemoryStore, packed_game
from tests.kernels.search.plain_tables import plain_outcomes, plain_values, takes

from grundy.core import BitRule, Bits, Budget, InputError, LimitReached, Limits, RuleError, facet
from grundy.games import make
from grundy.notation import read_game
from grundy.search import DeepSearch, choose, grundy_values, make_solver
from grundy.search.layers import Lattice, LayersSolver
from grundy.search.slices import Slices

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def by_lot(seed: int, states: int) -> BitRule[int]:
    """Every position leads to up to four smaller ones, drawn by lot."""
    rng = Random(seed)
    drawn = [rng.sample(range(state), rng.randrange(min(state, 4) + 1)) for state in range(states)]
    starts = (0, *accumulate(map(len, drawn)))
    listed = tuple(option for options in drawn for option in options)

    def options(state: int, out: Any) -> int:
        count = starts[state + 1] - starts[state]
        for i in range(count):
            out[i] = listed[starts[state] + i]
        return count

    return BitRule(1, 4, options, lambda state: [state], lambda words: words[0], states=states)


def nim(states: int) -> BitRule[int]:
    def options(state: int, out: Any) -> int:
        for left in range(state):
            out[left] = left
        return state

    return BitRule(1, states, options, lambda state: [state], lambda words: words[0], states=states)


def lattice(packed: BitRule[int], budget: Budget | None = None, memory: int | None = None, threads: int = 1) -> Lattice:
    return Lattice("by-lot", packed, Slices(budget or Budget(), memory), threads)


@pytest.fixture(params=[1, 2, 5])
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """As many threads, which take eight positions at a time."""
    monkeypatch.setattr("grundy.search.layers.PIECE", 3)
    monkeypatch.setattr("grundy.search.ordered_threads.WORTH", 8)
    return int(request.param)


def bits(table: Any, count: int) -> list[bool]:
    return [bool(table[state >> 3] >> (state & 7) & 1) for state in range(count)]


@pytest.mark.parametrize("made", [lambda: by_lot(1, 5001), lambda: by_lot(2, 5001), lambda: takes(5001)])
def test_the_tables_from_the_bottom_up_agree_with_their_reference_implementations(
    made: Callable[[], BitRule[int]], threads: int
) -> None:
    packed = made()
    tables = lattice(packed, threads=threads)
    values = plain_values(packed, 5001)
    assert tables.values().tolist() == values
    assert bits(tables.outcomes(), 5001) == plain_outcomes(packed, 5001) == [value == 0 for value in values]


def test_values_are_those_of_the_definition_on_every_set_of_a_poset() -> None:
    ruleset, position, packed = packed_game("poset: a<c a<d b<d c<e f<e g<h")
    assert packed.states == 256
    positions = [packed.unpack([word]) for word in range(packed.states)]
    table = grundy_values(ruleset, positions)
    solver = LayersSolver(ruleset.name, packed)
    for other in positions:
        value = table[ruleset.canonical(other)]
        assert solver.value([other]) == value
        assert solver.has_value([other], 0) == (value == 0)
        assert solver.has_value([other, position], 0) == (value == table[position])


def test_a_question_fills_the_tables_only_as_far_as_it_needs() -> None:
    solver = LayersSolver("nim", nim(500))
    assert solver.value([7, 9]) == 7 ^ 9
    assert solver.visited == 10
    assert not solver.has_value([3], 0)
    assert solver.visited == 10


def test_values_above_255_widen_the_table(threads: int) -> None:
    tables = lattice(nim(700), threads=threads)
    assert tables.values().dtype.itemsize == 2
    assert tables.values().tolist() == list(range(700))


@pytest.mark.parametrize(("first", "found"), [(5, 5), (5, 6), (5, -1)])
def test_an_option_that_is_not_smaller_is_refused(first: int, found: int, threads: int) -> None:
    def options(state: int, out: Any) -> int:
        out[0] = found if state == first else state - 1
        return min(state, 1)

    packed = BitRule(1, 1, options, lambda state: [state], lambda words: words[0], states=900)
    for work in (lattice(packed, threads=threads).outcomes, lattice(packed, threads=threads).values):
        assert lattice(packed).lost(4)
        with pytest.raises(RuleError) as caught:
            work()
        expected = f"by-lot: position 5 has the option {found}; options must have smaller numbers"
        assert caught.value.message == expected


def test_a_limit_leaves_the_tables_where_they_are_and_the_next_question_continues(threads: int) -> None:
    packed = by_lot(3, 20_000)
    values = plain_values(packed, 20_000)
    tables = lattice(packed, Budget(Limits(positions=3000)), threads=threads)
    with pytest.raises(LimitReached) as caught:
        tables.values()
    assert caught.value.kind == "steps"
    assert 0 < tables.slices.visited < 20_000
    tables.slices.budget = Budget()
    assert tables.values().tolist() == values
    assert tables.slices.visited == 20_000


def test_a_table_larger_than_the_memory_limit_is_refused_before_it_is_made() -> None:
    with pytest.raises(LimitReached, match="needs 1000 bytes, more than the memory limit of 999 bytes") as caught:
        lattice(by_lot(4, 1000), memory=999).values()
    assert caught.value.kind == "memory"
    assert len(lattice(by_lot(4, 1000), memory=999).outcomes()) == 125


@pytest.mark.parametrize("game", ["cram: 4x5", "kayles: 7", "wythoff: 4 5"])
def test_a_rule_without_numbers_is_refused_by_name(game: str) -> None:
    ruleset, position = next(read_game(game).parts)
    with pytest.raises(InputError, match=f"{ruleset.name}: its positions are not numbered"):
        make_solver(choose(ruleset, position, "layers"), ruleset, position, Budget())


def test_layers_are_chosen_if_the_positions_are_counted_and_none_splits() -> None:
    chosen = choose(make("chomp"), (12,) * 10)
    assert chosen.method == "layers"
    assert "646645 positions" in chosen.reason
    assert choose(make("chomp"), (30,) * 12).method == "proof-numbers"
    assert choose(make("chomp"), (12,) * 10, "auto", Budget(Limits(memory=10**6))).method == "proof-numbers"
    assert choose(make("chomp"), (3, 3)).method == "definition"


def test_requested_values_are_kept_under_the_keys_that_other_methods_use() -> None:
    shelf, packed = MemoryStore(), facet(make("chomp"), Bits).packed((7,) * 5)
    for _ in range(2):
        solver = LayersSolver("chomp", packed)
        assert solver.keep_in(shelf) == len(shelf.rows)
        found = [solver.value([bar]) for bar in ((7, 7, 7, 7, 7), (6, 3, 2), (3, 3, 2, 1, 1, 1))]
        assert bool(solver.visited) == (not shelf.rows)
        solver.save()
    assert packed is not None
    deep = DeepSearch("chomp", packed)
    assert deep.keep_in(shelf) == 2  # the last bar is the second, reflected
    assert [deep.value([bar]) for bar in ((7, 7, 7, 7, 7), (6, 3, 2), (3, 3, 2, 1, 1, 1))] == found
    assert deep.visited == 0
