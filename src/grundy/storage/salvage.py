"""Copies what is still good of a damaged store into a new one."""

from __future__ import annotations

from itertools import takewhile

from .disk import Disk
from .records import BLOCK, MOST_MARK, RECORD, Mark, Record, read_mark
from .sequence_file import NAMES, SequenceFile


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
    before, records = _records(source, mark)
    for record in records:
        data = source.read(NAMES[mark.width], record.first * size, record.length * size)
        if record.first != store.count or not record.fits(before, data):
            break
        store.append(np.frombuffer(data, f"<u{size}"))
        before = record.chain
    return store.acknowledge(), mark.values


def _records(source: Disk, mark: Mark) -> tuple[bytes, list[Record]]:
    """Return the plausible records of the file in force, and the link of the chain before them."""
    data = source.read("blocks", 0, mark.blocks * RECORD.size)
    whole = data[: len(data) - len(data) % RECORD.size]
    found = [Record._make(fields) for fields in RECORD.iter_unpack(whole)]
    start = max((i for i, record in enumerate(found) if record.first == 0 and record.length > 0), default=0)
    before = found[start - 1].chain if start else mark.identity
    return before, list(takewhile(lambda record: 0 < record.length <= BLOCK, found[start:]))
