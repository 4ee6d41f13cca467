"""From a pattern that fits to a graded discovery: compared with every value that there is, then put to the theorems.

What a value contradicts is dropped. "proved" needs a theorem that covers every heap (`patterns.theorems`), with what is
proved about the ruleset itself: the theorem it names, the period of a code, the window of a finite set of takes.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import sequences
from ...core import Code, GrundyError, LimitReached, Limits, Meter, patiently
from ...core.expressions import Node
from ...patterns import Claim, Comparison, Knowledge, Pattern, Periodic, evaluate, judge, read_claim
from ..claims.known import by_period, knowledge, least_of
from ..computing.period import known_period
from .exploration import Discovery, ExploreQuestion, Grade, Sample

REACH, WORK = 1 << 17, 200_000_000
"""How far the period of a code is looked for, and heaps times rare heaps spent on it."""
NEAR = 2048
"""How far it is looked for at least, where few heaps are explored."""
TABLE = "the table of proved periods in this package"


class Grader:
    """Grades patterns of the values of single heaps; `limit` is the first one that kept something from being known."""

    def __init__(self, question: ExploreQuestion, sample: Sample) -> None:
        self.question, self.sample = question, sample
        self.meter = question.clock.rest()
        self.limit = ""
        self.period: sequences.Period | None = None
        self.known = Knowledge(misere=question.last_loses)
        if sample.shape != "heaps":
            return
        try:
            self.known = knowledge(question.ruleset, 1, misere=question.last_loses, meter=self.meter)
        except LimitReached as error:
            self.stopped(error)
        self.period = self._code_period()
        if self.known.value is None and self.period is not None:
            value = by_period(question.ruleset, self.period)
            self.known = self.known._replace(value=value, values=(value,), lost=value.marks(0))

    def stopped(self, error: LimitReached) -> None:
        """Note a limit that was hit."""
        self.limit = self.limit or error.message

    def _code_period(self) -> sequences.Period | None:
        rule = self.question.ruleset.sequence()
        if not isinstance(rule, Code) or self.question.last_loses:
            return None
        row = known_period(rule)
        if row is not None and 3 * (row.preperiod + row.period) > REACH:
            return None  # `heaps` tells it from the table
        most = REACH if self.question.to is None else min(REACH, max(NEAR, 4 * self.question.to))
        try:
            return sequences.code_period(rule, most, self._half(), WORK)
        except LimitReached as error:
            self.stopped(error)
            return None

    def _half(self) -> Meter:
        """Return a meter for half of the time that is left: what is soon seen in the values needs the other."""
        left = self.meter.spare
        return self.meter if left is None else Meter(Limits(seconds=max(0.1, round(left / 2, 1))))

    def graded(self, pattern: Pattern, *, lost: bool = False) -> Discovery | None:
        """Return the pattern with its grade, or None where a value contradicts it.

        `lost`: what its detail evaluates is 1 in P-positions and 0 in others, not the value.
        """
        claim = None if pattern.claim is None else read_claim(pattern.claim)
        try:
            fails = self._fails(pattern, claim, lost)
        except LimitReached:
            raise
        except (GrundyError, ArithmeticError, ValueError):  # it has no value at some heap
            return None
        if fails:
            return None
        judgement = None if claim is None else judge(claim, self.known, least_of(claim, self.question.last_loses))
        if judgement is not None and judgement.counterexample is not None:
            return None
        last = self.sample.last
        grade: Grade = "proved" if judgement else "holds" if last > pattern.checked_to else "fits"
        theorem, brief = (judgement.theorem, judgement.brief) if judgement else (None, "")
        told = pattern.claim, pattern.expression, pattern.cost, pattern.detail, brief
        return Discovery(pattern.kind, pattern.text, grade, pattern.start, last, theorem, *told)

    def _fails(self, pattern: Pattern, claim: Claim | None, lost: bool) -> bool:
        values, start = self.sample.values, self.sample.start
        if isinstance(claim, Periodic):
            first = max(0, claim.preperiod - start)
            return values[first + claim.period :] != values[first : max(first, len(values) - claim.period)]
        if isinstance(claim, Comparison):
            from ...sequences.series import arrays
            from ..claims.scan import first_failing

            first = max(start, least_of(claim, self.question.last_loses))
            seen = values[first - start :]
            found = arrays.series(seen) if claim.kind == "value" else arrays.is_zero(seen)
            heaps = range(first, first + len(found))
            return bool(heaps) and first_failing(claim, [heaps], found, self.meter) is not None
        given = evaluator(pattern.detail)
        if given is None:
            return self.sample.last > pattern.checked_to
        truth = values
        if lost:
            truth = tuple(int((value == 0) != pattern.of_won) for value in values)
        heaps = range(max(start, pattern.start), start + len(values))
        return any(given(n) != truth[n - start] for n in patiently(heaps))


def evaluator(detail: object) -> Callable[[int], int] | None:
    """Return what the detail of a pattern gives for n, where it is known how."""
    if isinstance(detail, Node):
        return lambda n: next(iter(evaluate(detail, (n,))))
    found: Callable[[int], int] | None = getattr(detail, "evaluate", None)
    return found
