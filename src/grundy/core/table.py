"""The table every solver remembers in: memory that may forget and never lies."""

from __future__ import annotations

from typing import Protocol, TypeVar

K = TypeVar("K", contravariant=True)
V = TypeVar("V")


class Table(Protocol[K, V]):
    """A memory of proved facts. A dict is one. It may forget, it never lies."""

    def get(self, key: K, /) -> V | None:
        """Return what is known of `key`, or None."""

    def __setitem__(self, key: K, value: V, /) -> None:
        """Remember a proved fact."""
