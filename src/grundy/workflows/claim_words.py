"""The verdict on a claim in words: what is proved by which theorem, or how a counterexample refutes it."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from ..core import Game, GrundyError, Limits
from ..patterns import Comparison, Periodic, Same
from .solve import solve
from .words import sentence

if TYPE_CHECKING:
    from .claim import Counterexample, Verdict

WIDTH = 100
"""Columns of a line of prose."""
EFFORT = Limits(positions=300_000, seconds=2)
"""Work spent on the analysis of a counterexample."""
MOST_SOLVED = 100_000
"""Larger heaps are not analysed move by move."""


def explain(verdict: Verdict) -> str:
    """Return the verdict in words, with the analysis of a counterexample."""
    found = verdict.counterexample
    play = " in misere play" if verdict.play == "misere" else ""
    head = f"{verdict.ruleset.name}{play}: {verdict.claim}"
    if found is not None:
        return "\n".join([head, *_refuted(verdict, found)])
    if verdict.verdict == "proved":
        where = _where(verdict, "every position")
        return "\n".join(
            [head, f"Proved for {where}.", fill(f"{sentence(verdict.theorem or '')}.", WIDTH), _checked(verdict)]
        )
    stopped = f" Then {verdict.reason}." if verdict.reason else ""
    return f"{head}\n{_checked(verdict)} That is no proof.{stopped}"


def _where(verdict: Verdict, every: str) -> str:
    """Say of which positions a claim speaks."""
    names = verdict.claim.names if isinstance(verdict.claim, Comparison) else ("n",)
    least = f" with {' and '.join(names)} at least {verdict.least}" if verdict.least else ""
    return every + least


def _checked(verdict: Verdict) -> str:
    """Say how far a claim was compared."""
    several = isinstance(verdict.claim, Comparison) and len(verdict.claim.names) > 1
    heaps = "all heaps" if several else "heaps"
    return f"It holds for {heaps} {verdict.least} to {verdict.checked_to}, each compared."


def _refuted(verdict: Verdict, found: Counterexample) -> list[str]:
    """Say where a claim fails and why."""
    name, claim, heap = verdict.ruleset.name, verdict.claim, found.heaps[0]
    if isinstance(claim, Periodic):
        second = f"heap {heap + claim.period} has {found.claimed}"
        return [f"Refuted: heap {heap} has the value {found.actual}, but {second}."]
    if isinstance(claim, Same):
        first = f"heap {heap + claim.shift} of {name} has the value {found.actual}"
        return [f"Refuted: {first}, but heap {heap} of {claim.ruleset} has {found.claimed}."]
    what = f"{found.claimed}" if claim.kind != "value" else f"value {claim.sign} {found.claimed}"
    real = f"{found.actual}" if claim.kind != "value" else f"value {found.actual}"
    lines = [f"Refuted at {found.position}: the claim says {what}, but it is {real}."]
    return [*lines, *_analysis(verdict, found)]


def _analysis(verdict: Verdict, found: Counterexample) -> list[str]:
    """Return the explanation of the position itself, or nothing where it is too large."""
    if max(found.heaps) > MOST_SOLVED:
        return []
    ruleset = verdict.ruleset
    try:
        game = Game.of(ruleset, *ruleset.read(found.position))
        return ["", f"{game}", solve(game, misere=verdict.play == "misere", limits=EFFORT).explain()]
    except GrundyError:
        return []
