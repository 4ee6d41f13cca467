from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from tests.kernels.search.packed_positions import MemoryStore, packed_game
from tests.unit.search.couples import CouplesSolver
from tests.unit.search.naive import values_of, wins_of
from tests.unit.search.random_games import Tables, Vertex, random_game
from tests.unit.search.test_deep_twin import PLAIN

from grundy.core import BitRule, LimitReached, RuleError, as_sum
from grundy.games.boards.boxes import Grid
from grundy.games.boards.cram import Cram
from grundy.games.boards.fields import Field
from grundy.games.boards.nimstring import Nimstring
from grundy.kernels.boards.misere_shape import FOUND
from grundy.misere import Forms
from grundy.search import DeepMisere, DeepSearch, ValueSolver, WholeSolver
from grundy.testing import check_packed

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
RULE = Tables()
SMALL = 1 << 22
"""Bytes of a small memory."""


def packed() -> BitRule[Vertex]:
    return RULE.packed(Vertex(0, ((),)))


def vertices(seed: int) -> Iterator[tuple[Vertex, Callable[[Any], int]]]:
    """Random positions of random games that fall apart, with the function that gives their values by recursion."""
    random = Random(seed)
    while True:
        table = random_game(random, random.randrange(2, 13))
        right = values_of(table.__getitem__)
        for number in range(len(table) - 1, 0, -1):
            yield Vertex(number, table), right


