"""What is proved about a ruleset, for the theorems about claims.

Three sources: the theorem of the ruleset, by the name that denotes it; the proved period of a code or a
finite set of takes; and in misere play the window of a finite set of takes. Every course taken from a
theorem is compared with the ruleset's own function on several periods before it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from ..core import GrundyError, InputError, Meter, Outcome, RuleError, Ruleset, Scanner, Sum
from ..core.expressions import CLAIM_FUNCTIONS, Node, read_condition, read_number
from ..patterns import Course, Knowledge, Periodic, Proved, window_course
from .period import proved_period

REACH, WORK = 1 << 18, 1 << 21
"""How far a period is looked for, and how far when a claim speaks of one."""
STEPS = 5_000_000
"""Takes that are tried to find the period of a finite set."""
MOST_MEMBERS = 60
"""Takes of a finite set that are written as a condition."""
_SETS = {"any": "k >= 1", "squares": "is_square(k)", "primes": "k == 1 or is_prime(k)"}
"""The endless sets of takes that are conditions."""
PERIODS = 4
"""Periods on which a theorem is compared with the ruleset."""
_RANGE = r"take 1\.\.([0-9]+)|nim\(max=([0-9]+)\)"
_BASH = r"bash\(min=([0-9]+), max=([0-9]+)"
_VALUES: dict[str, Callable[[list[int]], Course]] = {
    r"nim|nimble|take any|0\.\[3\]": lambda _: Course(0, 1, 1),
    _RANGE: lambda most: Course(0, most[0] + 1),
    "take primes": lambda _: Course(0, 4),
    "take prime-powers": lambda _: Course(0, 6),
    r"take powers\(2\)": lambda _: Course(0, 3),
    r"take powers\([0-9]*[13579]\)": lambda _: Course(0, 2),
    rf"{_BASH}\)": lambda ends: Course(0, sum(ends)),
    "split": lambda _: Course(1, 2),
    "lasker": lambda _: Course(1, 4, 4),
}
"""Name of a ruleset -> the course of the values that its theorem states; numbers in the name in their order."""
_LOST: dict[str, Callable[[list[int]], Course]] = {
    "divisors": lambda _: Course(1, 2),
    rf"{_BASH}, end=rest\)": lambda ends: Course(0, sum(ends)),
}
"""The same for the outcome in normal play where the values have no course."""
_LOST_MISERE = {rf"{_BASH}(?:, end=[a-z-]+)?\)": lambda ends: Course(1, sum(ends))}
"""The same for the outcome of one heap in misere play."""


def knowledge(ruleset: Ruleset[Any], heaps: int, *, misere: bool, meter: Meter | None = None) -> Knowledge:
    """Return what theorems say about positions of so many heaps, without looking for the period of a code.

    `misere` is how the game is really played: the last move loses.
    """
    value = None if misere else known_values(ruleset, meter)
    steps = _steps(ruleset, heaps)
    if heaps == 1 and ruleset.heaps:
        found = _one_heap(ruleset, value, misere=misere, meter=meter)
        return found._replace(steps=steps, takes=_condition(ruleset))
    if misere and ruleset.tame:
        value = known_values(ruleset, meter)
    places = _places(ruleset, value, heaps)
    theory = ruleset.misere_theory if misere else ruleset.theory
    return Knowledge(misere=misere, values=places, source=str(theory or ""), steps=steps, columns=_columns(ruleset))


def with_period(known: Knowledge, ruleset: Ruleset[Any], claim: object, heaps: int, meter: Meter) -> Knowledge:
    """Return more knowledge about a code in normal play: its proved period, when there is one within reach."""
    if known.misere or known.value is not None or (known.values is not None) or not ruleset.heaps:
        return known
    most = REACH
    if isinstance(claim, Periodic):
        most = max(REACH, min(WORK, 3 * (claim.preperiod + claim.period)))
    found = _proved(ruleset, most, meter)
    if found is None:
        return known
    return known._replace(values=(found,) * heaps, value=found, lost=found.marks(0))


def known_values(ruleset: Ruleset[Any], meter: Meter | None = None) -> Proved | None:
    """Return the values of one heap in normal play by theorem or, for a finite set of takes, by its window."""
    found = _of_theorem(ruleset, _VALUES, lambda n: _some(ruleset.known_value(n)))
    takes = ruleset.sequence()
    if found is None and isinstance(takes, tuple):
        return _proved(ruleset, min(REACH, STEPS // max(1, len(takes))), meter or Meter())
    return found


def _one_heap(ruleset: Ruleset[Any], value: Proved | None, *, misere: bool, meter: Meter | None) -> Knowledge:
    """Return what is known of one heap."""
    if not misere:
        lost = value.marks(0) if value else _of_theorem(ruleset, _LOST, lambda n: _is_p(ruleset.known_outcome(n)))
        formula, source = None, ""
        if ruleset == _ruleset("divisors"):
            formula = read_number(Scanner("v2(n)"), ("n",), CLAIM_FUNCTIONS)
            source = str(ruleset.theory)
        values = (value,) if value else None
        return Knowledge(values=values, value=value, lost=lost, formula=formula, source=source)
    if ruleset.tame and (normal := known_values(ruleset, meter)) is not None:
        grounds = f"{normal.grounds}; {ruleset.misere_theory}"
        return Knowledge(misere=True, lost=normal.marks(1)._replace(grounds=grounds))
    lost = _of_theorem(ruleset, _LOST_MISERE, lambda n: _is_p(ruleset.known_misere(Sum(n)) or Outcome.N))
    takes = ruleset.sequence()
    if lost is None and isinstance(takes, tuple):
        value = window_course(takes, misere=True)
        lost = value.marks(0) if value else None
    return Knowledge(misere=True, value=value, lost=lost)


def _steps(ruleset: Ruleset[Any], heaps: int) -> frozenset[tuple[int, ...]] | None:
    """Return the vectors of which a move takes one from so many heaps, where they are the whole rule."""
    takes = ruleset.sequence() if ruleset.heaps else None
    if isinstance(takes, tuple):
        found = [(0,) * i + (k,) + (0,) * (heaps - 1 - i) for k in takes for i in range(heaps)]
    elif ruleset.name.startswith("vectors(") and ruleset == _ruleset(ruleset.name):
        size, found, rays = (getattr(ruleset, what) for what in ("size", "steps", "rays"))
        if rays or size != heaps:
            return None
    else:
        return None
    return frozenset(found)


def _condition(ruleset: Ruleset[Any]) -> Node | None:
    """Return the condition on n and k under which k tokens may be taken from n, where that is the whole rule."""
    from ..games import NAMED_SETS, HeapRule, TakeSet, TakeWhere

    if type(ruleset) is not HeapRule:
        return None
    texts, found = {id(NAMED_SETS[word]): text for word, text in _SETS.items()}, list[Node]()
    for clause in ruleset.clauses:
        if type(clause) is TakeWhere:
            found.append(clause.condition)
        elif type(clause) is TakeSet and clause.finite is not None and len(clause.finite) <= MOST_MEMBERS:
            text = " or ".join(f"k == {k}" for k in clause.finite)
            found.append(read_condition(Scanner(text), ("n", "k")))
        elif id(clause) in texts:
            found.append(read_condition(Scanner(texts[id(clause)]), ("n", "k")))
        else:
            return None
    return found[0] if len(found) == 1 else Node("or", tuple(found))


def _columns(ruleset: Ruleset[Any]) -> int | None:
    """Return k + 1 where up to k heaps are lowered at once (Moore 1910)."""
    found = re.fullmatch(r"moore\(k=([0-9]+)\)", ruleset.name)
    return 1 + int(found[1]) if found and ruleset == _ruleset(ruleset.name) else None


def _places(ruleset: Ruleset[Any], value: Proved | None, heaps: int) -> tuple[Proved, ...] | None:
    """Return the values of the heaps of one position whose nim-sum is the value of the whole."""
    if ruleset.heaps:
        return None if value is None else (value,) * heaps
    grounds = str(ruleset.theory)
    itself = Proved(int, Course(0, 1, 1), grounds)
    if ruleset == _ruleset("staircase"):
        nothing = Proved(lambda _: 0, Course(0, 1), grounds)
        return tuple(itself if stair % 2 else nothing for stair in range(heaps))
    if any(ruleset == _ruleset(name) for name in ("moore(k=1)", "circular-nim(k=1)")):
        return (itself,) * heaps
    return None


def _proved(ruleset: Ruleset[Any], most: int, meter: Meter) -> Proved | None:
    """Return the values of a code or a finite set of takes by their proved period."""
    period = proved_period(ruleset, most, meter)
    if period is None or period.grade != "proved":
        return None
    course = Course(period.preperiod, period.period, period.saltus)
    grounds = f"the values of {ruleset.name} have period {period.period} from heap {period.preperiod} on"
    return Proved(period.value, course, f"{grounds}, proved by {period.theorem}")


def _of_theorem(
    ruleset: Ruleset[Any], table: dict[str, Callable[[list[int]], Course]], at: Callable[[int], int]
) -> Proved | None:
    """Return a function that the theorem of a named ruleset gives, with its course."""
    theorem = ruleset.misere_theory if table is _LOST_MISERE else ruleset.theory
    for pattern, course_of in table.items():
        found = re.fullmatch(pattern, ruleset.name)
        if found and theorem is not None and ruleset == _ruleset(ruleset.name):
            course = course_of([int(number) for number in found.groups() if number])
            n0, p, saltus = course
            for n in range(n0, n0 + min(PERIODS * p, 1000)):
                if at(n + p) != at(n) + saltus:
                    raise RuleError(f"{ruleset.name}: its theorem and its function of values differ at heap {n + p}")
            return Proved(at, course, str(theorem))
    return None


@cache
def _ruleset(name: str) -> Ruleset[Any] | None:
    """Return the ruleset that a name denotes, None when it denotes none."""
    from ..notation import read_ruleset

    try:
        return read_ruleset(name, files=False)
    except GrundyError:
        return None


def _is_p(outcome: Outcome | None) -> int:
    """Return 1 for P, 0 for N."""
    if outcome is None:
        raise InputError("the theorem says nothing here")
    return int(outcome is Outcome.P)


def _some(value: int | None) -> int:
    """Return a value that must be known."""
    if value is None:
        raise InputError("the theorem says nothing here")
    return value
