"""Finds and proves periods of families of positions with two lengths b and c, such as stars with two long arms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ...core import Budget, InputError, LimitReached, TailedGraph
from ...core.evaluation import SIGNS, compile_node
from ...patterns import Comparison, Periodic, read_claim
from ...patterns.claims import names_in
from ...patterns.tail_periods import MOST, Exceptions, Regular, TailPeriods, find_tail_periods, no_period
from ...patterns.tail_values import paths_of, values_by_definition

SHOWN_LENGTHS = 16
"""The number of lengths in a printed table."""
LARGEST = 10_000
"""The largest number of lengths of a table."""
FIRST_TABLES = (64, 400)
"""The sizes of the first tables, which may be sufficient to refute a claim."""
MOST_MOVED = 20_000
"""The largest number of exceptions that are shifted along their diagonals."""
THEOREM = (
    "a table of this size decides all values of a graph with two pendant paths: R. K. Guy and C. A. B. Smith, "
    '"The G-values of various games", 1956, applied to every row and column, with an induction along the diagonal'
)
Found: TypeAlias = tuple[str, str, "tuple[int, int] | None"]
"""A verdict, the verdict in words, and the counterexample."""


def two_lengths(graph: TailedGraph, most: int | None = None, budget: Budget | None = None) -> TwoLengths:
    """Find and prove the periods of the values of a family of positions with two lengths b and c.

    Args:
        graph: The family: a graph with two paths of b and c vertices attached.
        most: The largest side of a table of values (a row for each b, a column for each c); None for a default.
        budget: Limits the work.

    Returns:
        The table of values and the periods.

    Raises:
        InputError: If `most` is out of range, or if no short period of the values of paths is proved.
        LimitReached: If a limit is exceeded.

    Example:
        >>> from ...notation import read_family
        >>> two_lengths(read_family("arc-kayles: star(b,c)")).found.value(10**9, 5)
        4
    """
    refuse_size(most)
    return TwoLengths(find_tail_periods(graph, most or MOST, budget))


def refuse_size(most: int | None) -> None:
    """Raise `InputError` if the requested side of a table of values is out of range."""
    if most is not None and not 1 <= most <= LARGEST:
        raise InputError(f"expected a table of 1 to {LARGEST} lengths, found {most}")


def short_values(graph: TailedGraph) -> list[list[int]]:
    """Compute the values of positions with b and c below 16 by definition, one row for each b.

    A move can leave paths as components, so the values of paths are computed first. Raise `InputError` if the values of
    paths with fewer than 2,000 vertices do not prove a period, because such families are not supported.
    """
    paths = paths_of(graph.digits)
    if paths is None:
        raise no_period(graph)
    return values_by_definition(graph, paths, SHOWN_LENGTHS)[graph.whole]


@dataclass(frozen=True)
class TwoLengths:
    """The values and periods of a family of positions with two lengths b and c, such as stars with two long arms.

    Attributes:
        found: The table of values with the proved period; if none is proved, with a period that the table shows.
    """

    found: TailPeriods

    @property
    def name(self) -> str:
        """The family in notation."""
        return self.found.graph.name

    @property
    def status(self) -> str:
        """The status: "proved" if a period is proved, "observed" if the computed values show one, otherwise "none"."""
        return "proved" if self.found.regular else "observed" if self.found.seen else "none"

    def explain(self) -> str:
        """Describe the values and periods of the family in words."""
        return f"{self.name}: " + "\n".join(self.told())

    def told(self) -> list[str]:
        """Describe the values and periods of the family in lines of text, with one equation or statement per line."""
        regular, seen = self.found.regular, self.found.seen
        if regular is None:
            none = f"the values for b, c < {self.found.side} prove no period"
            if seen is None:
                return [none]
            needed = seen.side(self.found.paths.regular)
            return [f"{none}; they show", *_equations(seen), f"a table of {needed} lengths may prove it"]
        lines = [
            f"period {regular.period} in b and in c, proved for all lengths",
            *_equations(regular),
            self._begins("c", "b", self.found.exceptions()),
        ]
        if not self.found.graph.turns:
            lines.append(self._begins("b", "c", self.found.exceptions(of_b=True)))
        side = regular.side(self.found.paths.regular)
        return [*lines, f"the largest value is {self.largest}", f"proved by the values for b, c < {side}: {THEOREM}"]

    @property
    def largest(self) -> int:
        """The largest value in the table, which is the largest of all values if a period is proved."""
        return int(self.found.table.max())

    def table(self) -> str:
        """Return a text table of the values for b and c below 16, with a row for each b and a column for each c."""
        shown = min(SHOWN_LENGTHS, self.found.side)
        rows = [["b\\c", *map(str, range(shown))]]
        rows += [[str(b), *map(str, self.found.table[b, :shown].tolist())] for b in range(shown)]
        return "\n".join(" ".join(f"{cell:>3}" for cell in row) for row in rows)

    def _begins(self, one: str, other: str, exceptions: Exceptions) -> str:
        p = self.found.regular.period if self.found.regular else 0
        if exceptions.preperiod is not None:
            first = exceptions.preperiod
            return f"for all {other} the period in {one} begins at {first}, and no smaller number works for all"
        where = "at some lengths forever" if exceptions.wide else "forever along the diagonals c - b = "
        listed = "" if exceptions.wide else ", ".join(map(str, exceptions.diagonals))
        shifted = f"g(b, c + {p})" if one == "c" else f"g(b + {p}, c)"
        return f"the period in {one} has no common beginning: {shifted} = g(b, c) fails {where}{listed}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that `grundy period --json` prints."""
        regular, shown = self.found.regular, min(SHOWN_LENGTHS, self.found.side)
        answer: dict[str, Any] = {
            "schema": 1,
            "family": self.name,
            "status": self.status,
            "side": self.found.side,
            "largest": self.largest,
            "values": self.found.table[:shown, :shown].tolist(),
        }
        if (seen := self.found.seen) is not None:
            answer["seen"] = {"period": seen.period, "least": seen.least, "width": seen.width}
        if regular is None:
            return answer
        answer |= {"period": regular.period, "least": regular.least, "width": regular.width, "theorem": THEOREM}
        for name, of_b in (("c", False), ("b", True)):
            exceptions = self.found.exceptions(of_b=of_b)
            answer[f"period_in_{name}"] = {
                "preperiod": exceptions.preperiod,
                "diagonals": list(exceptions.diagonals),
                "wide": exceptions.wide,
            }
        return answer


