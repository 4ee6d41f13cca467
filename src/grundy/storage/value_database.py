"""The value database: values of positions under their exact bytes, in one SQLite file for one ruleset.

SQLite keeps rows in order and commits a batch as a whole; with a write-ahead log and synchronous=FULL a batch is
on the disk when `add` returns. Its pages carry no checksum, so each row has its own, checked at every reading, and
`meta` counts the rows, so that none is missing unnoticed. A value is never changed: another value under a known
key raises `Conflict`. Several processes may read and add at once.

The log, `NAME-wal`, belongs to the database while it is in use. SQLite takes damage in a log for an unfinished batch,
and drops what follows; so the log is moved into the database after every batch, and what can be lost that way are
the batches that several processes were writing at once, or one that was killed. Such rows are unknown again, not wrong.
(SQLite, Write-Ahead Logging, https://www.sqlite.org/wal.html; How To Corrupt An SQLite Database File.)
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from .disk import network_file_system, sync_directory
from .errors import Conflict, Damaged, InUse, Mismatch, NoSpace, StoreFault
from .formats import other_version
from .value_rows import APPLICATION, META, MOST, NUMBER, PAGE, VALUE, VERSION, Checksum, Identity, read_identity

T = TypeVar("T")

WAIT = 60.0
"""Seconds to wait for another process that writes."""
TURN = 0.2
"""Seconds of it that SQLite waits by itself, deaf to signals."""
BATCH = 10_000
"""Rows that are read at once."""
SETTINGS = ("synchronous = FULL", "trusted_schema = OFF", "cell_size_check = ON", "cache_size = -65536")
"""A commit waits for the disk, nothing in a file is trusted, 64 MiB of pages are kept."""
UNREADABLE = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS}
FAULTS: dict[int, type[StoreFault]] = {
    sqlite3.SQLITE_BUSY: InUse,
    sqlite3.SQLITE_LOCKED: InUse,
    sqlite3.SQLITE_FULL: NoSpace,
    sqlite3.SQLITE_IOERR: NoSpace,
    sqlite3.SQLITE_NOTADB: Mismatch,
    sqlite3.SQLITE_CORRUPT: Damaged,
    sqlite3.SQLITE_ERROR: Damaged,
}
"""What an error of SQLite means here; others say that the file cannot be used."""


class ValueDatabase:
    """Values of positions of one ruleset; `open` begins one, `existing` takes it as it is.

    Keys are bytes, values whole numbers from 0 to 2^63 - 1. Raises `Damaged`, `Mismatch`, `InUse` (another process
    has been writing for a minute), `StoreFault` on network file systems; `add` raises `Conflict`, and `NoSpace`,
    after which the database must be opened anew. A process that forks opens it again in the child.
    """

    def __init__(self, path: Path, *, write: bool = True) -> None:
        """Open an existing database as it is; `open` and `existing` say so more clearly."""
        self.path = path
        self._write = write
        self._failed = False
        if (kind := network_file_system(path.parent)) is not None:
            raise StoreFault(f"{path} is on a network file system ({kind}), where locks are not reliable")
        self._connection = _connect(path, "rw" if write else "ro")
        try:
            self.identity = self._check()
        except BaseException:
            self._connection.close()
            raise
        self._checksum = Checksum(self.identity)

    @classmethod
    def open(cls, path: Path, *, ruleset: str, encoding: str, version: int, play: str) -> Self:
        """Open the values of a ruleset, or begin them where there is no file.

        `encoding` and `version` name the bytes of keys, `play` the convention; `Mismatch` says both where they differ.
        """
        wanted = Identity(ruleset, encoding, version, play)
        if not os.path.lexists(path):
            _begin(path, wanted)
        database = cls(path)
        if database.identity != wanted:
            database.close()
            raise Mismatch(f"{path}: expected the values of {wanted}, found those of {database.identity}")
        return database

    @classmethod
    def existing(cls, path: Path, *, write: bool = False) -> Self:
        """Open a database whosever values it holds; without `write` neither it nor its log is changed."""
        return cls(path, write=write)

    @property
    def count(self) -> int:
        """How many rows there are."""
        text = self._meta().get("rows", "")
        if NUMBER.fullmatch(text) is None:
            raise Damaged(f"{self.path}: table meta does not say how many rows there are")
        return int(text)

    def get(self, key: bytes) -> int | None:
        """Return the value under a key, None when it is not known."""
        for found in self._rows("SELECT key, value, crc FROM value WHERE key = ?", (key,)):
            if not self._checksum.fits(*found) or found[0] != key:
                raise Damaged(f"{self.path}: the row of key {_shown(key)} does not fit its checksum")
            return int(found[1])
        return None

    def load(self) -> Iterator[tuple[bytes, int]]:
        """Yield every row, verified, in the order of keys; raises `Damaged` at the end when rows are missing."""
        before, n, last = self.count, 0, b""
        statement = "SELECT key, value, crc FROM value WHERE key > ? ORDER BY key LIMIT ?"
        after: bytes | float = float("-inf")  # below every bytes
        while rows := self._rows(statement, (after, BATCH)):  # a batch at a time, so that nobody's log has to wait
            for key, value, crc in rows:
                if not self._checksum.fits(key, value, crc) or (n and key <= last):
                    shown = _shown(key)
                    raise Damaged(f"{self.path}: row {n} (key {shown}) does not fit its checksum or its place")
                n, last = n + 1, key
                yield key, value
            after = last
        if not before <= n <= self.count:
            raise Damaged(f"{self.path}: {self.count} rows were saved, {n} are there")

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        """Add rows, all or none; they are on the disk when this returns. Return how many were not known before."""
        for key in keys:
            if type(key) is not bytes:
                raise TypeError(f"expected keys of bytes, found {key!r:.60}")
        for value in values:
            if type(value) is not int or not 0 <= value <= MOST:
                raise TypeError(f"expected values from 0 to 2^63 - 1, found {value!r:.60}")
        pairs = sorted(zip(keys, values, strict=True))
        rows = [(key, value, self._checksum.of(key, value)) for key, value in pairs]
        with self._writing() as connection:
            _patient(lambda: connection.execute("BEGIN IMMEDIATE"))
            try:
                before, count = connection.total_changes, self.count
                connection.executemany("INSERT INTO value VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING", rows)
                new = connection.total_changes - before
                if new < len(rows):
                    self._compare(rows)
                if new:
                    connection.execute("UPDATE meta SET v = ? WHERE k = 'rows'", (str(count + new),))
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    with suppress(sqlite3.Error):
                        connection.execute("ROLLBACK")
            _move_log(connection)
        return new

    def verify(self) -> int:
        """Check every row and the structure of the file; return how many rows there are."""
        count = sum(1 for _ in self.load())
        for (found,) in self._rows("PRAGMA integrity_check(1)", ()):
            if found != b"ok":
                raise Damaged(f"{self.path}: {' '.join(found.decode('utf-8', 'replace').split())}")
        return count

    def close(self) -> None:
        """Let the file go; the last process to do so moves the log into the database."""
        with _told(self.path):
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # How it opens.

    def _check(self) -> Identity:
        marks = [self._rows(f"PRAGMA {name}", ())[0][0] for name in ("application_id", "user_version", "journal_mode")]
        if marks[0] != APPLICATION:
            raise Mismatch(f"{self.path} is not a value database of grundy (application id {marks[0]})")
        if other := other_version("grundy database", marks[1]):
            raise Mismatch(f"{self.path}: {other}")
        tables = {found[0] for found in self._rows("SELECT sql FROM sqlite_schema", ())}
        if tables != {META.encode("ascii"), VALUE.encode("ascii")} or marks[2] != b"wal":
            raise Damaged(f"{self.path}: has other tables or another kind of log than a value database")
        identity = read_identity(self._meta())
        if identity is None:
            raise Damaged(f"{self.path}: table meta contradicts itself, so the game of the values is unknown")
        return identity

    def _meta(self) -> dict[str, str]:
        try:
            return {k.decode("utf-8"): v.decode("utf-8") for k, v in self._rows("SELECT k, v FROM meta", ())}
        except (AttributeError, UnicodeDecodeError):
            raise Damaged(f"{self.path}: table meta contains a field that is not text") from None

    # How it reads.

    def _rows(self, statement: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        with _told(self.path):
            return _patient(lambda: self._connection.execute(statement, values).fetchall())

    # How it writes.

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Let a failed write end the use of this connection: nobody knows what is on the disk then."""
        if self._failed or not self._write:
            raise StoreFault(f"{self.path}: a write to it has failed, or it was opened for reading only")
        try:
            with _told(self.path):
                yield self._connection
        except NoSpace:
            self._failed = True
            raise

    def _compare(self, rows: Iterable[tuple[bytes, int, int]]) -> None:
        for key, value, _ in rows:
            known = self.get(key)
            if known is not None and known != value:
                told = f"{self.path}: key {_shown(key)} has the value {known}, not {value}"
                raise Conflict(told, key, (known, value))


