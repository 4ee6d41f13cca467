"""A state machine of the sequence file beside a plain model, the list of what was written; `run` runs machines.

Steps of chance are done to the store and to its model: writing, reading, going away and coming back, a second one that
comes too early, and troubles in the middle of any call: a disk that refuses, a process that is killed, a power failure.
What was acknowledged must be there, what is there must have been written, and a refusal must change nothing.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Literal, cast
from unittest.mock import patch

import numpy as np
from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as with_seed
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from tests.promises.storage.harness import GAME
from tests.unit.storage.simulated import SimulatedDisk

from grundy.storage import Disk, InUse, Mismatch, NoSpace, SequenceFile, StoreFault, salvage, sequence_file

BLOCK = 8
"""Values of a block here, so that most writings need several."""
Trouble = Literal["refusal", "refusal and power failure", "kill", "power failure"]
TROUBLES: tuple[Trouble, ...] = ("refusal", "refusal and power failure", "kill", "power failure")

WIDTHS = st.sampled_from([8, 8, 8, 16, 32])
CALLS = ("any", "write", "truncate", "sync", "replace", "sync_dir")


class Killed(Exception):
    """The process is gone in the middle of a call."""


class Opener:
    """A disk as one process has it: only the one who took the lock lets it go."""

    def __init__(self, disk: SimulatedDisk) -> None:
        self._disk, self._holds = disk, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._disk, name)

    def lock(self, name: str) -> None:
        self._disk.lock(name)
        self._holds = True

    def close(self) -> None:
        if self._holds:
            self._disk.close()
        self._holds = False


class SequenceMachine(RuleBasedStateMachine):
    """A sequence file on a simulated disk; the model is the list `written`, of which the first `safe` are promised."""

    kind: type[SequenceFile] = SequenceFile

    def __init__(self) -> None:
        super().__init__()
        self.patches = ExitStack()
        self.patches.enter_context(patch.object(sequence_file, "BLOCK", BLOCK))
        self.written: list[int] = []
        self.safe = self.number = 0
        self.trouble: tuple[Trouble, str, int] | None = None

    @initialize(seed=st.integers(0, 2**32 - 1))
    def begin(self, seed: int) -> None:
        """Begin a store on an empty disk whose failures have this seed."""
        self._use(SimulatedDisk(seed))
        self._open()

    @rule(count=st.integers(0, 3 * BLOCK), width=WIDTHS)
    def append(self, count: int, width: int) -> None:
        """Write values that never were written before, as far as there are enough of them."""
        values = [(self.number + i) * 0x9E3779B1 % (1 << width) for i in range(count)]
        self.number += count
        self.written += values
        with self._troubled():
            self.store.append(np.array(values, np.uint32))

    @rule()
    def acknowledge(self) -> None:
        with self._troubled():
            self.safe = self.store.acknowledge()
            assert self.safe == len(self.written)

    @rule(start=st.integers(0, 100), length=st.integers(0, 100))
    def read(self, start: int, length: int) -> None:
        found = self.store.values()
        assert len(found) == self.store.saved
        assert found[start : start + length].tolist() == self.written[: len(found)][start : start + length]

    @rule()
    def verify(self) -> None:
        assert self.store.verify() * BLOCK >= self.store.saved

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self._open()

    @rule()
    def lose_power(self) -> None:
        self._use(self.disk.after_crash())
        self._open()

    @rule(kind=st.sampled_from(TROUBLES), call=st.sampled_from(CALLS), calls=st.integers(1, 4), width=WIDTHS)
    def expect(self, kind: Trouble, call: str, calls: int, width: int) -> None:
        """Let trouble come instead of one of the next calls of a kind that change the disk; and write."""
        self.trouble = kind, call, calls
        self.append(3, width)
        self.acknowledge()

    @rule(repair=st.booleans())
    def come_second(self, repair: bool) -> None:
        """Whoever comes while the store is open is refused."""
        with refused(InUse):
            self.kind(self._disk(), GAME, repair=repair)

    @rule()
    def ask_for_another_game(self) -> None:
        """A store of another game is refused, and one that is only read is as it was."""
        self.store.close()
        with refused(Mismatch):
            self.kind(self._disk(), "another game")
        reader = self.kind(self._disk(), repair=False)
        assert (reader.game, reader.values().tolist()) == (GAME, self.written[: reader.saved])
        reader.close()
        self._open()

    @rule()
    def salvage(self) -> None:
        """Of a good store all that was acknowledged is salvaged."""
        saved = self.store.saved
        self.store.close()
        source, target = self._disk(), SimulatedDisk()
        assert salvage(source, target) == (saved, saved)
        source.close()
        target.close()
        assert self.kind(target, GAME).values().tolist() == self.written[:saved]
        self._open()

    @invariant()
    def keeps_count(self) -> None:
        if self.written:
            assert self.store.count == len(self.written)
            assert self.safe <= self.store.saved <= self.store.count

    def teardown(self) -> None:
        """Read everything once more after a last power failure."""
        self.patches.callback(self._end)
        self.patches.close()

    def _end(self) -> None:
        if hasattr(self, "disk"):
            self.lose_power()
            assert self.store.values().tolist() == self.written

    def _use(self, disk: SimulatedDisk) -> None:
        """Go on with this disk, on which nobody works yet."""
        self.disk = disk
        disk.close()
        disk.before = self._before

    def _disk(self) -> Disk:
        return cast(Disk, Opener(self.disk))

    def _open(self) -> None:
        """Open the store; what it says is acknowledged is promised from now on."""
        with self._troubled():
            self.store = self.kind(self._disk(), GAME)
            assert self.safe <= self.store.saved <= len(self.written)
            del self.written[self.store.saved :]
            self.safe = self.store.saved

    def _before(self, call: str, name: str) -> None:
        """Count the calls down to the trouble."""
        if self.trouble is None:
            return
        kind, wanted, calls = self.trouble
        if wanted not in (call, "any"):
            return
        self.trouble = kind, wanted, calls - 1
        if calls == 1:
            if kind == "power failure":
                self.left = self.disk.after_crash()
            raise OSError(errno.ENOSPC, "no space") if "refusal" in kind else Killed

    @contextmanager
    def _troubled(self) -> Iterator[None]:
        """Do something; if trouble comes a new process goes on with what is left."""
        came: Exception | None = None
        try:
            yield
        except (NoSpace, Killed) as error:
            came = error
        if came is None or self.trouble is None:
            assert came is None
            return
        kind, self.trouble = self.trouble[0], None
        assert isinstance(came, NoSpace) == ("refusal" in kind)
        if kind == "power failure":
            self._use(self.left)
        elif kind == "refusal and power failure":
            self._use(self.disk.after_crash())
        else:
            self._use(self.disk)
        self._open()


@contextmanager
def refused(kind: type[StoreFault]) -> Iterator[list[StoreFault]]:
    """Expect a refusal, which then stands in the list that is yielded."""
    found: list[StoreFault] = []
    try:
        yield found
    except kind as error:
        found.append(error)
    assert found, f"expected {kind.__name__}"


def run(kind: type[RuleBasedStateMachine], runs: int, seed: int | None = None, *, shrink: bool = True) -> None:
    """Do so many runs of 50 steps; with a seed others each time, without one always the same.

    What fails raises, with the fewest steps that do so in its notes, or without `shrink` with the first ones found.
    """
    machine = kind if seed is None else with_seed(seed)(type(kind.__name__, (kind,), {}))
    wanted = settings(
        max_examples=runs,
        stateful_step_count=50,
        database=None,
        deadline=None,
        derandomize=seed is None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
    )
    run_state_machine_as_test(machine, settings=wanted)
