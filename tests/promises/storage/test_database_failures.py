"""Killed writers, power failures, damaged files and full disks under value databases; and planted bugs that are found.

SQLite does not write through the simulated disk. Its calls are recorded and replayed there instead, where strace is
allowed to watch.
"""

from __future__ import annotations

import multiprocessing
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.promises.storage.database_harness import Kind, add, folder, full, judge, kills, one_kill, opened, rot
from tests.promises.storage.recording import ROOT, STRACE, Call, failing, power, record, watched
from tests.unit.storage.small_database import database, load

from grundy.storage import StoreFault, ValueDatabase


@cache
def allowed(*command: str) -> bool:
    return (
        shutil.which(command[0]) is not None
        and not subprocess.run(command, capture_output=True, check=False).returncode
    )


needs_strace = pytest.mark.skipif(
    STRACE is None or not allowed("strace", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "true"),
    reason="needs strace, and to be allowed to use it",
)
needs_mounts = pytest.mark.skipif(
    not allowed("unshare", "-rm", "sh", "-c", "mount -t tmpfs none /mnt"), reason="needs to mount a file system"
)


@cache
def recorded(*settings: str) -> tuple[bytes, list[Call]]:
    with folder() as home:
        return record(home, *settings)


def test_killed_writers_lose_nothing_that_they_acknowledged() -> None:
    verdicts = kills(ValueDatabase, 20, 7)
    assert set(verdicts) == {"good", "savings"}
    assert verdicts["savings"] > 20


class Patient(Random):
    def expovariate(self, lambd: float = 1.0) -> float:
        return 3600.0


def test_writers_end_when_the_harness_that_began_them_is_killed(tmp_path: Path) -> None:
    reader, alive = os.pipe()  # whoever lives holds the other end
    if not (harness := os.fork()):
        with suppress(BaseException):
            one_kill(ValueDatabase, tmp_path / "some.db", Patient(), 2, 0)
        os._exit(1)
    os.close(alive)
    while not (tmp_path / "some.db-wal").exists():
        time.sleep(0.01)
    os.kill(harness, signal.SIGKILL)
    os.waitpid(harness, 0)
    assert select.select([reader], [], [], 30.0)[0], "a writer lives on"
    os.close(reader)


@pytest.mark.nightly
def test_two_writers_killed_together_lose_nothing() -> None:
    verdicts = kills(ValueDatabase, 10, 8, writers=2)
    assert set(verdicts) == {"good", "savings"}
    assert verdicts["savings"] > 10


def test_damage_is_refused_or_harmless_and_neither_changes_nor_hides_a_row() -> None:
    verdicts = rot(ValueDatabase, range(40), 15)
    assert set(verdicts) == {"good", "refused"}
    assert verdicts["refused"] > 300


@pytest.mark.nightly
def test_damage_to_a_log_in_use_may_hide_its_rows_and_never_changes_one() -> None:
    verdicts = rot(ValueDatabase, range(15), 15, hot=True)
    assert set(verdicts) <= {"good", "refused", "lost"}
    assert verdicts["good"] > 10


@pytest.mark.nightly
def test_a_limit_on_the_size_of_files_loses_nothing_acknowledged_in_a_database() -> None:
    verdicts = full(ValueDatabase, range(30_000, 90_000, 3000))
    assert set(verdicts) == {"good", "no space"}
    assert verdicts["no space"] > 10


@needs_strace
@pytest.mark.parametrize(
    "settings",
    [pytest.param((), marks=pytest.mark.nightly), ("no move",)],
    ids=["log moved at once", "log moved now and then"],
)
def test_a_power_failure_before_any_call_of_sqlite_loses_nothing(settings: Sequence[str]) -> None:
    verdicts = power(ValueDatabase, recorded(*settings), 1, 2)
    assert set(verdicts) == {"good"}
    assert verdicts["good"] > 300


@needs_strace
@pytest.mark.parametrize(
    ("call", "error", "n"), [("pwrite64", "ENOSPC", 15), ("fdatasync", "EIO", 3), ("ftruncate", "EIO", 3)]
)
def test_a_call_of_sqlite_that_fails_loses_nothing(call: str, error: str, n: int) -> None:
    assert failing(call, error, n) == "good"


