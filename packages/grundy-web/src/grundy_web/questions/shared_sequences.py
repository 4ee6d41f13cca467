"""Stores long sequences that several child processes read, in files of anonymous shared memory of the server."""

from __future__ import annotations

import os
from collections import OrderedDict

from grundy.workflows.computing import SHARED_BYTES, known_values

WORTH_KEEPING = 1 << 16
"""Shorter sequences are computed again."""
KEY = tuple[str, str]
"""Ruleset and play convention, as typed."""


class Sequences:
    """Sequences of Grundy values in shared memory, for child processes; the least recently used is removed first."""

    def __init__(self, most: int, most_bytes: int) -> None:
        """Create an empty store.

        Args:
            most: The largest number of sequences.
            most_bytes: The largest total size in bytes.
        """
        self.most = min(most, most_bytes // SHARED_BYTES)
        self._files: OrderedDict[KEY, int] = OrderedDict()

    def lend(self, key: KEY) -> list[int]:
        """Return descriptors of shared files for a child process: one with the known values, if any, then an empty one.

        `key` is the ruleset and the play convention. The child writes to the empty file; the caller closes all. The
        list is empty if the system does not support anonymous shared memory.
        """
        if not hasattr(os, "memfd_create") or not self.most:
            return []
        empty = os.memfd_create("sequence", os.MFD_CLOEXEC)
        os.ftruncate(empty, SHARED_BYTES)
        known = self._files.get(key)
        if known is None:
            return [empty]
        self._files.move_to_end(key)
        return [os.dup(known), empty]

    def keep(self, key: KEY, number: int) -> bool:
        """Store a file that a child process has written, if it has at least 65,536 values and more than the stored one.

        Args:
            key: The ruleset and the play convention.
            number: The file descriptor.

        Returns:
            Whether it was stored.
        """
        known = self._files.get(key)
        if known_values(number) < max(WORTH_KEEPING, 1 + (0 if known is None else known_values(known))):
            return False
        self._drop(key)
        while len(self._files) >= self.most:
            self._drop(next(iter(self._files)))
        self._files[key] = os.dup(number)
        return True

    def _drop(self, key: KEY) -> None:
        number = self._files.pop(key, None)
        if number is not None:
            os.close(number)

    def close(self) -> None:
        """Remove all sequences from shared memory."""
        for key in list(self._files):
            self._drop(key)
