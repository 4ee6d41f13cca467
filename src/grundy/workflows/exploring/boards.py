"""Computes the values of positions that have a size, such as a path of n vertices or a board of m rows and n columns.

Positions are read from texts such as "13", "4x5" or "path(9)". They are solved in order of their size (boards in order
of their number of squares), until this becomes slow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import tee
from math import inf
from typing import Any

from ... import search
from ...core import Budget, InputError, LimitReached, Multigraph, Network, Ruleset, Sum, iterate_checked, scene_of
from ...core.arithmetic import divisors
from ..computing.values import require_writable
from ..solving import PartSolver
from .exploration import ExploreQuestion, Sample, Shape
from .values import FAR, PATIENCE, soon_done

Family = tuple[Shape, str]
"""Positions with one or two sizes, and their notation."""
NAMED: tuple[Family, ...] = (
    ("sizes", "path({0})"),
    ("sizes", "cycle({0})"),
    ("sizes", "complete({0})"),
    ("boards", "grid({0}x{1})"),
)
"""Graphs by name; a ruleset that reads them would read plain numbers as vertices."""
PLAIN: tuple[Family, ...] = (("sizes", "{0}"), ("boards", "{0}x{1}"))
"""Numbers and boards. The first family that a ruleset reads is explored, and the others are only tabulated."""
LEAST, TRIED = 4, 8
"""A family needs `LEAST` consecutive sizes among the first `TRIED`."""
SIDE = 8
"""The largest number of rows and columns in a table of boards."""
SECONDS, BESIDE = 2.0, 0.5
"""The default processor time, for the first family and for each other one."""


def board_sample(question: ExploreQuestion) -> Sample | None:
    """Compute the values of positions that have a size, such as paths, boards or rows; None if there are none.

    A ruleset can read several families of positions, for example paths and grids. The sample has the values of the
    first family, and its attribute `others` has the samples of the other families.
    """
    families = _read_families(question.ruleset, NAMED) or _read_families(question.ruleset, PLAIN)
    if not families:
        return None
    found = _family(question, *families[0])
    seconds = min(PATIENCE * BESIDE, question.limits.seconds or PATIENCE * BESIDE)
    brief = question._replace(limits=question.limits._replace(seconds=seconds))
    beside = []
    for family, start in families[1:]:  # as far as they are found very quickly
        with suppress(LimitReached):
            beside.append(replace(_family(brief, family, start), reason=""))
    return replace(found, others=tuple(beside))


def _read_families(ruleset: Ruleset[Any], families: Sequence[Family]) -> list[tuple[Family, int]]:
    found = []
    for family in families:
        legal = [_is_size(ruleset, family[1].format(size, size)) for size in range(TRIED)]
        start = next((size for size in range(TRIED - LEAST + 1) if all(legal[size:])), None)
        if start is not None and not (family in PLAIN[1:] and not start):  # "0x0" is a name and not a board
            found.append((family, start))
    return found


def _is_size(ruleset: Ruleset[Any], text: str) -> bool:
    """Return whether a ruleset reads a text as the size of a position, and not as the name of a single vertex."""
    found = _read(ruleset, text)
    if found is None:
        return False
    scenes = (scene_of(found[0], part) for part in found[1])
    return not any(isinstance(scene, (Multigraph, Network)) and scene.vertices == (text,) for scene in scenes)


def _read(ruleset: Ruleset[Any], text: str) -> tuple[Ruleset[Any], Sum[Any]] | None:
    try:
        return ruleset.bind(text)
    except (InputError, ValueError):  # a user's ruleset may raise ValueError for an unknown text
        return None


def _family(question: ExploreQuestion, family: Family, start: int) -> Sample:
    """Compute the values of one family from the size `start` on; the value of a board that is not solved is None."""
    shape, form = family
    if shape == "sizes":
        most = (FAR if question.to is None else question.to) - start + 1
        values, reason = _values(question, (form.format(size) for size in range(start, start + max(1, most))))
        return Sample("sizes", tuple(values), start, reason=reason, form=form.format("n"))
    side = SIDE if question.to is None else question.to
    one, other = tee(_sizes_of_boards(start, side))
    values, reason = _values(question, (form.format(*size) for size in one))
    known = dict(zip(other, values, strict=False))
    width = max((max(size) for size in known), default=start)
    rows = tuple(tuple(known.get((m, n)) for n in range(start, width + 1)) for m in range(start, width + 1))
    return Sample("boards", start=start, rows=rows, reason=reason, form=form.format("m", "n"))


def _sizes_of_boards(start: int, side: int) -> Iterator[tuple[int, int]]:
    if start == 0:
        yield from ((0, n) for n in range(side + 1))
        yield from ((m, 0) for m in range(1, side + 1))
    for squares in iterate_checked(range(max(1, start) ** 2, side * side + 1)):
        sizes = ((m, squares // m) for m in divisors(squares))
        yield from (size for size in sizes if start <= min(size) and max(size) <= side)


def _values(question: ExploreQuestion, texts: Iterable[str]) -> tuple[list[int], str]:
    """Compute the values of positions, given as texts, until this becomes slow.

    Return the values, and the message of the user's limit that stopped the computation, or "". The positions are
    `texts`; the ruleset and the limits are those of `question`.
    """
    budget, own = question.budget(PATIENCE * SECONDS)
    values: list[int] = []
    try:
        for value in soon_done(_each(question, texts, budget), SECONDS if question.to is None else inf):
            values.append(value)  # noqa: PERF402  # the list is used if a limit is reached
    except LimitReached as error:
        if not values:
            raise
        return values, "" if own else error.message
    return values, ""


def _each(question: ExploreQuestion, texts: Iterable[str], budget: Budget) -> Iterator[int]:
    solver: Callable[[Sum[Any]], int] | None = None
    before: Ruleset[Any] | None = None
    for text in texts:
        found = _read(question.ruleset, text)
        if found is None:
            return
        ruleset, parts = found
        if solver is None or ruleset != before:
            solver, before = _solver(ruleset, question.last_loses, budget), ruleset
        budget.charge()
        yield require_writable(solver(parts))


def _solver(ruleset: Ruleset[Any], misere: bool, budget: Budget) -> Callable[[Sum[Any]], int]:
    if not misere:
        return PartSolver(ruleset, budget).sum_value
    solver = search.WholeSolver([ruleset], misere=True, budget=budget)
    return lambda parts: solver.solve((0, part) for part in parts).value
