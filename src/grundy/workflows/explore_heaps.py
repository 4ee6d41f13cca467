"""What is found in the values of single heaps: period, formulas, progressions, automata, look-alikes, graded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..core import Code
from ..patterns import (
    Course,
    Pattern,
    Seen,
    find_automata,
    find_formulas,
    find_periods,
    find_progressions,
    seen_period,
)
from .explore_grades import TABLE, Grader
from .explore_types import Discovery, Grade, Question, Sample, Values
from .known_periods import known_period

LEARNED = 2000
"""Values in which patterns are looked for; all that were computed are compared with them."""
FEW = 200
"""At least so many values are looked at before the others confirm what was seen."""
MOST_SEEN = 100_000
"""Values in which a period is looked for."""
MINIMISED = 1 << 16
"""A theorem with a longer period than this is taken at its word that it is the shortest."""
MOST_TOLD = 8
"""Discoveries that are told."""
SIMPLE = 12
"""Of values with a shorter preperiod and period only the very same rulesets are told."""
ORDER = ("proved", "holds", "fits")


def heap_discoveries(question: Question, sample: Sample) -> list[Discovery]:
    """Return what was found in the values of single heaps, best first."""
    grader = Grader(question, sample)
    period = find_period(grader)
    found = [period] if period else []
    found += _first(grader, find_formulas, lost=False)
    if 0 in sample.values and any(sample.values):
        found += _first(grader, find_progressions, lost=True)
    if period is not None and any(one.kind == "formula" and one.start <= period.start for one in found):
        found = [one for one in found if one is not period or _length(period) > 1]
    found += _automata(grader, found)
    if not question.last_loses:
        from .explore_likeness import find_likenesses

        likes = find_likenesses(grader)
        found += [one for one in likes if not _is_simple(period) or (one.claim and "shifted" not in one.text)]
    return best(found)


def _first(grader: Grader, finder: Callable[[Values, int], list[Pattern]], *, lost: bool) -> list[Discovery]:
    """Return what a finder sees in the first values and the others confirm; else what it sees in all of them."""
    values, start = grader.sample.values, grader.sample.start
    found: list[Discovery] = []
    for stop in (min(LEARNED, max(FEW, len(values) // 2)), min(LEARNED, len(values))):
        found = [one for law in finder(values[:stop], start) if (one := grader.graded(law, lost=lost)) is not None]
        if found:
            break
    return found


def best(found: Iterable[Discovery]) -> list[Discovery]:
    """Return the discoveries to tell: what is proved first, values before outcomes, the simplest first."""

    def place(one: Discovery) -> tuple[bool, int, bool, int]:
        return one.kind == "likeness", ORDER.index(one.grade), one.kind == "progression", one.cost

    return sorted(found, key=place)[:MOST_TOLD]


def _length(period: Discovery) -> int:
    """Return how many heaps one period has."""
    return period.detail.period if isinstance(period.detail, Course) else 0


def _is_simple(period: Discovery | None) -> bool:
    """Return whether the values repeat so soon that many rulesets have them."""
    return period is not None and isinstance(period.detail, Course) and period.detail.window <= SIMPLE


def find_period(grader: Grader) -> Discovery | None:
    """Return the period of the values: proved, known from the table of proved periods, or seen; always minimal."""
    return _proved(grader) or _tabled(grader) or _seen(grader)


def _proved(grader: Grader) -> Discovery | None:
    """Return the shortest period of values that a theorem knows for ever.

    A course that is seen on preperiod and period of a proved one goes on with it, so it is proved as well.
    """
    known = grader.known.value
    if known is None:
        return None
    course = known.course
    theorem = known.grounds if grader.period is None else grader.period.theorem
    if course.window <= MINIMISED:
        stop = 2 * course.window + 2 * course.period + 32
        seen = seen_period([known.at(n) for n in range(stop)])
        if seen is not None:
            course = Course(*seen)
    return _period(grader, course, "proved", theorem)


def _tabled(grader: Grader) -> Discovery | None:
    """Return the period of a code that was proved before."""
    rule = grader.question.ruleset.sequence()
    if not isinstance(rule, Code) or grader.question.last_loses:
        return None
    row = known_period(rule)
    return None if row is None else _period(grader, Course(row.preperiod, row.period), "proved", TABLE)


def _seen(grader: Grader) -> Discovery | None:
    """Return the period that the values show."""
    values, start = grader.sample.values, grader.sample.start
    for data in (values[: min(LEARNED, max(FEW, len(values) // 2))], values[:MOST_SEEN]):
        for pattern in find_periods(data, start):
            seen = pattern.detail
            course = Course(*seen) if isinstance(seen, Seen) else Course(0, 1)
            if _agrees(values, course, start):
                return _period(grader, course, "holds" if len(data) < len(values) else "fits", None)
    return None


def _agrees(values: tuple[int, ...], course: Course, start: int) -> bool:
    """Return whether all values go on by a course."""
    n0, p, saltus = course
    later = values[n0 - start + p :]
    return all(one == two + saltus for one, two in zip(later, values[n0 - start :], strict=False))


def _period(grader: Grader, course: Course, grade: Grade, theorem: str | None) -> Discovery:
    """Tell a period."""
    n0, p, saltus = course
    if saltus:
        text = f"period {p} with saltus {saltus} from heap {n0} on: g(n + {p}) = g(n) + {saltus}"
    else:
        text = f"period {p} from heap {n0} on"
    claim = None if saltus else f"periodic {p} from {n0}"
    cost = len(text) // 4 + n0.bit_length() + p.bit_length()
    return Discovery("period", text, grade, n0, grader.sample.last, theorem, claim, None, cost, course)


def _automata(grader: Grader, found: list[Discovery]) -> Iterator[Discovery]:
    """Yield automata that read the digits of n, where nothing simpler says the values (or the outcomes)."""
    head, start = grader.sample.values[:LEARNED], grader.sample.start
    if start or any(one.kind in {"period", "formula"} for one in found):
        return
    for pattern in find_automata(head, meter=grader.meter):
        yield from filter(None, [grader.graded(pattern)])
    if not any(one.kind == "progression" for one in found):
        for pattern in find_automata(head, outcome=True, meter=grader.meter):
            yield from filter(None, [grader.graded(pattern, lost=True)])