@needs_mounts
def test_a_full_file_system_is_reported_and_the_work_continues_once_space_is_freed(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path; from tests.promises.storage.database_harness import *\n"
        f"print(freed(ValueDatabase, Path({str(tmp_path)!r}), 300_000))"
    )
    mount = f"mount -t tmpfs -o size=1m none '{tmp_path}' && exec \"$@\""
    command = ["unshare", "-rm", "sh", "-c", mount, "sh", sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "True good\n"


# Negative controls: databases with one bug each.


class TellsTooEarly(ValueDatabase):
    """Keeps every second batch for later."""

    kept: tuple[Sequence[bytes], Sequence[int]] = ((), ())

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        if not self.kept[0]:
            self.kept = keys, values
            return len(keys)
        kept, self.kept = self.kept, ((), ())
        return super().add([*kept[0], *keys], [*kept[1], *values])


class CountsBefore(ValueDatabase):
    """Reads the count in front of the batch, and writes it behind it."""

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        before = self.count
        new = super().add(keys, values)
        self._connection.execute("UPDATE meta SET v = ? WHERE k = 'rows'", (str(before + new),))
        return new


class RowByRow(ValueDatabase):
    """Commits the rows one by one, and counts them in the end."""

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        count = self.count
        rows = [(key, value, self._checksum(key, value)) for key, value in zip(keys, values, strict=True)]
        self._connection.executemany("INSERT OR IGNORE INTO value VALUES (?, ?, ?)", rows)
        self._connection.execute("UPDATE meta SET v = ? WHERE k = 'rows'", (str(count + len(rows)),))
        return len(rows)


class Unchecked(ValueDatabase):
    """Believes every row."""

    def load(self) -> Iterator[tuple[bytes, int]]:
        for key, value, _ in self._rows("SELECT key, value, crc FROM value", ()):
            if type(key) is bytes and type(value) is int:
                yield key, value


class Uncounted(ValueDatabase):
    """Does not notice that rows are missing."""

    def load(self) -> Iterator[tuple[bytes, int]]:
        for key, value, crc in self._rows("SELECT key, value, crc FROM value", ()):
            if self._fits(key, value, crc):
                yield key, value


class TakesNoSpaceForSaved(ValueDatabase):
    """Goes on after a failed write as if nothing had happened."""

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        with suppress(StoreFault):
            return super().add(keys, values)
        self._failed = False
        return len(keys)


def _kills(kind: Kind) -> Counter[str]:
    return kills(kind, 30, 7)


def _two(kind: Kind) -> Counter[str]:
    return kills(kind, 20, 8, writers=2)


def _rot(kind: Kind) -> Counter[str]:
    return rot(kind, range(20), 15)


def _full(kind: Kind) -> Counter[str]:
    return full(kind, range(30_000, 90_000, 3000))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("kind", "harness", "bad"),
    [
        (TellsTooEarly, _kills, {"lost"}),
        (RowByRow, _kills, {"refused"}),
        pytest.param(CountsBefore, _two, {"refused"}, marks=pytest.mark.nightly),
        (Unchecked, _rot, {"wrong"}),
        (Uncounted, _rot, {"lost"}),
        (TakesNoSpaceForSaved, _full, {"lost"}),
    ],
    ids=lambda value: getattr(value, "__name__", "").strip("_"),
)
def test_a_bug_planted_in_a_database_is_found(
    kind: Kind, harness: Callable[[Kind], Counter[str]], bad: set[str]
) -> None:
    assert bad & set(harness(kind))


@pytest.mark.nightly
@needs_strace
@pytest.mark.parametrize(
    "bug", [("early",), ("synchronous = OFF",), ("synchronous = NORMAL", "no move")], ids=" and ".join
)
def test_a_database_that_does_not_wait_for_the_disk_is_found(bug: Sequence[str]) -> None:
    before, calls = recorded(*bug)
    assert power(ValueDatabase, (before, calls[:120]), 1, 2)["lost"]


@needs_strace
def test_a_writer_that_ends_otherwise_than_for_lack_of_space_would_be_seen(tmp_path: Path) -> None:
    assert watched(tmp_path, "-o", "/dev/null", settings=["no setting ="]) not in {0, 28}


def both(path: Path, start: int, meeting: Any) -> None:
    meeting.wait()
    with database(path) as store:
        for i in range(start, start + 30):
            keys = [b"%d" % j for j in range(i * 10, i * 10 + 20)]
            store.add(keys, [int(key) % 7 for key in keys])


def test_two_processes_begin_and_fill_one_database_at_once(tmp_path: Path) -> None:
    path = tmp_path / "v.db"
    forks = multiprocessing.get_context("fork")
    meeting = forks.Barrier(2)
    workers = [forks.Process(target=both, args=(path, start, meeting)) for start in (0, 15)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert load(path) == {b"%d" % i: i % 7 for i in range(460)}
    assert list(tmp_path.iterdir()) == [path]


def test_a_log_is_not_damage_if_another_process_has_created_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, there = tmp_path / "v.db", os.path.lexists
    with opened(ValueDatabase, path) as first:
        first._connection.execute("BEGIN IMMEDIATE")
        first._connection.execute("INSERT INTO meta VALUES ('new', '')")
        first._connection.execute("DELETE FROM meta WHERE k = 'new'")
        first._connection.execute("COMMIT")
        assert path.with_name("v.db-wal").stat().st_size > 0
        before = iter([False])  # the second looked before the first had begun
        monkeypatch.setattr(os.path, "lexists", lambda name: next(before, None) is None and there(name))
        with opened(ValueDatabase, path) as second:
            add(second, 0, 10)
    assert judge(ValueDatabase, path, 10) == "good"