def _equations(regular: Regular) -> list[str]:
    p, n0, width = regular.period, regular.least, regular.width
    beyond = [f"max({n0}, {other} + {width})" if width else str(n0) for other in "bc"]
    return [
        f"g(b, c + {p}) = g(b, c) for c >= {beyond[0]}, g(b + {p}, c) = g(b, c) for b >= {beyond[1]}",
        f"g(b + {p}, c + {p}) = g(b, c) for b, c >= {n0}",
    ]


@dataclass(frozen=True)
class FamilyVerdict:
    """The verdict on a claim about all positions of a family with two lengths b and c.

    Attributes:
        family: The values and periods of the family.
        claim: The claim in notation.
        verdict: "proved", "holds" (as far as it was compared) or "refuted".
        told: The verdict in words.
        counterexample: Lengths (b, c) for which the claim is false, or None.
        reason: The limit that prevented a larger table, or "".
    """

    family: TwoLengths
    claim: str
    verdict: str
    told: str
    counterexample: tuple[int, int] | None = None
    reason: str = ""

    def explain(self) -> str:
        """Return the verdict in words."""
        stopped = f"\nIncomplete: {self.reason}." if self.reason else ""
        return f"{self.family.name}: {self.claim}\n{self.told}{stopped}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that `grundy claim --json` prints."""
        at = None if self.counterexample is None else dict(zip("bc", self.counterexample, strict=True))
        answer = {"schema": 1, "family": self.family.name, "claim": self.claim, "verdict": self.verdict}
        answer |= {"checked_to": self.family.found.side - 1, "counterexample": at, "explanation": self.told}
        return answer | ({"reason": self.reason} if self.reason else {})


