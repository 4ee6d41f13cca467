"""Copies of value databases: everything of a good one, nothing of a damaged one."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.promises.storage.database_harness import add, key, opened, right

from grundy.storage import Damaged, ValueDatabase, copy_database

ROWS = 900


def load(path: Path) -> dict[bytes, int]:
    with ValueDatabase(path) as store:
        return dict(store.load())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with opened(ValueDatabase, tmp_path / "v.db") as store:
        add(store, 0, ROWS)
    return tmp_path / "v.db"


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return tmp_path / "new.db"


def test_a_copy_of_a_good_database_is_all_of_it(path: Path, new: Path) -> None:
    before = path.read_bytes()
    assert copy_database(path, new) == ROWS
    assert load(new) == load(path)
    with ValueDatabase(new) as copy, ValueDatabase(path) as store:
        assert copy.identity == store.identity
        assert copy.verify() == ROWS
    assert path.read_bytes() == before


def in_the_log(path: Path) -> Path:
    """Return a copy whose last rows stand in its log."""
    copy = path.with_name("hot.db")
    with ValueDatabase(path) as reader:
        reader._connection.execute("BEGIN")
        assert reader.count == ROWS
        with opened(ValueDatabase, path) as store:
            add(store, ROWS, ROWS + 100)
            shutil.copy(path, copy)
            shutil.copy(f"{path}-wal", f"{copy}-wal")
    return copy


def test_the_log_is_copied_with_its_database(path: Path, new: Path, tmp_path: Path) -> None:
    hot = in_the_log(path)
    log = Path(f"{hot}-wal")
    assert log.stat().st_size
    before = hot.read_bytes(), log.read_bytes()
    assert copy_database(hot, new) == ROWS + 100
    assert load(new) == {key(i): right(key(i)) for i in range(ROWS + 100)}
    assert (hot.read_bytes(), log.read_bytes()) == before
    log.write_bytes(before[1][:50] + b"\xff" + before[1][51:])  # SQLite drops such a log
    assert copy_database(hot, tmp_path / "less.db") == ROWS


def test_a_damaged_database_is_not_copied(path: Path, new: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE value SET value = value + 1 WHERE key = x'{key(7).hex()}'")
    with pytest.raises(Damaged, match="does not fit its checksum"):
        copy_database(path, new)
