"""Copies what is still good of a damaged sequence file or value database into a new one; a good database whole."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, takewhile
from pathlib import Path

from . import pages
from .disk import Disk
from .errors import Damaged
from .records import BLOCK, MOST_MARK, RECORD, Record, read_mark
from .sequence_file import NAMES, SequenceFile
from .value_database import BATCH, ValueDatabase
from .value_rows import NUMBER, Checksum, Identity, read_identity


def salvage(source: Disk, target: Disk) -> tuple[int, int]:
    """Copy the values in front of the first damaged block; return how many, and how many had been saved.

    `source` is only read, `target` must be empty. Raises `Damaged` when the mark cannot be read: then
    nothing tells whose values they are.
    """
    import numpy as np

    source.lock("lock")
    mark = read_mark(source.read("mark", 0, MOST_MARK + 1))
    size = mark.width // 8
    store = SequenceFile(target, mark.game)
    blocks = source.read("blocks", 0, mark.blocks * RECORD.size)
    found = [Record._make(fields) for fields in RECORD.iter_unpack(blocks[: len(blocks) // RECORD.size * RECORD.size])]
    start = max((i for i, record in enumerate(found) if record.first == 0 and record.length > 0), default=0)
    before = found[start - 1].chain if start else mark.identity
    for record in takewhile(lambda record: 0 < record.length <= BLOCK, found[start:]):
        data = source.read(NAMES[mark.width], record.first * size, record.length * size)
        if record.first != store.count or not record.fits(before, data):
            break
        store.append(np.frombuffer(data, f"<u{size}"))
        before = record.chain
    return store.acknowledge(), mark.values


def copy_database(source: Path, target: Path) -> int:
    """Copy a database with its log into a new one; return how many rows. Raises `Damaged` when a row is."""
    with ValueDatabase.existing(source) as database, _new(target, database.identity) as copy:
        return _fill(copy, database.load())


def salvage_database(source: Path, target: Path) -> tuple[int, int | None]:
    """Copy every row whose checksum fits into a new database; return how many, and how many had been saved.

    Rows are taken from the pages one by one, in whatever state the file is; the second number is None when that
    was lost. Raises `Damaged` when the table `meta` cannot be read: then nothing tells whose values they are.
    """
    meta: dict[str, str] = {}
    counts: list[int] = []
    for row in pages.records(source):
        if len(row) == 2 and isinstance(row[0], str) and isinstance(row[1], str):
            meta[row[0]] = row[1]
            if row[0] == "rows" and NUMBER.fullmatch(row[1]):
                counts.append(int(row[1]))
    identity = read_identity(meta)
    if identity is None:
        raise Damaged(f"{source}: table meta cannot be read, so nothing tells whose values these are")
    checksum = Checksum(identity)
    rows = (row[:2] for row in pages.records(source) if len(row) == 3 and checksum.fits(*row))
    with _new(target, identity) as copy:
        return _fill(copy, rows), max(counts, default=None)  # type: ignore[arg-type]


def _new(target: Path, identity: Identity) -> ValueDatabase:
    return ValueDatabase.open(target, **identity._asdict())


def _fill(target: ValueDatabase, rows: Iterable[tuple[bytes, int]]) -> int:
    stream = iter(rows)
    while batch := list(islice(stream, BATCH)):
        target.add([key for key, _ in batch], [value for _, value in batch])
    return target.count
