"""Compares grundy with other tools on the same tasks: `python -m benchmarks.peers [--check]`.

Each tool is installed into an environment that is removed afterwards. Each task runs in two new processes: one measures
CPU seconds, the other one counts calls of functions in Python, which do not depend on the machine. The table is written
to docs/understand/tools.csv. With --check nothing is written; the answers, and which tools give them, must be the same.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

HERE = Path(__file__).parent
TABLE = HERE.parents[1] / "docs" / "understand" / "tools.csv"
TASKS = {
    "nim": "the value of nim: 3 5 7",
    "product 4x4": "the nim product of 4 and 4",
    "product 7x9": "the nim product of 7 and 9",
    "kayles": "the values of Kayles heaps 0 to 1000; the last one",
    "cram outcome": "the outcome of Cram 3x4",
    "cram 4x4": "the value of Cram 4x4",
    "cram 4x5": "the value of Cram 4x5",
    "misere nim": "the outcome of misère nim: 3 4 5",
    "quotient": "the order of the misère quotient of Kayles heaps 1 to 12",
    "domineering 4x4": "the temperature of Domineering 4x4",
    "domineering 4x5": "the temperature of Domineering 4x5",
}
"""Task -> what is computed."""
NONE, LONG = "-", "more than 20 s"


class Tool(NamedTuple):
    """A tool: its name, the packages to install, and the file of its tasks."""

    name: str
    packages: tuple[str, ...]
    file: str


TOOLS = (
    Tool("grundy", (), "grundy_tasks.py"),
    Tool("pycgt", ("pycgt==0.2.0",), "pycgt_tasks.py"),
    Tool("cgt-py", ("cgt-py==0.11.0", "anywidget"), "cgt_py_tasks.py"),
    Tool("ludology", ("ludology==0.1.2",), "ludology_tasks.py"),
    Tool("easyAI", ("easyAI==2.0.12",), "easyai_tasks.py"),
)


def installed(tool: Tool, folder: Path) -> str:
    """Install a tool; return the Python that runs it."""
    if not tool.packages:
        return sys.executable
    home = folder / tool.name
    python = str(home / "bin" / "python")
    subprocess.run(["uv", "venv", "-q", "--python", sys.executable, str(home)], check=True)
    subprocess.run(["uv", "pip", "install", "-q", "--python", python, *tool.packages], check=True)
    return python


def measured(python: str, tool: Tool, task: str) -> tuple[str, str]:
    """Run a task by a tool.

    Args:
        python: The Python of the tool.
        tool: The tool.
        task: The task.

    Returns:
        The answer, "" if there is none, and the cost in words.
    """
    file = HERE / "tasks" / tool.file
    if f'"{task}": ' not in file.read_text(encoding="utf-8"):
        return "", NONE
    words = [python, str(HERE / "measure.py"), str(file), task]
    found, environment = [], os.environ | {"PYTHONHASHSEED": "0"}
    for option in ([], ["--count"]):
        done = subprocess.run([*words, *option], capture_output=True, text=True, check=False, env=environment)
        if done.returncode < 0:
            return "", LONG
        if done.returncode:
            raise SystemExit(f"{tool.name}: {task}: {done.stderr[-2000:]}")
        found.append(json.loads(done.stdout.splitlines()[-1]))
    timed, counted = found
    return timed["answer"], f"{timed['seconds']:.3f} s, {counted['calls']:,} calls"


def rows() -> Iterator[list[str]]:
    """Yield the rows of the table: the head, then a row for each task; stop if two tools disagree."""
    yield [
        "task",
        "answer",
        *(f"{tool.name} {''.join(tool.packages[:1]).rpartition('=')[2]}".strip() for tool in TOOLS),
    ]
    with TemporaryDirectory(prefix="peers-") as folder:
        pythons = [installed(tool, Path(folder)) for tool in TOOLS]
        for task, about in TASKS.items():
            found = [measured(python, tool, task) for python, tool in zip(pythons, TOOLS, strict=True)]
            answers = {answer for answer, _ in found if answer}
            if len(answers) != 1:
                raise SystemExit(f"{about}: the answers differ: {found}")
            yield [about, *answers, *(cost for _, cost in found)]


def steady(row: list[str]) -> list[str]:
    """Return a row without seconds and calls."""
    return [*row[:2], *("answered" if cell.endswith(" calls") else cell for cell in row[2:])]


def main() -> None:
    """Measure, and write or compare the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the table instead of writing it")
    check = parser.parse_args().check
    found = []
    for row in rows():
        found.append(row)
        print(" | ".join(row), flush=True)
    if not check:
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(found)
        return
    with TABLE.open(encoding="utf-8", newline="") as file:
        kept = list(csv.reader(file))
    different = [about[0] for about, now in zip(kept, found, strict=True) if steady(about) != steady(now)]
    if different:
        raise SystemExit(f"other answers than in {TABLE.name}: {', '.join(different)}")


if __name__ == "__main__":
    main()
