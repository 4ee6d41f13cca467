from __future__ import annotations

from random import Random

import pytest

from grundy.core import Budget, Limits, Outcome
from grundy.search import Estimate, Sampler, most_tried


def nim_options(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*heaps[:i], left, *heaps[i + 1 :]) for i, heap in enumerate(heaps) for left in range(heap)]


def sampler(seed: int) -> Sampler[tuple[int, ...]]:
    return Sampler(nim_options, lambda _: Outcome.P, rng=Random(seed))


def test_with_many_rounds_the_winning_move_of_nim_is_tried_most() -> None:
    options = nim_options((1, 2, 4))
    for seed in range(4):
        found = sampler(seed).estimates((1, 2, 4), 1500)
        assert options[most_tried(found)] == (1, 2, 3)
        assert found[most_tried(found)].share > 0.5


def test_a_win_in_one_move_and_a_loss_in_one_move_are_seen() -> None:
    found = sampler(1).estimates((2, 0), 400)
    assert nim_options((2, 0))[most_tried(found)] == (0, 0)
    assert found[0].share == 1.0
    assert found[1].share == 0.0


def test_a_draw_counts_as_half_a_win() -> None:
    coin = Sampler(lambda n: [n - 1] if n else [], lambda _: Outcome.D, rng=Random(0))
    assert coin.estimates(5, 50) == [Estimate(0, 50, 0.5)]


def test_the_same_random_numbers_give_the_same_estimates() -> None:
    assert sampler(7).estimates((3, 4, 5), 200) == sampler(7).estimates((3, 4, 5), 200)
    assert sampler(7).estimates((3, 4, 5), 200) != sampler(8).estimates((3, 4, 5), 200)


def test_every_option_is_tried_before_one_is_tried_twice() -> None:
    found = sampler(3).estimates((3, 4, 5), 12)
    assert [estimate.visits for estimate in found] == [1] * 12
    assert all(estimate.visits for estimate in sampler(3).estimates((3, 4, 5), 100))


def test_a_limit_ends_the_rounds_and_the_estimates_stay_between_0_and_1() -> None:
    found = sampler(3).estimates((30, 40, 50), 10**9, Budget(Limits(seconds=0.05)))
    assert len(found) == 120
    assert all(0 <= estimate.share <= 1 for estimate in found)


def test_play_that_never_ends_is_cut_off_as_half_a_win() -> None:
    endless = Sampler(lambda n: [n + 1], lambda _: Outcome.P, rng=Random(0))
    assert endless.estimates(0, 3) == [Estimate(0, 3, 0.5)]


def test_an_end_has_no_estimates() -> None:
    assert sampler(1).estimates((0, 0), 10) == []
    with pytest.raises(ValueError, match="empty"):
        most_tried([])


def test_a_step_of_ones_own_plays_the_random_games() -> None:
    seen = []

    def step(heaps: tuple[int, ...], rng: Random) -> tuple[int, ...] | None:
        seen.append(heaps)
        options = nim_options(heaps)
        return rng.choice(options) if options else None

    Sampler(nim_options, lambda _: Outcome.P, rng=Random(0), step=step).estimates((2, 1), 20)
    assert seen
