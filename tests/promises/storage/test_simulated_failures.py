"""Power failures, rot and full disks on a simulated disk; and bugs planted to see that they would be found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import numpy as np
import pytest
from tests.promises.storage.harness import GAME, Kind, Values, full, power, rot
from tests.unit.storage.simulated import SimulatedDisk

from grundy.storage import Damaged, SequenceFile
from grundy.storage.records import RECORD, Mark
from grundy.storage.sequence_file import NAMES


def test_a_power_failure_at_any_instant_loses_nothing_acknowledged_and_changes_nothing() -> None:
    verdicts = power(SequenceFile, range(25))
    assert set(verdicts) == {"good"}
    assert verdicts["good"] > 4000


def test_a_full_disk_at_any_call_loses_nothing_acknowledged() -> None:
    verdicts = full(SequenceFile, range(8))
    assert set(verdicts) == {"good"}
    assert verdicts["good"] > 300


def test_rot_is_refused_or_harmless_and_never_gives_a_wrong_value() -> None:
    verdicts = rot(SequenceFile, range(1500))
    assert set(verdicts) == {"good", "refused"}
    assert verdicts["refused"] > 800


# Negative controls: stores with one bug each.


class BeforeSync(SequenceFile):
    """Acknowledges values that were never synced."""

    def _sync_values(self) -> None:
        pass


class MarkFirst(SequenceFile):
    """Writes the mark before the records."""

    def acknowledge(self) -> int:
        if self._pending:
            pending, blocks = list(self._pending), self._mark.blocks
            self._sync_values()
            self._write_mark(self._next_mark())
            self.disk.write("blocks", blocks * RECORD.size, b"".join(RECORD.pack(*record) for record in pending))
            self.disk.sync("blocks")
        return self.saved


class NoDirectorySync(SequenceFile):
    """Acknowledges a rename that may still be lost."""

    def _write_mark(self, mark: Mark) -> None:
        sync_dir, self.disk.sync_dir = self.disk.sync_dir, lambda: None  # type: ignore[method-assign]
        super()._write_mark(mark)
        self.disk.sync_dir = sync_dir  # type: ignore[method-assign]


class SyncsAgain(SequenceFile):
    """Tries a failed sync again, and believes the second answer."""

    def _sync_values(self) -> None:
        with suppress(OSError):
            super()._sync_values()
            return
        super()._sync_values()


class Unchecked(SequenceFile):
    """Believes every block."""

    def _block(self, i: int) -> bytes:
        record, size = self._records[i], self.width // 8
        return self.disk.read(NAMES[self.width], record.first * size, record.length * size)


class CutsAtTheFirstBadBlock(SequenceFile):
    """Takes any damage for a torn tail."""

    def values(self, tick: Callable[[], object] = lambda: None) -> Values:
        good: Values = np.zeros(0, np.uint32)
        with suppress(Damaged):
            for i in range(len(self._records)):
                good = np.concatenate([good, np.frombuffer(self._block(i), f"<u{self.width // 8}")])
        return good


class UsableAfterFailure(SequenceFile):
    """Goes on after a failed write as if nothing had happened."""

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with suppress(OSError):
            yield


def _power(kind: Kind) -> Counter[str]:
    return power(kind, range(12))


def _full(kind: Kind) -> Counter[str]:
    return full(kind, range(8))


def _rot(kind: Kind) -> Counter[str]:
    return rot(kind, range(300))


@pytest.mark.parametrize(
    ("kind", "harness"),
    [
        (BeforeSync, _power),
        (MarkFirst, _power),
        (NoDirectorySync, _power),
        (SyncsAgain, _full),
        (UsableAfterFailure, _full),
        (Unchecked, _rot),
        (CutsAtTheFirstBadBlock, _rot),
    ],
    ids=lambda value: value.__name__.strip("_"),
)
def test_a_planted_bug_is_found(kind: Kind, harness: Callable[[Kind], Counter[str]]) -> None:
    verdicts = harness(kind)
    bad = {"lost", "wrong"} if harness is _rot else {"lost", "wrong", "refused"}
    assert bad & set(verdicts), verdicts


class Killed(Exception):
    """The process is gone."""


def killed_before_the_name_is_synced(seed: int, value: int) -> SimulatedDisk:
    """Save 17 values; then one more, by a writer that is killed when the new mark has its name."""
    disk = SimulatedDisk(seed)
    store = SequenceFile(disk, GAME)
    store.append(np.ones(17, np.uint8))
    assert store.acknowledge() == 17
    calls: list[str] = []

    def kill(call: str, _: str) -> None:
        calls.append(call)
        if calls[-2:] == ["replace", "sync_dir"]:
            raise Killed

    disk.before = kill
    with suppress(Killed):
        store.append(np.array([value], np.uint32))
        store.acknowledge()
    assert calls[-2:] == ["replace", "sync_dir"]
    disk.before = lambda *_: None
    disk.close()
    return disk


@pytest.mark.parametrize("value", [1, 1000], ids=["one more", "one that needs a wider file"])
def test_what_the_next_writer_finds_saved_survives_a_power_failure(value: int) -> None:
    for seed in range(30):
        disk = killed_before_the_name_is_synced(seed, value)
        saved = SequenceFile(disk, GAME).acknowledge()
        assert SequenceFile(disk.after_crash(), GAME).saved >= saved >= 17
