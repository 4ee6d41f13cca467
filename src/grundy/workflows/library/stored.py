"""Saved values on disk, in stores that can be read, checked, copied and salvaged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...core import InputError
from .heap_values import HeapValues

if TYPE_CHECKING:
    from ..persistence.store import CheckedDatabase, CheckedStore


class ValueStore(NamedTuple):
    """A store of the values of heaps (a directory), or a database of values of positions (a file).

    `Rules.values` creates the former (argument `store`), and `solve` the latter (argument `database`). The object is
    only a path without an open file, so it can be compared, hashed and sent to other processes. Methods raise
    `InputError` if the store does not exist, `StoreBusy` if another process writes to it, and `CorruptStore` if it is
    damaged.

    Args:
        path: The directory or file.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> from grundy import game
        >>> with TemporaryDirectory() as folder:
        ...     values = game("kayles").values(1000, store=f"{folder}/kayles")
        ...     store = ValueStore(f"{folder}/kayles")
        ...     store.verify().held, store.values() == values
        ('1001 values of 8 bits in 1 blocks', True)
    """

    path: Path | str

    def values(self) -> HeapValues:
        """Return the saved values of heaps after checking all of them.

        Returns:
            The values of the heaps 0, 1, 2, ...

        Raises:
            InputError: If the path is missing, or is a database of positions.
            CorruptStore: If the store is damaged.

        Example:
            >>> import grundy
            >>> from tempfile import TemporaryDirectory
            >>> with TemporaryDirectory() as folder:
            ...     computed = grundy.game("kayles").values(9, store=folder)
            ...     ValueStore(folder).values()
            [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
        """
        from ..persistence.store import failures, open_store

        if (path := Path(self.path)).is_file():
            raise InputError(f"{path}: contains values of positions, not of heaps", hint="solve(game, database=path)")
        import numpy as np

        with failures(path):
            store = open_store(path, repair=False)
            try:
                return HeapValues(np.array(store.values()))
            finally:
                store.close()

    def verify(self) -> CheckedStore | CheckedDatabase:
        """Check everything against its checksums without changes.

        Returns:
            A `CheckedStore` for a store of heap values, or a `CheckedDatabase` for a database of positions. Both state
            the game and the number of values.

        Raises:
            InputError: If the store does not exist.
            CorruptStore: If it is damaged.

        Example:
            >>> import grundy
            >>> from tempfile import TemporaryDirectory
            >>> with TemporaryDirectory() as folder:
            ...     _ = grundy.game("kayles").values(9, store=folder)
            ...     ValueStore(folder).verify().game
            '0.77, values of heaps, normal play'
        """
        from ..persistence.store import verify_store

        return verify_store(Path(self.path))

    def copy(self, target: Path | str) -> ValueStore:
        """Copy the store to a new place after checking everything.

        Args:
            target: The path of the copy.

        Returns:
            The copy, as a store with the new path.

        Raises:
            InputError: If the target exists already, or if the store does not exist.
            CorruptStore: If the store is damaged.

        Example:
            >>> from tempfile import TemporaryDirectory
            >>> from grundy import game
            >>> with TemporaryDirectory() as folder:
            ...     _ = game("kayles").values(9, store=f"{folder}/old")
            ...     len(ValueStore(f"{folder}/old").copy(f"{folder}/new").values())
            10
        """
        from ..persistence.store import copy_store

        copy_store(Path(self.path), Path(target))
        return ValueStore(target)

    def salvage(self, target: Path | str) -> ValueStore:
        """Copy the values before the first damage of a damaged store of heap values to a new store.

        The damaged store is not changed. A database of positions cannot be salvaged.

        Args:
            target: The path of the new store.

        Returns:
            The new store.

        Raises:
            InputError: If the target exists already, or if the store does not exist or is a database of positions.
            CorruptStore: If the store is so damaged that its game is unknown.

        Example:
            >>> from tempfile import TemporaryDirectory
            >>> from grundy import game
            >>> with TemporaryDirectory() as folder:
            ...     _ = game("kayles").values(9, store=f"{folder}/old")
            ...     ValueStore(f"{folder}/old").salvage(f"{folder}/new").verify().values
            10
        """
        from ..persistence.store import salvage_store

        salvage_store(Path(self.path), Path(target))
        return ValueStore(target)
