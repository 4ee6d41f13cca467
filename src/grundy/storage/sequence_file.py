"""A store of a sequence of values, one directory for each sequence; values whose saving was confirmed are never lost.

    values.u8 | values.u16 | values.u32   raw little-endian values from heap 0, no header
    blocks                                one 32-byte record per block of at most 2^20 values
    mark                                  the number of confirmed values, replaced as a whole
    lock                                  locked by the only process that writes

Order of writing: blocks, sync; records, sync; mark.new, sync, rename, sync of the directory; only then are values
confirmed (`acknowledge`). Confirmed data are never rewritten. If a value is too large for the width of the file, all
values are written to a new file of a larger width. Its records, which begin at heap 0 again, are appended to the old
records, and then the mark names the new file. So a mark always describes a complete state. Damage to confirmed data is
an error, and data that are not confirmed are dropped. With checksums alone, damage would look like the end of an
interrupted write, and dropping it would lose good values; therefore there is a mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from .disk import Disk
from .errors import Damaged, Mismatch, NoSpace, StoreFault
from .records import BLOCK, MOST_MARK, RECORD, WIDTHS, Mark, Record, first_mark, read_mark

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

NAMES = {width: f"values.u{width}" for width in WIDTHS}
FILES = frozenset([*NAMES.values(), "blocks", "mark", "mark.new", "lock"])
"""The files of a store."""


class SequenceFile:
    """A store of the values of heaps 0, 1, 2, ... of one game, in a directory of files.

    `game` is the text that identifies the values; a store of another game is rejected. `saved` is the number of
    acknowledged values, which are on the disk for certain. `cut` is the number of unacknowledged bytes that were
    dropped when the store was opened. Methods raise `Damaged`, `InUse`, `Mismatch`, and while writing `NoSpace`, after
    which the store must be opened again.
    """

    def __init__(self, disk: Disk, game: str | None = None, *, repair: bool = True) -> None:
        """Open the store, or create it.

        Args:
            disk: The directory.
            game: The text that identifies the values; if None, the store must exist.
            repair: Whether unacknowledged bytes are cut; if False, no file is changed.

        Raises:
            Damaged: If acknowledged bytes are missing or changed.
            InUse: If another process uses the store.
            Mismatch: If it belongs to another game or version.
        """
        self.disk = disk
        self.cut = 0
        self._usable = True
        self._checked: set[int] = set()
        self._pending: list[Record] = []
        try:
            disk.lock("lock")
            if disk.size("mark") is None:
                self._begin(game)
            else:
                self._open(game, repair=repair)
        except BaseException:
            self.close()
            raise

    @property
    def game(self) -> str:
        """The text that identifies the values, such as the name of the game."""
        return self._mark.game

    @property
    def saved(self) -> int:
        """The number of acknowledged values, which are on the disk for certain."""
        return self._mark.values

    @property
    def count(self) -> int:
        """The number of values, including those that are not yet on the disk for certain."""
        return self._mark.values + sum(record.length for record in self._pending)

    @property
    def width(self) -> int:
        """The number of bits in which each value is stored: 8, 16 or 32."""
        return self._mark.width

    def append(self, values: Values) -> None:
        """Append values; `acknowledge` makes them durable."""
        import numpy as np

        if not len(values):
            return
        if values.dtype.kind != "u" or values.itemsize > 4:
            raise TypeError(f"expected values of 8, 16 or 32 bits without sign, found {values.dtype}")
        most = int(values.max())
        width = next(width for width in WIDTHS if width >= self.width and most < 1 << width)
        with self._writing():
            if width > self.width:
                self._widen(width)
            for start in range(0, len(values), BLOCK):
                block = values[start : start + BLOCK]
                self._add(np.ascontiguousarray(block, f"<u{width // 8}").tobytes(), len(block))

    def acknowledge(self) -> int:
        """Make all values durable and return their number; these values are never lost."""
        if self._pending:
            with self._writing():
                self._sync_values()
                self._write_records()
                self._write_mark(self._next_mark())
        return self.saved

    def values(self, tick: Callable[[], object] = lambda: None) -> Values:
        """Return the acknowledged values, memory-mapped and verified; `tick` is called after each check of a block."""
        import numpy as np

        self.verify(tick)
        data = self.disk.view(NAMES[self.width], self.saved * self.width // 8)
        return np.frombuffer(data, f"<u{self.width // 8}")

    def verify(self, tick: Callable[[], object] = lambda: None) -> int:
        """Check every block that has not been checked yet, and return the number of all blocks.

        `tick` is called after each block that is checked.
        """
        for i in range(len(self._records)):
            if i not in self._checked:
                self._block(i)
                tick()
        return len(self._records)

    def close(self) -> None:
        """Release the lock; values that were not acknowledged will be cut."""
        self._usable = False
        self.disk.close()

    # Opening

    def _begin(self, game: str | None) -> None:
        if any(self.disk.size(name) for name in [*NAMES.values(), "blocks"]):
            raise Damaged("mark: missing, although there are values")
        if game is None:
            raise Mismatch("mark: missing, so this is not a store")
        self._records: list[Record] = []
        self._mark = first_mark(game)
        self._before = self._mark.chain
        with self._writing():
            for name in (NAMES[8], "blocks"):
                self.disk.truncate(name, 0)
            self._write_mark(self._mark)

    def _open(self, game: str | None, *, repair: bool) -> None:
        self._mark = read_mark(self.disk.read("mark", 0, MOST_MARK + 1))
        if game is not None and self.game != game:
            raise Mismatch(f"expected the values of {game}, found those of {self.game}")
        self._records, self._before = self._read_records()
        here = {NAMES[self.width]: self.saved * self.width // 8, "blocks": self._mark.blocks * RECORD.size}
        wanted = dict.fromkeys(NAMES.values(), 0) | here
        for name, size in wanted.items():
            if (self.disk.size(name) or 0) < size:
                raise Damaged(f"{name}: {size} bytes were saved, {self.disk.size(name) or 0} are there")
        if self._records:
            self._block(len(self._records) - 1)
        if repair:
            self._repair(wanted)

    def _read_records(self) -> tuple[list[Record], bytes]:
        """Return the records of the current values file, and the hash of all blocks of earlier, narrower files."""
        data = self.disk.read("blocks", 0, self._mark.blocks * RECORD.size)
        if len(data) < self._mark.blocks * RECORD.size:
            raise Damaged(f"blocks: {self._mark.blocks} records were saved, {len(data) // RECORD.size} are there")
        records: list[Record] = []
        before, last, follows = self._mark.identity, self._mark.identity, 0
        for i, record in enumerate(map(Record._make, RECORD.iter_unpack(data))):
            if record.first == 0:
                records, before, follows = [], last, 0
            if record.first != follows or not 0 < record.length <= BLOCK:
                raise Damaged(f"blocks: record {i} (bytes {32 * i} to {32 * i + 31}) contradicts the one before it")
            records.append(record)
            last, follows = record.chain, follows + record.length
        if follows != self.saved or last != self._mark.chain:
            raise Damaged("blocks: the records end in another state than the mark")
        return records, before

    def _repair(self, wanted: dict[str, int]) -> None:
        """Cut each file to its acknowledged size, and create empty files that a crash at the beginning lost.

        `wanted` has the acknowledged size of each file by name. The rename of the mark may not be on the disk yet. A
        power failure could then restore the previous mark, which needs the bytes that are dropped here. So the
        directory is synced first.
        """
        with self._writing():
            self.disk.sync_dir()
            for name, size in wanted.items():
                more = (self.disk.size(name) or 0) - size
                if more > 0:
                    self.cut += more
                    self.disk.truncate(name, size)
            for name in (NAMES[self.width], "blocks"):
                if self.disk.size(name) is None:
                    self.disk.truncate(name, 0)
                    self.disk.sync_dir()

    def _block(self, i: int) -> bytes:
        record, size = self._records[i], self.width // 8
        before = self._records[i - 1].chain if i else self._before
        at, n = record.first * size, record.length * size
        data = self.disk.read(NAMES[self.width], at, n)
        if not record.fits(before, data):
            last = record.first + record.length - 1
            place = f"block {i} (heaps {record.first} to {last}, bytes {at} to {at + n - 1})"
            raise Damaged(f"{NAMES[self.width]}: {place} does not fit its checksum")
        self._checked.add(i)
        return data

    # Writing

    def _add(self, data: bytes, count: int) -> None:
        records = self._pending or self._records
        record = Record.of(records[-1].chain if records else self._before, self.count, count, data)
        self.disk.write(NAMES[self.width], record.first * self.width // 8, data)
        self._pending.append(record)

    def _sync_values(self) -> None:
        self.disk.sync(NAMES[self.width])

    def _write_records(self) -> None:
        data = b"".join(RECORD.pack(*record) for record in self._pending)
        self.disk.write("blocks", self._mark.blocks * RECORD.size, data)
        self.disk.sync("blocks")

    def _next_mark(self) -> Mark:
        blocks = self._mark.blocks + len(self._pending)
        return self._mark._replace(values=self.count, blocks=blocks, chain=self._pending[-1].chain)

    def _write_mark(self, mark: Mark) -> None:
        self.disk.truncate("mark.new", 0)
        self.disk.write("mark.new", 0, mark.line())
        self.disk.sync("mark.new")
        self.disk.replace("mark.new", "mark")
        self.disk.sync_dir()
        self._mark = mark
        start = len(self._records)
        self._checked.update(range(start, start + len(self._pending)))
        self._records += self._pending
        self._pending = []

    def _widen(self, width: int) -> None:
        """Write all values into a new file with `width` bits per value, and name it in the mark, the saved state."""
        import numpy as np

        self.acknowledge()
        old, new, size = NAMES[self.width], NAMES[width], self.width // 8
        self.disk.truncate(new, 0)
        before = self._mark.chain
        wider: list[Record] = []
        for i, (first, length, *_) in enumerate(self._records):
            data = np.frombuffer(self._block(i), f"<u{size}").astype(f"<u{width // 8}").tobytes()
            self.disk.write(new, first * width // 8, data)
            wider.append(Record.of(wider[-1].chain if wider else before, first, length, data))
        self.disk.sync(new)
        self.disk.sync_dir()
        self._pending = wider
        self._write_records()
        blocks = self._mark.blocks + len(wider)
        self._records, self._before, self._checked = [], before, set()
        chain = wider[-1].chain if wider else before
        self._write_mark(self._mark._replace(width=width, blocks=blocks, chain=chain))
        self.disk.truncate(old, 0)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Return a context for writes; if one fails, the store is disabled, as the state of the disk is unknown."""
        if not self._usable:
            raise StoreFault("the store is closed, or a write to it has failed")
        try:
            yield
        except OSError as error:
            self._usable = False
            raise NoSpace(f"{error.strerror or error}; the {self.saved} values saved before are safe") from error


