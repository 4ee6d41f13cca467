"""A cache limited by bytes, which removes the least recently used entries first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

OVERHEAD = 200
"""The overhead of an entry in bytes."""


class Cache(Generic[K, V]):
    """A cache of at most `most` bytes, which removes the least recently used entries first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: K) -> V | None:
        """Return the value under a key, or None, and mark it as most recently used."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return entry[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Store a value, unless its size is more than a tenth of the size of the whole cache.

        Args:
            key: The key.
            value: The value.
            size: The size of the value in bytes.
        """
        size += OVERHEAD
        if size > self.most // 10:
            return
        self.drop(key)
        self._entries[key] = value, size
        self.size += size
        while self.size > self.most:
            _, (_, gone) = self._entries.popitem(last=False)
            self.size -= gone

    def drop(self, key: K) -> None:
        """Remove the entry of a key, if there is one."""
        entry = self._entries.pop(key, None)
        if entry is not None:
            self.size -= entry[1]
