"""Computes the values of heaps in stages, as long as the next stage can be computed quickly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from time import process_time
from typing import Any, TypeVar

from ... import sequences
from ...core import Budget, Code, HeapRuleset, Knowledge, LimitReached, Ruleset, Structure, facet
from ...patterns import ProvedFacts
from ..computing.values import heap_values
from ..solving import PartSolver
from .exploration import ExploreQuestion, Sample

T = TypeVar("T")
FIRST, FAR = 250, 10_000
"""The last heap of the first stage, and the default last heap of the last one."""
SURE = 1000
"""The last heap of the first stage of fast rulesets, which is computed without a compiler and always kept."""
SECONDS = 2.0
"""The default processor time for values."""
BOX_SECONDS = 1.0
"""The default processor time for values of positions with several numbers."""
PATIENCE = 4
"""The elapsed seconds allowed for each second of processor time."""
GROWTH = 4
"""The cost of a stage relative to the previous one, which has half as many heaps, if a heap has about n moves."""


def soon_done(steps: Iterable[T], seconds: float) -> Iterator[T]:
    """Yield elements of an iterable as long as the next one can probably be computed in time.

    The caller works on each element before it requests the next one. The work on the next element is assumed to take
    four times as long as the work on the last one.

    Args:
        steps: The elements, such as the sizes of tables to compute.
        seconds: The processor time for all of them.

    Yields:
        The elements, as long as the time allows.
    """
    begin = last = process_time()
    for step in steps:
        yield step
        now = process_time()
        if now - begin + GROWTH * (now - last) > seconds:
            return
        last = now


def box_values(
    question: ExploreQuestion, width: int, sides: Iterable[int], budget: Budget
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Compute the values of all positions whose numbers are below a bound, for one bound after another.

    The value is -1 for positions that do not exist.

    Args:
        question: The ruleset and the play convention.
        width: How many numbers a position has.
        sides: The bounds.
        budget: Counts the positions examined; may raise `LimitReached`.

    Yields:
        Each bound, and the values, with the last number varying fastest.
    """
    from ..claims.truth import Boards, ClaimQuestion

    asked = ClaimQuestion(question.ruleset, values=True, misere=question.misere, known=ProvedFacts(), budget=budget)
    boards = Boards(asked, width)
    for side in sides:
        values = boards.box([range(side)] * width)
        yield side, tuple(values if isinstance(values, list) else values.tolist())


def staged_box(question: ExploreQuestion, width: int, sides: Sequence[int]) -> tuple[int, tuple[int, ...], str]:
    """Compute the values of all positions whose numbers are below a bound.

    The bounds are used one after another, as long as the computation is fast.

    Args:
        question: The ruleset, the play convention, the range and the limits.
        width: How many numbers a position has.
        sides: The bounds, ascending.

    Returns:
        The last bound that was completed, the values with the last number varying fastest, and the limit of the user
        that stopped the computation, in words, or "".

    Raises:
        LimitReached: If a limit was reached in the first stage.
    """
    budget, own = question.budget(PATIENCE * BOX_SECONDS)
    wanted = [side for side in sides if question.to is None or side <= question.to] or [1 + (question.to or 0)]
    side, values = 0, tuple[int, ...]()
    try:
        for side, values in box_values(question, width, soon_done(wanted, BOX_SECONDS), budget):  # noqa: B007
            pass
    except LimitReached as error:
        if not values:
            raise
        return side, values, "" if own else error.message
    return side, values, ""


def heap_sample(question: ExploreQuestion) -> Sample:
    """Compute the values of heaps from 0 to the requested heap, or as many as can be computed quickly.

    Raise `LimitReached` if not even the value of heap 0 was computed.
    """
    budget, own = question.budget(PATIENCE * SECONDS)
    solver = PartSolver(question.ruleset, budget)
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
    """Return the last heap of each stage of a computation up to heap `to`; it doubles from stage to stage.

    >>> stages(None), stages(1000)
    ([250, 500, 1000, 2000, 4000, 8000, 10000], [250, 500, 1000])
    """
    last = FAR if to is None else to
    found = [min(FIRST, last)]
    while found[-1] < last:
        found.append(min(2 * found[-1], last))
    return found


def _further(question: ExploreQuestion, solver: PartSolver, stop: int, known: Sequence[int]) -> list[int]:
    ruleset, budget = question.ruleset, solver.budget
    if question.last_loses or not isinstance(ruleset, HeapRuleset):
        return heap_values(ruleset, stop, misere=question.misere, budget=budget)
    rule = facet(ruleset, Structure).sequence()
    if rule is None or facet(ruleset, Knowledge).known_value(stop) is not None:
        return solver.values(stop)
    if isinstance(rule, Code):
        return sequences.code_values(rule, stop, budget, known)
    return sequences.subtraction_values(rule, stop, budget, known)


def is_fast(ruleset: Ruleset[Any]) -> bool:
    """Return whether the values of large heaps of a ruleset can be computed fast.

    This is true for subtraction games, and for codes in which a move leaves at most two heaps (octal codes).
    """
    rule = facet(ruleset, Structure).sequence()
    if isinstance(rule, Code):
        return sequences.octal(rule) is not None
    return facet(ruleset, Structure).takes_to(1) is not None
