"""Finds a small automaton that computes a sequence from the digits of its index.

The automaton is learned from a sample, the first terms (`automatic.learn`), and compared with all terms. The number of
terms after the sample must be at least `EVIDENCE` times the number of entries in the automaton's table, and the terms
must have more information than the table (`pattern.is_enough`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..automatic import Base
from ..automatic.learn import Table, learned
from ..core import Budget
from .automata import Automaton
from .pattern import Pattern, is_enough

BASES = (2, 3, 4, 5, 6, 10)
"""The bases that are tried."""
MOST_VALUES = 64
"""The largest number of distinct values in a sequence."""
MOST_STATES = 64
"""The largest number of states."""
LEAST = 8
"""The number of terms that must be known after a word of digits before the word is treated as a state."""
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
        One pattern, whose `detail` is the `Automaton`; or an empty list.

    Example:
        >>> [found] = find_automata([n.bit_count() % 2 for n in range(1000)])
        >>> print(found, found.detail.evaluate(10**30))
        value of n: automaton of 2 states that reads n in base 2 1
    """
    terms = [int(value == 0) for value in values] if outcome else list(values)
    letters = sorted(set(terms))
    if len(letters) > MOST_VALUES or len({*terms[len(terms) // 2 :]}) < 2:
        return []
    code = {value: place for place, value in enumerate(letters)}
    data = bytes(code[value] for value in terms)
    fits = filter(None, (_fitting(data, base, budget or Budget()) for base in bases))
    told = [fit for fit in fits if fit.states > 1 and is_enough(data, 4 + fit.entries)]
    if not told:
        return []
    found = min(told, key=lambda fit: fit.entries)
    automaton = Automaton(found.base, found.transitions, tuple(letters[place] for place in found.outputs))
    what = "1 where n is a P-position, else 0" if outcome else "value of n"
    return [Pattern("automaton", f"{what}: {automaton}", 4 + found.entries, 0, len(data) - 1, detail=automaton)]


def _fitting(data: bytes, base: int, budget: Budget) -> Automaton | None:
    """Return an automaton that is learned from the first terms and gives all terms, or None if none is found.

    The number of states is limited so that the remaining terms are enough to test the automaton. `data` has the terms
    of the sequence, one byte each, and `base` is the base of the digits.
    """
    digits = next(digits for digits in range(LEAST) if sum(base**i for i in range(digits + 1)) >= LEAST)
    for part in SAMPLES:
        sample = len(data) // part
        budget.charge(sample + 1)
        most = min(MOST_STATES, (len(data) - sample) // (EVIDENCE * (base + 1)))
        if not sample or not most:
            continue
        found = learned(Table(data[:sample], sample, 1), Base(base), most, budget, least=digits)
        if found is not None:
            automaton = Automaton(base, tuple(map(tuple, found[0][:-1])), tuple(found[1][:-1]))
            if all(bytes(automaton.values(stop)) == data[:stop] for stop in (min(len(data), 1024), len(data))):
                return automaton
    return None
