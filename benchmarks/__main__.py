"""Measures every command and every figure in one run, and states which of them got slower.

    uv run python -m benchmarks [--against REV] [--yardsticks FOLDER] [--only WORDS] [--rounds N] [--quick] [--long]

Prints a table, and writes it (bench.md) with all measurements (bench.json) into --out, figure by figure. They are
medians of rounds in which the versions take turns; ratios to the version before, to the reference implementation and
to a program in C++ are of this run.
Status 1: a figure is slower than --tolerance allows, or misses its aim.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks.figures import Figure, Taken, figures
from benchmarks.processes import ROOT, NoFigure, Version, Yardstick

from grundy.drawing import columns

HEAD = ["figure", "unit", "warm", "cold", "says", "before", "slower", "twin", "C++", "remarks"]
QUICK = ("the machine itself", "start-up", "grundy nim")
"""Beginnings of the figures of a quick run."""


class Row(NamedTuple):
    """One measured figure; ratios above 1 mean slower than its comparison. `why` is the reason of a failure."""

    figure: Figure
    now: Taken | None
    before: float | None = None
    slower: float | None = None
    twin: float | None = None
    yardstick: float | None = None
    why: Sequence[str] = ()


def middle(taken: Sequence[Taken]) -> Taken:
    """Return the medians of some measurements.

    >>> middle([Taken(3, 4), Taken(1, 9), Taken(2, 5)])
    Taken(warm=2, cold=5, said=None)
    """
    kinds = ([one for one in kind if one is not None] for kind in zip(*taken, strict=True))
    return Taken(*(median(kind) if kind else None for kind in kinds))  # type: ignore[arg-type]  # warm is always there


def times_slower(ours: float, theirs: float, *, more: bool) -> float | None:
    """Return how many times as slow as theirs ours is, above 1 when it is slower; None if theirs is 0.

    >>> times_slower(3, 2, more=False), times_slower(3, 2, more=True)
    (1.5, 0.6666666666666666)
    """
    return None if not theirs or not ours else theirs / ours if more else ours / theirs


def measure(figure: Figure, versions: Sequence[Version], yardstick: Yardstick | None, rounds: int) -> Row:
    """Measure a figure of every version, of the reference implementation and of the yardstick, in turn."""
    taken: list[list[Taken]] = [[] for _ in versions]
    twins, yardsticks, why = list[float](), list[float](), list[str]()
    for number in range(rounds):
        for place in range(len(versions)) if number % 2 == 0 else reversed(range(len(versions))):
            versions[place].round = number
            try:
                taken[place].append(figure.take(versions[place]))
            except NoFigure as error:
                why.append(f"{'now' if place == 0 else 'before'}: {error}")
        try:
            if figure.twin is not None:
                twins.append(figure.twin(versions[0]))
            if figure.yardstick is not None and yardstick is not None:
                yardsticks.append(figure.yardstick(yardstick))
        except (NoFigure, KeyError) as error:
            why.append(str(error))
    if not taken[0]:
        return Row(figure, None, why=list(dict.fromkeys(why)))
    now = middle(taken[0])
    before = middle(taken[1]).warm if len(versions) > 1 and taken[1] else None
    others = (before, *(median(found) if found else None for found in (twins, yardsticks)))
    slower, twin, beside = (other and times_slower(now.warm, other, more=figure.more) for other in others)
    return Row(figure, now, before, slower, twin, beside, list(dict.fromkeys(why)))


def faults(row: Row, tolerance: float) -> list[str]:
    """Return the faults of a figure: not measured, slower than before, an aim that is missed."""
    if row.now is None:
        return [*row.why] or ["not measured"]
    slower = [f"{row.slower:.2f} times as slow as before"] if row.slower and row.slower > 1 + tolerance else []
    return [*row.why, *slower, *(f"not {aim.text}" for aim in row.figure.aims if not aim.kept(row.now))]


def table(rows: Sequence[Row], tolerance: float) -> list[list[str]]:
    """Return the cells of the table."""

    def shown(number: float | None) -> str:
        return "" if number is None else f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}"

    return [
        [
            row.figure.name,
            row.figure.unit,
            *map(shown, row.now or (None, None, None)),
            *map(shown, (row.before, row.slower, row.twin, row.yardstick)),
            "; ".join(faults(row, tolerance)),
        ]
        for row in rows
    ]


def markdown(cells: Sequence[Sequence[str]]) -> str:
    r"""Return a table in Markdown.

    >>> print(markdown([["a", "1"], ["b|c", "2"]]))
    a | 1
    ---|---
    b\|c | 2
    """
    lines = [" | ".join(cell.replace("|", "\\|") for cell in line).rstrip() for line in cells]
    return "\n".join([lines[0], "|".join(["---"] * len(cells[0])), *lines[1:]])


def features() -> dict[str, Any]:
    """Return the properties on which figures depend: the processor, its vectors, Python, the load."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text(encoding="utf-8").splitlines() if known.exists() else []
    told = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    vectors = [flag for flag in ("avx2", "avx512f", "avx512vbmi") if flag in told.get("flags", "").split()]
    return {
        "processor": told.get("model name", platform.machine()),
        "vectors": vectors,
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def checked_out(revision: str, place: Path, stack: ExitStack) -> Path:
    """Return the Python of a revision: checked out in another folder, with its own environment."""
    tree = place / "before"
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, revision], cwd=ROOT, check=True)
    stack.callback(lambda: subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True))
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    subprocess.run(["uv", "sync", "--quiet", "--no-dev"], cwd=tree, env=environment, check=True)
    return tree / ".venv" / "bin" / "python"


