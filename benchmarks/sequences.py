"""Measures what the sequences promise, in one run; leaves with 1 when a bound is missed.

    uv run python -m benchmarks.sequences [--yardsticks FOLDER]

Rates are heaps per second of CPU, medians of runs that alternate with what they are compared with: the reference
implementation or, with --yardsticks and a C++ compiler, the programs of a folder (octal.cpp, candscan.cpp,
subtract.cpp, manyrare2.cpp, dump.cpp, gen_few2.py, gen_few3.py). Rates of two workers are per second of wall time and
need a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np
from benchmarks.probes import rates

from grundy.core import Budget, Code, read_code
from grundy.drawing import columns
from grundy.kernels.heaps.candidates import code_kernel
from grundy.sequences import (
    CodeCourse,
    Kernels,
    Octal,
    Way,
    candidate_pieces,
    few_rares,
    octal,
    octal_pieces,
    p_positions,
    rule_period,
    value_pieces,
)

RUNS = 5
FEW = {"0.106": (0.8, 0.9), "0.104": (0.8, 0.9), "0.054": (0, 0), "0.454": (0, 0)}
"""Codes with few rare heaps: the least ratio to the yardstick for generating, and for generating with verification."""


class Row(NamedTuple):
    """One promise: what was measured, the figure, the bound to reach (above 0) or to stay below (below 0), and how."""

    what: str
    figure: float
    bound: float
    detail: str

    @property
    def kept(self) -> bool:
        """Whether the promise is kept; a bound of 0 promises nothing."""
        return self.bound == 0 or (self.figure >= self.bound if self.bound > 0 else self.figure <= -self.bound)


class Yardsticks:
    """Programs to compare with, compiled from a folder into a temporary one; None if it has none."""

    def __init__(self, folder: Path | None) -> None:
        """Copy the sources."""
        self.folder = None
        if folder is not None:
            self.folder = Path(tempfile.mkdtemp(prefix="yardsticks-"))
            for source in folder.iterdir():
                (self.folder / source.name).write_bytes(source.read_bytes())
            self.compiled("dump")

    def compiled(self, name: str) -> Path:
        """Compile NAME.cpp and return the program."""
        assert self.folder is not None
        target = self.folder / name
        if not target.exists():
            flags = ["-O3", "-march=native", "-std=c++17", "-w", f"-I{self.folder}"]
            subprocess.run(["g++", *flags, "-o", str(target), f"{target}.cpp"], check=True)
        return target

    def few(self, code: str) -> Path:
        """Return the program for one code with few rare heaps."""
        assert self.folder is not None
        generator, words, environment = "gen_few2.py", [code], dict(os.environ)
        if code in {"0.054", "0.454"}:
            generator, words = "gen_few3.py", [code, "1048576"]
            environment |= {"VA": "800000", "CHM": "4096", "SEED": "1048576"}
        name = "few_" + code.replace(".", "_")
        command = [sys.executable, str(self.folder / generator), *words]
        source = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
        (self.folder / f"{name}.cpp").write_text(source)
        return self.compiled(name)

    def said(self, program: Path, *words: str) -> dict[str, Any]:
        """Run a program and return the JSON of its last line."""
        lines = subprocess.run([str(program), *words], check=True, capture_output=True, text=True).stdout.splitlines()
        found: dict[str, Any] = json.loads(lines[-1])
        return found


def main() -> int:
    """Measure every promise and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--yardsticks", type=Path)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    yard = Yardsticks(arguments.yardsticks)
    parts: list[Callable[[Yardsticks], list[Row]]] = [few, many, scan, squares, periods, start_up]
    rows = [row for part in parts if part.__name__.startswith(arguments.only) for row in part(yard)]
    shown = [[r.what, f"{r.figure:.3g}", bound_text(r.bound), "yes" if r.kept else "NO", r.detail] for r in rows]
    print(columns(shown, ["what", "figure", "bound", "kept", "medians"]))
    return int(not all(row.kept for row in rows))


