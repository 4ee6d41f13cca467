"""State machines of both stores by hand: `python -m tests.promises.storage.soak_machines COUNT --jobs N`.

A run has 50 steps. The machines take turns; what fails is told with the fewest steps that do so.
"""

from __future__ import annotations

from collections import Counter

from tests.promises.storage.database_machine import DatabaseMachine
from tests.promises.storage.store_machines import SequenceMachine, run
from tests.soaking import Harness, main

SIZE = 50
"""Runs of a task."""


def task(seed: int) -> Counter[str]:
    machine = (SequenceMachine, DatabaseMachine)[seed % 2]
    run(machine, SIZE, seed)
    return Counter({"runs": SIZE, machine.__name__: SIZE})


HARNESS = Harness("runs", SIZE, task, ())

if __name__ == "__main__":
    main(HARNESS, __doc__)
