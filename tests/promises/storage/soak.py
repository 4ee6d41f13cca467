"""The harnesses of the stores for long runs.

A verdict says of one failure what became of the store: good, refused, lost, wrong. Which of them keep the promise
differs: what is damaged may be refused, what was saved may only be lost with a log in use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tests.promises.storage import database_harness as databases
from tests.promises.storage import harness, recording
from tests.soaking import Harness

from grundy.storage import SequenceFile, ValueDatabase


def power(seed: int) -> Counter[str]:
    return harness.power(SequenceFile, range(seed, seed + 1), 5)


def rot(seed: int) -> Counter[str]:
    return harness.rot(SequenceFile, range(seed, seed + 1), 20)


def full(seed: int) -> Counter[str]:
    return harness.full(SequenceFile, range(seed, seed + 1))


def kill(seed: int) -> Counter[str]:
    return databases.kills(ValueDatabase, 50, seed)


def two(seed: int) -> Counter[str]:
    return databases.kills(ValueDatabase, 50, seed, writers=2)


def database_rot(seed: int) -> Counter[str]:
    return databases.rot(ValueDatabase, range(seed, seed + 1), 20)


def log_rot(seed: int) -> Counter[str]:
    """Damage the log of one value database twenty times while it is in use: rows may be lost there, never changed."""
    return databases.rot(ValueDatabase, range(seed, seed + 1), 20, hot=True)


def database_full(seed: int) -> Counter[str]:
    return databases.full(ValueDatabase, range(30_000 + seed * 37 % 6000, 90_000, 6000))


@cache
def _recorded(*settings: str) -> tuple[bytes, list[recording.Call]]:
    with databases.folder() as home:
        return recording.record(home, *settings)


def database_power(seed: int) -> Counter[str]:
    """Fail the power before every call of SQLite, twenty times each; the log is moved at once, or now and then."""
    return recording.power(ValueDatabase, _recorded(*["no move"][: seed % 2]), seed, 20)


def failing(seed: int) -> Counter[str]:
    call, error = [("pwrite64", "ENOSPC"), ("fdatasync", "EIO"), ("ftruncate", "EIO")][seed % 3]
    return Counter([recording.failing(call, error, seed // 3 % 400 + 1)])


@dataclass(frozen=True)
class Judged:
    """What one seed does, and its verdicts counted together: all but those that are only told beside them."""

    one: Callable[[int], Counter[str]]
    unit: str

    def __call__(self, seed: int) -> Counter[str]:
        found = self.one(seed)
        return found + Counter({self.unit: found.total() - found["savings"] - found["no space"]})


def _harness(one: Callable[[int], Counter[str]], unit: str, size: int, allowed: str = "") -> Harness:
    """Return the harness of a fault whose verdicts are at least `size` a seed: good, or allowed."""
    bad = [verdict for verdict in ("lost", "wrong", "refused", "harmless") if verdict not in allowed.split()]
    return Harness(unit, size, Judged(one, unit), tuple(bad))


HARNESSES = {
    "power": _harness(power, "crash states", 100),
    "rot": _harness(rot, "damaged files", 20, "refused"),
    "full": _harness(full, "failed calls", 10),
    "kill": _harness(kill, "kills", 50),
    "two": _harness(two, "kills of two", 50),
    "database-rot": _harness(database_rot, "damaged databases", 20, "refused"),
    "log-rot": _harness(log_rot, "damaged logs", 20, "refused lost"),
    "database-full": _harness(database_full, "sizes", 10),
    "database-power": _harness(database_power, "crash states of SQLite", 1000),
    "failing": _harness(failing, "failed calls of SQLite", 1, "harmless"),
}
"""The harnesses by their names."""
