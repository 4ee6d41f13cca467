"""Decides every claim of the documentation and the tests, and compares verdicts and times with an earlier revision.

    python -m benchmarks.claims 1b208135 [FILE ...]

A claim is a ruleset and a text next to each other in a file of `docs`, `tests` or the README; more files may be given.
Each claim is decided here and in a git worktree of the revision, in turn, by two processes that stay alive. The program
prints how many verdicts there are of each kind, every claim whose verdict differs, and the CPU times. Status 1 means
that a claim was proved by the revision and is not proved here.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
PAIR = re.compile(
    r"""["']?(?P<rule>[^"'\n]{2,160}?)["']?\)?,?\s+"""
    r"""["'](?P<claim>(?:[PN] iff|value [<=>!]|same as|periodic )[^"'\n]*)["']"""
)
"""A ruleset and a claim about it."""
SECONDS = 10
"""The limit for a claim in seconds."""
DECIDE = """
import json, sys, time
sys.modules["numba"] = None  # an earlier tree would compile its kernels first
from grundy import read_ruleset
from grundy.core import Limits
from grundy.workflows.claims import check_claim
for line in sys.stdin:
    rule, claim, misere, seconds = json.loads(line)
    begun = time.process_time()
    try:
        ruleset, limits = read_ruleset(rule, files=False), Limits(seconds=seconds)
        verdict = check_claim(ruleset, claim, misere=misere, limits=limits).verdict
    except Exception as error:
        verdict = "error: " + type(error).__name__
    print(json.dumps([verdict, time.process_time() - begun]), flush=True)
"""


def claims(paths: list[Path]) -> Iterator[tuple[str, str, bool]]:
    """Yield the rulesets and claims in files, each one in normal play and in misère play."""
    found = set()
    for path in paths:
        for pair in PAIR.finditer(path.read_text(encoding="utf-8")):
            rule = re.sub(r"^.*\bclaim\s+", "", pair["rule"]).strip().strip("\"'")
            found.add((rule, pair["claim"]))
    for rule, claim in sorted(found):
        for misere in (False, True):
            yield rule, claim, misere


class Decider:
    """A process that decides claims with the code of one folder."""

    def __init__(self, root: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(root / 'src')!r})\n{DECIDE}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root,
        )  # fmt: skip

    def decide(self, rule: str, claim: str, misere: bool) -> tuple[str, float]:
        """Return the verdict on a claim and the CPU time in seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([rule, claim, misere, SECONDS]) + "\n")
        self.process.stdin.flush()
        verdict, spent = json.loads(self.process.stdout.readline())
        return verdict, spent


def compare(before: Decider, now: Decider, asked: Iterator[tuple[str, str, bool]]) -> int:
    """Decide claims by both; print what differs and the times, and return how many are no longer proved."""
    counts: dict[str, Counter[str]] = {"before": Counter(), "now": Counter()}
    costs: list[tuple[float, float]] = []
    lost = 0
    for one in asked:
        (was, took), (is_now, takes) = before.decide(*one), now.decide(*one)
        if was.startswith("error") and is_now.startswith("error"):
            continue
        counts["before"][was] += 1
        counts["now"][is_now] += 1
        if was == "proved":
            costs.append((took, takes))
            lost += is_now != "proved"
        if was != is_now:
            shown: list[Any] = [was, is_now, *one]
            print(*shown, sep=" | ", flush=True)
    print({name: dict(count.most_common()) for name, count in counts.items()})
    old, new = (median(1000 * cost[i] for cost in costs) for i in (0, 1))
    print(f"{len(costs)} claims that were proved: median {old:.1f} ms, now {new:.1f} ms; no longer proved: {lost}")
    print(f"sum {sum(cost[0] for cost in costs):.1f} s, now {sum(cost[1] for cost in costs):.1f} s")
    return lost


def main(revision: str, *files: str) -> None:
    """Compare with a revision."""
    paths = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "tests").rglob("*.py"))]
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "before"
        subprocess.run(
            ["git", "worktree", "add", "--detach", tree, revision], cwd=ROOT, check=True, capture_output=True
        )
        try:
            asked = claims([*paths, *map(Path, files)])
            sys.exit(int(compare(Decider(tree), Decider(ROOT), asked) > 0))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
