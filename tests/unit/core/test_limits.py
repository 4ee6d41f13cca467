from __future__ import annotations

import gc
import io
import sys
from itertools import count

import pytest

from grundy import misere_quotient, progress
from grundy.core import Budget, LimitReached, Limits, at_most, check_cancelled, iterate_checked, limits
from grundy.core.limits import Growth, memory_taken

Clock = list[float]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that stands still until the test moves it."""
    now = [100.0]
    monkeypatch.setattr(limits._Clock, "now", lambda: now[0])
    return now


def spend(budget: Budget, positions: int, clock: Clock | None = None, pause: float = 0) -> None:
    for _ in range(positions):
        if clock is not None:
            clock[0] += pause
        budget.charge()


def stop(budget: Budget) -> LimitReached:
    with pytest.raises(LimitReached) as error:
        spend(budget, 10**6)
    return error.value


def test_without_limits_nothing_stops() -> None:
    budget = Budget()
    spend(budget, 10_000)
    assert budget.visited == 10_000


@pytest.mark.parametrize("most", [1, 2, 5, 1023, 1024, 1025, 5000])
def test_a_limit_of_positions_stops_at_exactly_that_many(most: int) -> None:
    error = stop(Budget(Limits(positions=most)))
    assert (error.kind, error.visited, error.exit_code) == ("steps", most, 4)
    unit = "position" if most == 1 else "positions"
    assert error.message == f"the limit of {most} positions was reached after {most} {unit}"


def test_a_limit_of_no_positions_stops_at_once() -> None:
    assert stop(Budget(Limits(positions=0))).kind == "steps"


def test_a_limit_of_memory_counts_the_bytes_of_positions() -> None:
    error = stop(Budget(Limits(memory=1_000_000)))
    assert (error.kind, error.visited) == ("memory", 1_000_000 // limits.BYTES_PER_POSITION)
    assert error.message == "the memory limit of 1000000 bytes was reached after 2500 positions"


def fill(kept: list[bytes], budget: Budget) -> None:
    """Keep positions of 4 KB without end."""
    while len(kept) < 1 << 17:
        kept.append(b"\1" * (4000 + len(kept) % 2))  # a new object each
        budget.charge()


@pytest.mark.nightly
def test_memory_of_another_meter_counts_for_one_that_begins_again() -> None:
    if memory_taken() is None:
        pytest.skip("this system does not tell")
    gc.collect()  # what other tests left would be given back on the way
    budget = Budget(Limits(memory=64 << 20))
    kept = b"\1" * (160 << 20)
    Budget(Limits(memory=64 << 20)).charge()
    with pytest.raises(LimitReached, match="the memory limit"):
        budget.restart(Limits(memory=64 << 20)).charge()
    assert len(kept) == 160 << 20


def test_forgotten_positions_do_not_trigger_a_memory_check() -> None:
    budget = Budget(Limits(memory=64 << 20))
    kept = b"\1" * (80 << 20)
    for _ in range(5000):
        budget.charge_unstored(1000)
    assert len(kept) == 80 << 20


def test_a_table_stops_before_its_next_growth_would_pass_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    told = iter([(100, 100), (110, 110), (112, 130), (125, 130)])
    monkeypatch.setattr("grundy.core.limits.memory_taken", lambda: next(told))
    monkeypatch.setattr("grundy.core.limits._pages", lambda: None)
    growth = Growth()
    assert not growth.exceeds(50)  # 10 taken
    assert not growth.exceeds(50)  # a peak 20 high, and 18 of it given back: the next would be 40 high
    assert growth.exceeds(50)  # 25 taken, and it is due


def test_a_dict_of_all_positions_is_expected_to_grow_when_it_is_two_thirds_full() -> None:
    table, grew, size = dict[int, int](), list[int](), 0
    budget = Budget(Limits(memory=10**9))
    for n in range(300_000):
        table[n] = n
        budget.visited = n
        if sys.getsizeof(table) > size:
            expected = budget._next_table()
            assert n < 2000 or 0.9 < expected / sys.getsizeof(table) < 1.6, n
            size = sys.getsizeof(table)
            grew.append(n)
    assert len(grew) > 10
    budget.visited = grew[-1] - 3000
    assert budget._next_table() == 0


def test_the_nearer_of_two_limits_stops_and_says_which_it_was() -> None:
    assert stop(Budget(Limits(positions=100, memory=10**9))).kind == "steps"
    assert stop(Budget(Limits(positions=10**9, memory=4000))).kind == "memory"


def test_a_limit_of_time_stops_when_the_clock_says_so(clock: Clock) -> None:
    budget = Budget(Limits(seconds=2.5))
    budget.charge(5000)
    clock[0] += 2.4
    budget.charge(5000)
    clock[0] += 0.1
    error = stop(budget)
    assert error.kind == "time"
    assert error.message == f"the 2.5-second limit was reached after {error.visited} positions"
    assert error.visited <= 10_000 + 1024


def test_the_clock_is_read_sooner_if_positions_are_slow(clock: Clock) -> None:
    budget = Budget(Limits(seconds=10))
    with pytest.raises(LimitReached):
        spend(budget, 10_000, clock, 0.5)  # one position takes half a second
    assert clock[0] - 100 <= 12


def test_the_clock_is_read_rarely_if_positions_are_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count()
    monkeypatch.setattr(limits._Clock, "now", lambda: 0.0 * next(asked))
    spend(Budget(Limits(seconds=1)), 100 * limits.TICKS)
    assert next(asked) < 120


def test_a_time_of_no_seconds_stops_at_the_first_position() -> None:
    error = stop(Budget(Limits(seconds=0)))
    assert (error.kind, error.visited) == ("time", 1)


def test_progress_is_reported_with_the_number_visited() -> None:
    seen: list[int] = []
    budget = Budget(report=seen.append)
    spend(budget, 10 * limits.TICKS)
    assert seen == sorted(seen)
    assert 10 <= len(seen) <= 25
    assert seen[-1] <= budget.visited


def test_many_positions_may_be_counted_at_once() -> None:
    budget = Budget(Limits(positions=1000))
    budget.charge(999)
    assert budget.visited == 999
    error = stop(budget)
    assert error.visited == 1000
    with pytest.raises(LimitReached) as over:
        Budget(Limits(positions=1000)).charge(2000)
    assert over.value.visited == 1000  # those beyond are not begun


def test_a_piece_of_work_is_made_to_fit_what_is_left_of_a_limit_of_positions() -> None:
    budget = Budget(Limits(positions=1000))
    assert (budget.fits(4096), Budget().fits(4096)) == (1000, 4096)
    budget.charge(990)
    assert (budget.fits(4096), budget.fits(3)) == (10, 3)


def test_work_without_a_meter_is_stopped_a_little_after_the_limit_of_the_active_one(clock: Clock) -> None:
    budget = Budget(Limits(seconds=1))
    with budget.interruptible():
        clock[0] += 1 + limits.LATE / 2
        assert len(list(iterate_checked(range(1000)))) == 1000
        clock[0] += limits.LATE
        with pytest.raises(LimitReached, match="the 1-second limit"):
            list(iterate_checked(range(1000)))
        with pytest.raises(LimitReached):
            at_most(range(1000), "a position has")
    check_cancelled()
    assert len(list(iterate_checked(range(1000)))) == 1000


def test_the_limits_of_the_innermost_meter_apply(clock: Clock) -> None:
    outer, inner = Budget(Limits(seconds=1)), Budget()
    with outer.interruptible():
        clock[0] += 2
        with inner.interruptible():
            check_cancelled()
            assert list(iterate_checked(range(100))) == [*range(100)]
        with pytest.raises(LimitReached):
            check_cancelled()


def test_the_report_has_at_least_a_tenth_of_the_limit(clock: Clock) -> None:
    budget = Budget(Limits(seconds=60, positions=5, memory=100))
    clock[0] += 50
    assert budget.remaining_budget().limits == Limits(seconds=10)
    clock[0] += 50
    assert budget.remaining_budget().limits == Limits(seconds=6)
    assert Budget(Limits(seconds=0)).remaining_budget().limits.seconds == limits.LATE
    assert Budget().remaining_budget().limits == Limits()


def test_a_nested_meter_has_at_most_the_time_of_the_outer_one(clock: Clock) -> None:
    with Budget(Limits(seconds=1)).interruptible():
        inner, longer, own = Budget(), Budget(Limits(seconds=5)), Budget().restart(Limits(seconds=5))
        short = Budget(Limits(seconds=0.5))
    clock[0] += 2
    for budget in (inner, longer):
        assert stop(budget).message.startswith("the 1-second limit")
    assert stop(short).message.startswith("the 0.5-second limit")
    own.charge()


def test_memory_taken_within_one_call_of_a_rule_counts_too() -> None:
    if memory_taken() is None:
        pytest.skip("this system does not tell")
    kept: list[bytes] = []
    with Budget(Limits(memory=64 << 20)).interruptible(), pytest.raises(LimitReached, match="the memory limit"):
        kept.extend(b"\1" * (4000 + number % 2) for number in iterate_checked(range(1 << 17)))
    assert len(kept) < 1 << 16  # what earlier work gave back is filled first


def test_a_stopped_meter_stays_stopped() -> None:
    budget = Budget(Limits(positions=3))
    stop(budget)
    with pytest.raises(LimitReached):
        budget.charge()


def test_a_progress_bar_shows_the_counts_of_any_work_and_an_error_in_it_stops_the_work() -> None:
    tqdm = pytest.importorskip("tqdm").tqdm
    screen = io.StringIO()
    with tqdm(file=screen, unit=" positions", mininterval=0) as bar:
        with progress(lambda visited: bar.update(visited - bar.n)):
            misere_quotient("kayles", 12)
        assert bar.n > 0
    assert " positions/s" in screen.getvalue()

    def refuse(visited: int) -> None:
        raise KeyboardInterrupt(visited)

    with pytest.raises(KeyboardInterrupt), progress(refuse):
        misere_quotient("kayles", 12)
