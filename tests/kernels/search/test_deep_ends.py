from __future__ import annotations

from typing import Any

import pytest
from tests.kernels.search.packed_positions import packed_game

from grundy.core import BitRule, LimitReached, RuleError
from grundy.search import DeepMisere, DeepSearch

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
MANY = 300


def take(least: int, most: int) -> BitRule[int]:
    """One heap, from which `least` to `most` are taken; its weight is one less than its size."""

    def options(n: int, out: Any) -> int:
        count = 0
        for left in range(max(0, n - most), n - least + 1):
            out[count] = left
            count += 1
        return count

    def weight(n: int) -> int:
        return n - 1

    return heaps(options, most - least + 1, weight=weight)


def heaps(options: Any, most: int, **more: Any) -> BitRule[int]:
    return BitRule(1, most, options, lambda heap: (heap,), lambda words: words[0], **more)


def test_a_search_at_its_memory_limit_can_be_repeated_and_stops_again() -> None:
    _, whole, rule = packed_game("cram: 5x6")
    search = DeepSearch("cram", rule, least=0, memory=600_000)
    for _ in range(3):
        with pytest.raises(LimitReached, match="the memory limit of 600000 bytes was reached") as caught:
            search.value([whole])
        assert caught.value.kind == "memory"
        assert search.lower_bound(whole) <= 2


def test_a_misere_search_at_its_memory_limit_can_be_repeated_and_stops_again() -> None:
    _, whole, rule = packed_game("cram: 5x6")
    search = DeepMisere("cram", rule, memory=600_000)
    for _ in range(3):
        with pytest.raises(LimitReached, match="the memory limit"):
            search.lost([whole])


def test_in_misere_play_a_component_of_weight_0_that_has_a_move_is_played_out() -> None:
    search = DeepMisere("take 1", take(1, 1))
    assert [search.lost([n]) for n in range(5)] == [False, True, False, True, False]
    assert not search.lost([1, 1])
    assert search.lost([1, 2])


def test_in_misere_play_a_sum_that_has_words_but_no_move_is_won_by_the_player_to_move() -> None:
    search = DeepMisere("take 2", take(2, 2))
    assert [search.lost([n]) for n in range(6)] == [False, False, True, True, False, False]
    assert not search.lost([1, 1])
    assert search.lost([3, 1])


def test_a_move_that_leaves_more_components_than_can_be_listed_is_refused() -> None:
    def options(n: int, out: Any) -> int:
        out[0] = n - 1
        return 1 if n > 0 else 0

    def split(n: int, out: Any) -> int:
        if n != 1 << 20:
            out[0] = n
            return 1
        for k in range(MANY):
            out[k] = 1000 + k
        return MANY

    search = DeepSearch("many", heaps(options, 1, split=split, parts=MANY), least=0)
    with pytest.raises(RuleError, match="255 components after a move"):
        search.value([(1 << 20) + 1])


def test_a_misere_sum_of_many_light_components_is_one_form_and_of_heavy_ones_is_refused() -> None:
    assert DeepMisere("nim", take(1, 5)).lost([1] * 601)
    with pytest.raises(RuleError, match="sums of 511"):
        DeepMisere("nim", take(1, 5)).lost([30] * 600)
