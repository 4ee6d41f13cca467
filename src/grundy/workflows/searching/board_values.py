"""A database of exact Grundy values of positions.

The key of a value is its position, packed into machine words.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core import BitRule, Ruleset, Sum
from ..persistence.store import failures

if TYPE_CHECKING:
    from ...storage import ValueDatabase


def version_of(packed: BitRule[Any]) -> int:
    """Return the version number that a database must have, by how positions are encoded as keys.

    Args:
        packed: The rules on positions packed into machine words.

    Returns:
        2 if a position needs several words that are read as one number, because the order of its squares was changed
        once; else 1.
    """
    return 2 if packed.joined and packed.words > 1 else 1


class BoardValues:
    """A database file with the Grundy values of positions of one ruleset on one board.

    The database is created when the first value is saved, and read when a solver loads it.

    Args:
        path: The file.
        ruleset: The ruleset of the positions.
        position: A position on the board.
        encoding: The parameters on which the packed words depend in addition to the ruleset, such as the size of the
            board; "" if `position` itself identifies the board.
        version: The result of `version_of`.

    Raises:
        StoreMismatch: If the database is of another ruleset, board or version.
        CorruptStore: If the database is damaged.
        StoreBusy: If another process uses the database.
        DiskFull: If the disk is full.
        StoreError: If no file can be created in the directory; raised by the constructor.
    """

    def __init__(  # what identifies the keys
        self,
        path: Path,
        ruleset: Ruleset[Any],
        position: Any,  # noqa: ANN401  # any position
        encoding: str,
        version: int,
    ) -> None:
        self.path = path
        self._version = version
        self.learned = self.added = 0
        self._ruleset = ruleset.name
        self._board = encoding or ruleset.show(Sum(position))
        self._database: ValueDatabase | None = None
        self._open = ExitStack()
        if not os.path.lexists(path):
            with failures(path), tempfile.TemporaryFile(dir=path.parent):
                pass

    def close(self) -> None:
        """Close the database."""
        with failures(self.path):
            self._open.close()

    def load(self) -> Iterator[tuple[bytes, int]]:
        """Yield every stored position, as its machine words in bytes, with its Grundy value."""
        if os.path.lexists(self.path):
            with failures(self.path):
                for row in self._values().load():
                    self.learned += 1
                    yield row

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> None:
        """Add values to the database; they are on the disk when this method returns.

        Args:
            keys: The positions, each as its machine words in bytes.
            values: Their Grundy values, in the same order.
        """
        with failures(self.path):
            self.added += self._values().add(keys, values)

    def told(self) -> str:
        """Return a sentence that states how many values were loaded from the database and how many were added to it."""
        learned, added = ("1 value" if count == 1 else f"{count} values" for count in (self.learned, self.added))
        return f"{self.path}: {learned} learned, {added} added"

    def _values(self) -> ValueDatabase:
        from ...storage import ValueDatabase

        if self._database is None:
            database = ValueDatabase.open(
                self.path, ruleset=self._ruleset, encoding=self._board, version=self._version, play="normal"
            )
            self._database = self._open.enter_context(database)
        return self._database
