"""The journal of a long search: stopped at any moment, the search goes on to the same answer, or is refused."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.kernels.sequences.exact import Values, exact, learnt, module, near_far

from grundy.core import Budget, CorruptStore, InputError, LimitReached, Limits, StoreBusy, StoreMismatch
from grundy.notation import read_ruleset
from grundy.sequences import JournalEntry, Period
from grundy.storage import sealed
from grundy.workflows.computing.period import find_period, proved_period
from grundy.workflows.computing.period_journal import PeriodJournal

RULE, PREPERIOD, PERIOD = "0.56256", 561_601, 972_832
SEED = 1 << 14
MOST = 10**7


@pytest.fixture(autouse=True)
def _near(monkeypatch: pytest.MonkeyPatch) -> None:
    near_far(monkeypatch, SEED)


def search(path: Path | None, most: int = MOST, limit: int | None = None, *, resume: bool = True) -> Period | None:
    journal = PeriodJournal(path, RULE, resume=resume) if path else None
    return find_period(read_ruleset(RULE), most, Budget(Limits(positions=limit)), journal=journal)


def facts(found: Period | None, resumed_at: int = 0) -> list[object]:
    """What a period says, but for its values, which are computed again, and where it says that it was resumed."""
    assert found is not None
    assert found.evidence is not None
    assert found.evidence.resumed_at == resumed_at
    evidence = found.evidence._replace(resumed_at=0)
    return [found.preperiod, found.period, found.checked_to, found.theorem, found.status, evidence]


def last_entry(journal: bytes) -> int:
    lines = [json.loads(line) for line in journal.split(b"\n")[:-1]]
    return max((int(line["heap"]) for line in lines if "heap" in line), default=0)


@cache
def straight() -> tuple[list[object], bytes]:
    path = Path(os.environ["PYTEST_JOURNAL"])
    return facts(search(path)), path.read_bytes()


@pytest.fixture
def right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[object], bytes]:
    monkeypatch.setenv("PYTEST_JOURNAL", str(tmp_path / "straight"))
    return straight()


@pytest.mark.nightly
def test_the_answer_with_a_journal_is_the_answer_without(right: tuple[list[object], bytes]) -> None:
    answer, journal = right
    assert answer == facts(search(None))
    assert answer[:2] == [PREPERIOD, PERIOD]
    lines = [json.loads(line) for line in journal.splitlines()]
    assert lines[0]["ruleset"] == RULE
    heaps = [line["heap"] for line in lines[1:-1]]
    assert len(heaps) > 20
    assert all(0 < after - before < 3 << 16 for before, after in zip([SEED, *heaps], heaps, strict=False))
    assert (lines[-1]["preperiod"], lines[-1]["period"]) == (PREPERIOD, PERIOD)


@pytest.mark.parametrize(
    "limits", [[60_000, 300_000, 1_000_000], [10_000], pytest.param([900_000], marks=pytest.mark.nightly)]
)
def test_a_search_stopped_by_limits_and_resumed_gives_the_same_answer_and_the_same_journal(
    limits: list[int], tmp_path: Path, right: tuple[list[object], bytes]
) -> None:
    path = tmp_path / "journal"
    for limit in limits:
        with pytest.raises(LimitReached):
            search(path, limit=limit)
    heap = last_entry(path.read_bytes()) if path.exists() else 0
    assert facts(search(path), heap) == right[0]
    assert path.read_bytes() == right[1]


@pytest.mark.nightly
def test_a_search_that_did_not_look_far_enough_continues_when_it_may(
    tmp_path: Path, right: tuple[list[object], bytes]
) -> None:
    path = tmp_path / "journal"
    assert search(path, PREPERIOD + PERIOD) is None
    heap = last_entry(path.read_bytes())
    assert heap > 10**6
    assert facts(search(path), heap) == right[0]
    assert path.read_bytes() == right[1]


@pytest.mark.nightly
def test_a_resumed_search_does_not_begin_again(
    tmp_path: Path, right: tuple[list[object], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    lines = right[1].splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:11]))
    begun: list[int] = []
    course = module("few_course").CodeCourse
    init = course.__init__

    def noted(self: Any, kernels: Any, codes: Any, heap: int, workers: int = 1) -> None:
        begun.append(heap)
        init(self, kernels, codes, heap, workers)

    monkeypatch.setattr(course, "__init__", noted)
    heap = last_entry(b"".join(lines[:11]))
    assert facts(search(path), heap) == right[0]
    assert begun == [heap]


def test_a_finished_journal_gives_its_answer_again(tmp_path: Path, right: tuple[list[object], bytes]) -> None:
    path = tmp_path / "journal"
    path.write_bytes(right[1])
    assert facts(search(path), last_entry(right[1])) == right[0]


def begin(path: Path, rule: str = RULE, values: Values | None = None) -> list[JournalEntry]:
    values = exact(rule, SEED) if values is None else values
    entries = PeriodJournal(path, rule, resume=True).begin(learnt(rule, SEED), values)
    assert entries is not None
    return list(entries)


def test_a_line_that_was_taken_out_or_moved_is_noticed(tmp_path: Path, right: tuple[list[object], bytes]) -> None:
    path, lines = tmp_path / "journal", right[1].splitlines(keepends=True)[:5]
    for order in ([0, 2, 3], [0, 1, 3], [0, 2, 1, 3, 4], [0, 1, 1, 2], [0, 0, 1]):
        path.write_bytes(b"".join(lines[at] for at in order))
        with pytest.raises(CorruptStore, match="does not follow the line before it"):
            begin(path)
    path.write_bytes(b"".join(lines[1:]))
    with pytest.raises(StoreMismatch, match="found something else"):
        begin(path)


def test_the_journal_of_another_rule_is_refused_and_left_as_it_is(
    tmp_path: Path, right: tuple[list[object], bytes]
) -> None:
    path = tmp_path / "journal"
    path.write_bytes(right[1])
    with pytest.raises(StoreMismatch, match=rf"is the journal of {RULE}; this is 0.7577"):
        begin(path, "0.7577")
    values = exact(RULE, SEED).copy()
    values[9000] ^= 1
    with pytest.raises(StoreMismatch, match="with other values"):
        begin(path, RULE, values)
    assert path.read_bytes() == right[1]
    assert len(begin(path)) > 20


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"heap":1}', "line 2 has changed since it was written; the lines before it are intact"),
        ({"heap": 20_000, "deepest": 64, "window": "AAAA", "states": []}, "an entry is damaged"),
        ({"heap": 20_000, "deepest": 64, "window": "eJwDAAAAAAE=", "states": 7}, "an entry is damaged"),
    ],
    ids=["no checksum", "no window", "no states"],
)
def test_a_forged_line_of_a_journal_ends_in_one_line(
    line: bytes | dict[str, Any], message: str, tmp_path: Path, right: tuple[list[object], bytes]
) -> None:
    path = tmp_path / "journal"
    head = right[1].splitlines(keepends=True)[0]
    path.write_bytes(head + (line if isinstance(line, bytes) else sealed(line | {"number": 1}).encode()) + b"\n")
    with pytest.raises(CorruptStore) as refused:
        begin(path)
    assert refused.value.message.startswith(f"{path}: {message}")


def test_a_second_writer_is_noticed_before_it_spoils_the_journal(tmp_path: Path) -> None:
    path, (first, second) = tmp_path / "journal", (PeriodJournal(tmp_path / "journal", RULE) for _ in range(2))
    for journal in (first, second):
        journal.begin(learnt(RULE, SEED), exact(RULE, SEED))
    first.note(JournalEntry(20_000, 64, b"codes", ()))
    with pytest.raises(StoreBusy, match="in use by another process"):
        second.note(JournalEntry(20_000, 64, b"codes", ()))
    assert begin(path) == [JournalEntry(20_000, 64, b"codes", ())]


def test_an_existing_journal_is_continued_only_on_request(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(b"")
    with pytest.raises(InputError) as error:
        PeriodJournal(path, RULE)
    assert error.value.message == f"{path} already exists"
    assert error.value.hint == "add --resume to continue it"


def test_entries_come_back_as_they_were_noted(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    entries = [
        JournalEntry(20_000, 64, b"\x00\x01\xff" * 99, ()),
        JournalEntry(40_000, 640, b"\x02", ((30_000, b"s" * 16), (31_000, b"t" * 16))),
    ]
    journal = PeriodJournal(path, RULE)
    assert journal.begin(learnt(RULE, SEED), exact(RULE, SEED)) == []
    for entry in entries:
        journal.note(entry)
    assert begin(path) == entries


LATE = "0.53303"


@pytest.fixture
def _late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the first seed lies a rare heap at 2870, behind the second one at 37228; longer ones come after them."""
    near_far(monkeypatch, 1 << 11, 1 << 15)
    monkeypatch.setattr(module("state_repeat"), "SPACING", 1 << 12)


