"""The files of shared memory that hold long sequences: made, lent to children, forgotten, by the server."""

from __future__ import annotations

import os
from collections import OrderedDict

from ..workflows.raster import MOST
from .shared import HEAD

KEY = tuple[str, str]
"""Ruleset and play, as they were typed."""
FILE = HEAD.size + 2 * (MOST + 1)
"""Bytes of a file: room for so many values of two bytes. What is not written takes no memory."""


class Sequences:
    """At most so many sequences, the least recently used of which goes first."""

    def __init__(self, most: int, most_bytes: int) -> None:
        """Keep at most `most` sequences of `most_bytes` together."""
        self.most = min(most, most_bytes // FILE)
        self._files: OrderedDict[KEY, int] = OrderedDict()

    def lend(self, key: KEY) -> list[int]:
        """Return files for a child: one with the sequence, if there is one, and an empty one; the caller closes them.

        There are none where this system has no shared memory without a name.
        """
        if not hasattr(os, "memfd_create") or not self.most:
            return []
        empty = os.memfd_create("sequence", os.MFD_CLOEXEC)
        os.ftruncate(empty, FILE)
        known = self._files.get(key)
        if known is None:
            return [empty]
        self._files.move_to_end(key)
        return [os.dup(known), empty]

    def keep(self, key: KEY, number: int) -> None:
        """Keep the file that a child has written."""
        self._drop(key)
        while len(self._files) >= self.most:
            self._drop(next(iter(self._files)))
        self._files[key] = os.dup(number)

    def _drop(self, key: KEY) -> None:
        """Forget a sequence; children that read it still have it."""
        number = self._files.pop(key, None)
        if number is not None:
            os.close(number)

    def close(self) -> None:
        """Forget all."""
        for key in list(self._files):
            self._drop(key)
