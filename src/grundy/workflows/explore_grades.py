"""From a pattern that fits to a graded discovery: compared with every value that there is, then put to the theorems.

A pattern is found in the first values and compared with all others; where one of them contradicts it, it is
dropped. "proved" needs a theorem that covers every heap (`patterns.theorems`), with what is proved about the
ruleset itself: the theorem it names, the proved period of a code, the window of a finite set of takes.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING, Any

from ..core import Code, GrundyError, LimitReached, Meter, Ruleset
from ..core.expressions import Node
from ..patterns import Claim, Comparison, Course, Knowledge, Pattern, Periodic, Proved, evaluate, judge, read_claim
from .claim_known import knowledge
from .explore_types import Discovery, Grade, Question, Sample
from .known_periods import known_period

if TYPE_CHECKING:
    from ..sequences import Period

REACH, WORK = 1 << 17, 200_000_000
"""How far the period of a code is looked for, and heaps times rare heaps spent on it."""
NEAR = 2048
"""How far it is looked for at least, where few heaps are explored."""
_FAILS: dict[str, Callable[[Any, Any], Any]] = {"==": ne, "!=": eq, "<": ge, "<=": gt, ">": le, ">=": lt}
TABLE = "proved by its sweep; the table of proved periods that comes with this package"


class Grader:
    """Grades patterns of the values of single heaps."""

    def __init__(self, question: Question, sample: Sample) -> None:
        """Collect what theorems say about the ruleset."""
        self.question, self.sample = question, sample
        self.meter = Meter(question.limits)
        self.period = self._code_period()
        self.known = self._knowledge()

    def _code_period(self) -> Period | None:
        """Return the proved period of a code, when it is soon found."""
        rule = self.question.ruleset.sequence()
        if not isinstance(rule, Code) or self.question.last_loses or self.sample.shape != "heaps":
            return None
        from ..sequences import code_period

        row = known_period(rule)
        if row is not None and 3 * (row.preperiod + row.period) > REACH:
            return None  # `explore_heaps` tells it from the table
        most = REACH if self.question.to is None else min(REACH, max(NEAR, 4 * self.question.to))
        try:
            return code_period(rule, most, self.meter, WORK)
        except LimitReached:
            return None

    def _knowledge(self) -> Knowledge:
        """Return what is proved about one heap."""
        ruleset = self.question.ruleset
        if self.sample.shape != "heaps":
            return Knowledge(misere=self.question.last_loses)
        try:
            known = knowledge(ruleset, 1, misere=self.question.last_loses, meter=self.meter)
        except LimitReached:
            return Knowledge(misere=self.question.last_loses)
        if known.value is None and self.period is not None:
            value = by_period(ruleset, self.period)
            known = known._replace(value=value, values=(value,), lost=value.marks(0))
        return known

    def graded(self, pattern: Pattern, *, lost: bool = False) -> Discovery | None:
        """Return the pattern with its grade, or None where a value contradicts it.

        `lost`: what its detail evaluates is 1 in P-positions and 0 in others, not the value.
        """
        claim = None if pattern.claim is None else read_claim(pattern.claim)
        try:
            fails = self._fails(pattern, claim, lost)
        except (GrundyError, ArithmeticError, ValueError):  # it has no value at some heap
            return None
        if fails:
            return None
        judgement = None if claim is None else judge(claim, self.known, least_of(claim, self.question.last_loses))
        if judgement is not None and judgement.counterexample is not None:
            return None
        last = self.sample.last
        grade: Grade = "proved" if judgement else "holds" if last > pattern.checked_to else "fits"
        return Discovery(
            pattern.kind,
            pattern.text,
            grade,
            pattern.start,
            last,
            judgement.theorem if judgement else None,
            pattern.claim,
            pattern.expression,
            pattern.cost,
            pattern.detail,
        )

    def _fails(self, pattern: Pattern, claim: Claim | None, lost: bool) -> bool:
        """Return whether a value contradicts a pattern."""
        values, start = self.sample.values, self.sample.start
        if isinstance(claim, Periodic):
            first = max(0, claim.preperiod - start)
            return values[first + claim.period :] != values[first : max(first, len(values) - claim.period)]
        if isinstance(claim, Comparison):
            return contradicts(claim, values, start, self.question.last_loses)
        given = evaluator(pattern.detail)
        if given is None:
            return self.sample.last > pattern.checked_to
        truth = values
        if lost:
            won = pattern.text.startswith("N iff")
            truth = tuple(int((value == 0) != won) for value in values)
        return any(given(n) != truth[n - start] for n in range(max(start, pattern.start), start + len(values)))


def evaluator(detail: object) -> Callable[[int], int] | None:
    """Return what the detail of a pattern gives for n, where it is known how."""
    if isinstance(detail, Node):
        return lambda n: next(iter(evaluate(detail, (n,))))
    found: Callable[[int], int] | None = getattr(detail, "evaluate", None)
    return found


def contradicts(claim: Comparison, values: tuple[int, ...], start: int, last_loses: bool) -> bool:
    """Return whether the values of heaps `start`, `start` + 1, ... contradict a claim about one heap."""
    import numpy as np

    from ..core.evaluation import compile_node
    from .claim_columns import Column, Unsafe, evaluated

    first = max(start, least_of(claim, last_loses))
    truth = np.array(values[first - start :], np.int64)
    if not len(truth):
        return False
    try:
        heaps = Column(np.arange(first, first + len(truth)), first, first + len(truth) - 1)
        claimed = evaluated(claim.node, {"n": heaps})
    except Unsafe:
        evaluate = compile_node(claim.node, ("n",))
        claimed = np.array([int(evaluate((n,))) for n in range(first, first + len(truth))])
    if claim.kind == "value":
        return bool(_FAILS[claim.sign](truth, claimed).any())  # operators on arrays
    return bool(((truth == 0) != (claimed.astype(bool) != (claim.kind == "N"))).any())


def least_of(claim: Claim, last_loses: bool) -> int:
    """Return the smallest heap that a claim speaks of, as `grundy claim` reads it."""
    if isinstance(claim, Periodic):
        return claim.preperiod
    if isinstance(claim, Comparison):
        return claim.least if claim.least is not None else int(claim.names == ("n",) and not last_loses)
    return max(0, -claim.shift)


def by_period(ruleset: Ruleset[Any], period: Period) -> Proved:
    """Return the values of a ruleset by its proved period."""
    grounds = f"the values of {ruleset.name} have period {period.period} from heap {period.preperiod} on"
    course = Course(period.preperiod, period.period, period.saltus)
    return Proved(period.value, course, f"{grounds}, proved by {period.theorem}")
