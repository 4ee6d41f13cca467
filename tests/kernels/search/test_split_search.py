from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.kernels.search.packed_positions import MemoryStore, packed_game
from tests.kernels.search.split_crews import Fickle, HereCrew

from grundy.core import Budget, GrundyError, LimitReached, Limits, as_sum
from grundy.search import DeepSearch, SplitAnswer, SplitJob, SplitSearch, SplitWorker, grundy_value

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
BIG = "cram: 5x6"
GAMES = ["cram: 3x4", "node-kayles: grid(3x4)", "arc-kayles: wheel(5)", "sprouts: 2", "queens: 3x4", "chomp: 3x4"]


class Disagree(GrundyError):
    """Two values of one component."""


def disagree(key: str, answers: tuple[Any, Any]) -> Disagree:
    return Disagree(f"{key}: {answers}")


def split(text: str, crew: HereCrew, visits: int = 50) -> tuple[SplitSearch, Any]:
    ruleset, position, packed = packed_game(text)
    found = SplitSearch(ruleset, packed, crew, disagree)
    found.job_visits = visits
    return found, position


def compiled(text: str) -> SplitWorker:
    ruleset, _, packed = packed_game(text)
    return SplitWorker(ruleset.name, packed)


@pytest.mark.parametrize("size", [1, 3])
@pytest.mark.parametrize("text", GAMES)
def test_the_value_is_that_of_the_definition_whatever_efforts_the_workers_report(text: str, size: int) -> None:
    ruleset, position, packed = packed_game(text)
    value = grundy_value(ruleset, position)
    for seed in range(3):
        search, _ = split(text, HereCrew(lambda seed=seed: Fickle(packed, seed), size))  # type: ignore[misc]
        assert search.value([position]) == value
    for n in range(value + 2):
        search, _ = split(text, HereCrew(lambda: Fickle(packed), size))
        assert search.has_value([position], n) == (n == value)


def test_positions_side_by_side_have_the_nim_sum_of_their_values() -> None:
    ruleset, whole, packed = packed_game("cram: 3x5")
    parts = [whole, *(part for option in list(ruleset.options(whole))[:3] for part in as_sum(option))]
    search, _ = split("cram: 3x5", HereCrew(lambda: Fickle(packed), 2))
    alone = DeepSearch(ruleset.name, packed)
    for some in ([parts[0], parts[1]], parts, [parts[0], parts[0]]):
        value = alone.value(some)
        assert search.value(some) == value
        assert search.has_value(some, value)
        assert not search.has_value(some, value + 1)


@pytest.mark.parametrize(("size", "visits"), [(1, 10**6), (1, 500), (2, 3000), (5, 500)])
def test_compiled_workers_find_the_value_of_one(size: int, visits: int) -> None:
    ruleset, position, packed = packed_game(BIG)
    search, _ = split(BIG, HereCrew(lambda: compiled(BIG), size), visits)
    assert search.value([position]) == DeepSearch(ruleset.name, packed).value([position])


def test_workers_that_are_lost_change_no_value() -> None:
    crew = HereCrew(lambda: compiled(BIG), 2, loses=lambda count: count % 3 == 1)
    search, position = split(BIG, crew, 1000)
    assert search.value([position]) == 2
    assert crew.lost > 3


def test_a_new_worker_learns_what_was_found_before_it_came() -> None:
    crew = HereCrew(lambda: compiled(BIG), 1, loses=lambda count: count == 8)
    search, position = split(BIG, crew, 1000)
    search.value([position])
    learned = crew.jobs[8].learned
    assert learned is not None
    assert len(learned[1]) > 0
    assert all(job.learned is None or len(job.learned[1]) < len(learned[1]) for job in crew.jobs[:8])


def test_no_question_is_given_to_two_workers_at_once() -> None:
    _, _, packed = packed_game("cram: 3x5")

    class Watched(HereCrew):
        def ask(self, worker: int, job: SplitJob) -> None:
            assert (job.pieces, job.n) not in [(other.pieces, other.n) for other in self.under_way.values()]
            super().ask(worker, job)

    crew = Watched(lambda: Fickle(packed), 4)
    search, position = split("cram: 3x5", crew)
    search.value([position])
    assert len(crew.jobs) > 8


@pytest.mark.parametrize("wrong", [1, 2])
def test_two_values_of_one_component_stop_the_search(wrong: int) -> None:
    _, position, packed = packed_game(BIG)

    class Liar(SplitWorker):
        def __call__(self, job: SplitJob) -> SplitAnswer:
            answer = super().__call__(job)
            return answer._replace(found=(answer.found[0], answer.found[1] ^ wrong))

    def make() -> SplitWorker:
        made.append((SplitWorker, Liar)[len(made) % 2]("cram", packed))
        return made[-1]

    made: list[SplitWorker] = []
    search, _ = split(BIG, HereCrew(make, 2, loses=lambda count: count % 4 == 0), 1000)
    with pytest.raises(Disagree, match="the value of"):
        search.value([position])


@pytest.mark.nightly
def test_a_share_of_the_values_is_found_again_by_another_method(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.search.split_search.CHECK_EVERY", 1)
    search, position = split(BIG, HereCrew(lambda: compiled(BIG), 1), 1000)
    search.value([position])
    assert search.checked > 5
    _, _, packed = packed_game(BIG)
    key = min(search.values, key=packed.weight_of)
    wrong = np.array(key, np.int64), np.array([search.values.pop(key) ^ 1], np.int64)
    with pytest.raises(Disagree):
        search._learn(wrong, check=True)  # what a lying worker would send


def test_what_a_store_has_is_learned_and_what_is_found_is_saved() -> None:
    store, visits = MemoryStore(), list[int]()
    for first in (True, False):
        crew = HereCrew(lambda: compiled(BIG), 2)
        search, position = split(BIG, crew, 1000)
        assert (search.keep_in(store) == 0) == first
        assert search.value([position]) == 2
        search.save()
        visits.append(search.visited)
    assert visits[1] < visits[0] / 4
    ruleset, _, packed = packed_game(BIG)
    alone = DeepSearch(ruleset.name, packed)
    for key, value in store.rows.items():
        assert alone.value([packed.unpack((int.from_bytes(key, "little"),))]) == value


def test_a_limit_leaves_what_was_proved() -> None:
    search, position = split(BIG, HereCrew(lambda: compiled(BIG), 2), 200)
    search.budget = Budget(Limits(positions=300))
    with pytest.raises(LimitReached):
        search.value([position])
    assert search.values
    search.budget = Budget()
    assert search.value([position]) == 2
    assert search.lower_bound(position) == 2
