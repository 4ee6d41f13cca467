"""The file of a sweep: a header and one line for every code, in order, each with its own checksum.

    {"format":"grundy sweep","version":1,"pattern":"0.xy","to":1048576,"work":1000000000,"codes":64,"crc":...}
    {"ruleset":"0.07","status":"proved","preperiod":53,"period":34,...,"crc":...}

Lines are only appended; a last line that a crash has torn is cut when the sweep goes on. Before it must stand what was
written, else the file is left as it is. `crc` is the CRC-32 of the line without it.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any
from zlib import crc32

from ...core import (
    CorruptStore,
    DiskFull,
    InputError,
    NotationError,
    Play,
    StoreBusy,
    StoreMismatch,
    cannot_read,
    cannot_write,
    read_json,
)
from ...storage.formats import other_version

Line = dict[str, Any]
"""The fields of a line without its checksum."""

SWEEPS: dict[Play, str] = {"normal": "grundy sweep", "misere": "grundy misere sweep"}
"""What the header names itself: a sweep for periods of values, or one for misere quotients."""
SYNC = 1.0
"""Seconds after which lines are certainly on the disk."""


def sealed(line: Mapping[str, Any]) -> str:
    """Return a line as it stands in the file, without its end.

    >>> sealed({"ruleset": "0.07"})
    '{"ruleset":"0.07","crc":1049450534}'
    """
    text = json.dumps(line, separators=(",", ":"))
    return json.dumps({**line, "crc": crc32(text.encode("ascii"))}, separators=(",", ":"))


def unsealed(text: bytes) -> Line | None:
    """Return the fields of a line, None when it is not what was written.

    >>> unsealed(b'{"ruleset":"0.07","crc":1049450534}')
    {'ruleset': '0.07'}
    """
    try:
        line = read_json(text.decode("ascii"))
    except (UnicodeDecodeError, NotationError):
        return None
    if not isinstance(line, dict):
        return None
    line.pop("crc", None)
    return line if sealed(line).encode("ascii") == text else None


def read_sweep(path: Path) -> tuple[Line, list[Line]]:
    """Return the header and the complete lines of a sweep's file, be the sweep finished or not.

    Raises `InputError`, `StoreMismatch` when it is something else and `CorruptStore` at a damaged line.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise cannot_read(path, error) from None
    return _parsed(data, path)


def _parsed(data: bytes, path: Path) -> tuple[Line, list[Line]]:
    head, *texts = data.split(b"\n")[:-1] or [b""]
    header = unsealed(head)
    if header is None or header.get("format") not in SWEEPS.values():
        if any(head.startswith(f'{{"format":"{name}","version":'.encode()) for name in SWEEPS.values()):
            raise CorruptStore(f"{path}: line 1 has changed since it was written")
        raise StoreMismatch(f"{path}: is not the file of a sweep")
    if other := other_version(header["format"], header.get("version")):
        raise StoreMismatch(f"{path}: {other}")
    lines = []
    for number, text in enumerate(texts, 2):
        line = unsealed(text)
        if line is None or "ruleset" not in line:
            raise CorruptStore(f"{path}: line {number} has changed since it was written; the lines before it are good")
        lines.append(line)
    return header, lines


class SweepFile:
    """The file of a running sweep, locked; `lines` are those it held when it was opened."""

    def __init__(self, path: Path, header: Line, codes: Sequence[str], *, resume: bool) -> None:
        """Make the file, or with `resume` go on with it.

        Raises `InputError` when it cannot be written, or is there without `resume`, `StoreBusy` when
        another process writes it, `StoreMismatch` when it is of another sweep, `CorruptStore`, `DiskFull`.
        """
        self.lines: list[Line] = []
        self.cut = 0
        self._path = path
        self._synced = monotonic()
        self._file = self._open(resume)
        try:
            with suppress(ImportError):  # where the system knows locks
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._load((sealed(header) + "\n").encode("ascii"), header, codes)
        except BlockingIOError:
            os.close(self._file)
            raise StoreBusy(f"{path}: another process writes it") from None
        except BaseException:
            os.close(self._file)
            raise

    def append(self, line: Line) -> None:
        """Write a line; raises `DiskFull`."""
        self._write((sealed(line) + "\n").encode("ascii"))

    def close(self) -> None:
        """Sync what was written and let the file go."""
        try:
            os.fsync(self._file)
        finally:
            os.close(self._file)

    def _open(self, resume: bool) -> int:
        if self._path.exists() and not self._path.is_file():
            raise InputError(f"{self._path} is not a regular file")
        flags = os.O_RDWR | os.O_CREAT | (0 if resume else os.O_EXCL) | getattr(os, "O_CLOEXEC", 0)
        try:
            return os.open(self._path, flags, 0o666)
        except FileExistsError:
            hint = "choose another --out, or add --resume"
            raise InputError(f"{self._path} already exists", hint=hint) from None
        except OSError as error:
            raise cannot_write(self._path, error) from None

    def _load(self, head: bytes, header: Line, codes: Sequence[str]) -> None:
        with open(self._file, "rb", closefd=False) as file:
            data = file.read()
        kept = data.rfind(b"\n") + 1
        if kept:
            found, self.lines = _parsed(data, self._path)
            for key in header:
                if found.get(key) != header[key]:
                    what = f"is a sweep with {key} {found.get(key)}, not {header[key]}"
                    raise StoreMismatch(f"{self._path}: {what}")
            for line, code in zip(self.lines, codes, strict=False):
                if line["ruleset"] != code:
                    raise CorruptStore(f"{self._path}: expected a line of {code}, found one of {line['ruleset']}")
            if len(self.lines) > len(codes):
                raise CorruptStore(f"{self._path}: more lines than codes")
        elif not head.startswith(data):
            raise StoreMismatch(f"{self._path}: is not the file of a sweep")
        self.cut = len(data) - kept
        os.ftruncate(self._file, kept)
        os.lseek(self._file, kept, os.SEEK_SET)
        if not kept:
            self._write(head)

    def _write(self, data: bytes) -> None:
        """Append bytes whole or not at all, and sync now and then."""
        end = os.lseek(self._file, 0, os.SEEK_CUR)
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            if monotonic() - self._synced > SYNC:
                os.fsync(self._file)
                self._synced = monotonic()
        except OSError as error:
            os.ftruncate(self._file, end)
            kind = DiskFull if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG} else InputError
            raise kind(f"{self._path}: {error.strerror}; what was written before stays, --resume goes on") from None
