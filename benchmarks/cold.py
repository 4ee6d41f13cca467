"""Measures what the first call of a command costs after an installation, beside the calls that follow.

    uv run python benchmarks/cold.py [--wheel FILE] [--only WORDS] [--runs N]

Builds a wheel (or takes one), installs it into a fresh environment, and runs each command once with empty caches (cold)
and then several times with what that kept (warm). CPU seconds of the process and its children, medians; the last
column is the wall time until a terminal says something.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import monotonic

from grundy.drawing import columns

COMMANDS = [
    ["solve", "nim: 10 12 5"],
    ["solve", "kayles: 7 + nim: 3", "--moves"],
    ["search", "cram: 5x7"],
    ["search", "sprouts: 6"],
    ["search", "node-kayles: grid(6x6)"],
    ["search", "cram: 5x5", "--misere"],
    ["solve", "chomp: 8x12"],
    ["values", "kayles", "--to", "1000"],
    ["values", "0.6", "--to", "1000000"],
    ["values", "officers", "--to", "100000"],
    ["period", "kayles"],
    ["period", "0.156"],
    ["claim", "take {1, 3, 4}", "period 7"],
    ["explore", "take {1, 3, 4}"],
    ["explore", "wythoff"],
    ["misere", "0.77"],
    ["nim", "6 * 9"],
    ["problem", "--list"],
    ["games"],
    ["play", "nim: 3 4 5"],
]


def measured(program: Path, words: list[str], cache: Path) -> tuple[float, float]:
    """Return the CPU seconds of a command and the seconds until it said something."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache), "XDG_CACHE_HOME": str(cache)}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), monotonic()
    screen, terminal = os.openpty()
    process = subprocess.Popen(
        [program, *words], env=environment, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal
    )
    os.close(terminal)
    os.read(screen, 1)
    said = monotonic() - start
    with suppress(OSError):  # the other end was closed
        while os.read(screen, 1 << 16):
            pass
    process.wait()
    os.close(screen)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, said


def installed(folder: Path, wheel: str | None) -> Path:
    """Install a wheel into a fresh environment and return its command."""
    if wheel is None:
        subprocess.run(["uv", "build", "-q", "--wheel", "--out-dir", folder], check=True)
        wheel = str(next(folder.glob("*.whl")))
    subprocess.run(["uv", "venv", "-q", "--python", sys.executable, folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run(["uv", "pip", "install", "-q", "--compile-bytecode", "--python", python, wheel], check=True)
    return python.with_name("grundy")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", help="a wheel that was built before")
    parser.add_argument("--only", default="", help="commands that contain these words")
    parser.add_argument("--runs", type=int, default=3, help="warm runs")
    asked = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as place:
        program = installed(Path(place), asked.wheel)
        for words in COMMANDS:
            if asked.only not in " ".join(words):
                continue
            with tempfile.TemporaryDirectory() as cache:
                cold, said = measured(program, words, Path(cache))
                warm = median(measured(program, words, Path(cache))[0] for _ in range(asked.runs))
            rows.append([" ".join(words), f"{cold:.2f}", f"{warm:.2f}", f"{cold / warm:.2f}", f"{said:.2f}"])
            print(*rows[-1], sep="  ", file=sys.stderr)
    print(columns(rows, ["command", "cold", "warm", "ratio", "said after"], {"cold", "warm", "ratio", "said after"}))


if __name__ == "__main__":
    main()