def agree(deep: DeepSearch, count: int, seed: int, *, plain: bool) -> None:
    """Compare the compiled search, and the plain methods, with recursion on so many random positions."""
    rule = deep.packed
    for number, (vertex, right) in enumerate(islice(vertices(seed), count)):
        value, n = right(vertex.number), number % 6
        assert deep.has_value([vertex], n) is (value == n), vertex
        assert deep.value([vertex]) == value, vertex
        assert deep.lower_bound(vertex) <= value
        if plain:
            solver = PLAIN[number // 2 % len(PLAIN)](RULE, rule if number % 2 else None)
            assert solver.has_value([vertex], n) is (value == n), vertex
            assert solver.value([vertex]) == value, vertex


@pytest.fixture(scope="module")
def deep() -> DeepSearch:
    return DeepSearch("tables", packed(), least=0)


def test_the_words_of_a_random_game_are_the_game() -> None:
    found = [vertex for vertex, _ in islice(vertices(5), 20)]
    check_packed(RULE, found, machine=False)
    check_packed(RULE, found[:1])


def test_every_method_agrees_with_recursion_on_random_games_that_split(deep: DeepSearch) -> None:
    agree(deep, 400, 1, plain=True)


@pytest.mark.nightly
def test_every_method_agrees_with_recursion_on_a_hundred_thousand_random_positions() -> None:
    for seed in range(20):
        agree(
            DeepSearch("tables", packed(), least=seed % 7, memory=None if seed % 2 else SMALL), 5000, seed, plain=True
        )


def test_sums_of_several_random_positions_have_the_nim_sum_of_their_values(deep: DeepSearch) -> None:
    for vertex, right in islice(vertices(3), 100):
        numbers = range(1, vertex.number + 1)
        parts = [Vertex(number, vertex.table) for number in numbers]
        total = 0
        for number in numbers:
            total ^= right(number)
        solvers: list[ValueSolver] = [deep, *(method(RULE) for method in PLAIN)]
        for solver in solvers:
            assert [solver.has_value(parts, n) for n in range(8)] == [total == n for n in range(8)]
            assert solver.value(parts) == total
            assert solver.value([]) == 0
            assert not solver.has_value(parts, 10**30)


def test_a_value_learned_from_a_store_is_the_value() -> None:
    boards = [Field(4, 4, (1 << 16) - 1), Field(4, 4, (1 << 16) - 3)]
    rule = Cram().packed(boards[0])
    assert rule is not None
    methods: list[Callable[[], Any]] = [lambda: DeepSearch("cram", rule, least=4)]
    methods += [lambda each=method: each(Cram(), rule) for method in PLAIN]  # type: ignore[misc]
    right = CouplesSolver(Cram()).value(boards[:1]), CouplesSolver(Cram()).value(boards[1:])
    for first in methods:
        kept = MemoryStore()
        solver = first()
        assert solver.keep_in(kept) == 0
        assert (solver.value(boards[:1]), solver.value(boards[1:])) == right
        solver.save()
        assert kept.rows
        for second in methods:
            again = second()
            assert again.keep_in(kept) == len(kept.rows)
            assert (again.value(boards[:1]), again.value(boards[1:])) == right
            assert again.visited <= 2


@pytest.mark.nightly
def test_a_search_with_little_memory_forgets_and_gives_the_same_values() -> None:
    whole = Field(5, 5, (1 << 25) - 1)
    holed = Field(5, 5, (1 << 25) - 1 & ~(1 << 6))
    rule = Cram().packed(whole)
    assert rule is not None
    wide = DeepSearch("cram", rule, least=0)
    right = wide.value([whole]), wide.value([holed])
    stopped: list[str] = []
    for memory in (600_000, 1 << 21):
        narrow = DeepSearch("cram", rule, least=0, memory=memory)
        try:
            assert (narrow.value([whole]), narrow.value([holed])) == right
        except LimitReached as error:
            stopped.append(error.kind)
        assert narrow.memory.size <= max(memory, 600_000)
        for number in range(narrow.memory.count):
            found = narrow.memory.value(number)
            if found is not None and number % 1999 == 0:
                assert CouplesSolver(Cram(), rule).value([rule.unpack(narrow.memory.key(number))]) == found
    assert set(stopped) <= {"memory"}
    assert len(stopped) < 2


def test_misere_outcomes_of_sums_of_random_games_agree_with_recursion() -> None:
    deep = DeepMisere("tables", packed())
    random = Random(7)
    for vertex, _ in islice((found for found in vertices(11) if found[0].number < 5), 150):
        wins = wins_of(vertex.table.__getitem__, misere=True)
        parts = [vertex.number, *(random.randrange(vertex.number + 1) for _ in range(random.randrange(3)))]
        lost = deep.lost(Vertex(number, vertex.table) for number in parts)
        assert lost is not wins(tuple(parts)), (vertex, parts)
        if random.random() < 0.2:
            whole = WholeSolver([RULE], misere=True)
            course = whole.solve((0, Vertex(number, vertex.table)) for number in parts)
            assert lost is (str(course.outcome) == "P")


@pytest.mark.parametrize("text", ["cram: 3x4", "kings: 3x4", "arc-kayles: wheel(5)", "geography: 0>1 1>2 2>0 0>3 @ 0"])
def test_compiled_misere_outcomes_agree_with_whole_sums_by_definition(text: str) -> None:
    ruleset, position, rule = packed_game(text)
    deep, whole = DeepMisere(text, rule), WholeSolver([ruleset], misere=True)
    queue = dict.fromkeys([position])
    for found in list(queue):
        queue.update(dict.fromkeys(part for option in ruleset.options(found) for part in as_sum(option)))
    for found in queue if rule.encoding else [position]:
        for parts in ([found], [found, found]) if len(queue) < 30 else ([found],):
            assert deep.lost(parts) is (str(whole.solve((0, part) for part in parts).outcome) == "P")


@pytest.mark.parametrize("text", ["cram: 3x6", "kings: 3x5", "node-kayles: grid(3x4)", "sprouts: 3", "nogo: 2x3"])
def test_components_have_one_form_where_their_misere_canonical_forms_are_the_same(text: str) -> None:
    ruleset, position, rule = packed_game(text)
    deep, forms = DeepMisere(text, rule), Forms()
    deep.lost([position])
    found: dict[int, int] = {}
    known = deep._search._forms.known
    for number, form in enumerate(known[: deep.memory.count].tolist()):
        if form >= FOUND:
            right = forms.of(ruleset, [rule.unpack(deep.memory.key(number))])
            assert found.setdefault(form, right) == right
    assert len({*found.values()}) == len(found) > 1


def test_words_for_normal_play_only_are_refused_in_misere_play() -> None:
    found = Nimstring().packed(Grid(1, 2, (1 << 7) - 1))
    assert found is not None
    assert found.normal_only
    with pytest.raises(RuleError) as caught:
        DeepMisere("nimstring", found)
    assert caught.value.message == "nimstring: its compiled rule supports normal play only"
