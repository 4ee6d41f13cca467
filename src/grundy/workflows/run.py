"""A long run: values of heaps 0 to N into a file, saved as they come, ended and resumed at will.

While it works, a run keeps its values in a store beside its output, `FILE.run`. What it has reported
as saved is never lost, whatever ends it: a signal, a limit, a full disk, `kill -9`, a power failure.
A resumed run first computes the last stored values again and compares. The finished file is the
same whatever happened on the way; it appears whole, and then the store goes.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core import Code, CorruptStore, InputError, Interrupted, LimitReached, Limits, Meter, Ruleset, StoreMismatch
from .export import Form, exported
from .signals import Signals
from .store import failures, game_text, open_store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..sequences.pieces import Piece
    from ..storage import SequenceFile

EVERY = 2.0
"""Seconds between two savings."""
AGAIN = 64
"""Stored values that a resumed run computes again."""
FULL = 1 << 20
"""Values that are written without waiting for the next saving."""
BYTES_PER_HEAP = 4
"""What one value may cost in memory while later ones are computed."""


class Progress(NamedTuple):
    """How far a run is: heaps done of how many, heaps a second in this session, seconds left at this rate."""

    done: int
    heaps: int
    rate: float
    left: float


def _nothing(_: Any) -> None:  # noqa: ANN401  # whatever is told
    """Tell nobody."""


@dataclass(frozen=True)
class Wishes:
    """What a run is asked for beside its values.

    `every` is the time in seconds between two savings. `told` hears of `Progress`, `saved` the number of
    values that are safe, `remark` a sentence now and then; `finish` gets all values at the end.
    """

    resume: bool = False
    workers: int = 1
    limits: Limits = field(default_factory=Limits)
    every: float = EVERY
    told: Callable[[Progress], None] = _nothing
    saved: Callable[[int], None] = _nothing
    remark: Callable[[str], None] = _nothing
    finish: Callable[[NDArray[np.unsignedinteger[Any]]], None] = _nothing


def store_of(out: Path) -> Path:
    """Return where the store of a run lies while it works.

    >>> store_of(Path("kayles.npy")).name
    'kayles.npy.run'
    """
    target = out.resolve()
    return target.with_name(target.name + ".run")


def can_run(ruleset: Ruleset[Any], out: Path) -> bool:
    """Return whether values of this ruleset can be computed piece by piece into this file."""
    target = out.resolve()
    plain = bool(target.name) and (target.is_file() or not target.exists())
    return plain and ruleset.heaps and not ruleset.last_loses and ruleset.sequence() is not None


def run_values(ruleset: Ruleset[Any], stop: int, out: Path, form: Form, wishes: Wishes | None = None) -> None:
    """Write the values of heaps 0 to `stop` to `out`, going on with a store that is there.

    Raises `StoreMismatch` for a store of another game, `CorruptStore`, `StoreBusy`, `DiskFull`,
    `LimitReached` and `Interrupted`, each after saving what is known; `InputError` when a store is
    there and `wishes.resume` is not set.
    """
    run = _Run(ruleset, stop, store_of(out), wishes or Wishes())
    run.check()
    with Signals() as signals, failures(run.home):
        store = run.open()
        try:
            run.compute(store, signals)
            values = store.values(signals.check)
            with failures(out):
                _write(out, values, form, signals)
            run.wishes.finish(values)
            _remove(run.home)
        except (Interrupted, LimitReached) as error:
            run.save(store)
            raise run.ended(error, store.saved) from None
        finally:
            store.close()


def _write(out: Path, values: NDArray[np.unsignedinteger[Any]], form: Form, signals: Signals) -> None:
    """Write the file whole."""
    from ..storage import write_whole

    write_whole(out.resolve(), exported(values, form, signals.check))


def _remove(home: Path) -> None:
    """Remove a store whose values are in their file: out of the way in one step, then at leisure."""
    home.rename(_done(home))
    shutil.rmtree(_done(home), ignore_errors=True)


def _done(home: Path) -> Path:
    """Return the name of a store that is being removed."""
    return home.with_name(home.name + ".done")


class _Run:
    """One session of a run."""

    def __init__(self, ruleset: Ruleset[Any], stop: int, home: Path, wishes: Wishes) -> None:
        """Keep what is asked for."""
        rule = ruleset.sequence()
        if rule is None:
            raise InputError(f"{ruleset.name}: its values are not computed piece by piece, so no run can be saved")
        self.ruleset, self.rule, self.stop, self.home, self.wishes = ruleset, rule, stop, home, wishes
        self.began = self.shown = monotonic()
        self.first = 0
        self.waiting: list[Piece] = []

    def check(self) -> None:
        """Refuse a store that nobody asked to go on with, and what would not fit into memory."""
        if self.home.exists() and not self.wishes.resume:
            raise InputError(
                f"{self.home}: holds the values of a run that has not ended",
                hint="--resume goes on with it; remove it to begin anew",
            )
        most, need = self.wishes.limits.memory, BYTES_PER_HEAP * (self.stop + 1)
        if most is not None and need > most and isinstance(self.rule, Code):
            raise LimitReached(
                f"values of {self.stop + 1} heaps may need {need} bytes, more than the memory limit of {most} bytes "
                "(--limit-memory allows more)",
                kind="memory",
            )

    def open(self) -> SequenceFile:
        """Open the store and say what is in it."""
        shutil.rmtree(_done(self.home), ignore_errors=True)
        store = open_store(self.home, game_text(self.rule))
        if store.cut:
            self.wishes.remark(f"{self.home}: {store.cut} bytes that had not been acknowledged were cut")
        if store.saved > self.stop + 1:
            saved = store.saved
            store.close()
            raise StoreMismatch(
                f"{self.home}: holds heaps 0 to {saved - 1}, more than the {self.stop} asked for (--to {saved - 1})"
            )
        if store.saved:
            self.wishes.remark(f"going on at heap {store.saved}")
        return store

    def compute(self, store: SequenceFile, signals: Signals) -> None:
        """Fill the store up to the last heap."""
        self.first = store.saved
        meter = Meter(Limits(seconds=self.wishes.limits.seconds), lambda _: signals.check())
        saved_at = monotonic()
        for piece in signals.making(self._new_pieces(store, meter, signals)):
            self.waiting.append(piece)
            now, count = monotonic(), store.count + sum(map(len, self.waiting))
            if now - saved_at >= self.wishes.every:
                self.save(store)
                saved_at = now
            elif count - store.count >= FULL:
                self._store(store)
            self._tell(count, now)
            signals.check()
        self.save(store)

    def save(self, store: SequenceFile) -> None:
        """Acknowledge all values, and only then say so."""
        self._store(store)
        before = store.saved
        if store.acknowledge() > before:
            self.wishes.saved(store.saved)

    def _store(self, store: SequenceFile) -> None:
        """Write the waiting pieces as one."""
        import numpy as np

        if self.waiting:
            store.append(np.concatenate(self.waiting))
            self.waiting = []

    def ended(self, error: Interrupted | LimitReached, saved: int) -> Interrupted | LimitReached:
        """Return the error with what is saved and how to go on."""
        known = f"heaps 0 to {saved - 1} are saved" if saved else "nothing is saved yet"
        text = f"{error.message}; {known}, --resume goes on from there"
        if isinstance(error, Interrupted):
            return Interrupted(text, error.exit_code - 128)
        return LimitReached(text, kind=error.kind, visited=error.visited)

    def _new_pieces(self, store: SequenceFile, meter: Meter, signals: Signals) -> Iterator[Piece]:
        """Yield what is not stored yet, after comparing the last stored values with a new computation."""
        known = store.values(signals.check)
        again = min(AGAIN, len(known))
        old = known[len(known) - again :]
        for piece in self._pieces(known[: len(known) - again], meter):
            n = min(again, len(piece))
            if (piece[:n] != old[len(old) - again : len(old) - again + n]).any():
                raise CorruptStore(
                    f"{self.home}: among the last {len(old)} saved values one differs from its new computation"
                )
            again -= n
            if n < len(piece):
                yield piece[n:]

    def _pieces(self, known: NDArray[np.unsignedinteger[Any]], meter: Meter) -> Iterator[Piece]:
        """Yield the values behind the known ones: by theorem where there is one, else computed."""
        import numpy as np

        if self.ruleset.known_value(0) is None:
            from ..sequences import value_pieces

            yield from value_pieces(self.rule, known, self.stop, meter, self.wishes.workers)
            return
        for start in range(len(known), self.stop + 1, 1 << 16):
            end = min(start + (1 << 16), self.stop + 1)
            meter.tick(end - start)
            yield np.array([self.ruleset.known_value(heap) for heap in range(start, end)], np.uint32)

    def _tell(self, done: int, now: float) -> None:
        """Report the progress, twice a second at most."""
        if now - self.shown < 0.5:
            return
        self.shown = now
        rate = (done - self.first) / (now - self.began)
        heaps = self.stop + 1
        self.wishes.told(Progress(done, heaps, rate, (heaps - done) / rate if rate else float("inf")))
