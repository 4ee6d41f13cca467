"""Positions that are told by their size: one number, a path of so many vertices, a board of rows and columns.

A ruleset belongs here when it reads such texts: "13", "4x5", "path(9)". Sizes go up as long as they are soon
solved; of a board, those with few squares come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from time import process_time
from typing import Any

from ..core import InputError, LimitReached, Meter, Ruleset, Sum
from .explore_types import Question, Sample, Shape
from .explore_values import FAR, GROWTH, PATIENCE
from .parts import PartSolver

FAMILIES: tuple[tuple[Shape, str], ...] = (("sizes", "{0}"), ("boards", "{0}x{1}"), ("sizes", "path({0})"))
"""How positions are told by their size; the first way that a ruleset reads counts."""
LEAST, TRIED = 4, 8
"""A family has at least so many sizes one after the other, of the first so many."""
SIDE = 8
"""Rows and columns of a table of boards."""
SECONDS = 2.0
"""CPU time spent unless the user says how far to go."""


def board_sample(question: Question) -> Sample | None:
    """Return the values of positions by size, or None where the ruleset has no such positions."""
    for shape, form in FAMILIES:
        start = _first(question.ruleset, form)
        if start is not None:
            return _sizes(question, form, start) if shape == "sizes" else _boards(question, form, start)
    return None


def _first(ruleset: Ruleset[Any], form: str) -> int | None:
    """Return the least size from which on positions of a form can be read; None: they cannot."""
    legal = [_read(ruleset, form.format(size, size)) is not None for size in range(TRIED)]
    return next((size for size in range(TRIED - LEAST + 1) if all(legal[size:])), None)


def _read(ruleset: Ruleset[Any], text: str) -> tuple[Ruleset[Any], Sum[Any]] | None:
    """Return a position with the rule that plays it, or None where the text is none."""
    try:
        return ruleset.bind(text)
    except InputError:
        return None


def _sizes(question: Question, form: str, start: int) -> Sample:
    """Return the values of sizes going up from `start`."""
    texts = (form.format(size) for size in count(start))
    most = (FAR if question.to is None else question.to) - start + 1
    values, reason = _values(question, islice(texts, max(1, most)))
    return Sample("sizes", tuple(values), start, reason=reason, form=form.format("n"))


def _boards(question: Question, form: str, start: int) -> Sample:
    """Return the values of boards, those with few squares first; None where a board was too large."""
    side = SIDE if question.to is None else question.to
    sizes = sorted(((m, n) for m in range(start, side + 1) for n in range(start, side + 1)), key=_order)
    values, reason = _values(question, (form.format(*size) for size in sizes))
    known = dict(zip(sizes, values, strict=False))
    width = max((max(size) for size in known), default=start)
    rows = tuple(tuple(known.get((m, n)) for n in range(start, width + 1)) for m in range(start, width + 1))
    return Sample("boards", start=start, rows=rows, reason=reason, form=form.format("m", "n"))


def _order(size: tuple[int, int]) -> tuple[int, int]:
    """Return the place of a board: few squares first."""
    return size[0] * size[1], size[0]


def _values(question: Question, texts: Iterable[str]) -> tuple[list[int], str]:
    """Return the values of positions one after the other, as many as are soon found, and the limit that was met."""
    limits, most = question.limits, PATIENCE * SECONDS
    own = question.to is None and (limits.seconds is None or limits.seconds > most)
    meter = Meter(limits._replace(seconds=most) if own else limits)
    values: list[int] = []
    begin = last = process_time()
    try:
        for value in _each(question, texts, meter):
            values.append(value)
            now = process_time()
            if question.to is None and now - begin + GROWTH * (now - last) > SECONDS:
                break
            last = now
    except LimitReached as error:
        if not values:
            raise
        return values, "" if own else error.message
    return values, ""


def _each(question: Question, texts: Iterable[str], meter: Meter) -> Iterator[int]:
    """Yield the values of positions; what was solved for one serves the next of the same rule."""
    solver: Callable[[Sum[Any]], int] | None = None
    before: Ruleset[Any] | None = None
    for text in texts:
        found = _read(question.ruleset, text)
        if found is None:
            return
        ruleset, parts = found
        if solver is None or ruleset != before:
            solver, before = _solver(ruleset, question.last_loses, meter), ruleset
        meter.tick()
        yield solver(parts)


def _solver(ruleset: Ruleset[Any], misere: bool, meter: Meter) -> Callable[[Sum[Any]], int]:
    """Return what gives the value of a position."""
    if not misere:
        return PartSolver(ruleset, meter).sum_value
    from ..search import WholeSolver

    solver = WholeSolver([ruleset], misere=True, meter=meter)
    return lambda parts: solver.solve((0, part) for part in parts).value
