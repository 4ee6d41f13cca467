"""Value databases: damage and foreign files are refused, failures have their error, several processes may write."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.unit.storage.small_database import GAME, ROWS, change, database, filled, load

from grundy.storage import Damaged, InUse, Mismatch, NoSpace, StoreFault, ValueDatabase, value_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return filled(tmp_path / "v.db")


def test_a_changed_row_is_reported_with_its_place_and_never_read(path: Path) -> None:
    key = sorted(ROWS)[100]
    good = path.read_bytes()
    for column, value in [
        ("value", "value + 1"),
        ("crc", "crc + 1"),
        ("value", "-5"),
        ("value", "1.5"),
        ("crc", "'x'"),
    ]:
        path.write_bytes(good)
        change(path, f"UPDATE value SET {column} = {value} WHERE key = x'{key.hex()}'")
        with database(path) as store:
            with pytest.raises(Damaged, match=rf"v.db: row 100 \(key {key.hex()}\) does not fit its checksum"):
                list(store.load())
            with pytest.raises(Damaged, match=rf"the row of key {key.hex()} does not fit"):
                store.get(key)
            with pytest.raises(Damaged):
                store.add([key], [ROWS[key]])
            with pytest.raises(Damaged):
                store.verify()


def test_a_row_of_another_ruleset_does_not_fit(path: Path) -> None:
    other = path.with_name("other.db")
    with ValueDatabase.open(other, **(GAME | {"ruleset": "domino"})) as store:
        store.add([b"\0\0\0"], [5])
    change(path, f"ATTACH '{other}' AS o", "INSERT INTO value SELECT * FROM o.value")
    with database(path) as store, pytest.raises(Damaged, match=r"row 1 \(key 000000\)"):
        list(store.load())


@pytest.mark.parametrize("key", ["'text'", "17", "2.5", f"x'{'ab' * 100}'"])
def test_keys_of_another_type_and_strange_rows_are_damage(path: Path, key: str) -> None:
    change(path, f"INSERT INTO value VALUES ({key}, 1, 1)")
    with database(path) as store, pytest.raises(Damaged, match=r"row \d+ \(key .{1,84}\) does not fit"):
        list(store.load())


def test_rows_in_a_wrong_order_are_damage(path: Path) -> None:
    data = path.read_bytes()
    cells = data.index(bytes([9]) * 5), data.index(bytes([14]) * 5)
    swapped = bytearray(data)
    at, to = (max(0, cell - 8) for cell in cells)
    length = data.index(bytes([19]) * 5) - cells[1]
    assert length
    swapped[at : at + 13], swapped[to : to + 13] = data[to : to + 13], data[at : at + 13]
    path.write_bytes(swapped)
    with database(path) as store, pytest.raises(Damaged):
        list(store.load())


def test_a_missing_row_is_noticed(path: Path) -> None:
    change(path, f"DELETE FROM value WHERE key = x'{sorted(ROWS)[249].hex()}'")
    with database(path) as store:
        with pytest.raises(Damaged, match=r"v.db: 250 rows were saved, 249 are there"):
            list(store.load())
        with pytest.raises(Damaged):
            store.verify()


def test_a_row_too_many_is_noticed(path: Path) -> None:
    change(path, "UPDATE meta SET v = '249' WHERE k = 'rows'")
    with database(path) as store, pytest.raises(Damaged, match=r"v.db: 249 rows were saved, 250 are there"):
        list(store.load())


@pytest.mark.parametrize("rows", ["''", "'-1'", "'1_0'", "'٣'", "' 1'", "'9999999999999999999'"])
def test_a_count_that_is_not_a_number_is_damage(path: Path, rows: str) -> None:
    change(path, f"UPDATE meta SET v = {rows} WHERE k = 'rows'")
    with (
        pytest.raises(Damaged, match=r"does not say how many|holds something that is no text"),
        database(path) as store,
    ):
        assert store.count is None


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM meta WHERE k = 'identity'",
        "DELETE FROM meta WHERE k = 'encoding_version'",
        "UPDATE meta SET v = 'kram' WHERE k = 'ruleset'",
        "UPDATE meta SET v = 'misere' WHERE k = 'play'",
        "UPDATE meta SET v = '03' WHERE k = 'encoding_version'",
        "UPDATE meta SET v = upper(v) WHERE k = 'identity'",
        "UPDATE meta SET v = cast(x'ff' AS text) WHERE k = 'ruleset'",
        "UPDATE meta SET k = 7 WHERE k = 'ruleset'",
        "CREATE TABLE more (a)",
        "DROP TABLE value",
        "CREATE TRIGGER t AFTER INSERT ON value BEGIN DELETE FROM value; END",
        "PRAGMA journal_mode = DELETE",
    ],
)
def test_a_database_that_is_not_as_it_was_made_is_damaged(path: Path, statement: str) -> None:
    change(path, statement)
    before = path.read_bytes()
    with pytest.raises(Damaged, match=r"v\.db: "):
        database(path)
    assert path.read_bytes() == before


def test_the_structure_of_the_file_is_verified_too(path: Path) -> None:
    change(path, "PRAGMA page_size = 4096")
    with path.open("ab") as file:
        file.write(bytes(4096))
    data = bytearray(path.read_bytes())
    data[28:32] = (len(data) // 4096).to_bytes(4)  # a page that belongs to nothing
    path.write_bytes(data)
    assert load(path) == ROWS
    with database(path) as store, pytest.raises(Damaged, match="never used"):
        store.verify()


def garbage(path: Path) -> None:
    path.write_bytes(b"grundy values of cram\n" * 100)


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def of_another_program(path: Path) -> None:
    path.unlink()
    change(path, "CREATE TABLE diary (day TEXT)")


def with_another_mark(path: Path) -> None:
    change(path, "PRAGMA application_id = 7")


def of_another_version(path: Path) -> None:
    change(path, "PRAGMA user_version = 2")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (garbage, "v.db: file is not a database"),
        (nothing, r"v.db is not a value database of grundy \(application id 0\)"),
        (of_another_program, r"v.db is not a value database of grundy \(application id 0\)"),
        (with_another_mark, r"v.db is not a value database of grundy \(application id 7\)"),
        (
            of_another_version,
            "v.db: expected the format 'grundy database 1', found 'grundy database 2' of a newer version",
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_foreign_files_are_refused_and_left_as_they_are(path: Path, make: Callable[[Path], None], message: str) -> None:
    make(path)
    before = path.read_bytes()
    with pytest.raises(Mismatch, match=message):
        database(path)
    assert path.read_bytes() == before


def test_an_error_whose_text_cannot_be_read_is_damage_too(path: Path) -> None:
    data = path.read_bytes()
    at = data.index(b"CREATE TABLE value")
    path.write_bytes(data[:at] + b"\xb3\xb3" + data[at + 2 :])
    with pytest.raises(Damaged, match=r"v\.db: "):
        database(path)


def test_a_log_without_its_database_is_damage(path: Path) -> None:
    path.rename(path.with_name("v.db-wal"))
    with pytest.raises(Damaged, match=r"v.db: missing, although v.db-wal is there"):
        database(path)
    assert not path.exists()
    path.with_name("v.db-wal").write_bytes(b"")
    database(path).close()


# Failures.


def test_after_a_failed_write_the_database_must_be_opened_again(path: Path) -> None:
    keys = [b"%08d" % i for i in range(2000)]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with database(path) as store:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
        try:
            with pytest.raises(NoSpace, match=r"v.db: .*; the rows saved before are intact"):
                store.add(keys, [1] * 2000)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        with pytest.raises(StoreFault, match="a write to it has failed"):
            store.add([b"a"], [1])
        assert dict(store.load()) == ROWS
    with database(path) as store:
        assert store.add(keys, [1] * 2000) == 2000


def test_an_interrupted_batch_leaves_no_rows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with database(path) as store:
        monkeypatch.setattr(store, "_compare", interrupt)
        with pytest.raises(KeyboardInterrupt):
            store.add([b"new", bytes([3]) * 4], [1, 9])
        monkeypatch.undo()
        assert store.get(b"new") is None
        assert store.add([b"new"], [2]) == 1


def test_a_database_that_is_closed_says_so(path: Path) -> None:
    store = database(path)
    store.close()
    store.close()
    with pytest.raises(StoreFault, match="closed"):
        store.get(b"a")
    with pytest.raises(StoreFault, match="closed"):
        store.add([b"a"], [1])


def test_a_file_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with pytest.raises(StoreFault, match="unable to open"):
        database(tmp_path)
    with pytest.raises(OSError, match="No such file"):
        database(tmp_path / "nowhere" / "v.db")


def test_network_file_systems_are_refused_for_databases(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_database, "network_file_system", lambda _: "nfs4")
    with pytest.raises(StoreFault, match=r"network file system \(nfs4\)"):
        database(path)


# Several processes.


def test_waiting_too_long_for_another_writer_is_an_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_database, "TURN", 0.01)
    monkeypatch.setattr(value_database, "WAIT", 0.05)
    with database(path) as first, database(path) as second:
        first._connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(InUse, match=r"v\.db: database is locked"):
            second.add([b"a"], [1])
        assert second.get(bytes([3]) * 4) == 9
        first._connection.execute("ROLLBACK")
        assert second.add([b"a"], [1]) == 1


def test_a_writer_waits_for_another(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_database, "TURN", 0.01)
    tries: list[int] = []
    with database(path) as first, database(path) as second:
        first._connection.execute("BEGIN IMMEDIATE")

        def clock() -> float:
            tries.append(1)
            if len(tries) == 4:
                first._connection.execute("ROLLBACK")
            return 0.0

        monkeypatch.setattr(value_database, "time", SimpleNamespace(monotonic=clock))
        assert second.add([b"a"], [1]) == 1
    assert len(tries) >= 4


def test_who_comes_second_takes_what_the_first_began(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = os.link

    def late(new: Path, path: Path) -> None:
        monkeypatch.undo()
        filled(path)
        link(new, path)

    monkeypatch.setattr(os, "link", late)
    assert load(tmp_path / "v.db") == ROWS
