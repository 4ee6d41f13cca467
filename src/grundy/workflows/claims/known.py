"""What is proved about a ruleset, for the theorems about claims.

What it says of itself (`Ruleset.value_course` and the like), compared with its own function on several periods; the
proved period of a code or a finite set of takes; in misere play the window of a finite set of takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import sequences
from ...core import Code, Course, InputError, Meter, Outcome, RuleError, Ruleset, Scanner, Sum, Theorem
from ...core.expressions import CLAIM_FUNCTIONS, read_number
from ...misere import THEOREM
from ...patterns import Claim, Comparison, Knowledge, Periodic, Proved, window_course
from ..computing.period import proved_period
from ..solving.quotient import rule_quotient

REACH, WORK = 1 << 18, 1 << 21
"""How far a period is looked for, and how far when a claim speaks of one."""
STEPS = 5_000_000
"""Takes that are tried to find the period of a finite set."""
QUOTIENT = 4.0
"""Twice the seconds that the misère quotient of a code may take."""
FAR = 1 << 40
"""A heap that only a quotient of the whole game has an image for."""
PERIODS = 4
"""Periods on which a theorem is compared with the ruleset."""


def knowledge(ruleset: Ruleset[Any], heaps: int, *, misere: bool, meter: Meter | None = None) -> Knowledge:
    """Return what theorems say about positions of so many heaps, without looking for the period of a code.

    `misere` is how the game is really played: the last move loses.
    """
    value = None if misere else known_values(ruleset, meter)
    steps = _steps(ruleset, heaps)
    if heaps == 1 and ruleset.heaps:
        found = _one_heap(ruleset, value, misere=misere, meter=meter)
        return found._replace(steps=steps, takes=ruleset.takes_where())
    if misere and ruleset.tame:
        value = known_values(ruleset, meter)
    places = _places(ruleset, value, heaps)
    theory = ruleset.theory_of(last_loses=misere)
    return Knowledge(misere=misere, values=places, source=str(theory or ""), steps=steps, columns=ruleset.columns)


def with_period(known: Knowledge, ruleset: Ruleset[Any], claim: object, heaps: int, meter: Meter) -> Knowledge:
    """Return more knowledge about a code in normal play: its proved period, when there is one within reach."""
    if known.misere or known.value is not None or known.values is not None or not ruleset.heaps:
        return known
    most = max(REACH, min(WORK, 3 * (claim.preperiod + claim.period))) if isinstance(claim, Periodic) else REACH
    found = _proved(ruleset, most, meter)
    if found is None:
        return known
    return known._replace(values=(found,) * heaps, value=found, lost=found.marks(0))


def least_of(claim: Claim, last_loses: bool) -> int:
    """Return the smallest heap that a claim speaks of."""
    if isinstance(claim, Periodic):
        return claim.preperiod
    if isinstance(claim, Comparison):
        return claim.least if claim.least is not None else int(claim.names == ("n",) and not last_loses)
    return max(0, -claim.shift)


def known_values(ruleset: Ruleset[Any], meter: Meter | None = None) -> Proved | None:
    """Return the values of one heap in normal play by theorem or, for a finite set of takes, by its window."""
    found = _of_course(ruleset, ruleset.value_course, ruleset.theory, ruleset.known_value)
    takes = ruleset.sequence()
    if found is None and isinstance(takes, tuple):
        return _proved(ruleset, min(REACH, STEPS // max(1, len(takes))), meter or Meter())
    return found


def _one_heap(ruleset: Ruleset[Any], value: Proved | None, *, misere: bool, meter: Meter | None) -> Knowledge:
    if not misere:
        course, theory = ruleset.outcome_course, ruleset.theory
        lost = _of_course(ruleset, course, theory, lambda n: _lost(ruleset.known_outcome(n)))
        lost = value.marks(0) if value else lost
        text, values = ruleset.formula, (value,) if value else None
        formula = read_number(Scanner(text), ("n",), CLAIM_FUNCTIONS) if text else None
        return Knowledge(values=values, value=value, lost=lost, formula=formula, source=str(theory) if text else "")
    if ruleset.tame and (normal := known_values(ruleset, meter)) is not None:
        grounds = f"{normal.grounds}; {ruleset.misere_theory}"
        return Knowledge(misere=True, lost=normal.marks(1)._replace(grounds=grounds))
    course, theory = ruleset.misere_course, ruleset.misere_theory
    lost = _of_course(ruleset, course, theory, lambda n: _lost(ruleset.known_misere(Sum(n)) or Outcome.N))
    takes = ruleset.sequence()
    if lost is None and isinstance(takes, tuple):
        value = window_course(takes, misere=True)
        lost = value.marks(0) if value else None
    return Knowledge(misere=True, value=value, lost=lost or _by_quotient(ruleset, meter or Meter()))


def _by_quotient(ruleset: Ruleset[Any], meter: Meter) -> Proved | None:
    """Return the lost heaps of a code in misere play by its quotient, where that is soon proved for the whole game."""
    if not isinstance(ruleset.sequence(), Code):
        return None
    limits = meter.limits._replace(seconds=min(QUOTIENT, meter.limits.seconds or QUOTIENT))
    quotient = rule_quotient(ruleset).covering(FAR, limits)
    if quotient is None or quotient.period is None:
        return None
    grounds = (
        f"the misère quotient of {ruleset.name} has {quotient.order} elements, and the images of its heaps have period "
        f"{quotient.period} from heap {quotient.preperiod} on ({THEOREM})"
    )
    course = Course(quotient.preperiod, quotient.period)
    return Proved(lambda n: int(quotient.is_lost(quotient.image(n))), course, grounds)


def _steps(ruleset: Ruleset[Any], heaps: int) -> frozenset[tuple[int, ...]] | None:
    """Return the vectors of which a move takes one from so many heaps, where they are the whole rule."""
    takes = ruleset.sequence() if ruleset.heaps else None
    if isinstance(takes, tuple):
        return frozenset((0,) * i + (k,) + (0,) * (heaps - 1 - i) for k in takes for i in range(heaps))
    vectors = ruleset.vectors()
    if vectors is None or vectors[1] or len(vectors[0][0]) != heaps:
        return None
    return frozenset(vectors[0])


def _places(ruleset: Ruleset[Any], value: Proved | None, heaps: int) -> tuple[Proved, ...] | None:
    """Return the values of the heaps of one position whose nim-sum is the value of the whole."""
    if ruleset.heaps:
        return None if value is None else (value,) * heaps
    grounds = str(ruleset.theory)
    itself, nothing = Proved(int, Course(0, 1, 1), grounds), Proved(lambda _: 0, Course(0, 1), grounds)
    counting = ruleset.nim_heaps(heaps)
    return None if counting is None else tuple(itself if counts else nothing for counts in counting)


def _proved(ruleset: Ruleset[Any], most: int, meter: Meter) -> Proved | None:
    period = proved_period(ruleset, most, meter)
    return by_period(ruleset, period) if period is not None and period.status == "proved" else None


def by_period(ruleset: Ruleset[Any], period: sequences.Period) -> Proved:
    """Return the values of a ruleset by its proved period."""
    course = Course(period.preperiod, period.period, period.saltus)
    grounds = f"the values of {ruleset.name} have period {period.period} from heap {period.preperiod} on"
    return Proved(period.value, course, f"{grounds}, proved by {period.theorem}", period.theorem or "")


def _of_course(
    ruleset: Ruleset[Any], course: Course | None, theorem: Theorem | None, fact: Callable[[int], int | None]
) -> Proved | None:
    if course is None or theorem is None:
        return None

    def at(n: int) -> int:
        if (found := fact(n)) is None:
            raise InputError("no theorem covers this claim")
        return found

    n0, p, saltus = course
    for n in range(n0, n0 + min(PERIODS * p, 1000)):
        if at(n + p) != at(n) + saltus:
            raise RuleError(f"{ruleset.name}: its theorem and its function of values differ at heap {n + p}")
    return Proved(at, course, str(theorem))


def _lost(outcome: Outcome | None) -> int | None:
    return None if outcome is None else int(outcome is Outcome.P)
