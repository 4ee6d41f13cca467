"""Many bad certificates.

Half of them are certificates of every kind with one value changed, sealed again; half are forged: consistent in
themselves, but of another game, play, order, window or table, or for another claim. One that is accepted and whose
claim is false ends its task as a failure; accepted ones whose claim is true all the same are found by plain rules.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.promises.checker.test_forgeries import forge
from tests.promises.checker.test_tampering import tamper
from tests.soaking import Harness

SIZE = 250
"""Certificates of a task, half of them forged."""
MEMORY = Path("/dev/shm")  # a file there is read again at once


def deceiving(seed: int) -> Counter[str]:
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        found = tamper(SIZE - SIZE // 2, seed, Path(folder))
        forged = forge(SIZE // 2, seed, Path(folder))
    told = {"ACCEPTED": "accepted and true", "same": "not changed at all"}
    counts = Counter({told.get(name, name.lower()): count for name, count in found.items()})
    counts.update({f"forged {told.get(name, name.lower())}": count for name, count in forged.items()})
    return counts + Counter(certificates=SIZE, forged=SIZE // 2)


HARNESS = Harness("certificates", SIZE, deceiving, ("accepted and false",))
