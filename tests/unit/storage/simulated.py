"""A disk in memory that keeps unsynced writes apart, so that power can fail at any instant.

What a real disk may do to writes that were not synced is done here with a seed: 35 % are lost, 25 %
torn, 5 % become zeros, 5 % the bytes of something else, and they arrive in any order; new names and
renames survive or not, each for itself. (Pillai and others, "All file systems are not created
equal: on the complexity of crafting crash-consistent applications", 2014.)
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from grundy.storage import Disk, InUse
from grundy.storage.disk import Bytes


class _Write(NamedTuple):
    """Bytes that a file gets at `at`; without bytes it is cut or extended there."""

    at: int
    data: bytes | None

    def apply(self, content: bytearray) -> None:
        end = self.at + len(self.data or b"")
        content.extend(bytes(max(0, end - len(content))))
        if self.data is None:
            del content[self.at :]
        else:
            content[self.at : end] = self.data


class _File:
    """A file: what is on the disk, and the writes that may still be lost."""

    def __init__(self, durable: bytes = b"") -> None:
        self.durable = durable
        self.content = bytearray(durable)
        self.pending: list[_Write] = []

    def write(self, change: _Write) -> None:
        change.apply(self.content)
        self.pending.append(change)

    def sync(self) -> None:
        durable = bytearray(self.durable)
        for change in self.pending:
            change.apply(durable)
        self.durable, self.pending = bytes(durable), []

    def after_crash(self, random: Random) -> _File:
        content, changes = bytearray(self.durable), list(self.pending)
        random.shuffle(changes)
        for change in changes:
            fate, data = random.random(), change.data
            if fate < 0.35:
                continue
            if data is not None and fate < 0.60:
                data = data[: random.randrange(len(data) + 1)]
            elif data is not None and fate < 0.65:
                data = bytes(len(data))
            elif data is not None and fate < 0.70:
                data = random.randbytes(len(data))
            _Write(change.at, data).apply(content)
        return _File(bytes(content))


class SimulatedDisk(Disk):
    """A directory in memory; `after_crash` is the same directory after a power failure.

    `before`, when it is set, is called with the name of every changing call and of its file before
    it happens, and may raise `OSError`: a full disk, a failing sync. After a sync that fails the
    system still shows what was to be written, but never writes it, as Linux does.
    """

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)  # chance, no secret
        self.before: Callable[[str, str], None] = lambda call, name: None  # noqa: ARG005  # called by these names
        self._names: dict[str, _File] = {}
        self._durable: dict[str, _File] = {}
        self._moves: list[tuple[str | None, str, _File]] = []
        self._locked = False

    def after_crash(self) -> SimulatedDisk:
        """Return a disk as a power failure may leave this one, which goes on unharmed."""
        found = dict(self._durable)
        for src, dst, file in self._moves:
            if self.random.random() < 0.5:
                found[dst] = file
                if src is not None and found.get(src) is file:
                    del found[src]
        disk = SimulatedDisk(self.random.randrange(1 << 32))
        disk._names = {name: file.after_crash(self.random) for name, file in found.items()}
        disk._durable = dict(disk._names)
        return disk

    def size(self, name: str) -> int | None:
        return len(self._names[name].content) if name in self._names else None

    def read(self, name: str, at: int, n: int) -> bytes:
        return bytes(self._names[name].content[at : at + n]) if name in self._names else b""

    def view(self, name: str, n: int) -> bytes:
        return self.read(name, 0, n)

    def write(self, name: str, at: int, data: Bytes) -> None:
        """Write all of `data` at `at`; it may be lost until `sync`."""
        self.before("write", name)
        self._opened(name).write(_Write(at, bytes(data)))

    def truncate(self, name: str, n: int) -> None:
        """Cut or extend a file to `n` bytes; it may be lost until `sync`."""
        self.before("truncate", name)
        self._opened(name).write(_Write(n, None))

    def sync(self, name: str) -> None:
        """Make the content of a file safe, not its name."""
        file = self._opened(name)
        try:
            self.before("sync", name)
        except OSError:
            file.pending = []
            raise
        file.sync()

    def replace(self, src: str, dst: str) -> None:
        """Rename; it may be lost until `sync_dir`, and then as a whole."""
        self.before("replace", src)
        file = self._names.pop(src)
        self._names[dst] = file
        self._moves.append((src, dst, file))

    def sync_dir(self) -> None:
        self.before("sync_dir", "")
        self._durable, self._moves = dict(self._names), []

    def lock(self, name: str) -> None:
        if self._locked:
            raise InUse("in use by another store")
        self._locked = True

    def close(self) -> None:
        self._locked = False

    def _opened(self, name: str) -> _File:
        if name not in self._names:
            self._names[name] = _File()
            self._moves.append((None, name, self._names[name]))
        return self._names[name]
