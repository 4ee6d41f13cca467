"""Copies value databases: all of a good one, and of a damaged one every row that proves itself."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from .errors import Damaged
from .pages import records
from .value_database import BATCH, ValueDatabase
from .value_rows import NUMBER, Checksum, Identity, read_identity


def copy_database(source: Path, target: Path) -> int:
    """Copy a database with its log into a new one; return how many rows. Raises `Damaged` when a row is."""
    with ValueDatabase.existing(source) as database, _new(target, database.identity) as copy:
        return _fill(copy, database.load())


def salvage_database(source: Path, target: Path) -> tuple[int, int | None]:
    """Copy every row whose checksum fits into a new database; return how many, and how many had been saved.

    Rows are taken from the pages one by one, in whatever state the file is; the second number is None when that
    was lost. Raises `Damaged` when the table `meta` cannot be read: then nothing tells whose values they are.
    """
    meta, saved = _read_meta(source)
    identity = read_identity(meta)
    if identity is None:
        raise Damaged(f"{source}: table meta cannot be read, so nothing tells whose values these are")
    checksum = Checksum(identity)
    rows = (row[:2] for row in records(source) if len(row) == 3 and checksum.fits(*row))
    with _new(target, identity) as copy:
        return _fill(copy, rows), saved  # type: ignore[arg-type]


def _read_meta(source: Path) -> tuple[dict[str, str], int | None]:
    """Return what the table `meta` says, and the most rows that it ever counted."""
    meta: dict[str, str] = {}
    counts: list[int] = []
    for row in records(source):
        if len(row) == 2 and isinstance(row[0], str) and isinstance(row[1], str):
            meta[row[0]] = row[1]
            if row[0] == "rows" and NUMBER.fullmatch(row[1]):
                counts.append(int(row[1]))
    return meta, max(counts, default=None)


def _new(target: Path, identity: Identity) -> ValueDatabase:
    """Begin a database."""
    return ValueDatabase.open(target, **identity._asdict())


def _fill(target: ValueDatabase, rows: Iterable[tuple[bytes, int]]) -> int:
    """Add rows a batch at a time and return how many there are then."""
    stream = iter(rows)
    while batch := list(islice(stream, BATCH)):
        target.add([key for key, _ in batch], [value for _, value in batch])
    return target.count
