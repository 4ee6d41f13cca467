"""Stores of values as users hold them: a place on the disk whose values are read, checked, copied and salvaged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...core import InputError
from .heap_values import HeapValues

if TYPE_CHECKING:
    from ..keeping.store import Checked, CheckedDatabase


class ValueStore(NamedTuple):
    """A store of the values of heaps (a directory), or a database of values of positions (a file).

    `Rules.values` makes the one, `solve` the other (`store`, `database`). It is a path and holds nothing open, so it is
    compared, hashed and sent to other processes. What is not there is an `InputError`, what another process writes
    `StoreBusy`, what is damaged `CorruptStore`.

    >>> from tempfile import TemporaryDirectory
    >>> from .rules import game
    >>> with TemporaryDirectory() as folder:
    ...     values = game("kayles").values(1000, store=f"{folder}/kayles")
    ...     store = ValueStore(f"{folder}/kayles")
    ...     store.verify().held, store.values() == values
    ('1001 values of 8 bits in 1 blocks', True)
    """

    path: Path | str

    def values(self) -> HeapValues:
        """Return the values of heaps that are saved, after a check of all of them.

        >>> from tempfile import TemporaryDirectory
        >>> from .rules import game
        >>> with TemporaryDirectory() as folder:
        ...     longer = game("kayles").values(9, store=folder)
        ...     ValueStore(folder).values()
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
        """
        from ..keeping.store import failures, open_store

        if (path := Path(self.path)).is_file():
            raise InputError(f"{path}: holds values of positions, not of heaps", hint="solve(game, database=path)")
        import numpy as np

        with failures(path):
            store = open_store(path, repair=False)
            try:
                return HeapValues(np.array(store.values()))
            finally:
                store.close()

    def verify(self) -> Checked | CheckedDatabase:
        """Check everything against its checksums and change nothing; return the game and how many values there are.

        >>> from tempfile import TemporaryDirectory
        >>> from .rules import game
        >>> with TemporaryDirectory() as folder:
        ...     _ = game("kayles").values(9, store=folder)
        ...     ValueStore(folder).verify().game
        '0.77, values of heaps, normal play'
        """
        from ..keeping.store import verify

        return verify(Path(self.path))

    def copy(self, target: Path | str) -> ValueStore:
        """Return a copy in a new place, after a check of everything.

        >>> from tempfile import TemporaryDirectory
        >>> from .rules import game
        >>> with TemporaryDirectory() as folder:
        ...     _ = game("kayles").values(9, store=f"{folder}/old")
        ...     len(ValueStore(f"{folder}/old").copy(f"{folder}/new").values())
        10
        """
        from ..keeping.store import copy

        copy(Path(self.path), Path(target))
        return ValueStore(target)

    def salvage(self, target: Path | str) -> ValueStore:
        """Copy the values of heaps before the first damage into a new store; a database can be deleted instead.

        >>> from tempfile import TemporaryDirectory
        >>> from .rules import game
        >>> with TemporaryDirectory() as folder:
        ...     _ = game("kayles").values(9, store=f"{folder}/old")
        ...     ValueStore(f"{folder}/old").salvage(f"{folder}/new").verify().values
        10
        """
        from ..keeping.store import salvage

        salvage(Path(self.path), Path(target))
        return ValueStore(target)
