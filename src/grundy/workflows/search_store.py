"""The database of a search: exact values under the words of their components, for one rule on one board.

The file is begun with the first value that is saved, so none is made that holds nothing.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ..core import Ruleset, Sum
from .store import failures

if TYPE_CHECKING:
    from ..storage import ValueDatabase

VERSION = 1
"""Of what the keys mean."""


class BoardValues:
    """The values of a rule on the board of `position`: read when a solver learns them, kept from its first save on.

    Raises `StoreMismatch` for a database of another rule, board or version, `CorruptStore`, `StoreBusy`, `DiskFull`,
    and at once where no file can be made.
    """

    def __init__(self, path: Path, ruleset: Ruleset[Any], position: Any, encoding: str) -> None:  # noqa: ANN401
        """See that the file is there, or can be."""
        self.path = path
        self.learned = self.added = 0
        self._ruleset = ruleset.name
        self._board = encoding or ruleset.show(Sum(position))
        self._database: ValueDatabase | None = None
        self._open = ExitStack()
        if not os.path.lexists(path):
            with failures(path), tempfile.TemporaryFile(dir=path.parent):
                pass

    def __enter__(self) -> Self:
        """Nothing is opened before it is needed."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
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
        return f"{self.path}: {_counted(self.learned)} learned, {_counted(self.added)} added"

    def _values(self) -> ValueDatabase:
        """Return the database, open."""
        from ..storage import ValueDatabase

        if self._database is None:
            database = ValueDatabase.open(
                self.path, ruleset=self._ruleset, encoding=self._board, version=VERSION, play="normal"
            )
            self._database = self._open.enter_context(database)
        return self._database


def _counted(values: int) -> str:
    """Return a number of values in words."""
    return "1 value" if values == 1 else f"{values} values"
