"""The journal: an append-only file of JSON lines, each with its own checksum.

    {"format":"grundy sweep","version":1,"pattern":"0.xy",...,"crc":...}
    {"ruleset":"0.07","status":"proved","preperiod":53,"period":34,...,"crc":...}

The first line is the header. `crc` is the CRC-32 of the line without it. A crash can leave only the last line
incomplete; it is removed when the next line is appended. A file with any other damage is refused and not changed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any
from zlib import crc32

from .errors import Damaged, InUse, Mismatch
from .formats import FORMATS, other_version

Line = dict[str, Any]
"""The fields of a line without its checksum."""


def header(name: str, **fields: object) -> Line:
    """Make the first line of a journal, which names the format of the file.

    Args:
        name: The format, from `FORMATS`.
        fields: Further fields of the header, which describe the content of the journal.

    Returns:
        The header as a dictionary: "format", "version" and the further fields.
    """
    return {"format": name, "version": FORMATS[name], **fields}


def sealed(line: Mapping[str, Any]) -> str:
    """Write a line of a journal as JSON with its checksum.

    >>> sealed({"ruleset": "0.07"})
    '{"ruleset":"0.07","crc":1049450534}'
    """
    text = json.dumps(line, separators=(",", ":"))
    return json.dumps({**line, "crc": crc32(text.encode("ascii"))}, separators=(",", ":"))


def unsealed(text: bytes) -> Line | None:
    """Read a line of a journal, or return None if it has changed since it was written.

    >>> unsealed(b'{"ruleset":"0.07","crc":1049450534}')
    {'ruleset': '0.07'}
    """
    try:
        line = json.loads(text)
        line.pop("crc")
        return line if sealed(line).encode("ascii") == text else None
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        return None


def read_journal(path: Path, *names: str) -> list[Line]:
    """Read the complete lines of a journal, even while another process writes it.

    Args:
        path: The file.
        names: The formats that are expected.

    Returns:
        The lines, the header first; empty if the file is empty.

    Raises:
        OSError: If the file cannot be read.
        Mismatch: If it has another format or version.
        Damaged: If a line has changed since it was written.
    """
    return _lines(path.read_bytes(), path, names)


class JournalFile:
    """A journal, a file of JSON lines with checksums, that only this process writes until it is closed."""

    def __init__(self, path: Path, *, new: bool = False, wait: bool = False) -> None:
        """Open and lock the file, which is made if it is missing.

        Args:
            path: The file.
            new: Whether the file must be missing.
            wait: Whether to wait while another process has the file open, instead of raising `InUse`.

        Raises:
            OSError: If the file cannot be opened.
            InUse: If another process has the file open.
        """
        self.path = path
        self._synced, self._dirty = monotonic(), False
        flags = os.O_RDWR | os.O_CREAT | (os.O_EXCL if new else 0) | getattr(os, "O_CLOEXEC", 0)
        self._file = os.open(path, flags, 0o666)
        try:
            with suppress(ImportError):  # Windows does not have these locks
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            self.size = self._bytes().rfind(b"\n") + 1
        except BlockingIOError:
            os.close(self._file)
            raise InUse(f"{path}: in use by another process") from None
        except BaseException:
            os.close(self._file)
            raise

    def begin(self, head: Line) -> None:
        """Write the first line of the journal; do nothing if the file already has a complete line.

        If the file has only an incomplete line, it must be the beginning of this header, and it is replaced.

        Args:
            head: The header.

        Raises:
            OSError: If it cannot be written.
            Mismatch: If the file has no complete line, and does not contain the beginning of this header.
        """
        if self.size:
            return
        if not sealed(head).encode("ascii").startswith(self._bytes()):
            raise Mismatch(f"{self.path}: expected the format '{head['format']}', found something else")
        self.append(head)

    def read(self, *names: str) -> list[Line]:
        """Return the complete lines, the header first; the list is empty if there are none.

        `Mismatch` is raised if the header has none of the formats `names` or another version, and `Damaged` if a line
        has changed since it was written.
        """
        return _lines(self._bytes(), self.path, names)

    def append(self, *lines: Line, every: float = 0.0) -> None:
        """Append lines to the journal; if that fails, the file keeps none of them.

        After a crash, the file may have only the first ones of several lines, each of them complete.

        Args:
            lines: The lines.
            every: The shortest time in seconds between two syncs; before it has passed, the file is not synced.

        Raises:
            OSError: If they cannot be written or synced.
        """
        data = "".join(sealed(line) + "\n" for line in lines).encode("ascii")
        try:
            os.ftruncate(self._file, self.size)
            os.lseek(self._file, self.size, os.SEEK_SET)
            unwritten = memoryview(data)
            while unwritten:
                unwritten = unwritten[os.write(self._file, unwritten) :]
            self._dirty = True
            if monotonic() - self._synced >= every:
                self._sync()
        except OSError:
            os.ftruncate(self._file, self.size)
            raise
        self.size += len(data)

    def clear(self) -> None:
        """Remove all lines of the journal, also the header."""
        os.ftruncate(self._file, 0)
        self.size = 0

    def close(self) -> None:
        """Wait until the file is on the disk, and unlock it."""
        try:
            if self._dirty:
                self._sync()
        finally:
            os.close(self._file)

    def _sync(self) -> None:
        os.fsync(self._file)
        self._synced, self._dirty = monotonic(), False

    def _bytes(self) -> bytes:
        with open(self._file, "rb", closefd=False) as file:
            file.seek(0)
            return file.read()


def _lines(data: bytes, path: Path, names: tuple[str, ...]) -> list[Line]:
    lines: list[Line] = []
    for number, text in enumerate(data.split(b"\n")[:-1], 1):
        line = unsealed(text)
        if number == 1:
            _check_header(text, line, path, names)
        if line is None:
            kept = "; the lines before it are intact" if number > 1 else ""
            raise Damaged(f"{path}: line {number} has changed since it was written{kept}")
        lines.append(line)
    return lines


def _check_header(text: bytes, line: Line | None, path: Path, names: tuple[str, ...]) -> None:
    name = (line or {}).get("format")
    if name in names:
        if other := other_version(name, (line or {}).get("version")):
            raise Mismatch(f"{path}: {other}")
        return
    for known in names:
        if text.startswith(f'{{"format":"{known} 1"'.encode()):  # the first line of journals of version 1
            raise Mismatch(f"{path}: {other_version(known, 1)}")
        if line is None and text.startswith(f'{{"format":"{known}","version":'.encode()):
            return
    found = f"'{name}'" if isinstance(name, str) and name in FORMATS else "something else"
    raise Mismatch(f"{path}: expected the format '{names[0]}', found {found}")
