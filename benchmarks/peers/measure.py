"""Runs one task of one tool, and prints the answer, the CPU seconds and the number of calls in Python as JSON.

The environment of the tool runs it, `measure.py FILE TASK [--count]`, in a new process for each task, so that no cache
is warm. With --count, calls are counted, which takes time; without it, seconds are measured.
"""

from __future__ import annotations

import json
import resource
import runpy
import sys
from time import process_time

CPU, COUNTED = 20, 200
"""CPU seconds after which the system ends the process: of a measurement, and of a count, which is slower."""


def main(file: str, task: str, *options: str) -> None:
    """Run a task.

    Args:
        file: The file that has the tasks of a tool in `TASKS`.
        task: The name of the task.
        options: "--count", or nothing.
    """
    most = COUNTED if "--count" in options else CPU
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    work = runpy.run_path(file)["TASKS"][task]
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event == "call"

    if "--count" in options:
        sys.setprofile(count)
    start = process_time()
    answer = work()
    seconds = process_time() - start
    sys.setprofile(None)
    print(json.dumps({"answer": str(answer), "seconds": seconds, "calls": calls}))


if __name__ == "__main__":
    main(*sys.argv[1:])
