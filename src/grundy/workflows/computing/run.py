"""Computes the values of heaps 0 to N in a long run, which saves them at intervals and can be resumed.

The values are saved in a store next to the output, `FILE.run`; values reported as saved are never lost. A resumed run
first computes the last saved values again, as a check. The finished file does not depend on interruptions.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import sequences
from ...core import (
    Budget,
    Code,
    CorruptStore,
    HeapRuleset,
    InputError,
    Interrupted,
    Knowledge,
    LimitReached,
    Limits,
    Ruleset,
    StoreMismatch,
    Structure,
    facet,
    has_misere_rule,
)
from ..persistence.signals import Signals
from ..persistence.store import failures, game_text, open_store
from .export import Form, exported

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...sequences.arrays import Series
    from ...storage import SequenceFile

EVERY = 2.0
"""Seconds between two saves."""
AGAIN = 64
"""Stored values that a resumed run computes again."""
FULL = 1 << 20
"""The number of values that are written without waiting for the next save."""
BYTES_PER_HEAP = 4
"""The memory for one value while later ones are computed."""


class Progress(NamedTuple):
    """The progress of a long computation of values.

    Attributes:
        done: The number of heaps whose values are computed.
        heaps: The number of all heaps.
        rate: The heaps per second in this session.
        left: The seconds that remain at this rate.
    """

    done: int
    heaps: int
    rate: float
    left: float


@dataclass(frozen=True)
class Wishes:
    """The options of a long computation of values that can be interrupted and resumed.

    Attributes:
        resume: Whether to continue from saved values.
        workers: The number of threads.
        limits: Limits on the work.
        every: The seconds between two saves.
        progress: A function that receives a `Progress` from time to time.
        saved: A function that receives the number of values in the store after each save.
        remark: A function that receives messages for the user as text, for instance at which heap a run resumes.
        finish: A function that receives the array of all values after they were written to the output file.
    """

    resume: bool = False
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    every: float = EVERY
    progress: Callable[[Progress], None] = lambda _: None
    saved: Callable[[int], None] = lambda _: None
    remark: Callable[[str], None] = lambda _: None
    finish: Callable[[NDArray[np.unsignedinteger[Any]]], None] = lambda _: None


def store_of(out: Path) -> Path:
    """Return the path where values are saved while they are computed, next to the output file.

    >>> store_of(Path("kayles.npy")).name
    'kayles.npy.run'
    """
    target = Path(os.path.realpath(out))
    return target.with_name(target.name + ".run")


def can_run(ruleset: Ruleset[Any], out: Path) -> bool:
    """Return whether a long computation of the values of a ruleset can be saved and resumed.

    Args:
        ruleset: A ruleset.
        out: The output file.

    Returns:
        True if numpy is installed, the file is or can become a plain file (no device), and the ruleset is a code or a
        finite subtraction set on single heaps in normal play.
    """
    if not sequences.has_numpy():
        return False
    plain = bool(out.name) and (out.is_file() or not out.exists())
    return (
        plain
        and isinstance(ruleset, HeapRuleset)
        and not has_misere_rule(ruleset)
        and facet(ruleset, Structure).sequence() is not None
    )


def run_values(ruleset: Ruleset[Any], stop: int, out: Path, form: Form, wishes: Wishes | None = None) -> None:
    """Compute values and write them to a file, continuing from values that an interrupted run saved.

    Args:
        ruleset: A ruleset on single heaps.
        stop: The last heap.
        out: The output file; the values are saved next to it during the computation.
        form: The format of the output file.
        wishes: The options of the computation.

    Raises:
        InputError: If saved values exist and `wishes.resume` is not set.
        StoreMismatch: If the saved values belong to another game.
        CorruptStore: If the saved values are damaged.
        StoreBusy: If another process uses the saved values.
        DiskFull: If the disk is full.
        LimitReached: If a limit was reached; all values so far are saved.
        Interrupted: If a signal arrived; all values so far are saved.
    """
    from ...storage import write_whole

    run = _Run(ruleset, stop, store_of(out), wishes or Wishes())
    with Signals() as signals, failures(run.home):
        store = run.open()
        try:
            run.compute(store, signals)
            values = store.values(signals.check)
            with failures(out):
                write_whole(out, exported(values, form, signals.check))
            run.wishes.finish(values)
            run.home.rename(run.done)  # rename it in one step, then delete it
            shutil.rmtree(run.done, ignore_errors=True)
        except (Interrupted, LimitReached) as error:
            run.save(store)
            raise run.ended(error, store.saved, "--resume") from None
        finally:
            store.close()


def stored_values(
    ruleset: Ruleset[Any], stop: int, home: Path, limits: Limits | None = None
) -> NDArray[np.unsignedinteger[Any]]:
    """Return values from a store on the disk, after missing ones were computed and saved.

    The store remains, and may contain more values than requested. Raises the errors of `run_values`.

    Args:
        ruleset: A ruleset on single heaps.
        stop: The last heap.
        home: The path of the store.
        limits: Limits on the work.

    Returns:
        The values of heaps 0 to `stop`.
    """
    import numpy as np

    run = _Run(ruleset, stop, home, Wishes(resume=True, limits=Limits.of(limits)))
    with Signals() as signals, failures(home):
        store = open_store(home, game_text(run.rule))
        try:
            if store.saved <= stop:
                run.compute(store, signals)
            return np.array(store.values(signals.check)[: stop + 1])
        except (Interrupted, LimitReached) as error:
            run.save(store)
            raise run.ended(error, store.saved, "the same question") from None
        finally:
            store.close()


class _Run:
    def __init__(self, ruleset: Ruleset[Any], stop: int, home: Path, wishes: Wishes) -> None:
        rule = facet(ruleset, Structure).sequence()
        if rule is None:
            raise InputError(f"{ruleset.name}: its values cannot be saved while they are computed")
        self.ruleset, self.rule, self.stop, self.home, self.wishes = ruleset, rule, stop, home, wishes
        self.done = home.with_name(home.name + ".done")
        """The store while it is being removed."""
        self.began = monotonic()
        self.waiting: list[Series] = []
        if home.exists() and not wishes.resume:
            hint = "add --resume to continue it, or remove it to start again"
            raise InputError(f"{home} contains the values of an unfinished run", hint=hint)
        most, need = wishes.limits.memory, BYTES_PER_HEAP * (stop + 1)
        if most is not None and need > most and isinstance(rule, Code):
            allowed = f"the memory limit of {most} bytes (--limit-memory allows more)"
            what = f"values of {stop + 1} heaps may need {need} bytes, more than {allowed}"
            raise LimitReached(what, kind="memory")

    def open(self) -> SequenceFile:
        shutil.rmtree(self.done, ignore_errors=True)
        store = open_store(self.home, game_text(self.rule))
        if store.cut:
            self.wishes.remark(f"{self.home}: {store.cut} unconfirmed bytes were removed")
        if store.saved > self.stop + 1:
            last = store.saved - 1
            store.close()
            raise StoreMismatch(f"{self.home}: holds heaps 0 to {last}, more than the requested {self.stop}")
        if store.saved:
            self.wishes.remark(f"resuming at heap {store.saved}")
        return store

    def compute(self, store: SequenceFile, signals: Signals) -> None:
        first, heaps = store.saved, self.stop + 1
        budget = Budget(Limits(seconds=self.wishes.limits.seconds), lambda _: signals.check())
        shown, saved_at = self.began, monotonic()
        for piece in signals.making(self._new_pieces(store, budget, signals)):
            self.waiting.append(piece)
            now, count = monotonic(), store.count + sum(map(len, self.waiting))
            if now - saved_at >= self.wishes.every:
                self.save(store)
                saved_at = now
            elif count - store.count >= FULL:
                self._store(store)
            if now - shown >= 0.5:
                shown, rate = now, (count - first) / (now - self.began)
                left = (heaps - count) / rate if rate else float("inf")
                self.wishes.progress(Progress(count, heaps, rate, left))
            signals.check()
        self.save(store)

    def save(self, store: SequenceFile) -> None:
        self._store(store)
        before = store.saved
        if store.acknowledge() > before:
            self.wishes.saved(store.saved)

    def _store(self, store: SequenceFile) -> None:
        if self.waiting:
            from ...sequences import arrays

            values: Any = arrays.joined(self.waiting)
            store.append(values)
            self.waiting = []

    def ended(self, error: Interrupted | LimitReached, saved: int, how: str) -> Interrupted | LimitReached:
        known = f"heaps 0 to {saved - 1} are saved" if saved else "nothing is saved yet"
        text = f"{error.message}; {known}, {how} continues from there"
        if isinstance(error, Interrupted):
            return Interrupted(text, error.exit_code - 128)
        return LimitReached(text, kind=error.kind, visited=error.visited)

    def _new_pieces(self, store: SequenceFile, budget: Budget, signals: Signals) -> Iterator[Series]:
        """Yield the values that are not saved yet, after computing the last saved ones again as a check."""
        from ...sequences import arrays

        known = store.values(signals.check)
        left = min(AGAIN, len(known))
        old = known[len(known) - left :]
        for piece in self._pieces(known[: len(known) - left], budget):
            n = min(left, len(piece))
            if arrays.first_difference(piece[:n], old[len(old) - left : len(old) - left + n]) is not None:
                what = f"one of the last {len(old)} saved values differs when it is computed again"
                raise CorruptStore(f"{self.home}: {what}")
            left -= n
            if n < len(piece):
                yield piece[n:]

    def _pieces(self, known: NDArray[np.unsignedinteger[Any]], budget: Budget) -> Iterator[Series]:
        known_value = facet(self.ruleset, Knowledge).known_value
        if known_value(0) is None:
            yield from sequences.value_pieces(self.rule, known, self.stop, budget, self.wishes.workers)
            return
        from ...sequences import arrays

        for start in range(len(known), self.stop + 1, 1 << 16):
            end = min(start + (1 << 16), self.stop + 1)
            budget.charge(end - start)
            yield arrays.narrow([known_value(heap) for heap in range(start, end)])  # type: ignore[misc]  # a theorem gives all values
