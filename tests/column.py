"""Every harness, one after the other: `python -m tests.column` in minutes, `--by-hand` for hours, `--only` for one.

The first counts are for every change, the others for a run by hand before a release. docs/understand/reliability.md has
the results. Ends with status 1 when anything bad came out.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import NamedTuple

from tests.soaking import Harness, Run, soak


class Row(NamedTuple):
    """A name, where its harness is, and how often it is run."""

    name: str
    place: str
    few: int
    many: int

    def harness(self) -> Harness:
        """Return the harness; its module is loaded now."""
        module, _, key = self.place.partition(":")
        found = import_module(f"tests.promises.{module}")
        harness: Harness = found.HARNESSES[key] if key else found.HARNESS
        return harness


COLUMN = (
    Row("killed runs", "workflows.killed_runs", 1500, 10_000),
    Row("killed writers of a database", "storage.soak:kill", 1500, 10_000),
    Row("two writers killed together", "storage.soak:two", 600, 10_000),
    Row("power, sequence file", "storage.soak:power", 50_000, 5_000_000),
    Row("power, database", "storage.soak:database-power", 5000, 100_000),
    Row("rot, sequence file", "storage.soak:rot", 50_000, 5_000_000),
    Row("rot, database", "storage.soak:database-rot", 20_000, 200_000),
    Row("rot, log in use", "storage.soak:log-rot", 2000, 20_000),
    Row("no space, sequence file", "storage.soak:full", 5000, 20_000),
    Row("no space, database", "storage.soak:database-full", 100, 1000),
    Row("failing calls of SQLite", "storage.soak:failing", 30, 90),
    Row("failing calls", "storage.failing_calls:calls", 400, 1500),
    Row("failing allocations", "storage.failing_calls:memory", 1000, 20_000),
    Row("random games", "differential.methods", 200_000, 5_000_000),
    Row("changed certificates", "certificates.soak_certificates", 5000, 100_000),
    Row("known periods, certified", "certificates.soak_periods", 4300, 4513),
    Row("interrupts", "workflows.soak_interrupts", 200, 5000),
    Row("stores beside a model", "storage.database_machine", 600, 20_000),
    Row("the page, simulated", "web.page_simulation", 2000, 100_000),
    Row("play beside a model", "web.play_machine", 300, 5000),
    Row("jobs with faults", "cluster.soak_jobs", 2000, 200_000),
    Row("starved questions", "workflows.starving", 300, 20_000),
    Row("random claims", "patterns.soak_claims", 1000, 100_000),
    Row("damaged kernels", "packaging.damaged_kernels", 100, 2000),
    Row("spoilt texts", "fuzz.entries", 300_000, 1_000_000),
    Row("the ladder", "ladder.soak_ladder", 3000, 1_000_000),
)
"""What is run."""


def run(rows: Iterable[Row], shape: Run, *, many: bool, tell: Callable[[str], None]) -> bool:
    """Run harnesses and tell what came of each; return whether nothing bad did."""
    good, start = True, time.monotonic()
    for row in rows:
        harness = row.harness()
        told: list[str] = []
        found = soak(harness, shape._replace(number=row.many if many else row.few), told.append)
        kept = not any(found[name] for name in (*harness.bad, "failed"))
        good &= kept
        failures = [line for line in told[:-1] if "failed: " in line]
        tell("\n".join([f"{'kept  ' if kept else 'BROKEN'} {row.name}: {told[-1]}", *failures]))
    tell(f"{'all promises kept' if good else 'a promise is BROKEN'} in {time.monotonic() - start:,.0f} s")
    return good


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--by-hand", action="store_true", help="the larger counts")
    names = [row.name for row in COLUMN]
    for option, words in (("--only", "this row, and others that are named so"), ("--skip", "all but this row")):
        parser.add_argument(option, action="append", choices=names, metavar="NAME", default=[], help=words)
    parser.add_argument("--count", type=int, metavar="N", help="how often instead, such as --only NAME --count 5000")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes")
    parser.add_argument("--seed", type=int, default=Run(0).seed, metavar="S", help="the first seed")
    parser.add_argument("--seconds", type=float, default=Run(0).seconds, metavar="T", help="stop a row after so long")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")

    def tell(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    rows = [row._replace(few=asked.count or row.few, many=asked.count or row.many) for row in COLUMN]
    rows = [row for row in rows if row.name in (asked.only or {row.name}) and row.name not in asked.skip]
    shape = Run(0, asked.jobs, asked.seed, asked.seconds)
    sys.exit(not run(rows, shape, many=asked.by_hand, tell=tell))


if __name__ == "__main__":
    main()
