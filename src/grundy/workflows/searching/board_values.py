"""The database of a search: exact values under the words of their components, begun with the first that is saved."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core import Ruleset, Sum
from ..keeping.store import failures

if TYPE_CHECKING:
    from ...storage import ValueDatabase

VERSION = 1
"""Of what the keys mean."""


class BoardValues:
    """The values of a rule on the board of `position`: read when a solver learns them, kept from its first save on.

    Raises `StoreMismatch` for a database of another rule, board or version, `CorruptStore`, `StoreBusy`, `DiskFull`,
    and at once where no file can be made.
    """

    def __init__(self, path: Path, ruleset: Ruleset[Any], position: Any, encoding: str) -> None:  # noqa: ANN401
        self.path = path
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
        """Yield what the database holds."""
        if os.path.lexists(self.path):
            with failures(self.path):
                for row in self._values().load():
                    self.learned += 1
                    yield row

    def add(self, keys: Sequence[bytes], values: Sequence[int]) -> None:
        """Keep values; they are on the disk when this returns."""
        with failures(self.path):
            self.added += self._values().add(keys, values)

    def told(self) -> str:
        """Say what became of the database."""
        learned, added = ("1 value" if count == 1 else f"{count} values" for count in (self.learned, self.added))
        return f"{self.path}: {learned} learned, {added} added"

    def _values(self) -> ValueDatabase:
        from ...storage import ValueDatabase

        if self._database is None:
            database = ValueDatabase.open(
                self.path, ruleset=self._ruleset, encoding=self._board, version=VERSION, play="normal"
            )
            self._database = self._open.enter_context(database)
        return self._database
