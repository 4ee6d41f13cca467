from __future__ import annotations

from itertools import islice

import pytest
from tests.kernels.search.packed_positions import packed_game
from tests.kernels.search.test_deep_random import packed, vertices

from grundy.core import Budget, LimitReached, Limits
from grundy.kernels.boards.store_shape import LEAST
from grundy.search import DeepSearch

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def proved(search: DeepSearch) -> dict[tuple[int, ...], int]:
    """All values that stand in the memory of a search, by the words of the component."""
    memory = search.memory
    values = {memory.key(number): memory.value(number) for number in range(memory.count)}
    return {key: value for key, value in values.items() if value is not None}


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_that_share_a_memory_find_the_values_of_random_games(threads: int) -> None:
    search = DeepSearch("tables", packed(), least=0, threads=threads)
    for number, (vertex, right) in enumerate(islice(vertices(threads), 300)):
        value, n = right(vertex.number), number % 6
        assert search.has_value([vertex], n) is (value == n), vertex
        assert search.value([vertex]) == value, vertex


@pytest.mark.parametrize("text", ["cram: 5x6", "node-kayles: grid(4x6)", "nimstring: 2x4"])
def test_whatever_four_threads_prove_one_thread_proves_too(text: str) -> None:
    _, position, rule = packed_game(text)
    alone, together = (DeepSearch(text, rule, least=4, threads=threads) for threads in (1, 4))
    assert alone.value([position]) == together.value([position])
    right, found = proved(alone), proved(together)
    both = right.keys() & found.keys()
    assert len(both) > 20
    assert all(right[key] == found[key] for key in both)


def test_all_threads_value_by_definition_up_to_the_weight_that_one_found_too_dear() -> None:
    _, whole, rule = packed_game("cram: 5x6")
    search = DeepSearch("cram", rule, least=26, threads=3)
    assert search.value([whole]) == 2
    (least,) = {int(store.state[LEAST]) for store in search.memory.stores}
    assert least < 26


def test_threads_with_little_memory_forget_and_give_the_same_value_or_a_limit() -> None:
    _, whole, rule = packed_game("cram: 4x7")
    right = DeepSearch("cram", rule, least=0).value([whole])
    ended = set[str]()
    for memory in (1 << 20, 3 << 20, 1 << 24):
        search = DeepSearch("cram", rule, least=0, memory=memory, threads=3)
        try:
            assert search.value([whole]) == right
            ended.add("value")
        except LimitReached as error:
            ended.add(error.kind)
        assert search.memory.size <= max(memory, 2 << 20)
    assert ended == {"value", "memory"}


@pytest.mark.nightly
def test_threads_keep_the_limit_of_seconds_and_what_they_proved() -> None:
    _, whole, rule = packed_game("cram: 6x7")
    search = DeepSearch("cram", rule, budget=Budget(Limits(seconds=1)), threads=2)
    with pytest.raises(LimitReached) as caught:
        search.value([whole])
    assert caught.value.kind == "time"
    assert len(proved(search)) > 100


@pytest.mark.nightly
def test_slices_stay_short_after_many_questions_that_a_limit_of_positions_ends() -> None:
    _, whole, rule = packed_game("cram: 5x7")
    search = DeepSearch("cram", rule, least=0, threads=2)
    for _ in range(60):
        search.budget = Budget(Limits(positions=100))
        with pytest.raises(LimitReached):
            search.value([whole])
    assert search._pace.steps < 10**7
