"""Errors of storage; `workflows` converts them to the typed errors of `core`."""

from __future__ import annotations


class StoreFault(Exception):
    """A store cannot be used; the message is one sentence that names the file."""


class Damaged(StoreFault):
    """Acknowledged bytes are missing or changed; no file was modified."""


class InUse(StoreFault):
    """Another process holds the lock."""


class Mismatch(StoreFault):
    """The files belong to another game or another version, or are not a store."""


class NoSpace(StoreFault):
    """Bytes could not be written or synced; values acknowledged before are safe."""


class Conflict(StoreFault):
    """Another value is stored under this key; `values` are the stored and the new one, and nothing was written."""

    def __init__(self, message: str, key: bytes, values: tuple[int, int]) -> None:
        super().__init__(message)
        self.key, self.values = key, values
