"""Value databases: what they hold and how it is read and added; nothing is ever overwritten."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zlib
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.unit.storage.small_database import GAME, ROWS, database, filled, load

from grundy.storage import Conflict, Mismatch, StoreFault, ValueDatabase, value_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return filled(tmp_path / "v.db")


def test_the_file_is_what_its_description_says(path: Path) -> None:
    identity = {"encoding": "rows", "play": "normal", "ruleset": "cram", "version": 3}
    digest = sha256(json.dumps(identity, sort_keys=True, separators=(",", ":")).encode()).digest()
    with closing(sqlite3.connect(path)) as connection:
        for name, value in [("application_id", 1196576324), ("user_version", 1), ("journal_mode", "wal")]:
            assert connection.execute(f"PRAGMA {name}").fetchall() == [(value,)]
        assert dict(connection.execute("SELECT k, v FROM meta").fetchall()) == {
            "ruleset": "cram",
            "encoding": "rows",
            "encoding_version": "3",
            "play": "normal",
            "identity": digest.hex(),
            "rows": "250",
        }
        for key, value, crc in connection.execute("SELECT key, value, crc FROM value"):
            assert crc == zlib.crc32(digest + key + value.to_bytes(8, "little"))
    assert path.read_bytes()[68:72] == (1196576324).to_bytes(4)
    assert [file.name for file in path.parent.iterdir()] == ["v.db"]


def test_a_commit_waits_for_the_disk(path: Path) -> None:
    with database(path) as store:
        assert store._connection.execute("PRAGMA synchronous").fetchall() == [(2,)]
        assert store._connection.execute("PRAGMA trusted_schema").fetchall() == [(0,)]


def test_a_new_file_has_its_name_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(value_database, "sync_directory", synced.append)
    for _ in range(2):
        database(tmp_path / "v.db").close()
    assert synced == [tmp_path]


def test_after_a_batch_a_writer_waits_as_long_as_before(path: Path) -> None:
    with database(path) as store:
        before = store._connection.execute("PRAGMA busy_timeout").fetchall()
        store.add([b"a"], [1])
        assert store._connection.execute("PRAGMA busy_timeout").fetchall() == before == [(200,)]


def test_what_was_added_is_there_again_in_the_order_of_keys(path: Path) -> None:
    with database(path) as store:
        assert list(store.load()) == sorted(ROWS.items())
        assert store.count == store.verify() == 250
        assert store.get(bytes([7]) * 3) == 49
        assert store.get(b"unknown") is None
        assert store.get(b"") is None


def test_keys_are_any_bytes_and_values_any_number_of_63_bits(tmp_path: Path) -> None:
    rows = {b"": 0, b"\0": 1, b"\0\0": (1 << 63) - 1, b"'\n\xff": 127, b"k" * 5000: 128, b"k" * 1002: 2**31}
    with database(tmp_path / "v.db") as store:
        assert store.add(list(rows), list(rows.values())) == 6
        assert dict(store.load()) == rows
        assert all(store.get(key) == value for key, value in rows.items())


def test_more_rows_than_a_batch_are_read_batch_after_batch(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for batch in (1, 7, 249, 250, 251):
        monkeypatch.setattr(value_database, "BATCH", batch)
        assert load(path) == ROWS


def test_rows_added_while_others_are_read_do_no_harm(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_database, "BATCH", 10)
    with database(path) as reader, database(path) as writer:
        rows = reader.load()
        next(rows)
        writer.add([b"\0\0", b"\xff\xff\xff"], [5, 6])
        found = dict(rows)
        assert found[b"\xff\xff\xff"] == 6
        assert b"\0\0" not in found
        assert reader.get(b"\0\0") == 5


def test_known_rows_may_be_added_again_and_count_once(path: Path) -> None:
    with database(path) as store:
        assert store.add([bytes([3]) * 4, b"new", b"new"], [9, 1, 1]) == 1
        assert store.add([], []) == 0
        assert store.count == store.verify() == 251


def test_another_value_under_a_known_key_is_refused_and_nothing_of_its_batch_is_saved(path: Path) -> None:
    with database(path) as store:
        with pytest.raises(Conflict, match=r"v.db: key 03030303 has the value 9, not 10$") as caught:
            store.add([b"new", bytes([3]) * 4], [1, 10])
        assert (caught.value.key, caught.value.values) == (bytes([3]) * 4, (9, 10))
        assert store.get(b"new") is None
        with pytest.raises(Conflict):
            store.add([b"new", b"new"], [1, 2])
        assert store.add([b"new"], [2]) == 1
    assert load(path) == ROWS | {b"new": 2}


@pytest.mark.parametrize("value", [-1, 1 << 63, True, 1.0, None, "1"])
def test_values_are_whole_numbers_of_63_bits(path: Path, value: Any) -> None:
    with database(path) as store, pytest.raises(TypeError, match="expected values from 0 to"):
        store.add([b"a", b"b"], [1, value])
    assert load(path) == ROWS


@pytest.mark.parametrize("key", ["a", bytearray(b"a"), memoryview(b"a"), 1, None])
def test_keys_are_bytes(path: Path, key: Any) -> None:
    with database(path) as store, pytest.raises(TypeError, match="expected keys of bytes"):
        store.add([b"b", key], [1, 1])
    assert load(path) == ROWS


def test_as_many_values_as_keys(path: Path) -> None:
    with database(path) as store, pytest.raises(ValueError, match="shorter"):
        store.add([b"a", b"b"], [1])


@pytest.mark.parametrize("other", [{"ruleset": "domino"}, {"encoding": "columns"}, {"version": 4}, {"play": "misere"}])
def test_values_of_something_else_are_refused_and_both_are_named(path: Path, other: dict[str, Any]) -> None:
    before = path.read_bytes()
    with pytest.raises(Mismatch, match="found those of cram, normal play, encoding rows 3") as caught:
        ValueDatabase.open(path, **(GAME | other))
    assert f"{next(iter(other.values()))}" in str(caught.value).split("found")[0]
    assert path.read_bytes() == before


def test_an_existing_database_says_whose_values_it_holds(path: Path) -> None:
    with ValueDatabase(path) as store:
        assert store.identity._asdict() == GAME
        with pytest.raises(StoreFault, match="opened for reading only"):
            store.add([b"a"], [1])
    with ValueDatabase(path, write=True) as store:
        assert store.add([b"a"], [1]) == 1
    with pytest.raises(StoreFault, match="unable to open"):
        ValueDatabase(path.with_name("missing"))
    assert not path.with_name("missing").exists()


def test_reading_changes_neither_the_file_nor_its_log(path: Path) -> None:
    log = path.with_name("v.db-wal")
    with database(path) as reader:
        reader._connection.execute("BEGIN")
        assert reader.count == 250
        with database(path) as store:
            store.add([b"in the log"], [77])
        copy = path.with_name("copy.db")
        shutil.copy(path, copy)
        shutil.copy(log, path.with_name("copy.db-wal"))
        reader._connection.execute("ROLLBACK")
    before = copy.read_bytes(), path.with_name("copy.db-wal").read_bytes()
    assert before[1]
    with ValueDatabase(copy) as store:
        assert store.verify() == 251
        assert store.get(b"in the log") == 77
    assert (copy.read_bytes(), path.with_name("copy.db-wal").read_bytes()) == before


def test_after_every_batch_the_log_is_empty(path: Path) -> None:
    with database(path) as store:
        store.add([b"a"], [1])
        assert path.with_name("v.db-wal").stat().st_size == 0
        shutil.copy(path, path.with_name("alone.db"))
    assert load(path.with_name("alone.db")) == ROWS | {b"a": 1}
