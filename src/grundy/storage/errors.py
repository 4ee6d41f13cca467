"""What can go wrong with bytes; `workflows` turns these into the typed errors of `core`."""

from __future__ import annotations


class StoreFault(Exception):
    """A store cannot be used; the message is one sentence that names the file."""


class Damaged(StoreFault):
    """Acknowledged bytes are missing or changed; nothing has been touched."""


class InUse(StoreFault):
    """Another process holds the lock."""


class Mismatch(StoreFault):
    """The files are somebody else's: another game, another version, or no store at all."""


class NoSpace(StoreFault):
    """Bytes could not be written or synced; what was acknowledged before is safe."""


class Conflict(StoreFault):
    """Another value is known under this key; `values` are the known one and the new one, nothing was written."""

    def __init__(self, message: str, key: bytes, values: tuple[int, int]) -> None:
        super().__init__(message)
        self.key, self.values = key, values