def salvage(source: Disk, target: Disk) -> tuple[int, int]:
    """Copy the values of a sequence file before the first damaged block.

    Args:
        source: The damaged store, which is only read.
        target: An empty disk for the copy.

    Returns:
        The number of values copied, and the number that had been saved.

    Raises:
        Damaged: If the mark, which names the game, cannot be read.
    """
    import numpy as np

    source.lock("lock")
    mark = read_mark(source.read("mark", 0, MOST_MARK + 1))
    size = mark.width // 8
    store = SequenceFile(target, mark.game)
    blocks = source.read("blocks", 0, mark.blocks * RECORD.size)
    whole = blocks[: len(blocks) // RECORD.size * RECORD.size]
    records = [Record._make(fields) for fields in RECORD.iter_unpack(whole)]
    start = max((i for i, record in enumerate(records) if record.first == 0 and record.length > 0), default=0)
    before = records[start - 1].chain if start else mark.identity
    for record in takewhile(lambda record: 0 < record.length <= BLOCK, records[start:]):
        data = source.read(NAMES[mark.width], record.first * size, record.length * size)
        if record.first != store.count or not record.fits(before, data):
            break
        store.append(np.frombuffer(data, f"<u{size}"))
        before = record.chain
    return store.acknowledge(), mark.values