def _move_log(connection: sqlite3.Connection) -> None:
    """Move the log into the database and empty it, unless others are at work: then it waits for them or the end."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {TURN * 1000:.0f}")


def _begin(path: Path, identity: Identity) -> None:
    """Make an empty database elsewhere and give it its name, so that there is none or a whole one.

    Whoever comes second, of two processes that begin it at once, finds the other's.
    """
    for log in (path.with_name(path.name + end) for end in ("-wal", "-journal")):
        with suppress(FileNotFoundError):  # another process may delete it meanwhile
            if log.stat().st_size > 0 and not os.path.lexists(path):  # another may have begun it just now
                raise Damaged(f"{path}: missing, although {log.name} is there")
    with tempfile.TemporaryDirectory(prefix=f"{path.name}.", suffix=".new", dir=path.parent) as folder:
        new = Path(folder) / "new"
        with _told(path), closing(_connect(new, "rwc")) as connection:
            connection.execute(f"PRAGMA page_size = {PAGE}")
            connection.execute("BEGIN")
            connection.execute(META)
            connection.execute(VALUE)
            connection.executemany("INSERT INTO meta VALUES (?, ?)", {**identity.meta(), "rows": "0"}.items())
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = WAL")
        with suppress(FileExistsError):
            os.link(new, path)
    sync_directory(path.parent)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    with _told(path):
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        connection = sqlite3.connect(uri, uri=True, timeout=TURN, isolation_level=None)
        connection.text_factory = bytes
        try:
            for setting in SETTINGS:
                _patient(partial(connection.execute, f"PRAGMA {setting}"))
        except BaseException:
            connection.close()
            raise
    return connection


def _patient(work: Callable[[], T]) -> T:
    """Do it again while another process is in the way, for a minute at most."""
    end = time.monotonic() + WAIT
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            busy = getattr(error, "sqlite_errorcode", 0) & 255 in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
            if not busy or time.monotonic() > end:
                raise


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", -1)
        kind = Damaged if code in UNREADABLE else FAULTS.get(code & 255, StoreFault)
        more = "; the rows saved before are intact" if kind is NoSpace else ""
        raise kind(f"{path}: {error}{more}") from error
    except UnicodeDecodeError as error:  # the message of SQLite quotes what it found
        raise Damaged(f"{path}: database disk image is malformed") from error


def _shown(key: object) -> str:
    text = key.hex() if isinstance(key, bytes) else repr(key)
    return text if len(text) <= 80 else f"{text[:80]}..."
