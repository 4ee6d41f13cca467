"""The value database: values of positions by their exact bytes, in one SQLite file for one ruleset.

SQLite keeps rows sorted and commits a batch as a whole. With a write-ahead log and synchronous=FULL a batch is on the
disk when `add` returns. SQLite pages have no checksum, so each row has its own, which every read checks. `meta` counts
the rows, so that a missing row is noticed. A value is never changed: another value under a known key raises `Conflict`.
Several processes may read and add at once.

The log, `NAME-wal`, belongs to the database while it is in use. SQLite treats damage in a log as an unfinished batch
and drops all that follows. So the log is moved into the database after every batch. Only batches that several processes
were writing at once, or one whose process was killed, can be lost in this way. Such rows are unknown again, not wrong.
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
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar
from zlib import crc32

from .disk import network_file_system, sync_directory
from .errors import Conflict, Damaged, InUse, Mismatch, NoSpace, StoreFault
from .formats import other_version
from .value_rows import APPLICATION, META, NUMBER, PAGE, VALUE, VERSION, Identity, read_identity

T = TypeVar("T")

WAIT = 60.0
"""Seconds to wait for another process that writes."""
TURN = 0.2
"""Seconds of each wait inside SQLite, during which signals are not handled."""
BATCH = 10_000
"""Rows that are read at once."""
MOST = (1 << 63) - 1
"""The largest value that a row holds."""
SETTINGS = ("synchronous = FULL", "trusted_schema = OFF", "cell_size_check = ON", "cache_size = -65536")
"""A commit waits for the disk, schemas in files are not trusted, and 64 MiB of pages are cached."""
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
"""The errors raised for error codes of SQLite; other codes raise `StoreFault`."""


class ValueDatabase:
    """A file with the values of positions of one ruleset; `open` creates it if needed.

    Keys are bytes, values integers from 0 to 2^63 - 1. Methods raise `Damaged`, `Mismatch`, `InUse` (another process
    has been writing for a minute) and `StoreFault` (network file systems). `add` also raises `Conflict`, and `NoSpace`,
    after which the database must be opened again. After a fork, the child must open the database again.
    """

    def __init__(self, path: Path, *, write: bool = False) -> None:
        """Open an existing database of any ruleset.

        Args:
            path: The file.
            write: Whether rows may be added; if False, neither the file nor its log is changed.
        """
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
        self._start = crc32(self.identity.digest)

    @classmethod
    def open(cls, path: Path, *, ruleset: str, encoding: str, version: int, play: str) -> Self:
        """Open the values of a ruleset, or create the file if it is missing.

        Args:
            path: The file.
            ruleset: The name of the ruleset.
            encoding: The name of the encoding of keys.
            version: The version of the encoding.
            play: The play convention, normal or misère.

        Returns:
            The database.

        Raises:
            Mismatch: If the file has other values.
        """
        wanted = Identity(ruleset, encoding, version, play)
        if not os.path.lexists(path):
            _begin(path, wanted)
        database = cls(path, write=True)
        if database.identity != wanted:
            database.close()
            raise Mismatch(f"{path}: expected the values of {wanted}, found those of {database.identity}")
        return database

    @property
    def count(self) -> int:
        """The number of rows, which is the number of positions with a value."""
        text = self._meta().get("rows", "")
        if NUMBER.fullmatch(text) is None:
            raise Damaged(f"{self.path}: table meta does not say how many rows there are")
        return int(text)

    def get(self, key: bytes) -> int | None:
        """Return the value stored under a key, or None if there is none."""
        for row in self._rows("SELECT key, value, crc FROM value WHERE key = ?", (key,)):
            if not self._fits(*row) or row[0] != key:
                raise Damaged(f"{self.path}: the row of key {_shown(key)} does not fit its checksum")
            return int(row[1])
        return None

    def load(self) -> Iterator[tuple[bytes, int]]:
        """Yield every row (key, value), verified, in the order of keys.

        Raises `Damaged` at the end if rows are missing.
        """
        before, n, last = self.count, 0, b""
        statement = "SELECT key, value, crc FROM value WHERE key > ? ORDER BY key LIMIT ?"
        after: bytes | float = float("-inf")  # less than any bytes
        while rows := self._rows(statement, (after, BATCH)):  # short reads keep the log free
            for key, value, crc in rows:
                if not self._fits(key, value, crc) or (n and key <= last):
                    shown = _shown(key)
                    raise Damaged(f"{self.path}: row {n} (key {shown}) does not fit its checksum or its place")
                n, last = n + 1, key
                yield key, value
            after = last
        if not before <= n <= self.count:
            raise Damaged(f"{self.path}: {self.count} rows were saved, {n} are there")

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> int:
        """Add rows, all or none, and wait until they are on the disk.

        Args:
            keys: The keys.
            values: Their values.

        Returns:
            The number of rows that were not known before.

        Raises:
            Conflict: If another value is known under a key.
            NoSpace: If the rows could not be written.
            TypeError: If a key is not bytes, or a value is not an integer from 0 to 2^63 - 1.
        """
        for key in keys:
            if type(key) is not bytes:
                raise TypeError(f"expected keys of bytes, found {key!r:.60}")
        for value in values:
            if type(value) is not int or not 0 <= value <= MOST:
                raise TypeError(f"expected values from 0 to 2^63 - 1, found {value!r:.60}")
        pairs = sorted(zip(keys, values, strict=True))
        rows = [(key, value, self._checksum(key, value)) for key, value in pairs]
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
        """Check every row and the structure of the file, and return the number of rows."""
        count = sum(1 for _ in self.load())
        for (message,) in self._rows("PRAGMA integrity_check(1)", ()):
            if message != b"ok":
                raise Damaged(f"{self.path}: {' '.join(message.decode('utf-8', 'replace').split())}")
        return count

    def close(self) -> None:
        """Close the file; the last process to do so moves the write-ahead log into the database."""
        with _typed_errors(self.path):
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Opening

    def _check(self) -> Identity:
        marks = [self._rows(f"PRAGMA {name}", ())[0][0] for name in ("application_id", "user_version", "journal_mode")]
        if marks[0] != APPLICATION:
            raise Mismatch(f"{self.path} is not a value database of grundy (application id {marks[0]})")
        if other := other_version("grundy database", marks[1]):
            raise Mismatch(f"{self.path}: {other}")
        tables = {row[0] for row in self._rows("SELECT sql FROM sqlite_schema", ())}
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

    # Reading

    def _checksum(self, key: bytes, value: int) -> int:
        return crc32(value.to_bytes(8, "little"), crc32(key, self._start))

    def _fits(self, key: Any, value: Any, crc: Any) -> bool:  # noqa: ANN401  # damage may be of any type
        valid = type(key) is bytes and type(value) is int and 0 <= value <= MOST
        return valid and crc == self._checksum(key, value)

    def _rows(self, statement: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        with _typed_errors(self.path):
            return _patient(lambda: self._connection.execute(statement, values).fetchall())

    # Writing

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Return a context for writes with the connection in it; if the disk is full, no later write is allowed.

        The state of the disk is unknown after a failed write.
        """
        if self._failed or not self._write:
            raise StoreFault(f"{self.path}: a write to it has failed, or it was opened for reading only")
        try:
            with _typed_errors(self.path):
                yield self._connection
        except NoSpace:
            self._failed = True
            raise

    def _compare(self, rows: Iterable[tuple[bytes, int, int]]) -> None:
        for key, value, _ in rows:
            known = self.get(key)
            if known is not None and known != value:
                message = f"{self.path}: key {_shown(key)} has the value {known}, not {value}"
                raise Conflict(message, key, (known, value))


