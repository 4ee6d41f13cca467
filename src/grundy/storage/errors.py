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
