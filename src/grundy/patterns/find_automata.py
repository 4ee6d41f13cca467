"""Finds a small automaton that computes a sequence from the digits of its index.

The automaton is learned from a sample, the first terms (`automata.learn`), and compared with all terms. The number of
terms after the sample must be at least `EVIDENCE` times the number of entries in the automaton's table, and the terms
must have more information than the table (`pattern.is_enough`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, product

from ..core import Budget
from .automata import Automaton, learn
from .pattern import Pattern, is_enough

BASES = (2, 3, 4, 5, 6, 10)
"""The bases that are tried."""
MOST_VALUES = 64
"""The largest number of distinct values in a sequence."""
MOST_STATES = 64
"""The largest number of states."""
MOST_EXCEPTIONS = 8
"""The largest number of first terms that may be excluded to make the automaton smaller."""
MOST_SHORTENED = 4
"""The number of automata, those with the smallest tables, that are tried with excluded terms."""
EVIDENCE = 16
"""The number of terms after the sample for every table entry."""
SAMPLES = (16, 4, 2)
"""The divisors of the number of terms that give the sample: a sixteenth, and more only if that is too little."""


def find_automata(
    values: Sequence[int], *, outcome: bool = False, bases: Sequence[int] = BASES, budget: Budget | None = None
) -> list[Pattern]:
    """Find the automaton with the smallest table that computes a sequence from the digits of n.

    A sequence that is finally constant has no pattern of this kind.

    Args:
        values: The terms f(0), f(1), ...
        outcome: Whether to use only whether a value is 0; then the automaton returns 1 for P and 0 for N.
        bases: The bases to try.
        budget: Counts the terms examined; may raise `LimitReached`.

    Returns:
        One pattern, whose `detail` is the `Automaton` and which is valid from its `start` on; or an empty list.

    Example:
        >>> [found] = find_automata([n.bit_count() % 2 for n in range(1000)])
        >>> print(found, found.detail.evaluate(10**30))
        value of n: automaton of 2 states that reads n in base 2, least digit first 1
    """
    terms = [int(value == 0) for value in values] if outcome else list(values)
    letters = sorted(set(terms))
    if not 1 < len(letters) <= MOST_VALUES:
        return []
    budget = budget or Budget()
    code = {value: place for place, value in enumerate(letters)}
    data = bytes(code[value] for value in terms)
    smallest = sorted(_fitting(data, bases, budget), key=lambda fit: fit[0].entries)[:MOST_SHORTENED]
    fits = [_shorter(data, *fit, budget) for fit in smallest]
    told = [fit for fit in fits if fit[0].states > 1 and is_enough(data[fit[2] :], _cost(fit[0], fit[2]))]
    if not told:
        return []
    coded, _, start = min(told, key=lambda fit: _cost(fit[0], fit[2]))
    automaton = Automaton(
        coded.base, coded.least_first, coded.transitions, tuple(letters[place] for place in coded.outputs)
    )
    what = "1 where n is a P-position, else 0" if outcome else "value of n"
    text = f"{what}: {automaton}" + (f", from {start} on" if start else "")
    return [Pattern("automaton", text, _cost(automaton, start), start, len(data) - 1, detail=automaton)]


def _fitting(data: bytes, bases: Sequence[int], budget: Budget) -> Iterator[tuple[Automaton, int]]:
    for base in bases:
        for least_first in (True, False):
            for part in SAMPLES:
                sample = len(data) // part
                found = _learned(data, sample, base, least_first, budget)
                if found is not None and _gives(found, data):
                    yield found, sample
                    break


def _learned(data: bytes, sample: int, base: int, least_first: bool, budget: Budget) -> Automaton | None:
    """Return an automaton learned from the first `sample` terms, or None if none is small enough.

    The number of states is limited so that the remaining terms are enough to test the automaton.
    """
    budget.charge(sample + 1)
    most = min(MOST_STATES, (len(data) - sample) // (EVIDENCE * (base + 1)))
    return learn(data[:sample], base, least_first=least_first, most_states=most) if sample and most else None


def _gives(automaton: Automaton, data: bytes) -> bool:
    return all(bytes(automaton.values(stop)) == data[:stop] for stop in (min(len(data), 1024), len(data)))


def _shorter(data: bytes, automaton: Automaton, sample: int, budget: Budget) -> tuple[Automaton, int, int]:
    """Find an automaton with a smaller table that is wrong only for the first few terms.

    Return the automaton, the number of terms from which it was learned, and the first term from which it is right.

    One after another, the first terms are changed to the value that gives fewer states. This ends if a round has no
    success, or if the first terms share their states with later terms. The result is used if it saves more table
    entries than terms are excluded.
    """
    tries = list(product(range(min(MOST_EXCEPTIONS, sample)), sorted(set(data[:sample]))))
    changed, best, idle = data, automaton, 0
    for place, value in cycle(tries):
        if idle == len(tries) or not _has_exceptions(best, sample, len(data)):
            break
        other = changed[:place] + bytes([value]) + changed[place + 1 :]
        found = _learned(other, sample, best.base, best.least_first, budget)
        idle += 1
        if found is not None and found.states < best.states and _gives(found, other):
            changed, best, idle = other, found, 0
    start = max((place + 1 for place, _ in tries if changed[place] != data[place]), default=0)
    return (best, sample, start) if best.entries + start < automaton.entries else (automaton, sample, 0)


@lru_cache(maxsize=1)
def _has_exceptions(automaton: Automaton, sample: int, stop: int) -> bool:
    """Return whether an early term ends in a state that no later term reaches, so that it may be an exception."""
    ends = automaton.ends(stop)
    return not set(ends[:MOST_EXCEPTIONS]) <= set(ends[sample:])


def _cost(automaton: Automaton, start: int) -> int:
    return 4 + automaton.entries + start