def check_lengths(
    graph: TailedGraph, text: str, most: int | None = None, budget: Budget | None = None
) -> FamilyVerdict:
    """Decide a claim about a family of positions with two lengths b and c.

    Tables of values of increasing size are computed until one decides the claim. If a limit is reached after the first
    table, the verdict is about the last complete table and has the limit as its `reason`.

    Args:
        graph: The family: a graph with two paths of b and c vertices attached.
        text: "periodic 34 from 516" (the period in c for every b), or a claim about values or outcomes with the
            variables b and c.
        most: The largest side of a table of values (a row for each b, a column for each c); None for a default.
        budget: Limits the work.

    Returns:
        The verdict, with a proof or a counterexample if one is known.

    Raises:
        InputError: If the claim is not about a family, or if `most` is out of range.
        LimitReached: If a limit is reached before the first table.
    """
    refuse_size(most)
    claim = _read(text)
    needed = claim.preperiod + claim.period if isinstance(claim, Periodic) else 0
    first, *sides = [*(side for side in FIRST_TABLES if side > needed and (most is None or side < most)), most]
    verdict = _decided(two_lengths(graph, first, budget), text)
    for side in sides:
        if verdict.verdict != "holds":
            break
        try:
            verdict = _decided(two_lengths(graph, side, budget), text)
        except LimitReached as error:
            return replace(verdict, reason=error.message)
    return verdict


def _decided(family: TwoLengths, text: str) -> FamilyVerdict:
    claim, side, needed = _read(text), family.found.side, 0
    if isinstance(claim, Periodic):
        found, needed = _periodic(family.found, claim), claim.preperiod + claim.period
    else:
        found = _compared(family.found, claim)
    told = f"It holds for b, c < {side}. This is not a proof."
    if needed >= side:
        told = f"Nothing was compared: the lengths b, c < {side} do not reach the claim."
    return FamilyVerdict(family, str(claim), *(found or ("holds", told)))


def _read(text: str) -> Periodic | Comparison:
    claim = read_claim(text)
    if isinstance(claim, Periodic) or (isinstance(claim, Comparison) and {*names_in(claim.node)} <= {"b", "c"}):
        return claim
    raise InputError('expected "periodic ... from ...", or a claim in the lengths b and c', text=text, at=0)


def _periodic(periods: TailPeriods, claim: Periodic) -> Found | None:
    p, n0 = claim.period, claim.preperiod
    wrong = _exception(periods, p, n0)
    if wrong is not None:
        b, c = wrong
        words = f"Refuted: g({b}, {c}) = {periods.value(b, c)}, but g({b}, {c + p}) = {periods.value(b, c + p)}."
        return "refuted", words, wrong
    begins = None if periods.regular is None else periods.exceptions().preperiod
    if periods.regular is not None and p % periods.regular.period == 0 and begins is not None and n0 >= begins:
        return "proved", f"Proved for all b and all c >= {n0}: {THEOREM}.", None
    return None


def _exception(periods: TailPeriods, p: int, n0: int) -> tuple[int, int] | None:
    import numpy as np

    table, regular = periods.table, periods.regular
    if n0 + p < periods.side and len(wrong := np.argwhere(table[:, n0 + p :] != table[:, n0:-p])):
        b, c = min(wrong.tolist(), key=sum)
        return int(b), n0 + int(c)
    if regular is None:
        return None
    for b, c in np.argwhere(table[:, p:] != table[:, :-p])[:MOST_MOVED].tolist() if p < periods.side else ():
        missing = max(0, n0 - c)
        by = -(-missing // regular.period) * regular.period
        for other in (b + by, b):  # shifted along the diagonal or along the row
            if periods.value(other, c + by) != periods.value(other, c + by + p):
                return other, c + by
    return None


def _compared(periods: TailPeriods, claim: Comparison) -> Found | None:
    least, side = claim.least or 0, periods.side
    evaluate = compile_node(claim.node, ("b", "c"))
    for total in range(2 * least, 2 * side - 1):
        for b in range(max(least, total - side + 1), min(total - least, side - 1) + 1):
            value, claimed = int(periods.table[b, total - b]), evaluate((b, total - b))
            if claim.kind == "value":
                right = SIGNS[claim.sign](value, claimed)
            else:
                right = bool(claimed) == ((value == 0) == (claim.kind == "P"))
            if not right:
                words = f"Refuted at b = {b}, c = {total - b}: the value is {value}."
                return "refuted", words, (b, total - b)
    if not {*names_in(claim.node)} and claim.kind == "value" and periods.regular is not None and not least:
        return "proved", f"Proved by a table that contains every value: {THEOREM}.", None
    return None
