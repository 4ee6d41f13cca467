"""Every test, in named parts of at most ten minutes: `python -m tests.nightly [PART ...]`.

Without names all parts run. `--changed` chooses the parts that test what the commits of the last day changed, and one
part more, another one each day; `--minutes` leaves out what would take longer than that together, and says so. Random
tests begin from the date as their seed, so that every night tries other cases; `--seed` repeats a night.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tests.cases import SEED

ROOT = Path(__file__).parents[1]


class Part(NamedTuple):
    """Tests that run together."""

    name: str
    minutes: float
    """Measured on two quiet cores."""
    groups: tuple[str, ...]
    """Dependency groups that it needs in addition to `test`."""
    paths: tuple[str, ...]
    """Folders and files of tests; without any it is the harnesses."""
    covers: tuple[str, ...]
    """Beginnings of the paths whose change asks for it."""


_ENGINE = tuple(f"src/grundy/{name}/" for name in ("core", "games", "search", "misere", "sequences", "kernels"))
_WEB = "packages/grundy-web/src/grundy_web"
_PROMISES = "tests/promises"


def _promises(*names: str) -> tuple[str, ...]:
    return tuple(f"{_PROMISES}/{name}" for name in names)


PARTS = (
    Part("doctests", 0.3, (), ("src", "packages", "tests/tiers.py"), ("src/", "packages/")),
    Part("unit", 6, ("integrations",), ("tests/unit",), ("src/", "packages/", "tests/unit/")),
    Part("architecture", 2, ("dev",), ("tests/house",), ("src/", "packages/", "tests/", "pyproject.toml")),
    Part("kernels", 9, ("jit",), ("tests/kernels",), (*_ENGINE, "src/grundy/testing/", "build_kernels.py")),
    Part(
        "games",
        3,
        ("jit",),
        _promises("games", "core", "drawing", "differential", "sequences", "fuzz"),
        (*_ENGINE, "src/grundy/notation/", "src/grundy/drawing/"),
    ),
    Part(
        "claims",
        4,
        (),
        _promises("patterns"),
        ("src/grundy/automatic/", "src/grundy/patterns/", "src/grundy/workflows/claims/"),
    ),
    Part(
        "commands",
        8,
        ("integrations",),
        _promises("cli", "library", "bugs"),
        ("src/grundy/cli/", "src/grundy/operations/", "src/grundy/core/", "src/grundy/__", "src/grundy/data/"),
    ),
    Part("workflows", 6, (), _promises("workflows"), ("src/grundy/workflows/",)),
    Part(
        "matches",
        8,
        (),
        _promises("workflows/test_recorded_matches.py"),
        ("src/grundy/workflows/playing/", "src/grundy/data/", "src/grundy/search/"),
    ),
    Part(
        "course",
        5,
        (),
        _promises("ladder", "learn"),
        ("packages/grundy-learn/",),
    ),
    Part(
        "storage",
        2,
        ("cluster",),
        _promises("storage", "cluster", "test_column.py"),
        ("src/grundy/storage/", "src/grundy/cluster/"),
    ),
    Part("web", 7, ("browser",), _promises("web"), ("packages/grundy-web/", "src/grundy/workflows/playing/")),
    Part(
        "rulesets",
        9,
        ("browser",),
        _promises("web/test_every_ruleset.py"),
        ("packages/grundy-web/", "src/grundy/games/"),
    ),
    Part(
        "browser",
        9,
        ("browser",),
        _promises("web/browser"),
        (f"{_WEB}/pages/", f"{_WEB}/site/", "src/grundy/drawing/"),
    ),
    Part(
        "documents",
        3,
        ("docs", "paper", "browser"),
        _promises("documents", "web/browser/test_browser_documentation.py"),
        ("docs/", "README.md"),
    ),
    Part(
        "packages",
        7,
        ("jit",),
        _promises("packaging"),
        ("build_kernels.py", "hatch_build.py", "pyproject.toml", "packages/"),
    ),
    Part(
        "checker",
        4,
        (),
        _promises("checker", "certificates", "atlas"),
        (
            "packages/grundy-atlas/",
            "packages/grundy-check/",
            "src/grundy/certificates/",
            "src/grundy/workflows/proving/",
            "formal/",
        ),
    ),
    Part(
        "integrations",
        1,
        ("integrations",),
        _promises("integrations", "examples"),
        ("src/grundy/integrations/", "examples/"),
    ),
    Part("peers", 3, (), _promises("peers"), ("benchmarks/peers/", "docs/understand/tools.csv")),
    Part("unit-games", 3, (), ("tests/unit/games", "tests/unit/search", "tests/unit/core"), _ENGINE),
    Part("harnesses", 9, ("cluster",), (), ("src/grundy/storage/", "src/grundy/workflows/", f"{_WEB}/")),
)
"""All parts."""
HARNESS_SECONDS = "20"


def command(part: Part, seed: int) -> list[str]:
    """Write the command that runs a part.

    Args:
        part: What to run.
        seed: Where its random tests begin.

    Returns:
        The words of the command.
    """
    groups = [word for group in ("test", *part.groups) for word in ("--group", group)]
    run = ["uv", "run", *groups, "python", "-m"]
    if not part.paths:
        return [*run, "tests.column", "--seconds", HARNESS_SECONDS, "--seed", str(seed)]
    others = [f"--ignore={path}" for other in PARTS for path in other.paths if path not in part.paths and other != part]
    inside = [word for word in others if any(word.startswith(f"--ignore={path}/") for path in part.paths)]
    return [*run, "pytest", "-n", "2", "-m", "", f"--hypothesis-seed={seed}", *inside, *part.paths]


def changed(since: str) -> list[str]:
    """List the files that commits changed.

    Args:
        since: A time as git reads it, such as "24 hours ago".

    Returns:
        Their paths, each once.
    """
    log = ["git", "log", f"--since={since}", "--name-only", "--format="]
    done = subprocess.run(log, cwd=ROOT, capture_output=True, text=True, check=True)
    return sorted({line for line in done.stdout.splitlines() if line})


def chosen(files: Sequence[str], day: int, minutes: float) -> tuple[list[Part], list[Part]]:
    """Choose parts by what changed.

    Args:
        files: The files that changed.
        day: A number that grows by 1 each day: the part in rotation.
        minutes: How long the parts may take together.

    Returns:
        The parts to run, first those with the most changed files; and the parts there is no time for.
    """
    turn = PARTS[day % len(PARTS)]
    weight = {part.name: sum(file.startswith(part.covers) for file in files) for part in PARTS}
    wanted = sorted((part for part in PARTS if weight[part.name] and part != turn), key=lambda part: part.minutes)
    run, left, rest = [turn], [], minutes - turn.minutes
    for part in wanted:
        if part.minutes <= rest:
            run.append(part)
            rest -= part.minutes
        else:
            left.append(part)
    return run, left


def main() -> None:
    """Read the command line and run; the exit code is 1 if a part failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [part.name for part in PARTS]
    parser.add_argument("part", nargs="*", choices=[*names, []], help="all parts if none is named")
    parser.add_argument("--list", action="store_true", help="print the parts with their minutes")
    parser.add_argument("--changed", action="store_true", help="the parts for what changed, and the one of the day")
    parser.add_argument("--minutes", type=float, default=600, metavar="M", help="leave out what takes longer together")
    today = datetime.now(UTC).date()
    parser.add_argument("--seed", type=int, default=int(f"{today:%Y%m%d}"), metavar="S", help="the first seed")
    asked = parser.parse_args()
    run = [part for part in PARTS if part.name in (asked.part or names)]
    left: list[Part] = []
    if asked.changed:
        run, left = chosen(changed("24 hours ago"), today.toordinal(), asked.minutes)
    if asked.list:
        run, left = [], list(PARTS)
    for part in left:
        print(f"not run: {part.name} ({part.minutes} minutes): python -m tests.nightly {part.name}")
    failed, environment = [], os.environ | {SEED: str(asked.seed)}
    for part in run:
        print(f"nightly: {part.name}", flush=True)
        start = time.monotonic()
        if subprocess.run(command(part, asked.seed), cwd=ROOT, env=environment, check=False).returncode:
            failed.append(part.name)
        print(f"nightly: {part.name} took {(time.monotonic() - start) / 60:.1f} minutes", flush=True)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}; repeat with --seed {asked.seed}")


if __name__ == "__main__":
    main()
