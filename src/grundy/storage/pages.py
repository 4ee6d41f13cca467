"""Reads the records that stand in the pages of an SQLite file and of its log, without SQLite and in any state.

For damaged files: whatever still looks like a record is yielded, so every record must prove itself by its content.
Only what tables WITHOUT ROWID with whole numbers, texts and bytes need is read: index pages, which hold records of
columns, with overflow pages for long ones. (SQLite, Database File Format, https://www.sqlite.org/fileformat2.html.)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TypeAlias

from .value_rows import PAGE

Column: TypeAlias = int | str | bytes | None
MAGIC = b"SQLite format 3\0"
INTERIOR, LEAF = 2, 10
"""Types of index pages."""
MOST_LOCAL = (PAGE - 12) * 64 // 255 - 23
LEAST_LOCAL = (PAGE - 12) * 32 // 255 - 23
"""Bytes of a record that stand in its own page, when it is short and when it is long."""
LOG_HEAD, FRAME_HEAD = 32, 24
"""Bytes in front of all frames of the log, and in front of the page of each frame."""
LONGEST = 1 << 20
"""Longer records are taken for damage."""
WIDTHS = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
"""Bytes of a column by its type, up to type 9."""


def records(path: Path) -> Iterator[tuple[Column, ...]]:
    """Yield the columns of everything that looks like a record, first in the file, then in its log.

    A record of more than about a thousand bytes must stand in the file, as its pages are not gathered from the log.
    """
    log_path = path.with_name(f"{path.name}-wal")
    with path.open("rb") as file:
        yield from _records(file, 0, 0)
        if log_path.is_file():
            with log_path.open("rb") as log:
                yield from _records(log, LOG_HEAD, FRAME_HEAD, file)


def _records(file: BinaryIO, start: int, head: int, chains: BinaryIO | None = None) -> Iterator[tuple[Column, ...]]:
    at = start
    while len(page := _piece(file, at, head + PAGE)) > head:
        for data in _payloads(page[head:].ljust(PAGE, b"\0"), chains or file):
            columns = read_columns(data)
            if columns is not None:
                yield columns
        at += head + PAGE


def _piece(file: BinaryIO, at: int, n: int) -> bytes:
    file.seek(at)
    return file.read(n)


def _payloads(page: bytes, chains: BinaryIO) -> Iterator[bytes]:
    at = 100 if page.startswith(MAGIC) else 0
    if page[at] not in {INTERIOR, LEAF}:
        return
    skip = 4 if page[at] == INTERIOR else 0
    first = at + 8 + skip
    cells = int.from_bytes(page[at + 3 : at + 5])
    for i in range(first, min(first + 2 * cells, PAGE - 1), 2):
        cell = int.from_bytes(page[i : i + 2]) + skip
        length, cell = read_varint(page, cell)
        here = length
        if length > MOST_LOCAL:
            here = LEAST_LOCAL + (length - LEAST_LOCAL) % (PAGE - 4)
            here = here if here <= MOST_LOCAL else LEAST_LOCAL
        data = page[cell : cell + here]
        number = int.from_bytes(page[cell + here : cell + here + 4])
        while here < length <= LONGEST and number > 0:
            rest = _piece(chains, (number - 1) * PAGE, PAGE)
            data += rest[4 : 4 + length - here]
            number, here = int.from_bytes(rest[:4]), here + PAGE - 4
        yield data


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the number written in seven bits a byte from `at` on, and where it ends.

    >>> read_varint(bytes([0x81, 0x00]), 0)
    (128, 2)
    """
    number = 0
    for i, byte in enumerate(data[at : at + 9]):
        if i == 8:
            return number << 8 | byte, at + 9
        number = number << 7 | byte & 127
        if byte < 128:
            return number, at + i + 1
    return 0, len(data)


def read_columns(data: bytes) -> tuple[Column, ...] | None:
    """Return the columns of a record, None when its bytes are none.

    >>> read_columns(bytes([4, 15, 1, 16]) + b"a" + bytes([7]) + b"xy")
    ('a', 7, b'xy')
    """
    end, at = read_varint(data, 0)
    columns: list[Column] = []
    body = end
    while at < end <= len(data):
        kind, at = read_varint(data, at)
        size = WIDTHS[kind] if kind < len(WIDTHS) else (kind - 12) // 2
        piece = data[body : body + size]
        if at > end or len(piece) < size or size < 0:
            return None
        found: Column = kind - 8 if kind in {8, 9} else None  # numbers with a point and types to come are None
        if kind >= 12:
            found = piece.decode("utf-8", "replace") if kind % 2 else piece
        elif 1 <= kind <= 6:
            found = int.from_bytes(piece, signed=True)
        columns.append(found)
        body += size
    return tuple(columns) if columns and body == len(data) else None
