"""Copies of value databases: everything of a good one; of a damaged one every row that proves itself, and no other."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.promises.storage.database_harness import add, damaged, folder, key, opened, right

from grundy.storage import Damaged, Mismatch, ValueDatabase, copy_database, salvage_database
from grundy.storage.pages import LONGEST, read_columns, read_varint, records

ROWS = 900
PAGE = 4096


def load(path: Path) -> dict[bytes, int]:
    with ValueDatabase.existing(path) as store:
        return dict(store.load())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of 900 rows on many pages."""
    with opened(ValueDatabase, tmp_path / "v.db") as store:
        add(store, 0, ROWS)
    return tmp_path / "v.db"


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return tmp_path / "new.db"


def test_what_is_salvaged_of_a_good_database_is_all_of_it(path: Path, new: Path) -> None:
    before = path.read_bytes()
    assert salvage_database(path, new) == (ROWS, ROWS)
    assert load(new) == load(path)
    with ValueDatabase.existing(new) as copy, ValueDatabase.existing(path) as store:
        assert copy.identity == store.identity
        assert copy.verify() == ROWS
    assert path.read_bytes() == before


def test_a_lost_page_takes_only_its_own_rows_with_it(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    lost = []
    for i in range(len(data) // PAGE):
        path.write_bytes(data[: i * PAGE] + bytes(PAGE) + data[(i + 1) * PAGE :])
        try:
            good, saved = salvage_database(path, tmp_path / f"{i}.db")
        except Damaged:
            lost.append(i)
            continue
        assert saved == ROWS
        assert ROWS - 400 < good <= ROWS
        assert all(value == right(known) for known, value in load(tmp_path / f"{i}.db").items())
    assert len(lost) == 1  # only the page of the table meta, which says whose values they are


@pytest.mark.nightly
def test_nothing_but_good_rows_is_salvaged_of_any_damage(path: Path) -> None:
    data, random = path.read_bytes(), Random(5)
    found = 0
    for _ in range(40):
        with folder() as home:
            (home / "v.db").write_bytes(damaged(data, random))
            try:
                good, _ = salvage_database(home / "v.db", home / "new.db")
            except Damaged:
                continue
            assert all(value == right(known) for known, value in load(home / "new.db").items())
            found += good
    assert found > 10 * ROWS


def test_damage_that_cannot_be_opened_can_be_salvaged(path: Path, new: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(b"\xff" * 100 + data[100:])
    with pytest.raises(Mismatch):
        ValueDatabase.existing(path)
    assert salvage_database(path, new) == (ROWS, ROWS)


def test_of_a_row_that_is_wrong_nothing_is_kept(path: Path, new: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE value SET value = value + 1 WHERE key = x'{key(7).hex()}'")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(f"UPDATE value SET value = 1.5 WHERE key = x'{key(8).hex()}'")
        connection.execute("INSERT INTO value VALUES (x'00', 1, 1)")
    assert salvage_database(path, new) == (ROWS - 2, ROWS)
    assert load(new) == {key(i): right(key(i)) for i in range(ROWS) if i not in {7, 8}}


def test_without_the_count_it_is_not_known_how_many_rows_there_were(path: Path, new: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE meta SET v = 'many' WHERE k = 'rows'")
    assert salvage_database(path, new) == (ROWS, None)


@pytest.mark.parametrize(
    "damage", ["DELETE FROM meta WHERE k = 'identity'", "UPDATE meta SET v = 'h' WHERE k = 'play'"]
)
def test_nothing_is_salvaged_when_nothing_tells_whose_values_they_are(path: Path, new: Path, damage: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(damage)
    with pytest.raises(Damaged, match="nothing tells whose values these are"):
        salvage_database(path, new)
    assert not new.exists()


def in_the_log(path: Path) -> Path:
    """Return a copy whose last rows stand in its log."""
    copy = path.with_name("hot.db")
    with ValueDatabase.existing(path) as reader:
        reader._connection.execute("BEGIN")
        assert reader.count == ROWS
        with opened(ValueDatabase, path) as store:
            add(store, ROWS, ROWS + 100)
            shutil.copy(path, copy)
            shutil.copy(f"{path}-wal", f"{copy}-wal")
    return copy


def test_the_log_is_copied_and_salvaged_with_its_database(path: Path, new: Path, tmp_path: Path) -> None:
    hot = in_the_log(path)
    log = Path(f"{hot}-wal")
    assert log.stat().st_size
    before = hot.read_bytes(), log.read_bytes()
    assert copy_database(hot, new) == ROWS + 100
    assert load(new) == {key(i): right(key(i)) for i in range(ROWS + 100)}
    assert salvage_database(hot, tmp_path / "saved.db") == (ROWS + 100, ROWS + 100)
    assert (hot.read_bytes(), log.read_bytes()) == before
    log.write_bytes(before[1][:50] + b"\xff" + before[1][51:])  # SQLite drops such a log, its rows are still good
    assert copy_database(hot, tmp_path / "less.db") == ROWS
    assert salvage_database(hot, tmp_path / "more.db")[0] > ROWS


def test_a_damaged_database_is_not_copied(path: Path, new: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE value SET value = value + 1 WHERE key = x'{key(7).hex()}'")
    with pytest.raises(Damaged, match="does not fit its checksum"):
        copy_database(path, new)


def test_long_keys_and_long_names_are_salvaged_from_their_overflow_pages(tmp_path: Path, new: Path) -> None:
    game: dict[str, Any] = {"ruleset": "r" * 9000, "encoding": "é" * 3000, "version": 0, "play": "misere"}
    lengths = [*range(975, 1010), 2035, 2036, 4080, 4096, 4598, 4599, 5000, 5090, 5600, 50_000]
    rows = {bytes([i % 251]) * length: i for i, length in enumerate(lengths)}
    with ValueDatabase.open(tmp_path / "v.db", **game) as store:
        store.add(list(rows), list(rows.values()))
    assert salvage_database(tmp_path / "v.db", new) == (len(rows), len(rows))
    assert load(new) == rows
    with ValueDatabase.existing(new) as copy:
        assert copy.identity._asdict() == game


def test_values_of_every_width_are_salvaged(tmp_path: Path, new: Path) -> None:
    rows = {b"%d+%d" % (bits, more): (1 << bits) + more for bits in range(63) for more in (-1, 0)}
    with opened(ValueDatabase, tmp_path / "v.db") as store:
        store.add(list(rows), list(rows.values()))
    assert salvage_database(tmp_path / "v.db", new) == (len(rows), len(rows))
    assert load(new) == rows


def test_pages_with_hundreds_of_short_rows_are_salvaged(tmp_path: Path, new: Path) -> None:
    keys = [i.to_bytes(2) for i in range(3000)]
    with opened(ValueDatabase, tmp_path / "v.db") as store:
        store.add(keys, [i % 2 for i in range(3000)])
    data = (tmp_path / "v.db").read_bytes()
    assert max(int.from_bytes(data[at + 3 : at + 5]) for at in range(PAGE, len(data), PAGE)) > 255
    assert salvage_database(tmp_path / "v.db", new) == (3000, 3000)


# The format of records.


@pytest.mark.parametrize(
    ("data", "number", "end"),
    [
        (b"\x00", 0, 1),
        (b"\x7f", 127, 1),
        (b"\x81\x00", 128, 2),
        (b"\xff\x7f", 16383, 2),
        (b"\x81\x80\x00", 16384, 3),
        (b"\xff" * 9, (1 << 64) - 1, 9),
        (b"\xff" * 8 + b"\x01", ((1 << 56) - 1) << 8 | 1, 9),
        (b"\x81", 0, 1),
        (b"", 0, 0),
    ],
)
def test_numbers_of_seven_bits_a_byte(data: bytes, number: int, end: int) -> None:
    assert read_varint(data, 0) == (number, end)
    assert read_varint(b"\xff" + data + b"\x05" * (end == 9), 1) == (number, end + 1)


@pytest.mark.parametrize(
    ("data", "columns"),
    [
        (b"\x02\x00", (None,)),
        (b"\x02\x01\xff", (-1,)),
        (b"\x02\x02\x01\x00", (256,)),
        (b"\x02\x03\x01\x00\x00", (65536,)),
        (b"\x02\x04\x80\x00\x00\x00", (-(1 << 31),)),
        (b"\x02\x05\x00\x00\x00\x00\x01\x02", (258,)),
        (b"\x02\x06\x7f" + b"\xff" * 7, ((1 << 63) - 1,)),
        (b"\x02\x07" + b"\x00" * 8, (None,)),
        (b"\x03\x08\x09", (0, 1)),
        (b"\x03\x0c\x0d", (b"", "")),
        (b"\x03\x10\x11abcd", (b"ab", "cd")),
        (b"\x02\x0f\xff", ("\ufffd",)),
        (b"\x02\x0a", None),  # types 10 and 11 are kept for later
        (b"\x02\x0b", None),
        (b"\x03\x10\x11abc", None),  # too short
        (b"\x03\x10\x11abcde", None),  # too long
        (b"\x02\x81\x00", None),  # a type that ends behind the types
        (b"\x09\x01", None),
        (b"\x01", None),
        (b"\x00", None),
        (b"", None),
    ],
)
def test_records_are_read_as_their_description_says(data: bytes, columns: tuple[Any, ...] | None) -> None:
    assert read_columns(data) == columns


@pytest.mark.nightly
def test_any_bytes_are_read_to_their_end(tmp_path: Path) -> None:
    random = Random(3)
    for kind in (2, 10, 5):
        for _ in range(20):
            page = random.randbytes(3) + random.randbytes(1)[:1] + b"\xff" + random.randbytes(PAGE - 5)
            (tmp_path / "v.db").write_bytes((bytes([kind]) + page[1:]) * 2 + bytes([kind]))
            (tmp_path / "v.db-wal").write_bytes(random.randbytes(56) + bytes([kind]) + page[1:])
            for found in records(tmp_path / "v.db"):
                assert all(isinstance(column, int | str | bytes | None) for column in found)


def test_a_chain_of_pages_that_leads_into_itself_ends(tmp_path: Path) -> None:
    cell = b"\xbf\xff\x7f" + bytes(2000)  # a record of almost 2^20 bytes
    assert read_varint(cell, 0) == (LONGEST - 1, 3)
    head = b"\x0a\x00\x00\x00\x01\x00\x00\x00\x00\x00\x0a"
    here = 489 + (LONGEST - 1 - 489) % (PAGE - 4)
    start = head + cell[:3] + bytes(here if here <= 1002 else 489) + (1).to_bytes(4)
    (tmp_path / "v.db").write_bytes((start[:8] + b"\x00\x0a" + start[11:]).ljust(PAGE, b"\0"))
    assert list(records(tmp_path / "v.db")) == []
