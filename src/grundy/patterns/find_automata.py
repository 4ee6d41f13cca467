"""Finds the automaton that gives a sequence from the digits of its index, where there is a small one.

It is learned from a beginning of the data (`automata.learn`) and compared with all of them. The data behind the sample
must be `EVIDENCE` times as many as the entries of the table, and hold more information than it (`pattern.is_enough`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle, product

from ..core import Meter
from .automata import Automaton, learn
from .pattern import Pattern, is_enough

BASES = (2, 3, 4, 5, 6, 10)
"""The bases that are tried."""
MOST_VALUES = 64
"""A sequence with more different values is not tried."""
MOST_STATES = 64
"""Automata with more states are not looked for."""
MOST_EXCEPTIONS = 8
"""Only so many first terms may be left out to make the automaton smaller."""
MOST_SHORTENED = 4
"""So many of the automata that fit, those with the smallest tables, are tried with fewer terms."""
EVIDENCE = 16
"""Terms behind the sample for every entry of the table."""
SAMPLES = (16, 4, 2)
"""The sample is this part of the data: a sixteenth, and more only where that is too little to learn from."""


def find_automata(
    values: Sequence[int], *, outcome: bool = False, bases: Sequence[int] = BASES, meter: Meter | None = None
) -> list[Pattern]:
    """Return the pattern of the automaton with the smallest table that gives f(0), f(1), ... in `values`, or none.

    A sequence that is constant from some term on has no automaton worth the name.

    With `outcome` the values count only as 0 (a P-position) or not, and the automaton answers 1 for P, 0 for N.
    Its `detail` is an `Automaton`; the pattern speaks of n from its `start` on, and of nothing less.

    >>> [found] = find_automata([n.bit_count() % 2 for n in range(1000)])
    >>> print(found, found.detail.evaluate(10**30))
    value of n: automaton of 2 states that reads n in base 2, least digit first 1
    """
    terms = [int(value == 0) for value in values] if outcome else list(values)
    letters = sorted(set(terms))
    if not 1 < len(letters) <= MOST_VALUES:
        return []
    meter = meter or Meter()
    code = {value: place for place, value in enumerate(letters)}
    data = bytes(code[value] for value in terms)
    smallest = sorted(_fitting(data, bases, meter), key=lambda fit: fit[0].entries)[:MOST_SHORTENED]
    fits = [_shorter(data, *fit, meter) for fit in smallest]
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


def _fitting(data: bytes, bases: Sequence[int], meter: Meter) -> Iterator[tuple[Automaton, int]]:
    for base in bases:
        for least_first in (True, False):
            for part in SAMPLES:
                sample = len(data) // part
                found = _learned(data, sample, base, least_first, meter)
                if found is not None and _gives(found, data):
                    yield found, sample
                    break


def _learned(data: bytes, sample: int, base: int, least_first: bool, meter: Meter) -> Automaton | None:
    """Return what the sample suggests, when the rest of the data are enough to test it."""
    meter.tick(sample + 1)
    most = min(MOST_STATES, (len(data) - sample) // (EVIDENCE * (base + 1)))
    return learn(data[:sample], base, least_first=least_first, most_states=most) if sample and most else None


def _gives(automaton: Automaton, data: bytes) -> bool:
    return all(bytes(automaton.values(stop)) == data[:stop] for stop in (min(len(data), 1024), len(data)))


def _shorter(data: bytes, automaton: Automaton, sample: int, meter: Meter) -> tuple[Automaton, int, int]:
    """Return an automaton with fewer entries for all but the first few terms, its sample, and where it starts.

    One after the other the first terms are given the value that leaves fewer states, until a round gains nothing
    or the first terms share their states with terms behind the sample. What comes out pays when it saves more
    entries than terms are left out.
    """
    tries = list(product(range(min(MOST_EXCEPTIONS, sample)), sorted(set(data[:sample]))))
    changed, best, idle = data, automaton, 0
    for place, value in cycle(tries):
        if idle == len(tries) or not _has_exceptions(best, sample, len(data)):
            break
        other = changed[:place] + bytes([value]) + changed[place + 1 :]
        found = _learned(other, sample, best.base, best.least_first, meter)
        idle += 1
        if found is not None and found.states < best.states and _gives(found, other):
            changed, best, idle = other, found, 0
    start = max((place + 1 for place, _ in tries if changed[place] != data[place]), default=0)
    return (best, sample, start) if best.entries + start < automaton.entries else (automaton, sample, 0)


@lru_cache(maxsize=1)
def _has_exceptions(automaton: Automaton, sample: int, stop: int) -> bool:
    """Return whether one of the first terms ends in a state where no term behind the sample ends."""
    ends = automaton.ends(stop)
    return not set(ends[:MOST_EXCEPTIONS]) <= set(ends[sample:])


def _cost(automaton: Automaton, start: int) -> int:
    """Return how many symbols describe an automaton and the terms that it leaves out."""
    return 4 + automaton.entries + start