def late_search(path: Path, budget: Budget) -> Period | None:
    return proved_period(read_ruleset(LATE), 300_000, budget, journal=PeriodJournal(path, LATE, resume=True))


@pytest.mark.nightly
@pytest.mark.usefixtures("_late")
def test_a_search_restarted_by_a_late_rare_heap_is_resumed_where_it_was(tmp_path: Path) -> None:
    straight, stopped, budget = tmp_path / "straight", tmp_path / "stopped", Budget()
    answer = late_search(straight, budget)
    journal = straight.read_bytes()
    assert json.loads(journal.splitlines()[0])["seed"] > 1 << 16
    with pytest.raises(LimitReached):
        late_search(stopped, Budget(Limits(positions=budget.visited - 60_000)))
    noted = stopped.read_bytes()
    assert journal.startswith(noted)
    assert 1 < len(noted.splitlines()) < len(journal.splitlines())
    assert late_search(stopped, Budget()) == answer
    assert stopped.read_bytes() == journal


@pytest.mark.usefixtures("_late")
def test_a_journal_invalidated_by_a_late_rare_heap_is_started_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    values = exact(LATE, 1 << 15)
    short, long = learnt(LATE, 1 << 11), learnt(LATE, 1 << 15)
    journal = PeriodJournal(path, LATE)
    assert journal.begin(short, values[: 1 << 11]) == []
    journal.note(JournalEntry(4096, 64, b"codes", ()))
    assert journal.begin(long, values) == []
    journal.note(JournalEntry(40_000, 64, b"codes", ()))
    resumed = PeriodJournal(path, LATE, resume=True)
    assert resumed.begin(short, values[: 1 << 11]) is None
    assert resumed.begin(long, values) == [JournalEntry(40_000, 64, b"codes", ())]
