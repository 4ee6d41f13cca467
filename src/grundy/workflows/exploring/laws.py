"""Finds proved laws of rules with linear conditions and states them in words.

A law is given by automata that read the digits of the heaps, or by a function that computes each P-position from the
one before it.
"""

from __future__ import annotations

from ...automatic import Base, NotDefinable
from ...core import Budget, LimitReached
from ...patterns import Automaton, Moves
from ...patterns.find_laws import Law, find_law
from ...patterns.orbits import find_orbit
from .exploration import Discovery

WORK = 300_000
"""The largest number of states and entries of tables that the search for a law may take."""
SHOWN = 8
"""The number of P-positions of an orbit that are listed."""
SIZES = {1: (64, 256), 2: (64, 256, 1024), 3: (8, 16)}
"""The sizes of the tables that laws are learned from."""
SOURCE = "(J. R. Büchi, Weak second-order arithmetic and finite automata, 1960)"
PROOF = (
    "no move leads from one of these positions to another, and from every other position {last}a move leads to one; "
    f"automata decide both {SOURCE}"
)
MEX = f"the value of every position is the least number that no option has; automata decide it {SOURCE}"
ORBIT = (
    "the heaps between p and the next one move to p, and no larger heap moves to p or a smaller one; automata decide "
    f"both {SOURCE}"
)


def law_discoveries(rule: Moves, checked_to: int, budget: Budget, *, values: bool = True) -> list[Discovery]:
    """Find a proved law of a rule: for the values of one heap if they have one, otherwise for the P-positions.

    Args:
        rule: The rule.
        checked_to: The largest heap for which values were computed.
        budget: Counts the work.
        values: Whether to look for a law of the values of one heap, too.

    Returns:
        One discovery, or none.

    Example:
        >>> from ...patterns import LinearMove
        >>> rule = Moves(("n",), (LinearMove("k >= 1 and 3 * k <= n", {"n": "n - k"}, ("k",)),))
        >>> print(law_discoveries(rule, 100, Budget())[0])
        P-positions: 0, and after each p the next is (3 * p + 2) // 2: 0, 1, 2, 4, 7, 11, 17, 26, ... (proved)
    """
    try:
        with budget.sub_budget(WORK) as own:
            for of_values in (True, False) if values and len(rule.heaps) == 1 and not rule.misere else (False,):
                law = find_law(rule, values=of_values, sizes=SIZES.get(len(rule.heaps), ()), budget=own)
                if isinstance(law, Law):
                    return [_shown(law, rule, checked_to)]
            if rule.heaps == ("n",) and not rule.misere:
                return _orbit(rule, checked_to, own)
    except NotDefinable:
        pass
    except LimitReached as error:
        if error.kind == "time":
            raise
    return []


def _orbit(rule: Moves, checked_to: int, budget: Budget) -> list[Discovery]:
    law = find_orbit(rule, budget=budget)
    if law is None or not law.formula:
        return []
    stop, many = 64, SHOWN + len(law.small)
    while len(law.terms(stop)) < many and stop < 1 << 30:
        stop *= 8
    listed, first, rests = ", ".join(map(str, law.terms(stop)[:many])), max(law.starts), len(law.starts)
    p, text = f"p >= {first}" if first >= rests else "p", f"the next is {law.formula}: {listed}, ..."
    if law.free is not None:
        text = f"P-positions that a move can leave: after each {p} the next is the first from {law.formula} on. "
        text += f"Other heaps between them: P iff no move leads to this p. P-positions: {listed}, ..."
    elif rests > 1:
        text = f"P-positions: after each {p} {text.replace('next', f'next with the same remainder by {rests}')}"
    else:
        text = f"P-positions: {f'after each {p}' if first else '0, and after each p'} {text}"
    return [Discovery("progression", text, "proved", 0, checked_to, ORBIT, cost=len(law.formula), detail=law)]


def _shown(law: Law, rule: Moves, checked_to: int) -> Discovery:
    delta, outputs = law.machine()
    *first, last = law.heaps
    names = f"{', '.join(first)} and {last}" if first else last
    detail: object = law
    if not first and isinstance(law.system, Base):
        detail = Automaton(law.system.digits, delta, outputs)
    digits = allowed_digits(law)
    if law.values:
        text = f"value of {names}: automaton of {len(outputs)} states that reads {names} in {law.system.name}"
    elif digits:
        text = f"P iff every digit of {names} in {law.system.name} is {digits}"
    else:
        text = f"P iff an automaton of {len(outputs)} states accepts the digits of {names} in {law.system.name}"
    proof = MEX if law.values else PROOF.format(last="that has a move, " if rule.misere else "")
    return Discovery("automaton", text, "proved", 0, checked_to, proof, cost=4 + len(outputs), detail=detail)


def allowed_digits(law: Law) -> str:
    """Return the digits such that exactly the numbers with only these digits are P-positions, for instance "0 or 1".

    The result is "" if the law of the P-positions is not of this kind.
    """
    lost = law.levels[-1]
    if law.values or len(law.heaps) > 1 or lost.states != 2 or not lost.accepting[0] or lost.accepting[1]:
        return ""
    if any(state != 1 for state in lost.delta[1]):
        return ""
    return " or ".join(str(digit) for digit, state in enumerate(lost.delta[0]) if state == 0)
