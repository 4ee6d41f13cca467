"""Long runs of the harnesses, by hand: `python -m tests.storage.soak HARNESS COUNT [SEED]`.

It prints one line of JSON about every minute and at the end: what came out how often, seconds and rate, so that a run
can be stopped at any moment and what it did is known. It ends with status 1 when a verdict was bad.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache

from tests.storage import database_harness as databases
from tests.storage import harness, recording

from grundy.storage import SequenceFile, ValueDatabase

Harness = Callable[[int], Counter[str]]


def power(seed: int) -> Counter[str]:
    """Fail the power at every call of one run of a sequence file, five times each."""
    return harness.power(SequenceFile, range(seed, seed + 1), 5)


def rot(seed: int) -> Counter[str]:
    """Damage one sequence file twenty times."""
    return harness.rot(SequenceFile, range(seed, seed + 1), 20)


def full(seed: int) -> Counter[str]:
    """Let every call of one run of a sequence file fail once."""
    return harness.full(SequenceFile, range(seed, seed + 1))


def kill(seed: int) -> Counter[str]:
    """Kill a writer of a value database fifty times."""
    return databases.kills(ValueDatabase, 50, seed)


def two(seed: int) -> Counter[str]:
    """Kill two writers of one value database together, fifty times."""
    return databases.kills(ValueDatabase, 50, seed, writers=2)


def database_rot(seed: int) -> Counter[str]:
    """Damage one value database twenty times."""
    return databases.rot(ValueDatabase, range(seed, seed + 1), 20)


def log_rot(seed: int) -> Counter[str]:
    """Damage the log of one value database twenty times while it is in use: rows may be lost there, never changed."""
    return databases.rot(ValueDatabase, range(seed, seed + 1), 20, hot=True)


def database_full(seed: int) -> Counter[str]:
    """Let the files of a value database end at a hundred sizes."""
    return databases.full(ValueDatabase, range(30_000 + seed % 512, 90_000, 512))


@cache
def _recorded(*settings: str) -> tuple[bytes, list[recording.Call]]:
    with databases.folder() as home:
        return recording.record(home, *settings)


def database_power(seed: int) -> Counter[str]:
    """Fail the power before every call of SQLite, twenty times each; the log is moved at once, or now and then."""
    return recording.power(ValueDatabase, _recorded(*["no move"][: seed % 2]), seed, 20)


def failing(seed: int) -> Counter[str]:
    """Let one call of SQLite fail."""
    call, error = [("pwrite64", "ENOSPC"), ("fdatasync", "EIO"), ("ftruncate", "EIO")][seed % 3]
    return Counter([recording.failing(call, error, seed // 3 % 400 + 1)])


HARNESSES: dict[str, tuple[Harness, set[str]]] = {
    "power": (power, {"good"}),
    "rot": (rot, {"good", "refused"}),
    "full": (full, {"good"}),
    "kill": (kill, {"good", "savings"}),
    "two": (two, {"good", "savings"}),
    "database-rot": (database_rot, {"good", "refused"}),
    "log-rot": (log_rot, {"good", "refused", "lost"}),
    "database-full": (database_full, {"good", "no space"}),
    "database-power": (database_power, {"good"}),
    "failing": (failing, {"good", "harmless"}),
}
"""Name -> what one seed does, and the verdicts that keep the promise."""


def _verdicts(found: Counter[str]) -> int:
    """Return how many verdicts there are; savings and failures for lack of space are only counted beside them."""
    return found.total() - found["savings"] - found["no space"]


def soak(name: str, count: int, seed: int) -> Counter[str]:
    """Run a harness, seed after seed, until it has given `count` verdicts."""
    one, _ = HARNESSES[name]
    found: Counter[str] = Counter()
    start = told = time.monotonic()
    first = seed
    while _verdicts(found) < count:
        found += one(seed)
        seed += 1
        now = time.monotonic()
        if now - told > 60 or _verdicts(found) >= count:
            told, rate = now, round(_verdicts(found) / (now - start), 1)
            line = {"harness": name, "seeds": [first, seed], **found, "seconds": round(now - start), "rate": rate}
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()
    return found


if __name__ == "__main__":
    name, count = sys.argv[1], int(sys.argv[2])
    verdicts = soak(name, count, int(sys.argv[3]) if len(sys.argv) > 3 else 10**6)
    sys.exit(bool(set(verdicts) - HARNESSES[name][1]))
