"""Long runs of a harness over several processes, each task with a seed of its own.

It prints a line about every minute and one at the end: how much was done, what came out how often, seconds and rate.
A task that raises is a failure: its seed and its traceback are printed, and the run goes on.
"""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple

Task = Callable[[int], Counter[str]]
"""What one seed does: what came out how often."""
Result = tuple[int, Counter[str], str]
"""The seed, what came out, and the traceback of a task that raised."""
EVERY = 60.0
"""Seconds between two lines."""


class Harness(NamedTuple):
    """What is counted, how much of it a task does at least, the task, and which results must not come out."""

    unit: str
    size: int
    task: Task
    bad: tuple[str, ...]


class Run(NamedTuple):
    """How often, by how many processes, from which seed on, and after how many seconds to stop."""

    number: int
    jobs: int = 1
    seed: int = 10**6
    seconds: float = 1e9


def soak(harness: Harness, run: Run, tell: Callable[[str], None]) -> Counter[str]:
    """Run a harness so often, and tell what came out; "failed" counts the tasks that raised."""
    found: Counter[str] = Counter()
    start = told = time.monotonic()
    seeds = range(run.seed, run.seed - -run.number // harness.size)
    with _results(harness.task, seeds, run.jobs) as results:
        for seed, counts, trace in results:
            found += counts
            if trace:
                tell(f"seed {seed} failed: {trace}")
            now = time.monotonic()
            if found[harness.unit] >= run.number or now - start > run.seconds:
                break
            if now - told > EVERY:
                told = now
                tell(_line(harness, run, found, now - start))
    tell(_line(harness, run, found, time.monotonic() - start))
    return found


@contextmanager
def _results(task: Task, seeds: range, jobs: int) -> Iterator[Iterator[Result]]:
    """Give the results of tasks, in the order in which they are done."""
    guarded = partial(_guarded, task)
    if jobs == 1:
        yield map(guarded, seeds)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("fork"))  # what is loaded and compiled already is shared
    try:
        yield _in_turn(pool, guarded, iter(seeds), 2 * jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _in_turn(
    pool: ProcessPoolExecutor, guarded: Callable[[int], Result], seeds: Iterator[int], ahead: int
) -> Iterator[Result]:
    """Give the results of tasks as they are done, `ahead` of them begun or waiting; a process that dies is an error."""
    waiting = {pool.submit(guarded, seed) for seed in islice(seeds, ahead)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        waiting |= {pool.submit(guarded, seed) for seed in islice(seeds, len(done))}
        yield from (one.result() for one in done)


def _guarded(task: Task, seed: int) -> Result:
    """Return the seed and what came out, or the traceback."""
    try:
        return seed, task(seed), ""
    except Exception:  # noqa: BLE001  # whatever it is, it is a failure
        return seed, Counter(failed=1), traceback.format_exc()


def _line(harness: Harness, run: Run, found: Counter[str], seconds: float) -> str:
    """Return what there is to tell."""
    count = found[harness.unit]
    bad = [f"{name} {found[name]:,}" for name in (*harness.bad, "failed")]
    good = [f"{name} {n:,}" for name, n in sorted(found.items()) if name not in {harness.unit, *harness.bad, "failed"}]
    rate = f"{seconds:,.0f} s, {count / max(seconds, 1e-9):,.0f} a second, {run.jobs} processes, from seed {run.seed}"
    return f"{count:,} {harness.unit}: {', '.join(bad)}; {', '.join(good)}; {rate}"
