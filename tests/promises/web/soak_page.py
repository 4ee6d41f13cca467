"""Many runs of the simulated page by hand: `python -m tests.promises.web.soak_page COUNT --jobs N --seed S`.

What came out is counted (`page_simulation.BAD` must not); seeds with faults and what they were go to standard error.
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.promises.web.page_simulation import BAD, simulate, simulated
from tests.soaking import Harness, main

SIZE = 50
"""Seeds of a task."""


def task(seed: int) -> Counter[str]:
    found = Counter(seeds=SIZE)
    with simulated():
        for one in range(SIZE * seed, SIZE * (seed + 1)):
            world = simulate(one)
            found += world.found
            sys.stderr.writelines(f"seed {one}: {fault}\n" for fault in world.faults)
    return found


HARNESS = Harness("seeds", SIZE, task, BAD)

if __name__ == "__main__":
    main(HARNESS, __doc__)