def bound_text(bound: float) -> str:
    """Return a bound in words."""
    return "" if bound == 0 else f">= {bound:g}" if bound > 0 else f"<= {-bound:g}"


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of some work."""
    begin = process_time()
    work()
    return process_time() - begin


def repeatedly(call: Callable[..., object], count: int, *arguments: int) -> None:
    """Call something many times."""
    for _ in range(count):
        call(*arguments)


def few(yard: Yardsticks) -> list[Row]:
    """Generating and verifying codes with few rare heaps on one core."""
    rows = []
    for code, (generating, both) in FEW.items():
        kernels, address, size, _buffer = kernels_for(read_code(code))
        ours: list[tuple[float, float]] = []
        theirs: list[tuple[float, float]] = []
        program = yard.few(code) if yard.folder else None
        for _ in range(RUNS):
            count = 200
            made = cpu(partial(repeatedly, kernels.generate, count, address, size))
            checked = cpu(partial(repeatedly, kernels.verify, count, address, size))
            ours.append((count * size / made / 1e6, count * size / (made + checked) / 1e6))
            if program is not None:
                first, second = yard.said(program, "3e8", "0"), yard.said(program, "3e8", "1")
                theirs.append((first["Mval_per_cpu_s"], second["Mval_per_cpu_s"]))
        for at, (what, bound) in enumerate((("generate", generating), ("generate and verify", both))):
            rate = median(pair[at] for pair in ours)
            rows.append(Row(f"{code} {what}, million/s", rate, 0, "one core"))
            if theirs:
                other = median(pair[at] for pair in theirs)
                rows.append(Row(f"{code} {what} to the C++ program", rate / other, bound, f"{rate:.0f} to {other:.0f}"))
    return rows


def kernels_for(code: Code) -> tuple[Kernels, int, int, np.ndarray[Any, Any]]:
    """Return the kernels of a code and a place in a buffer with a history, where they can be run again and again."""
    split = octal(code)
    assert split is not None
    values = np.concatenate(list(octal_pieces(split, np.zeros(0, np.uint16), (1 << 20) - 1, Budget())))
    rule = few_rares(split.digits, values)
    assert rule is not None
    kernels = Kernels(rule, rule.coding.encode(values))
    course = CodeCourse(kernels, rule.coding.encode(values)[: rule.start], rule.start)
    history, size = kernels.history, kernels.chunk(1 << 17)
    buffer = np.zeros(history + size + 64, np.uint8)
    for verified in course:
        if verified.heap > 50_000_000 and len(verified.codes) >= history:
            buffer[:history] = verified.codes[-history:]
            break
    return kernels, int(buffer.ctypes.data) + history, size, buffer


def many(yard: Yardsticks) -> list[Row]:
    """Verified values of Officers and of Grundy's game on two cores, and their ratio to the C++ program on one.

    The start of a run, the first 2^21 heaps, is left out, as it is in the C++ program.
    """
    rows = []
    for code, name, digits, least in (("0.6", "0.6", (0, 6), 6), ("4!.0", "grundy", (4,), 4)):
        known = np.concatenate(list(value_pieces(read_code(code), np.zeros(0, np.uint16), (1 << 17) - 1, Budget())))
        found = [rates(Octal(digits, code != "0.6"), known, 16_000_000, workers) for workers in (1, 2) * 3]
        one = median(cpu_rate for _, cpu_rate in found[::2]) / 1e6
        two = median(wall_rate for wall_rate, _ in found[1::2]) / 1e6
        rows.append(Row(f"{code} verified on two cores, million/s of wall time", two, least, f"one core {one:.2f}"))
        if yard.folder:
            theirs = yard.said(yard.compiled("manyrare2"), name, "6e6", "1", "640")["Mval_per_cpu_s"]
            rows.append(Row(f"{code} verified, one core, to the C++ program", one / theirs, 0.8, f"to {theirs:.2f}"))
            rows.append(Row(f"{code} verified, two cores, to the C++ program on one", two / theirs, 1.19, "6 to 5.05"))
    return rows


def scan(yard: Yardsticks) -> list[Row]:
    """The candidate scan against the plain loop for 0.007, which has no useful sparse space."""
    stop, digits = 100_000, (0, 0, 0, 7)

    def plain() -> None:
        values = np.zeros(stop + 1, np.uint32)
        code_kernel(np.array(digits, np.uint32), values, np.zeros(1 << 18, np.uint32), 0, distinct=False)

    ours, theirs = [], []
    list(candidate_pieces(digits, 1000, Budget()))
    for _ in range(3):
        ours.append(cpu(lambda: list(candidate_pieces(digits, stop, Budget()))))
        theirs.append(cpu(plain))
    mine, other = median(ours), median(theirs)
    rows = [Row("0.007 to 10^5: plain loop to candidate scan", other / mine, 3, f"{other:.2f} s to {mine:.2f} s")]
    if yard.folder:
        spent = yard.said(yard.compiled("candscan"), "0.007", "1e5", "8192")["cpu"]
        rows.append(Row("the same: C++ candidate scan to ours", spent / mine, 0, f"{spent:.2f} s"))
    return rows


def squares(yard: Yardsticks) -> list[Row]:
    """P-positions of the game of squares to 10^7."""
    takes = [k * k for k in range(1, 3163)]
    p_positions(takes, 1000)
    mine = median(cpu(lambda: p_positions(takes, 10_000_000)) for _ in range(3))
    rows = [Row("P-positions of take squares to 10^7, s", mine, 0, "")]
    if yard.folder:
        program = yard.compiled("subtract")
        said = [subprocess.run([program, "squares", "1e7", "ppos"], check=True, capture_output=True, text=True).stdout]
        spent = float(re.findall(r"cpu ([0-9.]+)", said[0])[0])
        rows.append(Row("the same to the C++ program", mine / spent, -3, f"{mine:.2f} s to {spent:.2f} s"))
    return rows


def periods(_: Yardsticks) -> list[Row]:
    """Periods that begin far out, proved on two cores."""
    rows = []
    for code in ("0.104", "0.054", "0.454", "0.354", "0.376"):
        begin = perf_counter()
        found = rule_period(read_code(code), 10**9, Budget(), way=Way(partial(CodeCourse, workers=2)))
        assert found is not None
        rows.append(Row(f"{code} proved, s", perf_counter() - begin, -60, f"{found.period} from {found.preperiod} on"))
    return rows


def start_up(_: Yardsticks) -> list[Row]:
    """CPU of small work, and of the second run of a compiled kernel."""
    small = median(run_cpu("values", "0.77", "--to", "100") for _ in range(7))
    run_cpu("values", "0.6", "--to", "20000")
    again = median(run_cpu("values", "0.6", "--to", "20000") for _ in range(5))
    return [
        Row("grundy values 0.77 --to 100, s of CPU", small, -0.3, ""),
        Row("grundy values 0.6 --to 20000 with compiled kernels at hand, s of CPU", again, -1.5, "values included"),
    ]


def run_cpu(*words: str) -> float:
    """Return the CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "grundy", *words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
