"""Grades patterns: each is compared with every computed value and then passed to the theorems.

Patterns that a value contradicts are dropped. The grade "proved" needs a theorem for every heap (`patterns.theorems`)
and proved facts about the ruleset: its own theorem, the period of a code, or a repeated block of a finite subtraction
set.
"""

from __future__ import annotations

from collections.abc import Callable

from ... import sequences
from ...core import Budget, Code, GrundyError, LimitReached, Limits, iterate_checked
from ...core.expressions import Node
from ...patterns import Claim, Comparison, Pattern, Periodic, ProvedFacts, evaluate, judge, read_claim
from ..claims.known import by_period, knowledge, least_of
from ..computing.period import known_period, rule_of
from .exploration import Discovery, ExploreQuestion, Grade, Sample

REACH, WORK = 1 << 17, 200_000_000
"""The last heap of the search for the period of a code, and the limit on heaps times rare heaps."""
NEAR = 2048
"""The least number of heaps of this search if few heaps are explored."""
TABLE = "the table of proved periods in this package"


class Grader:
    """Compares patterns with all computed values of single heaps, and proves them by theorems if possible.

    Args:
        question: The ruleset, the play convention, the range and the limits.
        sample: The computed values.

    Attributes:
        limit: The first limit that was reached, in words, or "".
    """

    def __init__(self, question: ExploreQuestion, sample: Sample) -> None:
        self.question, self.sample = question, sample
        self.budget = question.clock.remaining_budget()
        self.limit = ""
        self.period: sequences.Period | None = None
        self.known = ProvedFacts(misere=question.last_loses)
        if sample.shape != "heaps":
            return
        try:
            self.known = knowledge(question.ruleset, 1, misere=question.last_loses, budget=self.budget)
        except LimitReached as error:
            self.stopped(error)
        self.period = self._code_period()
        if self.known.value is None and self.period is not None:
            value = by_period(question.ruleset, self.period)
            self.known = self.known._replace(value=value, values=(value,), lost=value.marks(0))

    def stopped(self, error: LimitReached) -> None:
        """Record the message of a limit that was reached, unless that of an earlier limit is recorded."""
        self.limit = self.limit or error.message

    def _code_period(self) -> sequences.Period | None:
        rule = rule_of(self.question.ruleset)
        if not isinstance(rule, Code) or self.question.last_loses:
            return None
        row = known_period(rule)
        if row is not None and 3 * (row.preperiod + row.period) > REACH:
            return None  # `heaps.tabled` reports it
        most = REACH if self.question.to is None else min(REACH, max(NEAR, 4 * self.question.to))
        left = self.budget.remaining  # half of it is for patterns in the values
        budget = self.budget if left is None else Budget(Limits(seconds=max(0.1, round(left / 2, 1))))
        try:
            return sequences.rule_period(rule, most, budget, WORK)
        except LimitReached as error:
            self.stopped(error)
            return None

    def graded(self, pattern: Pattern, *, lost: bool = False) -> Discovery | None:
        """Test a pattern on all computed values, and find its grade: proved, holds or fits.

        Args:
            pattern: The pattern that was found in some of the values.
            lost: Whether the formula of the pattern gives 1 for P-positions and 0 for others, instead of values.

        Returns:
            The pattern with its grade, or None if a value contradicts it.
        """
        claim = None if pattern.claim is None else read_claim(pattern.claim)
        try:
            fails = self._fails(pattern, claim, lost)
        except LimitReached:
            raise
        except (GrundyError, ArithmeticError, ValueError):  # the pattern has no value at some heap
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
            from ...sequences import arrays
            from ..claims.scan import first_failing

            first = max(start, least_of(claim, self.question.last_loses))
            seen = values[first - start :]
            found = arrays.series(seen) if claim.kind == "value" else arrays.is_zero(seen)
            heaps = range(first, first + len(found))
            return bool(heaps) and first_failing(claim, [heaps], found, self.budget) is not None
        given = evaluator(pattern.detail)
        if given is None:
            return self.sample.last > pattern.checked_to
        truth = values
        if lost:
            truth = tuple(int((value == 0) != pattern.of_won) for value in values)
        heaps = range(max(start, pattern.start), start + len(values))
        return any(given(n) != truth[n - start] for n in iterate_checked(heaps))


def evaluator(detail: object) -> Callable[[int], int] | None:
    """Return the function of n that a pattern describes, or None if the pattern does not describe one.

    `detail` is the attribute `detail` of the pattern. It describes a function if it is a syntax tree, or an object with
    a method `evaluate`, such as an `Automaton`.
    """
    if isinstance(detail, Node):
        return lambda n: next(iter(evaluate(detail, (n,))))
    found: Callable[[int], int] | None = getattr(detail, "evaluate", None)
    return found
