"""How far a rule is explored: the values of its heaps, in stages, as long as the next stage is soon done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from time import process_time
from typing import Any, TypeVar

from ... import sequences
from ...core import Code, LimitReached, Ruleset
from ..computing.values import heap_values
from ..solving import PartSolver
from .exploration import ExploreQuestion, Sample

T = TypeVar("T")
FIRST, FAR = 250, 10_000
"""The last heap of the first stage, and of the last one unless the user says more."""
SURE = 1000
"""The last heap of the first stage of fast rules: what comes before a compiler is asked is kept whatever it takes."""
SECONDS = 2.0
"""CPU time spent on values unless the user says how far to go."""
PATIENCE = 4
"""Seconds by the clock for a second of CPU time."""
GROWTH = 4
"""What a stage twice as far costs, compared with the last: the moves of a heap are about as many as its tokens."""


def soon_done(steps: Iterable[T], seconds: float) -> Iterator[T]:
    """Yield steps as long as the next one, which may cost `GROWTH` times the last, ends within so many seconds."""
    begin = last = process_time()
    for step in steps:
        yield step
        now = process_time()
        if now - begin + GROWTH * (now - last) > seconds:
            return
        last = now


def heap_sample(question: ExploreQuestion) -> Sample:
    """Return the values of the heaps from 0 on; raises `LimitReached` when not even the first stage was done."""
    meter, own = question.meter(PATIENCE * SECONDS)
    solver = PartSolver(question.ruleset, meter)
    values: list[int] = []
    last = FAR if question.to is None else question.to
    fast = not question.last_loses and is_fast(question.ruleset)
    steps = [min(SURE, last), last] if fast else stages(question.to)
    for stop in soon_done(steps, SECONDS if question.to is None and not fast else inf):
        try:
            values = _further(question, solver, stop, values)
        except LimitReached as error:
            found = [int(value) for value in error.partial if value is not None]
            values = max(values, found, key=len)
            if not values:
                raise
            return Sample("heaps", tuple(values), reason="" if own else error.message)
    return Sample("heaps", tuple(values))


def stages(to: int | None) -> list[int]:
    """Return the last heaps of the stages, each twice as far as the one before.

    >>> stages(None), stages(1000)
    ([250, 500, 1000, 2000, 4000, 8000, 10000], [250, 500, 1000])
    """
    last = FAR if to is None else to
    found = [min(FIRST, last)]
    while found[-1] < last:
        found.append(min(2 * found[-1], last))
    return found


def _further(question: ExploreQuestion, solver: PartSolver, stop: int, known: Sequence[int]) -> list[int]:
    """Return the values of heaps 0 to `stop`, without looking for a period on the way; `known` are the first."""
    ruleset, meter = question.ruleset, solver.meter
    if question.last_loses or not ruleset.heaps:
        return heap_values(ruleset, stop, misere=question.misere, meter=meter)
    rule = ruleset.sequence()
    if rule is None or ruleset.known_value(stop) is not None:
        return solver.values(stop)
    if isinstance(rule, Code):
        return sequences.code_values(rule, stop, meter, known)
    return sequences.subtraction_values(rule, stop, meter, known)


def is_fast(ruleset: Ruleset[Any]) -> bool:
    """Return whether compiled methods or a theorem give the values: sets of takes and codes that leave two heaps."""
    rule = ruleset.sequence()
    if isinstance(rule, Code):
        return sequences.octal(rule) is not None
    return ruleset.takes_to(1) is not None
