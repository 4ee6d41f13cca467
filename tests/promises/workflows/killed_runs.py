"""Runs killed at moments of chance and resumed.

Each run is a forked child that writes heaps 0 to N of a code into a file, saving as often as it can; it reports every
saving through a pipe, is killed with SIGKILL, and the next child goes on, until the file is there. Any of `BUGS` can be
planted.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from unittest.mock import patch

import numpy as np
from tests.soaking import Harness

from grundy.core import Budget, Structure, facet
from grundy.notation import read_ruleset
from grundy.sequences import candidates, octal_stages, pieces, sparse
from grundy.sequences.arrays import Series
from grundy.storage import SequenceFile
from grundy.storage.records import read_mark
from grundy.workflows.computing import run as runs
from grundy.workflows.computing.export import Form, exported
from grundy.workflows.computing.run import Wishes, run_values, store_of
from grundy.workflows.persistence.signals import Signals

STOP = 5000
RULES = ("0.137", "take {2, 7, 300}", "0.6")
MEAN = 0.1
"""Seconds of a life, on the average."""


def early(wishes: Wishes) -> Wishes:
    """Report values as safe that are not yet written."""
    append = SequenceFile.append

    def told(self: SequenceFile, values: np.ndarray) -> None:
        wishes.saved(self.count + len(values))
        append(self, values)

    SequenceFile.append = told  # type: ignore[method-assign]
    return wishes


def skipping(wishes: Wishes) -> Wishes:
    """Skip a value where a run goes on."""
    again = runs._Run._new_pieces

    def skip(self: runs._Run, store: SequenceFile, budget: Budget, signals: Signals) -> Iterator[Series]:
        for i, piece in enumerate(again(self, store, budget, signals)):
            yield piece[1:] if store.saved and not i else piece

    runs._Run._new_pieces = skip  # type: ignore[method-assign]
    return wishes


BUGS = {"": lambda wishes: wishes, "early": early, "skipping": skipping}


def child(rules: str, out: Path, pipe: int, bug: str) -> None:
    """Compute until the end or the kill."""
    wishes = Wishes(resume=True, every=0, saved=lambda n: void(os.write(pipe, f"{n}\n".encode())))
    run_values(read_ruleset(rules), STOP, out, Form("npy", rules), BUGS[bug](wishes))


def void(_: object) -> None:
    """Forget a result."""


def one_kill(rules: str, out: Path, delay: float, bug: str) -> list[int]:
    """Start a child, kill it after `delay` seconds and return what it reported as saved."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        try:
            child(rules, out, writer, bug)
        except BaseException as error:  # noqa: BLE001  # whatever it is, the parent must hear of it
            os.write(writer, f"-1 {error}\n".encode())
        finally:
            os._exit(0)
    os.close(writer)
    time.sleep(delay)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with os.fdopen(reader, "rb") as file:
        return [int(line.split()[0]) for line in file.read().split(b"\n")[:-1]]


@cache
def reference(rules: str) -> bytes:
    """Return the bytes of the finished file, computed without any store."""
    rule = facet(read_ruleset(rules), Structure).sequence()
    assert rule is not None
    found = np.concatenate(list(pieces.value_pieces(rule, np.zeros(0, np.uint8), STOP, Budget())))
    return b"".join(exported(found, Form("npy", rules)))


@contextmanager
def small_pieces() -> Iterator[None]:
    """Make many small pieces, so that a run is saved many times, and go through the sparse space early."""
    few = ((pieces, "MOST", 256), (candidates, "PIECE", 256), (sparse, "PIECE", 256))
    with ExitStack() as changed:
        for module, name, value in (*few, (octal_stages, "SEED", 1024), (octal_stages, "LEARNT", 1 << 40)):
            changed.enter_context(patch.object(module, name, value))
        yield


def judged(out: Path, rules: str, promised: int) -> Counter[str]:
    """Compare what is there with what was promised, or with the whole file where a run came to its end."""
    mark = store_of(out) / "mark"
    if out.exists():
        return Counter(finished=1, wrong=out.read_bytes() != reference(rules), in_export=mark.exists())
    lost = promised and (not mark.exists() or read_mark(mark.read_bytes()).values < promised)
    return Counter(lost=int(bool(lost)))


def kills(count: int, seed: int, bug: str = "") -> Counter[str]:
    """Kill so many times, and count what went wrong."""
    random, found = Random(seed), Counter(kills=count)
    with tempfile.TemporaryDirectory() as folder, small_pieces():
        _ = [reference(rules) for rules in RULES]  # what is compiled here, no child compiles
        out, promised, rules = Path(folder) / "out.npy", 0, RULES[seed % len(RULES)]
        for number in range(count):
            told = one_kill(rules, out, random.expovariate(1 / MEAN), bug)
            promised = max([promised, *told])
            now = judged(out, rules, promised) + Counter(saved=len(told), refused=-1 in told)
            found.update(now)
            if now["finished"] or now["lost"] or now["refused"]:
                promised, rules = 0, random.choice(RULES)
                out = out.with_name(f"out{number}.npy")
    return found


HARNESS = Harness("kills", 50, partial(kills, 50), ("lost", "wrong", "refused"))