def main(words: Sequence[str] | None = None) -> int:
    """Measure, print and write the table; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="REV", help="a revision that is measured too")
    parser.add_argument("--yardsticks", type=Path, metavar="FOLDER", help="with dfpn5.cpp, deep search in C++")
    parser.add_argument("--only", default="", help="figures whose names contain these words")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300, help="seconds for one process")
    parser.add_argument("--tolerance", type=float, default=0.15, help="how much slower is not slower yet")
    parser.add_argument("--quick", action="store_true", help="a few figures, once")
    parser.add_argument("--long", action="store_true", help="figures of minutes too")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench")
    asked = parser.parse_args(words)
    chosen = [
        figure
        for figure in figures()
        if asked.only in figure.name
        and (asked.long or not figure.long)
        and (not asked.quick or figure.name.startswith(QUICK))
    ]
    about, rows = features(), list[Row]()
    asked.out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        place = Path(stack.enter_context(TemporaryDirectory()))
        pythons = [Path(sys.executable)] + ([checked_out(asked.against, place, stack)] if asked.against else [])
        versions = []
        for number, python in enumerate(pythons):
            (own := place / f"version{number}").mkdir()
            versions.append(Version(python, own, asked.limit))
        yardstick = asked.yardsticks and Yardstick(asked.yardsticks / "dfpn5.cpp", place, asked.limit)
        for number, figure in enumerate(chosen):
            print(f"{number + 1} of {len(chosen)}: {figure.name}", file=sys.stderr)
            rows.append(measure(figure, versions, yardstick, 1 if asked.quick else asked.rounds))
            write(asked.out, about, rows, asked.tolerance)  # a run may be stopped
    print(columns(table(rows, asked.tolerance), HEAD), _told(about), sep="\n")
    return int(any(faults(row, asked.tolerance) for row in rows))


def write(out: Path, about: Mapping[str, object], rows: Sequence[Row], tolerance: float) -> None:
    """Write the table (bench.md) and all measurements (bench.json) into a folder."""
    cells = table(rows, tolerance)
    (out / "bench.md").write_text(f"{_told(about)}\n\n{markdown([HEAD, *cells])}\n", encoding="utf-8")
    measured = [dict(zip(HEAD, line, strict=True)) | {"taken": row.now} for line, row in zip(cells, rows, strict=True)]
    (out / "bench.json").write_text(json.dumps({"about": about, "figures": measured}, indent=1), encoding="utf-8")


def _told(about: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in about.items())


if __name__ == "__main__":
    raise SystemExit(main())
