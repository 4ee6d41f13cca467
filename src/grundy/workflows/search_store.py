"""The database of a search: exact values under the words of their components, for one rule on one board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core import Ruleset, Sum
from .store import failures

if TYPE_CHECKING:
    from ..search import Store

VERSION = 1
"""Of what the keys mean."""


@contextmanager
def open_values(path: Path, ruleset: Ruleset[Any], position: Any, encoding: str) -> Iterator[Store]:  # noqa: ANN401
    """Open or begin the database of a rule on the board of `position`.

    Raises `StoreMismatch` for a database of another rule, board or version, `CorruptStore`, `StoreBusy`, `DiskFull`.
    """
    from ..storage import ValueDatabase

    board = encoding or ruleset.show(Sum(position))
    with (
        failures(path),
        ValueDatabase.open(path, ruleset=ruleset.name, encoding=board, version=VERSION, play="normal") as values,
    ):
        yield values
