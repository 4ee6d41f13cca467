"""Builds wheels, installs them alone, asks them what the README shows, and measures them: size, first calls.

    uv run python -m benchmarks.installed PYTHON [PYTHON ...] [--only WORDS] [--rounds N] [--wheels FOLDER]

PYTHON is a program (python3.13, or its path). From one sdist a wheel is made with each, and installed into a fresh
environment with what it needs. Then three things are tried: the commands of the README print what it shows, no kernel
is compiled, and first calls, with empty caches, keep their aims. Status 1: something failed, or misses its aim.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.__main__ import HEAD, faults, measure, table
from benchmarks.figures import AIMED, commands, figures
from benchmarks.processes import ROOT, Version
from tests.house.console_blocks import sessions

from grundy.drawing import columns

README = (ROOT / "README.md").read_text(encoding="utf-8")
ASKED = (*AIMED, 'solve "take k where n % k == 0: 100000"', "misere 0.77", 'solve "chomp: 8x12"')
"""Commands that reach kernels, and rules that are compiled on request."""
TOLERANCE = 0.15


class Installed(NamedTuple):
    """An environment with the package alone: its Python, the wheel it came from."""

    python: Path
    wheel: Path

    @property
    def packages(self) -> Path:
        """Return the folder of its packages."""
        return next((self.python.parents[1] / "lib").glob("python*/site-packages"))

    def run(self, words: Sequence[str | Path], folder: Path) -> subprocess.CompletedProcess[str]:
        """Run a program of this environment in a folder that keeps compiled code."""
        environment = os.environ | {"NUMBA_CACHE_DIR": str(folder), "XDG_CACHE_HOME": str(folder)}
        command = [self.python.with_name(str(words[0])), *words[1:]]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def built(kind: str, source: Path, out: Path, *more: str) -> Path:
    """Return the package of a kind, built alone; raises `subprocess.CalledProcessError`."""
    subprocess.run(["uv", "build", "-q", kind, "-o", out, *more, source], check=True)
    return next(path for path in out.iterdir() if path.name.endswith((".whl", ".tar.gz")))


def installed(python: str, sdist: Path, place: Path) -> Installed:
    """Return an environment of a Python with the wheel that it made of the sdist, bytecode and what it needs."""
    wheel = built("--wheel", sdist, place / "wheel", "--python", python)
    subprocess.run(["uv", "venv", "-q", "--python", python, place / "alone"], check=True)
    into = place / "alone" / "bin" / "python"
    subprocess.run(["uv", "pip", "install", "-q", "--compile-bytecode", "--python", into, wheel], check=True)
    return Installed(into, wheel)


def megabytes(folder: Path) -> float:
    """Return the size of all files below a folder, in units of 10^6 bytes."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def readme_fails(run: Callable[[Sequence[str | Path]], subprocess.CompletedProcess[str]]) -> Iterator[str]:
    """Yield what goes wrong with each command of the README."""
    for command, shown in sessions(README):
        done = run(shlex.split(command))
        if (done.returncode, done.stdout, done.stderr) != (0, shown, ""):
            yield f"{command}: status {done.returncode}, {done.stderr or done.stdout}"


def compiled_again(installation: Installed, folder: Path) -> Iterator[str]:
    """Yield the kernels of the package that some questions compile, in addition to those of their rules."""
    if not list(installation.packages.glob("grundy/kernels/levels/*/*/*.o")):
        yield "the wheel holds no kernels"
    for words in ASKED:
        done = installation.run(["grundy", *shlex.split(words)], folder)
        if done.returncode:
            yield f"{words}: status {done.returncode}, {done.stderr}"
    kept = {path.name for path in folder.rglob("*.o") if not path.name.startswith("rule-")}
    yield from sorted(f"compiled again: {name}" for name in kept)


def main(words: Sequence[str] | None = None) -> int:
    """Build, install, ask and measure; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="+", metavar="PYTHON")
    parser.add_argument("--only", default="", help="first calls of commands that contain these words")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--wheels", type=Path, help="a folder that the sdist and the wheels are written to")
    asked = parser.parse_args(words)
    wrong = list[str]()
    with TemporaryDirectory() as temporary:
        place = Path(temporary)
        sdist = built("--sdist", ROOT, place / "sdist")
        for number, python in enumerate(asked.pythons):
            (own := place / str(number)).mkdir()
            (cache := own / "cache").mkdir()
            alone = installed(python, sdist, own)
            told = alone.run(["python", "-V"], cache).stdout.strip()
            fails = [*readme_fails(partial(alone.run, folder=cache)), *compiled_again(alone, cache)]
            whole, ours = megabytes(alone.packages), megabytes(alone.packages / "grundy")
            print(f"{told}: wheel {alone.wheel.stat().st_size / 1e6:.1f} MB, installed {whole:.0f} MB,")
            print(f"of that grundy {ours:.1f}; {len(sessions(README))} commands of the README, {len(ASKED)} questions.")
            version = Version(alone.python, own, 300)
            named = {f"grundy {command}" for command in (*commands(README), *AIMED)}
            chosen = [figure for figure in figures() if figure.name in named and asked.only in figure.name]
            rows = [measure(figure, [version], None, asked.rounds) for figure in chosen]
            print(columns([[*line[:5], line[-1]] for line in table(rows, TOLERANCE)], [*HEAD[:5], HEAD[-1]]))
            fails += [f"{row.figure.name}: {fault}" for row in rows for fault in faults(row, TOLERANCE)]
            print(*fails, "", sep="\n")
            wrong += fails
            if asked.wheels:
                asked.wheels.mkdir(parents=True, exist_ok=True)
                (asked.wheels / alone.wheel.name).write_bytes(alone.wheel.read_bytes())
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
