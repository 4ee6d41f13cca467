"""Many matches on the page by hand: `python -m tests.promises.web.soak_play COUNT --jobs N`; a run has 50 steps.

What fails is told with the fewest steps that do so.
"""

from __future__ import annotations

from collections import Counter

from tests.promises.storage.store_machines import run
from tests.promises.web.play_machine import PlayMachine
from tests.soaking import Harness, main

SIZE = 10
"""Runs of a task."""


def task(seed: int) -> Counter[str]:
    """Run the machine so often."""
    run(PlayMachine, SIZE, seed)
    return Counter(runs=SIZE)


HARNESS = Harness("runs", SIZE, task, ())

if __name__ == "__main__":
    main(HARNESS, __doc__)
