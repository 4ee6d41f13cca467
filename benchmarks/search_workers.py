"""Measures a search on several threads against one, in one run: seconds, processor seconds of all, and couples.

    uv run python benchmarks/search_workers.py [GAME] [THREADS ...]

Say how busy the machine is when you tell these numbers: the seconds mean something only where every thread has a
processor of its own. The ratio of the processor seconds does not depend on that, and says how much is done twice: a
search on n threads is at most n divided by it as fast. What threads look at is chance, so take the median of some runs.
"""

from __future__ import annotations

import os
import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import monotonic

from grundy.core import Limits
from grundy.drawing import columns
from grundy.workflows.library.solution import search
from grundy.workflows.searching.question import SearchSettings

GAME = "cram: 4x11"
MEMORY = 8 << 30


def main() -> int:
    """Measure and print; return 1 when the values differ."""
    game = sys.argv[1] if len(sys.argv) > 1 else GAME
    most = list(map(int, sys.argv[2:])) or [2, 2, 2]
    rows, values = list[list[str | int | None]](), set[int | None]()
    base: tuple[float, float] | None = None
    for workers in (1, *most):
        start, before = monotonic(), _processor()
        found = search(game, SearchSettings("value", Limits(memory=MEMORY), method="proof-numbers", workers=workers))
        took, spent = monotonic() - start, _processor() - before
        base = base or (took, spent)
        values.add(found.value)
        ratios = f"{base[0] / took:.2f} times as fast, {spent / base[1]:.2f} times the work"
        rows.append([workers, found.value, found.visited, f"{took:.1f} s", f"{spent:.1f} s", ratios])
    table = columns(rows, ["threads", "value", "couples", "seconds", "processor", "ratios"])
    sys.stdout.write(f"{table}\nload: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")
    return 0 if len(values) == 1 else 1


def _processor() -> float:
    """Return the processor seconds of this process and of all that it started and saw end."""
    return sum(usage.ru_utime + usage.ru_stime for usage in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


if __name__ == "__main__":
    raise SystemExit(main())
