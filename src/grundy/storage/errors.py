"""Errors of storage; `workflows` converts them to the typed errors of `core`."""

from __future__ import annotations


class StoreFault(Exception):
    """A store (a file or directory of saved values) cannot be used; the message is one sentence that names the file."""


class Damaged(StoreFault):
    """Saved bytes of a store are missing or changed; no file was modified."""


class InUse(StoreFault):
    """Another process holds the lock of the store."""


class Mismatch(StoreFault):
    """The files of a store belong to another game or another version, or are not a store."""


class NoSpace(StoreFault):
    """Bytes of a store could not be written or synced; values that were saved before are safe."""


class Conflict(StoreFault):
    """A value cannot be added to a value database, because the database has another value for its key.

    `values` are the stored value and the new one. Nothing was written.
    """

    def __init__(self, message: str, key: bytes, values: tuple[int, int]) -> None:
        super().__init__(message)
        self.key, self.values = key, values
