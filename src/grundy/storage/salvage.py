"""Copies of stores: the good values of a damaged sequence file, and a value database."""

from __future__ import annotations

from itertools import islice, takewhile
from pathlib import Path

from .disk import Disk
from .records import BLOCK, MOST_MARK, RECORD, Record, read_mark
from .sequence_file import NAMES, SequenceFile
from .value_database import BATCH, ValueDatabase


def salvage(source: Disk, target: Disk) -> tuple[int, int]:
    """Copy the values of a sequence file before the first damaged block.

    Args:
        source: The damaged store, which is only read.
        target: An empty disk for the copy.

    Returns:
        The number of values copied, and the number that had been saved.

    Raises:
        Damaged: If the mark, which names the game, cannot be read.
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
    """Copy a value database with its write-ahead log into a new one.

    Args:
        source: The database.
        target: The new one.

    Returns:
        The number of rows.

    Raises:
        Damaged: If a row is damaged.
    """
    with ValueDatabase.existing(source) as database, ValueDatabase.open(target, **database.identity._asdict()) as copy:
        rows = database.load()
        while batch := list(islice(rows, BATCH)):
            copy.add([key for key, _ in batch], [value for _, value in batch])
        return copy.count
