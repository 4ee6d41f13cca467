"""Finds patterns in the values of single heaps: period, formulas, progressions, automata, known rulesets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...core import Code, Course, LimitReached, Structure, facet
from ...patterns import Pattern, clear_period, find_automata, find_formulas, find_progressions, seen_period
from ..computing.period import known_period
from .exploration import GRADES, Discovery, ExploreQuestion, Grade, Sample, Values
from .grades import TABLE, Grader
from .laws import law_discoveries
from .likeness import find_likenesses

LEARNED = 2000
"""The number of values in which patterns are searched; all computed values are compared with them."""
FEW = 200
"""The least number of values in which patterns are searched before they are compared with the others."""
MOST_SEEN = 100_000
"""The largest number of values in which a period is searched."""
MINIMISED = 1 << 16
"""A period from a theorem that is longer than this is assumed to be minimal."""
MOST_TOLD = 8
"""The largest number of discoveries."""
SIMPLE = 12
"""If preperiod and period are shorter than this, only rulesets with exactly the same values are reported."""


def heap_discoveries(question: ExploreQuestion, sample: Sample) -> tuple[list[Discovery], str]:
    """Find patterns in the values of single heaps: periods, formulas, automata, and similar rulesets.

    Args:
        question: The ruleset, the play convention, the range and the limits.
        sample: The computed values.

    Returns:
        The discoveries, best first, and the limit that stopped the search, or "".
    """
    grader = Grader(question, sample)
    found: list[Discovery] = []
    with grader.budget.interruptible():
        for find in (_periods, _formulas, _progressions, _laws, _automata, _likes):
            try:
                found += find(grader, found)
            except LimitReached as error:
                grader.stopped(error)
    period = next((one for one in found if one.kind == "period"), None)
    if period is not None and any(one.kind == "formula" and one.start <= period.start for one in found):
        course = period.detail
        found = [one for one in found if one is not period or (isinstance(course, Course) and course.period > 1)]
    found.sort(key=lambda one: (one.kind == "likeness", GRADES.index(one.grade), one.kind == "progression", one.cost))
    return found[:MOST_TOLD], grader.limit


def _periods(grader: Grader, _: list[Discovery]) -> list[Discovery]:
    found = _proved(grader) or tabled(grader.question, grader.sample) or _seen(grader)
    return [] if found is None else [found]


def _formulas(grader: Grader, _: list[Discovery]) -> list[Discovery]:
    return _first(grader, find_formulas, lost=False)


def _progressions(grader: Grader, _: list[Discovery]) -> list[Discovery]:
    values = grader.sample.values
    return _first(grader, find_progressions, lost=True) if 0 in values and any(values) else []


def _likes(grader: Grader, found: list[Discovery]) -> list[Discovery]:
    if grader.question.last_loses:
        return []
    courses = [one.detail for one in found if one.kind == "period"]
    many = any(isinstance(course, Course) and course.window <= SIMPLE for course in courses)
    return [one for one in find_likenesses(grader) if not many or (one.claim and "shifted" not in one.text)]


def _first(grader: Grader, finder: Callable[[Values, int], list[Pattern]], *, lost: bool) -> list[Discovery]:
    """Find patterns in the first half of the values with `finder`, and return those that all values confirm.

    If there is none, search again in more values. At most `LEARNED` values are searched. The sample and the proofs are
    those of `grader`. `lost` states that the patterns give 1 for P-positions and 0 for others, instead of Grundy
    values.
    """
    values, start = grader.sample.values, grader.sample.start
    for stop in (min(LEARNED, max(FEW, len(values) // 2)), min(LEARNED, len(values))):
        if found := [one for law in finder(values[:stop], start) if (one := grader.graded(law, lost=lost)) is not None]:
            return found
    return []


def _proved(grader: Grader) -> Discovery | None:
    """Return the shortest period of the values as a discovery, or None if no theorem gives the value of every heap."""
    known = grader.known.value
    if known is None:
        return None
    course = known.course
    theorem, brief = (known.grounds, known.theorem) if grader.period is None else (grader.period.theorem, "")
    if course.window <= MINIMISED:
        stop = 2 * course.window + 2 * course.period + 32
        course = seen_period([known.at(n) for n in range(stop)]) or course
    return _period(grader.sample, course, "proved", theorem, brief)


def tabled(question: ExploreQuestion, sample: Sample) -> Discovery | None:
    """Look up the proved period of a take-and-break code in the table of known periods.

    Args:
        question: The ruleset, the play convention, the range and the limits.
        sample: The computed values.

    Returns:
        The period as a discovery, or None if the table does not have it.
    """
    rule = facet(question.ruleset, Structure).sequence()
    if not isinstance(rule, Code) or question.last_loses:
        return None
    row = known_period(rule)
    return None if row is None else _period(sample, Course(row.preperiod, row.period), "proved", TABLE)


def _seen(grader: Grader) -> Discovery | None:
    values, start = grader.sample.values, grader.sample.start
    for data in (values[: min(LEARNED, max(FEW, len(values) // 2))], values[:MOST_SEEN]):
        course = clear_period(data, start)
        if course is not None:
            pairs = zip(values[course.window - start :], values[course.preperiod - start :], strict=False)
            if all(one == two + course.saltus for one, two in pairs):
                return _period(grader.sample, course, "holds" if len(data) < len(values) else "fits", None)
    return None


def _period(sample: Sample, course: Course, grade: Grade, theorem: str | None, brief: str = "") -> Discovery:
    n0, p, saltus = course
    if saltus:
        text = f"period {p} with saltus {saltus} from heap {n0} on: g(n + {p}) = g(n) + {saltus}"
    else:
        text = f"period {p} from heap {n0} on"
    claim = None if saltus else f"periodic {p} from {n0}"
    cost = len(text) // 4 + n0.bit_length() + p.bit_length()
    return Discovery("period", text, grade, n0, sample.last, theorem, claim, None, cost, course, brief)


def _laws(grader: Grader, found: list[Discovery]) -> list[Discovery]:
    """Return a proved law of the P-positions or values in a list, or an empty list.

    The list is empty if the rule has no law, or if a pattern in `found` is proved already.
    """
    question = grader.question
    rule = None if grader.sample.start else grader.known.rule
    if rule is None or any(one.grade == "proved" and one.kind != "likeness" for one in found):
        return []
    return law_discoveries(rule, grader.sample.last, grader.budget, values=not question.last_loses)


def _automata(grader: Grader, found: list[Discovery]) -> Iterator[Discovery]:
    head, start = grader.sample.values[:LEARNED], grader.sample.start
    if start or any(one.kind in {"period", "formula", "automaton"} for one in found):
        return
    for pattern in find_automata(head, budget=grader.budget):
        yield from filter(None, [grader.graded(pattern)])
    if not any(one.kind == "progression" for one in found):
        for pattern in find_automata(head, outcome=True, budget=grader.budget):
            yield from filter(None, [grader.graded(pattern, lost=True)])
