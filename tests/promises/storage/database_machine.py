"""A state machine of value databases beside a plain model, the table of what was added.

Two processes have the file open, each as its own handle that comes and goes; one may only read. A batch is killed in
the middle by going on with a copy of the files as they are just then, which is what a killed process leaves.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.promises.storage.database_harness import FAST, key, opened, right
from tests.promises.storage.store_machines import SequenceMachine, refused, run
from tests.soaking import Harness

from grundy.storage import Conflict, Mismatch, StoreFault, ValueDatabase, copy_database

SIZE = 50
"""Runs of a task."""
KEYS = st.lists(st.integers(0, 60), max_size=12)
HANDLES = st.integers(0, 1)
MOMENTS = ("BEGIN", "INSERT", "UPDATE", "COMMIT", "PRAGMA wal_checkpoint")
"""What SQLite is about to do when the process is killed."""


class DatabaseMachine(RuleBasedStateMachine):
    """A value database with two handles; the model is the table `known`."""

    kind: type[ValueDatabase] = ValueDatabase

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(dir=FAST)
        self.number = 0
        self.known: dict[bytes, int] = {}
        self.reads_only = [False, False]
        self.handles = [opened(self.kind, self.path), opened(self.kind, self.path)]

    @property
    def path(self) -> Path:
        return Path(self.folder.name) / f"{self.number}.db"

    @rule(who=HANDLES, batch=KEYS)
    def add(self, who: int, batch: list[int]) -> None:
        """Add rows, known ones and some twice among them; whoever only reads is refused."""
        rows = {key(i): right(key(i)) for i in batch}
        if self.reads_only[who]:
            with refused(StoreFault):
                self._add(who, batch)
            return
        assert self._add(who, batch) == len(rows.keys() - self.known.keys())
        self.known |= rows

    @precondition(lambda self: self.known and not all(self.reads_only))
    @rule(who=HANDLES, batch=KEYS, wrong=st.integers(0, 60), before=st.booleans())
    def contradict(self, who: int, batch: list[int], wrong: int, before: bool) -> None:
        """Give a known key another value amid other rows: nothing of it is added."""
        who = who if not self.reads_only[who] else 1 - who
        found = sorted(self.known)[wrong % len(self.known)]
        keys = [*[key(i) for i in batch], found]
        values = [*[right(key(i)) for i in batch], self.known[found] + 1]
        if before:
            keys, values = keys[::-1], values[::-1]
        with refused(Conflict) as conflict:
            self.handles[who].add(keys, values)
        assert [(each.key, set(each.values)) for each in conflict if isinstance(each, Conflict)] == [
            (found, {self.known[found], self.known[found] + 1})
        ]

    @rule(who=HANDLES, batch=KEYS)
    def look_up(self, who: int, batch: list[int]) -> None:
        for found in map(key, batch):
            assert self.handles[who].get(found) == self.known.get(found)

    @rule(who=HANDLES)
    def load(self, who: int) -> None:
        assert list(self.handles[who].load()) == sorted(self.known.items())

    @rule(who=HANDLES)
    def verify(self, who: int) -> None:
        assert self.handles[who].verify() == len(self.known)

    @rule(who=HANDLES, reads_only=st.booleans())
    def reopen(self, who: int, reads_only: bool) -> None:
        """Go away and come back, perhaps only to read."""
        self.handles[who].close()
        self._open(who, reads_only=reads_only)

    @rule()
    def ask_for_another_game(self) -> None:
        """Values of another ruleset are refused, although the file is in use."""
        with refused(Mismatch):
            self.kind.open(self.path, ruleset="another game", encoding="scattered", version=1, play="normal")

    @precondition(lambda self: not all(self.reads_only))
    @rule(who=HANDLES, batch=KEYS, moment=st.sampled_from(MOMENTS))
    def kill(self, who: int, batch: list[int], moment: str) -> None:
        """Kill both processes before SQLite does something for a batch: it is there as a whole once it is committed."""
        who = who if not self.reads_only[who] else 1 - who
        left = self.path.with_name(f"{self.number + 1}.db")

        def copy(statement: str) -> None:
            if statement.startswith(moment) and not left.exists():
                self._copy(left)

        self.handles[who]._connection.set_trace_callback(copy)
        rows = {key(i): right(key(i)) for i in batch}
        new = self._add(who, batch)
        if not left.exists():  # where nothing is new the moment may not come
            assert moment in {"INSERT", "UPDATE"}
            assert not new
            self._copy(left)
        self._end()
        self.number += 1
        if moment == "PRAGMA wal_checkpoint":
            self.known |= rows
        for each in (0, 1):
            self._open(each, reads_only=False)

    @rule()
    def copy(self) -> None:
        target = self.path.with_name("copy.db")
        assert copy_database(self.path, target) == len(self.known)
        with ValueDatabase(target) as copy:
            assert dict(copy.load()) == self.known
        target.unlink()

    @invariant()
    def keeps_count(self) -> None:
        assert [handle.count for handle in self.handles] == [len(self.known)] * 2

    def teardown(self) -> None:
        try:
            self._end()
            with opened(self.kind, self.path) as database:
                assert dict(database.load()) == self.known
        finally:
            self.folder.cleanup()

    def _add(self, who: int, batch: list[int]) -> int:
        return self.handles[who].add([key(i) for i in batch], [right(key(i)) for i in batch])

    def _open(self, who: int, *, reads_only: bool) -> None:
        self.reads_only[who] = reads_only
        self.handles[who] = self.kind(self.path) if reads_only else opened(self.kind, self.path)

    def _end(self) -> None:
        for handle in self.handles:
            handle.close()

    def _copy(self, target: Path) -> None:
        """Copy the files as they are now; the index of the log is made anew after a failure."""
        log = self.path.with_name(f"{self.path.name}-wal")
        if log.exists():
            shutil.copy(log, target.with_name(f"{target.name}-wal"))
        shutil.copy(self.path, target)


def task(seed: int) -> Counter[str]:
    """Run a machine of one of both stores in turn; what fails is told with the fewest steps that do so."""
    machine = (SequenceMachine, DatabaseMachine)[seed % 2]
    run(machine, SIZE, seed)
    return Counter({"runs": SIZE, machine.__name__: SIZE})


HARNESS = Harness("runs", SIZE, task, ())
