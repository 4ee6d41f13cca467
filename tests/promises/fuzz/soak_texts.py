"""Many spoilt texts by hand: `python -m tests.promises.fuzz.soak_texts COUNT --jobs N`.

Games, claims, JSON and certificates in turn, each from good ones by a few random changes. A text that ends otherwise
than in what was meant, a typed error or a verdict is a failure; "slow" are those that took two seconds of processor
time and more.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from time import process_time

from tests.pace import spent
from tests.promises.fuzz.entries import ENTRIES
from tests.soaking import Harness, main

SIZE = 1000
"""Texts of a task."""
WORST = 2.0
"""Seconds that no text may take."""


def fuzz(seed: int) -> Counter[str]:
    """Try so many spoilt texts."""
    rng, found = Random(seed), Counter[str]()
    good = {name: entry.texts() for name, entry in ENTRIES.items()}
    for name in sorted(ENTRIES) * (SIZE // len(ENTRIES)):
        data = ENTRIES[name].spoil(rng.choice(good[name]), rng)
        start = process_time()
        try:
            found[f"{name} {ENTRIES[name].attempt(data)}"] += 1
        except Exception as error:
            raise AssertionError(f"{name}: {data[:2000]!r}") from error
        found["slow"] += process_time() - start > WORST and spent(start) > WORST
    found["texts"] = SIZE
    return found


HARNESS = Harness("texts", SIZE, fuzz, ("slow",))

if __name__ == "__main__":
    main(HARNESS, __doc__)