def _move_log(connection: sqlite3.Connection) -> None:
    """Move the write-ahead log into the database and empty it, unless other processes are using it."""
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {TURN * 1000:.0f}")


def _begin(path: Path, identity: Identity) -> None:
    """Create an empty database at `path` for the values that `identity` describes.

    It is made under another name and then linked to `path`, so that it appears completely or not at all. If two
    processes create it at once, the second uses the file of the first.
    """
    for log in (path.with_name(path.name + end) for end in ("-wal", "-journal")):
        with suppress(FileNotFoundError):  # another process may delete it in the meantime
            if log.stat().st_size > 0 and not os.path.lexists(path):  # another may have begun it just now
                raise Damaged(f"{path}: missing, although {log.name} is there")
    with tempfile.TemporaryDirectory(prefix=f"{path.name}.", suffix=".new", dir=path.parent) as folder:
        new = Path(folder) / "new"
        with _typed_errors(path), closing(_connect(new, "rwc")) as connection:
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
    with _typed_errors(path):
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
    end = time.monotonic() + WAIT
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            busy = getattr(error, "sqlite_errorcode", 0) & 255 in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
            if not busy or time.monotonic() > end:
                raise


@contextmanager
def _typed_errors(path: Path) -> Iterator[None]:
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


def copy_database(source: Path, target: Path) -> int:
    """Copy a value database with its write-ahead log into a new one.

    Args:
        source: The file of the database to copy.
        target: The file of the copy.

    Returns:
        The number of rows copied.

    Raises:
        Damaged: If a row is damaged.
    """
    with ValueDatabase(source) as database, ValueDatabase.open(target, **database.identity._asdict()) as copy:
        rows = database.load()
        while batch := list(islice(rows, BATCH)):
            copy.add([key for key, _ in batch], [value for _, value in batch])
        return copy.count
