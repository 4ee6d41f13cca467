"""How far a rule is explored: the values of its heaps, in stages, as long as the next stage is soon done.

What a stage costs is measured in CPU time of this process; the next one, twice as far, is begun when four
times that is left (the moves of a heap are about as many as its tokens). So cheap rules are explored to
`FAR` and slow ones less far, and the sample says how far.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time
from typing import Any

from ..core import Code, LimitReached, Meter, Ruleset
from .explore_types import Question, Sample
from .parts import PartSolver
from .values import heap_values

FIRST, FAR = 250, 10_000
"""The last heap of the first stage, and of the last one unless the user says more."""
SECONDS = 2.0
"""CPU time spent on values unless the user says how far to go."""
PATIENCE = 4
"""Seconds by the clock for a second of CPU time."""
GROWTH = 4
"""What a stage twice as far costs, compared with the last."""


def heap_sample(question: Question) -> Sample:
    """Return the values of the heaps from 0 on; raises `LimitReached` when not even the first stage was done."""
    source = _Source(question)
    values: list[int] = []
    begin = process_time()
    for stop in [FAR if question.to is None else question.to] if source.fast else stages(question.to):
        spent = process_time() - begin
        try:
            values = source.values(stop, values)
        except LimitReached as error:
            found = [int(value) for value in error.partial if value is not None]
            values = max(values, found, key=len)
            if not values:
                raise
            return Sample("heaps", tuple(values), reason="" if source.own else error.message)
        now = process_time() - begin
        if question.to is None and now + GROWTH * (now - spent) > SECONDS:
            break
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


class _Source:
    """Gives the values of the heaps of one ruleset, without looking for a period on the way."""

    def __init__(self, question: Question) -> None:
        """Set the limits; `own` says that they are ours, not the user's, `fast` that no stages are needed."""
        self.question = question
        limits, most = question.limits, PATIENCE * SECONDS
        self.own = question.to is None and (limits.seconds is None or limits.seconds > most)
        self.meter = Meter(limits._replace(seconds=most) if self.own else limits)
        self.solver = PartSolver(question.ruleset, self.meter)
        self.fast = not question.last_loses and is_fast(question.ruleset)

    def values(self, stop: int, known: Sequence[int]) -> list[int]:
        """Return the values of heaps 0 to `stop`; `known` are the first of them."""
        ruleset = self.question.ruleset
        if self.question.last_loses or not ruleset.heaps:
            return heap_values(ruleset, stop, misere=self.question.misere, meter=self.meter)
        rule = ruleset.sequence()
        if rule is None or ruleset.known_value(stop) is not None:
            return self.solver.values(stop)
        from ..sequences import code_values, subtraction_values

        if isinstance(rule, Code):
            return code_values(rule, stop, self.meter, known)
        return subtraction_values(rule, stop, self.meter, known)


def is_fast(ruleset: Ruleset[Any]) -> bool:
    """Return whether compiled methods or a theorem give the values: sets of takes and codes that leave two heaps."""
    rule = ruleset.sequence()
    if isinstance(rule, Code):
        from ..sequences import octal

        return octal(rule) is not None
    return ruleset.takes_to(1) is not None
