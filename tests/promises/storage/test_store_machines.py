"""State machines of both stores: nothing acknowledged is lost or changed; planted bugs of several steps are found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis.stateful import RuleBasedStateMachine
from tests.promises.storage.database_machine import DatabaseMachine
from tests.promises.storage.harness import Values
from tests.promises.storage.store_machines import BLOCK, SequenceMachine, run

from grundy.storage import Conflict, Disk, SequenceFile, ValueDatabase
from grundy.storage.records import RECORD
from grundy.storage.sequence_file import NAMES

RUNS = 500
Kind = type[SequenceFile | ValueDatabase]


def test_a_sequence_file_keeps_acknowledged_values_under_all_operations() -> None:
    run(SequenceMachine, RUNS // 8)


@pytest.mark.nightly
def test_a_value_database_keeps_added_values_with_several_users() -> None:
    run(DatabaseMachine, RUNS // 25)


# Negative controls: sequence files with one bug each.


class StaleMark(SequenceFile):
    """Writes records where the mark ended when the store was opened."""

    def _open(self, game: str | None, *, repair: bool) -> None:
        super()._open(game, repair=repair)
        self._stale = self._mark

    def _write_records(self) -> None:
        mark = getattr(self, "_stale", self._mark)
        self.disk.write("blocks", mark.blocks * RECORD.size, b"".join(RECORD.pack(*record) for record in self._pending))
        self.disk.sync("blocks")


class WrongWidth(SequenceFile):
    """Places values by the width that the store had when it was opened."""

    def _open(self, game: str | None, *, repair: bool) -> None:
        super()._open(game, repair=repair)
        self._first_width = self.width

    def _add(self, data: bytes, count: int) -> None:
        first = self.count
        super()._add(data, count)
        width = getattr(self, "_first_width", self.width)
        if width != self.width:
            self.disk.write(NAMES[self.width], first * width // 8, data)


class NoLock(SequenceFile):
    """Does not ask whether another has the store open."""

    def __init__(self, disk: Disk, game: str | None = None, *, repair: bool = True) -> None:
        disk.lock = lambda name: None  # type: ignore[method-assign]  # noqa: ARG005
        super().__init__(disk, game, repair=repair)


class SkipsAtABorder(SequenceFile):
    """The second block of a writing begins one value too late, and its last value stands there twice."""

    def append(self, values: Values) -> None:
        border = BLOCK
        if len(values) > border and self.saved:
            values = np.concatenate([values[:border], values[border + 1 :], values[-1:]])
        super().append(values)


class TrustsANewName(SequenceFile):
    """Takes the mark that it finds for safe, although its name may not be on the disk yet."""

    def _repair(self, wanted: dict[str, int]) -> None:
        sync_dir, self.disk.sync_dir = self.disk.sync_dir, lambda: None  # type: ignore[method-assign]
        super()._repair(wanted)
        self.disk.sync_dir = sync_dir  # type: ignore[method-assign]


# Negative controls: databases with one bug each.


class CountsFromOpening(ValueDatabase):
    """Counts what it adds itself from the number of rows that it found."""

    _own: int | None = None

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        before = self.count if self._own is None else self._own
        new = super().add(keys, values)
        self._own = before + new
        self._connection.execute("UPDATE meta SET v = ? WHERE k = 'rows'", (str(self._own),))
        return new


class RemembersMisses(ValueDatabase):
    """Takes what was unknown once for unknown ever after."""

    def get(self, key: bytes) -> int | None:
        self.misses: set[bytes] = getattr(self, "misses", set())
        found = None if key in self.misses else super().get(key)
        if found is None:
            self.misses.add(key)
        return found


class HalfAConflict(ValueDatabase):
    """Keeps the rows in front of the one that contradicts."""

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        try:
            return super().add(keys, values)
        except Conflict as conflict:
            good = keys[: keys.index(conflict.key)]
            super().add(good, values[: len(good)])
            raise


class LastValueWins(ValueDatabase):
    """Changes a value that another process has added."""

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        self.own: set[bytes] = getattr(self, "own", set())
        for key, value in zip(keys, values, strict=True):
            if key not in self.own and self.get(key) not in (None, value):
                row = value, self._checksum(key, value), key
                self._connection.execute("UPDATE value SET value = ?, crc = ? WHERE key = ?", row)
        self.own |= set(keys)
        return super().add(keys, values)


class CountsAfterwards(ValueDatabase):
    """Commits the rows one by one, and then their number."""

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        if not self._write:
            return super().add(keys, values)
        before = self.count
        rows = [(key, value, self._checksum(key, value)) for key, value in zip(keys, values, strict=True)]
        self._compare(rows)
        for row in rows:
            self._connection.execute("INSERT OR IGNORE INTO value VALUES (?, ?, ?)", row)
        new = self._connection.execute("SELECT count(*) FROM value").fetchone()[0] - before
        self._connection.execute("UPDATE meta SET v = ? WHERE k = 'rows'", (str(before + new),))
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return int(new)


class WritesForReaders(ValueDatabase):
    """Adds although it was opened for reading only, by a second door."""

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        if self._write:
            return super().add(keys, values)
        with ValueDatabase(self.path, write=True) as other:
            return other.add(keys, values)


def machine(kind: Kind) -> type[RuleBasedStateMachine]:
    base = SequenceMachine if issubclass(kind, SequenceFile) else DatabaseMachine
    return type(kind.__name__, (base,), {"kind": kind})


@pytest.mark.parametrize(
    "kind",
    [
        *(StaleMark, WrongWidth, NoLock, SkipsAtABorder),
        pytest.param(TrustsANewName, marks=pytest.mark.nightly),  # three hundred runs until it is found
        *(CountsFromOpening, RemembersMisses, HalfAConflict, LastValueWins, CountsAfterwards, WritesForReaders),
    ],
    ids=lambda kind: kind.__name__,
)
def test_a_bug_planted_in_a_store_is_found_by_its_machine(kind: Kind) -> None:
    with pytest.raises(Exception) as found:  # noqa: PT011  # whatever the bug does
        run(machine(kind), RUNS if issubclass(kind, SequenceFile) else RUNS // 4, shrink=False)
    assert any("state." in note for note in found.value.__notes__)
