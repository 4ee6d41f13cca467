"""Collects the proved facts about a ruleset, from which theorems decide claims.

A fact can be a theorem that the ruleset itself states (`Knowledge.value_course` and others), which is first tested on
several periods. It can be the proved period of a code or of a finite subtraction set. In misère play it can be a
repeated block of values of a finite subtraction set, or the misère quotient of a code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import sequences
from ...core import (
    Budget,
    Code,
    Course,
    HeapRuleset,
    InputError,
    Knowledge,
    Outcome,
    RuleError,
    Ruleset,
    Scanner,
    Structure,
    Sum,
    Theorem,
    facet,
)
from ...core.expressions import CLAIM_FUNCTIONS, read_number
from ...misere import THEOREM
from ...patterns import Claim, Comparison, Periodic, Proved, ProvedFacts, window_course
from ..computing.period import proved_period
from ..solving.quotient import rule_quotient
from ..solving.rule_moves import moves_of

REACH, WORK = 1 << 18, 1 << 21
"""The last heap of the search for a period, and the last one if the claim is about a period."""
STEPS = 5_000_000
"""The limit on heaps times members in the search for the period of a finite subtraction set."""
QUOTIENT = 4.0
"""Twice the number of seconds for the misère quotient of a code."""
FAR = 1 << 40
"""A heap that has an image only in a quotient of the whole game."""
PERIODS = 4
"""The number of periods on which a theorem is compared with the ruleset."""


def knowledge(ruleset: Ruleset[Any], heaps: int, *, misere: bool, budget: Budget | None = None) -> ProvedFacts:
    """Collect the proved facts about a ruleset, from which theorems decide claims.

    The period of a take-and-break code is not searched here, but by `with_period`.

    Args:
        ruleset: The ruleset that a claim is about.
        heaps: How many heaps a position has.
        misere: Whether the player who makes the last move loses.
        budget: Limits the work.

    Returns:
        The proved facts about the values and outcomes of positions.
    """
    value = None if misere else known_values(ruleset, budget)
    steps = _steps(ruleset, heaps)
    if heaps == 1 and isinstance(ruleset, HeapRuleset):
        rule = facet(ruleset, Structure)
        facts = _one_heap(ruleset, value, misere=misere, budget=budget)
        moves = moves_of(ruleset, 1, misere=misere)
        return facts._replace(steps=steps, takes=rule.takes_where(), rule=moves)
    if misere and facet(ruleset, Knowledge).tame:
        value = known_values(ruleset, budget)
    places = _places(ruleset, value, heaps)
    theory = facet(ruleset, Knowledge).theory_of(last_loses=misere)
    columns = facet(ruleset, Structure).columns
    moves = moves_of(ruleset, heaps, misere=misere)
    facts = ProvedFacts(misere=misere, values=places, source=str(theory or ""), steps=steps, columns=columns)
    return facts._replace(rule=moves)


def with_period(known: ProvedFacts, ruleset: Ruleset[Any], claim: object, heaps: int, budget: Budget) -> ProvedFacts:
    """Search the period of a take-and-break code, and add it to the proved facts about normal play.

    Args:
        known: The facts that are proved so far.
        ruleset: The ruleset that a claim is about.
        claim: The claim to decide; if it states a long period, more heaps are examined than for other claims.
        heaps: How many heaps a position has.
        budget: Limits the work.

    Returns:
        `known` with the period, or `known` unchanged if no period is proved.
    """
    if known.misere or known.value is not None or known.values is not None or not isinstance(ruleset, HeapRuleset):
        return known
    most = max(REACH, min(WORK, 3 * (claim.preperiod + claim.period))) if isinstance(claim, Periodic) else REACH
    values = _proved(ruleset, most, budget)
    if values is None:
        return known
    return known._replace(values=(values,) * heaps, value=values, lost=values.marks(0))


def least_of(claim: Claim, last_loses: bool) -> int:
    """Return the smallest heap that a claim is about.

    Args:
        claim: The claim, about single heaps or several.
        last_loses: Whether the player who makes the last move loses.

    Returns:
        The size of this heap, the first one to compare.
    """
    if isinstance(claim, Periodic):
        return claim.preperiod
    if isinstance(claim, Comparison):
        return claim.least if claim.least is not None else int(claim.names == ("n",) and not last_loses)
    return max(0, -claim.shift)


def known_values(ruleset: Ruleset[Any], budget: Budget | None = None) -> Proved | None:
    """Return a function for the values of all heaps in normal play, if they are proved.

    The proof is a theorem about the ruleset, or the period of a finite subtraction set.

    Args:
        ruleset: The ruleset that a claim is about.
        budget: Limits the work.

    Returns:
        A function that gives the value of every heap, with its proof, or None if no proof is known.
    """
    stated = facet(ruleset, Knowledge)
    proved = _of_course(ruleset, stated.value_course, stated.theory, stated.known_value)
    takes = facet(ruleset, Structure).sequence()
    if proved is None and isinstance(takes, tuple):
        return _proved(ruleset, min(REACH, STEPS // max(1, len(takes))), budget or Budget())
    return proved


def _one_heap(ruleset: Ruleset[Any], value: Proved | None, *, misere: bool, budget: Budget | None) -> ProvedFacts:
    stated = facet(ruleset, Knowledge)
    if not misere:
        course, theory = stated.outcome_course, stated.theory
        lost = _of_course(ruleset, course, theory, lambda n: _lost(stated.known_outcome(n)))
        lost = value.marks(0) if value else lost
        text, values = stated.formula, (value,) if value else None
        formula = read_number(Scanner(text), ("n",), CLAIM_FUNCTIONS) if text else None
        return ProvedFacts(values=values, value=value, lost=lost, formula=formula, source=str(theory) if text else "")
    if stated.tame and (normal := known_values(ruleset, budget)) is not None:
        grounds = f"{normal.grounds}; {stated.misere_theory}"
        return ProvedFacts(misere=True, lost=normal.marks(1)._replace(grounds=grounds))
    course, theory = stated.misere_course, stated.misere_theory
    lost = _of_course(ruleset, course, theory, lambda n: _lost(stated.known_misere(Sum(n)) or Outcome.N))
    takes = facet(ruleset, Structure).sequence()
    if lost is None and isinstance(takes, tuple):
        value = window_course(takes, misere=True)
        lost = value.marks(0) if value else None
    return ProvedFacts(misere=True, value=value, lost=lost or _by_quotient(ruleset, budget or Budget()))


def _by_quotient(ruleset: Ruleset[Any], budget: Budget) -> Proved | None:
    if not isinstance(facet(ruleset, Structure).sequence(), Code):
        return None
    limits = budget.limits._replace(seconds=min(QUOTIENT, budget.limits.seconds or QUOTIENT))
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
    """Return all vectors that moves can subtract from the heaps, or None if other moves may exist.

    `heaps` is the number of heaps in a position; a vector has a number of tokens for each heap.
    """
    takes = facet(ruleset, Structure).sequence() if isinstance(ruleset, HeapRuleset) else None
    if isinstance(takes, tuple):
        return frozenset((0,) * i + (k,) + (0,) * (heaps - 1 - i) for k in takes for i in range(heaps))
    rule = facet(ruleset, Structure)
    vectors = rule.vectors()
    if vectors is None or vectors[1] or len(vectors[0][0]) != heaps:
        return None
    return frozenset(vectors[0])


def _places(ruleset: Ruleset[Any], value: Proved | None, heaps: int) -> tuple[Proved, ...] | None:
    """Return one function per heap; the value of a position is the nim-sum of their results for its heaps.

    `value` is the proved function of a single heap, or None. The result is None if no such functions are known.
    """
    if isinstance(ruleset, HeapRuleset):
        return None if value is None else (value,) * heaps
    grounds = str(facet(ruleset, Knowledge).theory)
    itself, nothing = Proved(int, Course(0, 1, 1), grounds), Proved(lambda _: 0, Course(0, 1), grounds)
    rule = facet(ruleset, Structure)
    counting = rule.nim_heaps(heaps)
    return None if counting is None else tuple(itself if counts else nothing for counts in counting)


def _proved(ruleset: Ruleset[Any], most: int, budget: Budget) -> Proved | None:
    period = proved_period(ruleset, most, budget)
    return by_period(ruleset, period) if period is not None and period.status == "proved" else None


def by_period(ruleset: Ruleset[Any], period: sequences.Period) -> Proved:
    """Return the function for the values of all heaps that follows from a proved period.

    Args:
        ruleset: The ruleset that a claim is about.
        period: The period.

    Returns:
        A function that gives the value of every heap, with the period as its proof.
    """
    course = Course(period.preperiod, period.period, period.saltus)
    grounds = f"the values of {ruleset.name} have period {period.period} from heap {period.preperiod} on"
    return Proved(period.value, course, f"{grounds}, proved by {period.theorem}", period.theorem or "")


def _of_course(
    ruleset: Ruleset[Any], course: Course | None, theorem: Theorem | None, fact: Callable[[int], int | None]
) -> Proved | None:
    if course is None or theorem is None:
        return None

    def at(n: int) -> int:
        if (value := fact(n)) is None:
            raise InputError("no theorem covers this claim")
        return value

    n0, p, saltus = course
    for n in range(n0, n0 + min(PERIODS * p, 1000)):
        if at(n + p) != at(n) + saltus:
            raise RuleError(f"{ruleset.name}: its theorem and its function of values differ at heap {n + p}")
    return Proved(at, course, str(theorem))


def _lost(outcome: Outcome | None) -> int | None:
    return None if outcome is None else int(outcome is Outcome.P)
