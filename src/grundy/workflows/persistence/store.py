"""Stores of values on the disk: opened with the identity of a ruleset, checked, salvaged, copied."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...core import Code, CorruptStore, DiskFull, InputError, StoreBusy, StoreError, StoreMismatch, cannot_write

if TYPE_CHECKING:
    from ...storage import SequenceFile

LONGEST = 1000
"""A longer text of a game is replaced by its SHA-256."""
DELETE = "delete {}, whose values grundy computes again"
"""The advice for a damaged database."""


class CheckedStore(NamedTuple):
    """The result of checking a store of heap values.

    Attributes:
        game: The game and the kind of values.
        values: The number of saved values.
        blocks: The number of blocks on the disk.
        width: The bits of a value.

    Example:
        >>> CheckedStore("0.77, values of heaps, normal play", values=1001, blocks=1, width=8).held
        '1001 values of 8 bits in 1 blocks'
    """

    game: str
    values: int
    blocks: int
    width: int

    @property
    def held(self) -> str:
        """The contents of the store, in words."""
        return f"{self.values} values of {self.width} bits in {self.blocks} blocks"


class CheckedDatabase(NamedTuple):
    """The result of checking a value database.

    Attributes:
        game: The ruleset and the board.
        values: The number of rows.

    Example:
        >>> CheckedDatabase("cram on 4x5", values=120).held
        '120 rows'
    """

    game: str
    values: int

    @property
    def held(self) -> str:
        """The contents of the database, in words."""
        return f"{self.values} rows"


def game_text(rule: Code | tuple[int, ...]) -> str:
    """Return the text that identifies the values of a store: the same for all names of a game.

    `rule` is an octal code, or the numbers of a finite subtraction set in ascending order.

    >>> from grundy.core import read_code
    >>> game_text(read_code(".77")), game_text((1, 3, 4))
    ('0.77, values of heaps, normal play', 'take {1, 3, 4}, values of heaps, normal play')
    """
    text = str(rule) if isinstance(rule, Code) else "take {" + ", ".join(map(str, rule)) + "}"
    if len(text) > LONGEST:
        text = f"{text[:40]}... (SHA-256 {sha256(text.encode('utf-8')).hexdigest()})"
    return f"{text}, values of heaps, normal play"


def open_store(directory: Path, game: str | None = None, *, repair: bool = True) -> SequenceFile:
    """Open a store of heap values, or create one.

    Args:
        directory: The directory of the store.
        game: The text that identifies the values (`game_text`); if None, the store must exist.
        repair: Whether to remove bytes whose writing was not completed, as after a crash; if False, nothing is changed.

    Returns:
        The open store.

    Raises:
        InputError: If the store is missing and `game` is None.
    """
    from ...storage import FILES, Disk, SequenceFile

    if game is None and not directory.is_dir():
        raise InputError(f"cannot read {directory}: no such file")
    return SequenceFile(Disk(directory, FILES), game, repair=repair)


def verify_store(directory: Path) -> CheckedStore | CheckedDatabase:
    """Check every block of a store, or every row of a database, and change nothing.

    Args:
        directory: The directory of a store, or the file of a database.

    Returns:
        A `CheckedStore` for a store, a `CheckedDatabase` for a database.

    Raises:
        CorruptStore: If something is damaged.
    """
    if directory.is_file():
        from ...storage import ValueDatabase

        with failures(directory), ValueDatabase(directory) as database:
            return CheckedDatabase(str(database.identity), database.verify())
    with failures(directory):
        store = open_store(directory, repair=False)
        try:
            return CheckedStore(store.game, store.saved, store.verify(), store.width)
        finally:
            store.close()


def salvage_store(directory: Path, target: Path) -> tuple[int, int]:
    """Copy the values before the first damage into a new store.

    Args:
        directory: The directory of the damaged store.
        target: The directory to create.

    Returns:
        The number of values copied, and the number that had been saved.

    Raises:
        InputError: If the damaged store is missing or is a database, or if `target` exists.
        CorruptStore: If the store is so damaged that its game is unknown.
    """
    from ...storage import FILES, Disk
    from ...storage import salvage as salvage_store

    if not directory.exists():
        raise InputError(f"cannot read {directory}: no such file")
    if directory.is_file():
        raise InputError(f"expected the store of a run, found the file {directory}", hint=DELETE.format(directory))
    _must_be_new(target)
    with failures(directory):
        source, copy = Disk(directory, FILES), Disk(target, FILES)
        try:
            return salvage_store(source, copy)
        except BaseException:
            shutil.rmtree(target, ignore_errors=True)
            raise
        finally:
            source.close()
            copy.close()


def copy_store(directory: Path, target: Path) -> int:
    """Copy a store after checking every block or row.

    Args:
        directory: The directory of a store, or the file of a database.
        target: The path of the copy, which must not exist.

    Returns:
        The number of values copied.

    Raises:
        CorruptStore: If something is damaged; then no copy is left.
    """
    if not directory.is_file():
        verify_store(directory)
        return salvage_store(directory, target)[0]
    from ...storage import copy_database

    _must_be_new(target)
    with failures(directory):
        try:
            return copy_database(directory, target)
        except BaseException:
            for end in ("", "-wal", "-shm"):
                target.with_name(target.name + end).unlink(missing_ok=True)
            raise


def _must_be_new(target: Path) -> None:
    if target.exists() or target.is_symlink():
        raise InputError(f"{target} already exists; choose another name")


@contextmanager
def failures(where: Path, damaged: str = "") -> Iterator[None]:
    """Convert errors of the package `storage`, raised inside a `with` block, to errors of the package `core`.

    Args:
        where: The file or directory that messages name.
        damaged: The advice for damage; by default to salvage a store or to delete a database.

    Yields:
        Nothing.

    Raises:
        StoreError: For an error of `storage` without a class in the following list.
        CorruptStore: If the stored data are damaged.
        StoreBusy: If another process uses the file.
        StoreMismatch: If the file has another format, or contains other values than those requested.
        DiskFull: If the disk is full.
        InputError: If the operating system reports another error.
        WorkersDisagree: If two values are saved under one key.
    """
    from ...storage import Conflict, Damaged, InUse, Mismatch, NoSpace, StoreFault

    try:
        yield
    except Damaged as error:
        salvaged = f"grundy store salvage {where} NEW copies the intact part"
        help_line = damaged or (DELETE.format(where) if where.is_file() else salvaged)
        raise CorruptStore(f"{_within(where, error, '/')} (nothing was changed; {help_line})") from error
    except InUse as error:
        raise StoreBusy(str(error)) from error
    except Mismatch as error:
        raise StoreMismatch(_within(where, error)) from error
    except NoSpace as error:
        raise DiskFull(_within(where, error)) from error
    except Conflict as error:
        from ...cluster import WorkersDisagree

        raise WorkersDisagree(f"the key {error.key.hex()} of {where}", error.values) from error
    except StoreFault as error:
        raise StoreError(str(error)) from error
    except OSError as error:
        raise cannot_write(where, error, "what was saved before is intact") from error


def _within(where: Path, error: Exception, mark: str = ": ") -> str:
    """Return the message of an error of `storage`, preceded by the path `where` and by `mark`.

    If the message begins with the path already, return it unchanged.
    """
    text = str(error)
    return text if text.startswith(f"{where}: ") else f"{where}{mark}{text}"
