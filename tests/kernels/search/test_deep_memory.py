from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.kernels.search.packed_positions import packed_game
from tests.kernels.search.test_deep_ends import heaps, take
from tests.unit.search.couples import CouplesSolver

from grundy.core import BitRule
from grundy.games.boards.cram import Cram
from grundy.kernels.boards import proof_search
from grundy.kernels.boards import store_shape as ss
from grundy.kernels.boards.memory import ComponentMemory
from grundy.kernels.boards.packed_code import compiled
from grundy.search import DeepSearch

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def alone(words: int) -> BitRule[Any]:
    """A rule without moves, whose positions are their only components."""

    def options(_state: Any, _out: Any) -> int:
        return 0

    return BitRule(words, 1, options, lambda state: state, tuple)


def memory_of(rule: BitRule[Any], threads: int = 1) -> ComponentMemory:
    code = compiled(rule.words, rule.options, rule.split, rule.canon, rule.weight, rule.known)
    return ComponentMemory(code, rule.words, rule.most, rule.parts, least=-1, threads=threads)


@pytest.fixture
def cleaned(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every search cleans its memory before this grows; how many components were left each time."""
    left: list[int] = []
    forget = ComponentMemory.forget

    def noted(memory: ComponentMemory, held: Any) -> Any:
        renamed = forget(memory, held)
        left.append(memory.count)
        return renamed

    monkeypatch.setattr(proof_search, "MANY", 0)
    monkeypatch.setattr(ComponentMemory, "forget", noted)
    return left


@pytest.mark.parametrize(
    ("words", "threads"),
    [(1, 1), (3, 2), *(pytest.param(*more, marks=pytest.mark.nightly) for more in ((1, 2), (3, 1)))],
)
def test_every_component_has_one_number_however_often_the_memory_grows_and_forgets(words: int, threads: int) -> None:
    memory, random = memory_of(alone(words), threads), Random(words)
    states = [tuple(random.randrange(1, 1 << random.randrange(2, 64)) for _ in range(words)) for _ in range(3000)]
    known: dict[tuple[int, ...], int] = {}
    for state in states:
        total, (number,) = memory.components(state)
        assert total == 0
        assert memory.key(number) == state
        assert known.setdefault(state, number) == number
    assert [memory.components(state) for state in known] == [(0, [number]) for number in known.values()]
    held = sorted(random.sample(list(known.values()), len(known) // 3))
    renamed = memory.forget([np.array(held[:100]), np.array(held[100:])])
    kept = {state: int(renamed[number]) for state, number in known.items() if renamed[number] >= 0}
    assert sorted(kept.values()) == list(range(len(held)))
    memory.index()
    assert [memory.components(state) for state in kept] == [(0, [number]) for number in kept.values()]
    again = {state: memory.components(state)[1][0] for state in known}
    assert len(set(again.values())) == len(known)
    assert all(memory.key(number) == state for state, number in again.items())


def test_value_mask_and_weight_of_a_component_do_not_touch_each_other() -> None:
    def weight(n: int) -> int:
        return (n - 1) * 1000

    rule = heaps(alone(1).options, 1, weight=weight)
    memory = memory_of(rule)
    numbers = [memory.components((n,))[1][0] for n in (1, 2, 6)]
    assert [memory.weight(number) for number in numbers] == [0, 1000, ss.HEAVIEST]
    for number in numbers:
        memory.records[number, -1] |= 1 | 1 << ss.BITS - 1 | ss.SEARCHED
        assert memory.value(number) is None
    values = [0, 1, ss.LARGEST]
    words = np.array([1, 2, 6])
    memory.learn(words, np.array(values))
    assert [memory.value(number) for number in numbers] == values
    memory.learn(words, np.array([3, 3, 3]))  # what is known stays
    assert [memory.value(number) for number in numbers] == values
    assert {memory.mask(number) for number in numbers} == {1 | 1 << ss.BITS - 1}
    assert [memory.weight(number) for number in numbers] == [0, 1000, ss.HEAVIEST]
    assert [len(array) for array in memory.found()] == [0, 0]


@pytest.mark.parametrize("most", [33, 34, 35, 61, 62, 63, 200])
def test_values_above_those_that_a_mask_can_exclude_are_found(most: int) -> None:
    search = DeepSearch(f"take to {most}", take(1, most), least=-1)
    for heap in (*range(0, 3 * most, 7), most, most + 1, 2 * most + 1):
        assert search.value([heap]) == heap % (most + 1)
        assert search.has_value([heap], heap % (most + 1))
        assert not search.has_value([heap], (heap + 1) % (most + 1))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("text", ["cram: 5x6", "nimstring: 2x4", "arc-kayles: grid(5x5)"])
def test_a_search_that_cleans_its_memory_proves_what_one_that_keeps_all_proves(
    cleaned: list[int], text: str, threads: int
) -> None:
    _, position, rule = packed_game(text)
    search = DeepSearch(text, rule, least=0, threads=threads)
    value = search.value([position])
    memory = search.memory
    found = {memory.key(number): memory.value(number) for number in range(memory.count)}
    assert cleaned
    other = DeepSearch(text, rule, least=0)
    assert other.value([position]) == value
    for number, (key, each) in enumerate(found.items()):
        if each is not None and number % 199 == 0:
            assert other.value([rule.unpack(list(key))]) == each


def test_values_and_exclusions_outlive_every_cleaning(cleaned: list[int]) -> None:
    _, whole, rule = packed_game("cram: 5x5")
    search = DeepSearch("cram", rule, least=0)
    memory = search.memory
    before: dict[tuple[int, ...], tuple[int | None, int]] = {}
    grow = memory.grow

    def watched(**wishes: bool) -> bool:
        known = {memory.key(number): (memory.value(number), memory.mask(number)) for number in range(memory.count)}
        for key, (value, mask) in before.items():
            now, excluded = known[key]
            assert value in {None, now}
            assert excluded & mask == mask
        before.update({key: facts for key, facts in known.items() if facts[0] is not None or facts[1]})
        return grow(**wishes)

    memory.grow = watched  # type: ignore[method-assign]
    assert search.value([whole]) == 0
    assert cleaned
    plain = CouplesSolver(Cram(), rule)
    for number, (key, (value, mask)) in enumerate(before.items()):
        if number % 499 == 0:
            right = plain.value([rule.unpack(list(key))])
            assert value in {None, right}
            assert not mask >> right & 1
