"""The operation `period`, which finds periods of heap games and of families of positions with two lengths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ..core import Budget, LimitReached, Ruleset
from .context import Context
from .request import (
    FieldError,
    FieldRecord,
    FileName,
    Help,
    Local,
    OfProof,
    Remote,
    Request,
    RulesetText,
    WorkersField,
)
from .result import ABSENT, Certified, Result
from .table import operation

if TYPE_CHECKING:
    from ..certificates import Certificate
    from ..core import TailedGraph
    from ..sequences import Period

REMOTE_TO = 10**6
"""The last heap for a caller over a network who names none."""
SHOWN_RARES = 8
"""The number of rare heaps listed in words."""


class PeriodRequest(Request):
    """Find the period of a RULESET, proved by a theorem or observed in its values.

    RULESET can also be a two-parameter family such as "arc-kayles: star(3,b,c)" or "arc-kayles: cycle(4) with b at 0, c
    at 2": a graph with two tails of any lengths b and c. Its period holds in both lengths, and is proved for all b and
    c by a table of at most --to lengths. "0.33: star(2,b,c)" is an octal game played on graphs.

    If a limit stops the search before the last heap, the output states this and the exit code is 4. A long search (--to
    10^12) records its progress in its journal every few seconds; after an interruption, the same command with --resume
    continues.

    --certified prints only results that grundy-check accepted; a period that is only observed is an error.
    """

    ruleset: RulesetText
    to: Annotated[
        int | None,
        Help("The last heap to examine (default: 2^20 for a proof, 2,000 to observe a period)."),
        Remote(0, REMOTE_TO, "n"),
    ] = None
    workers: Annotated[WorkersField, Help("The number of processors, or ray.")] = 1
    journal: Annotated[FileName, Help("A file that records the progress of a long search.")] = None
    resume: Annotated[bool, Local(), Help("Continue a stopped search from its journal.")] = False
    segments: Annotated[
        int | None, Local(), OfProof(), Help("Split the certificate into segments that can be checked separately.")
    ] = None


class PeriodFound(NamedTuple):
    """The period that a search found (None if it found none), the request for the search, and the ruleset."""

    request: PeriodRequest
    rules: Ruleset[Any]
    period: Period | None


class PeriodResult(Result):
    """The result of `period` for a ruleset: its minimal preperiod, period and saltus, null if no period was found.

    `status` is "proved", "observed", "none", or "limit" if a limit stopped the search before a period
    was found. `checked_to` is the last heap searched, `obstacle` states what prevents a proof.
    """

    ruleset: str
    status: str
    preperiod: int | None
    period: int | None
    saltus: int | None
    checked_to: int
    theorem: str | None
    evidence: dict[str, Any] | None = None
    obstacle: str = ABSENT
    reason: str = ""
    method: str = ""

    def blocks(self) -> Iterator[str]:
        found: Period | None = self.source.period
        yield self._text(found) + self._further()
        if found is not None and found.evidence is not None:
            yield from _evidence(found)

    def _text(self, found: Period | None) -> str:
        if found is None:
            why = "" if self.obstacle is ABSENT else f": {self.obstacle}"
            return f"{self.ruleset}: no period found up to heap {self.checked_to} (this does not exclude one){why}"
        grows = f", growing by {found.saltus} each time" if found.saltus else ""
        head = f"{self.ruleset}: period {found.period} from heap {found.preperiod} on{grows}"
        if found.status == "observed":
            why = f": {found.obstacle}" if found.obstacle else ""
            return f"{head}, observed up to heap {found.checked_to}, not proved{why}"
        return f"{head}, proved\nchecked up to heap {found.checked_to}: {found.theorem}"

    def _further(self) -> str:
        if self.reason:
            option = "--limit-memory" if "memory" in self.reason else "--limit-seconds"
            return f"\nIncomplete: {self.reason}; to continue, raise {option}"
        return "" if self.status == "proved" or self.source.request.to is not None else "; --to N searches further"

    def certificate(self, budget: Budget) -> Certificate:
        from ..workflows.proving.periods import certify_period

        if self.reason:
            raise LimitReached(self.reason, kind="search")
        return certify_period(self.source.rules, self.source.period, budget, segments=self.source.request.segments)

    def accepted(self, claim: Mapping[str, Any]) -> Certified:
        data = {"status": "proved", "period": claim["p"], "ruleset": self.ruleset, "preperiod": claim["n0"]}
        return Certified(f"{self.ruleset}: period {claim['p']} from heap {claim['n0']} on, proved", data)


class Begins(FieldRecord):
    """The preperiod of a two-parameter family in one of its two lengths, if it has one.

    If this length is at least `preperiod`, the period in it holds, whatever the other length is. `preperiod` is null if
    infinitely many pairs of lengths are exceptions to the period. `diagonals` has the differences (this length minus
    the other) at which infinitely many exceptions occur. `wide` is true if there are exceptions with one value of this
    length and arbitrarily large values of the other.
    """

    preperiod: int | None
    diagonals: list[int]
    wide: bool


class Repeats(FieldRecord):
    """A period p that the computed values g(b, c) of a two-parameter family show, although it is not proved.

    The equation g(b, c + p) = g(b, c) holds for c >= max(`least`, b + `width`), and also with b and c exchanged;
    g(b + p, c + p) = g(b, c) holds for b, c >= `least`.
    """

    period: int
    least: int
    width: int


class FamilyPeriod(Result):
    """The result of `period` for a two-parameter family: the period that the values for lengths below `side` prove.

    The family consists of a graph with two tails for all lengths b and c. `values` has the values for short tails, one
    row for each b. If a period is proved, `period`, `least` and `width` have the meaning that `Repeats` explains, and
    `period_in_b` and `period_in_c` state where it begins. Otherwise `seen` is a period that the values show, if any.
    """

    family: str
    status: str
    side: int
    largest: int
    values: list[list[int]]
    seen: Repeats | None = None
    period: int | None = None
    least: int | None = None
    width: int | None = None
    theorem: str | None = ""
    period_in_c: Begins | None = None
    period_in_b: Begins | None = None
    method: str = ""

    def certificate(self, budget: Budget) -> Certificate:  # the table has been computed
        """Return the certificate that proves the period in both lengths.

        Raises:
            InputError: If no period is proved.
        """
        from ..workflows.proving.periods import certify_tails

        return certify_tails(self.source.found)

    def accepted(self, claim: Mapping[str, Any]) -> Certified:
        data = {"status": "proved", "period": claim["p"]}
        data |= {"family": self.family, "least": claim["least"], "width": claim["width"]}
        return Certified(f"{self.family}: period {claim['p']} in b and in c, proved", data, self.exit_code)


@operation(
    PeriodRequest,
    certificates=True,
    short=False,
    examples={
        "grundy period kayles": "the period, and the heap at which it begins",
    },
)
def period(request: PeriodRequest, context: Context) -> PeriodResult | FamilyPeriod:
    """Find the period of a ruleset, or of a two-parameter family.

    Args:
        request: The question: the ruleset or family, the last heap, and for a long search the number of processors and
            a journal. The decorated function also accepts its fields: `period("kayles")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        A `FamilyPeriod` for a two-parameter family, otherwise a `PeriodResult`. Its `status` states whether the period
        is proved or observed, or whether a limit was reached.

    Raises:
        FieldError: If the fields cannot be combined.
        InputError: If the ruleset cannot be read.
        LimitReached: If a limit was reached before any value was known.
        PositionError: If positions are not heaps.
        StoreMismatch: If the journal belongs to another search.
        CorruptStore: If the journal is damaged.
    """
    if request.resume and request.journal is None:
        raise FieldError("{resume} needs {journal}")
    if (family := context.family(request.ruleset)) is None:
        return _of_heaps(request, context)
    if wrong := request.given("journal", "segments"):
        raise FieldError(f"{{{wrong[0]}}} is for rulesets on single heaps")
    return _of_family(family, request, context)


def _of_heaps(request: PeriodRequest, context: Context) -> PeriodResult:
    from ..workflows.computing.period import find_period, looked_to, no_period, seen_in

    rules, journal, reason = context.ruleset(request.ruleset), None, ""
    if request.journal is not None:
        from pathlib import Path

        from ..workflows.computing.period_journal import PeriodJournal

        context.lift_time_limit()
        journal = PeriodJournal(Path(request.journal), rules.name, resume=request.resume)
    to = REMOTE_TO if request.to is None and context.remote else request.to
    looked = looked_to(rules, to)
    try:
        found = find_period(rules, to, context.budget, workers=request.workers, journal=journal)
    except LimitReached as error:
        if not error.partial:
            raise
        found, looked, reason = seen_in(rules, error.partial), len(error.partial) - 1, error.message
    data: dict[str, Any] = {"ruleset": rules.name}
    data["status"] = found.status if found else "limit" if reason else "none"
    data |= {name: getattr(found, name, None) for name in ("preperiod", "period", "saltus")}
    data |= {"checked_to": found.checked_to if found else looked, "theorem": found.theorem if found else None}
    obstacle = found.obstacle if found else "" if reason else no_period(rules)
    data |= {"obstacle": obstacle} if obstacle else {}
    data |= {"evidence": found.evidence and found.evidence._asdict()} if found else {}
    return PeriodResult.of(PeriodFound(request, rules, found), data, reason=reason, method="sequence")


def _of_family(family: TailedGraph, request: PeriodRequest, context: Context) -> FamilyPeriod:
    from ..workflows.claims.two_lengths import two_lengths

    found = two_lengths(family, request.to, context.table_budget)
    return FamilyPeriod.of(found, {"theorem": None} | found.to_dict(), method="sequence")


def _evidence(found: Period) -> Iterator[str]:
    """Yield two lines with the evidence that a period is proved and minimal; nothing if it has no recorded evidence.

    The first line lists the rare heaps, the second heaps whose values contradict smaller periods.
    """
    evidence = found.evidence
    if evidence is None:
        return
    rares = ", ".join(map(str, evidence.rares[:SHOWN_RARES])) + (" ..." if len(evidence.rares) > SHOWN_RARES else "")
    resumed = f"; resumed from the journal at heap {evidence.resumed_at}" if evidence.resumed_at else ""
    window = f"window {evidence.window}, smaller summands up to {evidence.depth}{resumed}"
    yield f"rare heaps ({len(evidence.rares)}): {rares}; {window}"
    differ = (f"g({n}) != g({n} + {found.period // prime})" for prime, n in evidence.witnesses)
    yield f"no smaller period: {'; '.join(differ)}"
