"""Runs that are killed at moments of chance and resumed; prints what became of them as JSON.

python killed_runs.py KILLS SEED [BUG]: each run is a forked child that writes heaps 0 to N of a code
into a file, saving as often as it can; it reports every saving through a pipe, is killed with
SIGKILL, and the next child goes on, until the file is there. BUG plants one of `BUGS`.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

from grundy.core import Meter
from grundy.notation import read_ruleset
from grundy.sequences import candidates, octals, pieces, sparse
from grundy.storage import SequenceFile
from grundy.storage.records import read_mark
from grundy.workflows import run as runs
from grundy.workflows.export import Form, exported
from grundy.workflows.run import Wishes, run_values, store_of
from grundy.workflows.signals import Signals

STOP = 5000
RULES = ("0.137", "take {2, 7, 300}", "0.6")


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

    def skip(self: runs._Run, store: SequenceFile, meter: Meter, signals: Signals) -> Iterator[pieces.Piece]:
        for i, piece in enumerate(again(self, store, meter, signals)):
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


def reference(rules: str) -> bytes:
    """Return the bytes of the finished file, computed without any store."""
    rule = read_ruleset(rules).sequence()
    assert rule is not None
    found = np.concatenate(list(pieces.value_pieces(rule, np.zeros(0, np.uint8), STOP, Meter())))
    return b"".join(exported(found, Form("npy", rules)))


def main(kills: int, seed: int, bug: str) -> dict[str, int]:
    """Kill so many times, and count what went wrong."""
    pieces.MOST = candidates.PIECE = sparse.PIECE = 256  # many small pieces, so that a run is saved many times
    octals.SEED = 1024  # type: ignore[attr-defined]  # and through the sparse space early
    octals.LEARNT = 1 << 40  # type: ignore[attr-defined]
    random = Random(seed)
    right = {rules: reference(rules) for rules in RULES}
    found = {"kills": kills, "saved": 0, "finished": 0, "lost": 0, "wrong": 0, "refused": 0, "in_export": 0}
    with tempfile.TemporaryDirectory() as folder:
        out, promised, rules = Path(folder) / "out.npy", 0, RULES[0]
        for _ in range(kills):
            told = one_kill(rules, out, random.expovariate(1 / 0.15), bug)
            promised = max([promised, *told])
            found["saved"] += len(told)
            found["refused"] += -1 in told
            mark = store_of(out) / "mark"
            if out.exists():
                found["finished"] += 1
                found["wrong"] += out.read_bytes() != right[rules]
                found["in_export"] += mark.exists()
            elif promised and (not mark.exists() or read_mark(mark.read_bytes()).values < promised):
                found["lost"] += 1
            if out.exists() or found["lost"] or found["refused"]:
                promised, rules = 0, random.choice(RULES)
                out = out.with_name(f"out{random.random()}.npy")
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:] or [""])))
