"""Finds patterns in the values of single heaps: period, formulas, progressions, automata, known rulesets.

The table `data/known_sequences.csv` of known rulesets was computed by this package. It has a row for every named heap
game, and for octal codes with up to three digits after the point and hexadecimal codes with up to two. Codes whose
values differ only in the number of zeros at the beginning share one row, that of the shortest code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import count

from ...core import Budget, Code, Course, GrundyError, LimitReached, Limits, Structure, facet
from ...notation import read_ruleset
from ...patterns import (
    Likeness,
    Pattern,
    Same,
    clear_period,
    find_automata,
    find_formulas,
    find_likeness,
    find_progressions,
    judge,
    seen_period,
)
from ..computing.period import known_period
from .exploration import GRADES, Discovery, ExploreQuestion, Grade, Sample, Values
from .grades import TABLE, Grader
from .laws import law_discoveries
from .values import heap_sample, is_fast

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
KEPT = 128
"""The number of values in a row of the table."""
TRIED, MOST = 6, 2
"""The largest number of rulesets that are computed, and that are reported."""
SLOW = 400
"""The number of heaps that are computed if the values of a ruleset are expensive."""
SECONDS = 2.0
"""The time limit for each of them."""


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


@cache
def known_sequences() -> dict[str, tuple[int, ...]]:
    """Return the values of the first heaps of known rulesets, by the name of the ruleset.

    >>> known_sequences()["kayles"][:12]
    (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6)
    """
    text = files("grundy").joinpath("data", "known_sequences.csv").read_text(encoding="ascii")
    rows = (row.rpartition(",") for row in text.split("\n")[1:-1])
    return {name.strip('"'): tuple(map(int, values.split(" "))) for name, _, values in rows}


def find_likenesses(grader: Grader) -> list[Discovery]:
    """Find known rulesets with the same values, perhaps shifted or renamed, or with the same values up to some heap.

    Args:
        grader: The grader of the exploration, which has the ruleset, its computed values, and the limits.

    Returns:
        At most two discoveries of the kind "likeness", each about one known ruleset, with the best grade first.
    """
    sample, own = grader.sample, grader.question.ruleset
    found: list[Discovery] = []
    patterns = find_likeness(sample.values[: 2 * KEPT], known_sequences().items(), sample.start)
    for pattern in patterns[:TRIED]:
        like = pattern.detail
        if isinstance(like, Likeness) and like.name != own.name and len(found) < MOST:
            found += _confirmed(grader, pattern, like)
    near = [one for one in found if isinstance(one.detail, Likeness) and one.detail.difference is not None]
    near.sort(key=lambda one: -one.checked_to)
    equal = [one for one in found if one not in near]
    return sorted(equal, key=lambda one: (GRADES.index(one.grade), one.start))[:MOST] or near[:1]


def _confirmed(grader: Grader, pattern: Pattern, like: Likeness) -> list[Discovery]:
    if like.grade == "renamed":
        return [Discovery("likeness", pattern.text, "fits", pattern.start, pattern.checked_to)]
    sample, shift = grader.sample, like.shift
    other = read_ruleset(like.name, files=False)
    far = max(KEPT, sample.last - shift)
    seconds = grader.budget.limits.seconds
    left = SECONDS if seconds is None else max(0.0, seconds - grader.budget.elapsed)
    limits = Limits(min(SECONDS, left))
    question = ExploreQuestion(other, far if is_fast(other) else min(far, SLOW), limits=limits, clock=Budget(limits))
    try:
        beside = heap_sample(question)
    except GrundyError as error:
        if isinstance(error, LimitReached) and left < SECONDS:  # the limit of the exploration, not that of this ruleset
            grader.stopped(error)
        return []
    first = max(sample.start, like.start, shift)
    named = like.name if not shift else f"{like.name} shifted by {shift}"
    pairs = zip(sample.values[first - sample.start :], beside.values[first - shift :], strict=False)
    for n, (one, two) in zip(count(first), pairs, strict=False):
        if one != two:
            text = f"same values as {named} up to heap {n - 1}; at heap {n} the values are {one} and {two}"
            return [Discovery("likeness", text, "holds", first, n - 1, detail=replace(like, difference=(n, one, two)))]
    last = min(sample.last, beside.last + shift)
    theorem, brief, rule = None, "", facet(grader.question.ruleset, Structure).sequence()
    if rule is not None and rule == facet(other, Structure).sequence() and not shift:
        theorem = f"the rule is that of {like.name}"
    elif grader.known.value is not None:  # two sequences with proved periods can be proved equal
        known = grader.known._replace(other=Grader(question, beside).known.value)
        proof = judge(Same(like.name, shift), known, max(like.start - shift, 0))
        if proof is not None and proof.counterexample is None:
            theorem, brief = proof.theorem, proof.brief
    text = f"same values as {named}" + (f" from heap {first} on" if like.grade == "later" else "")
    grade: Grade = "proved" if theorem else "holds" if last > pattern.checked_to else "fits"
    return [Discovery("likeness", text, grade, first, last, theorem, pattern.claim, detail=like, brief=brief)]
