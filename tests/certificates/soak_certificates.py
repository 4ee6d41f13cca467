"""Many tampered certificates by hand: `python -m tests.certificates.soak_certificates COUNT --jobs N`.

Certificates of every kind with one value changed, sealed again. One that is accepted and whose claim is false ends
its task as a failure; accepted ones whose claim is true all the same are found by plain rules.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.checker.test_tampering import tamper
from tests.soaking import Harness, main

SIZE = 250
"""Certificates of a task."""
MEMORY = Path("/dev/shm")  # a file there is read again at once


def tampering(seed: int) -> Counter[str]:
    """Tamper with so many certificates."""
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        found: Counter[str] = tamper(SIZE, seed, Path(folder))
    told = {"ACCEPTED": "accepted and true", "same": "not changed at all"}
    return Counter({told.get(name, name.lower()): count for name, count in found.items()} | {"certificates": SIZE})


HARNESS = Harness("certificates", SIZE, tampering, ("accepted and false",))

if __name__ == "__main__":
    main(HARNESS, __doc__)
