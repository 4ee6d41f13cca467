"""Starved questions by hand: `python -m tests.promises.workflows.soak_starved COUNT --jobs N`.

A seed is one hostile question to one public entry, or to one command, under 0.3 seconds, 64 MB and, now and then, 2,000
positions (`starving`). *limit*: it stopped and said so; *refused*: an error of the tree; *late*, *memory*, *positions*:
a limit was overrun; *bug*: anything else.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from tests.promises.workflows.hostile_questions import warm
from tests.promises.workflows.starving import NAMES, asked
from tests.soaking import Harness, main

BAD = ("late", "memory", "positions", "bug")
"""What must not come out."""
warmed = cache(warm)


def starved(seed: int) -> Counter[str]:
    """Ask one question; what went wrong is told with the seed."""
    warmed()
    rng = Random(seed)
    name = NAMES[seed % len(NAMES)]
    drawn, limits, found = asked(name, rng)
    verdict = found.verdict(limits)
    if verdict in BAD:
        raise AssertionError(f"{verdict}: {name} {drawn[:200]}: {found}")
    return Counter({"questions": 1, verdict: 1})


HARNESS = Harness("questions", 1, starved, BAD)

if __name__ == "__main__":
    main(HARNESS, __doc__)
