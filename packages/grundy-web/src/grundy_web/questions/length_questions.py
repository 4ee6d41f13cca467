"""Answers the questions about families of graphs with two lengths: values, proved properties, and claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.core import InputError, LimitReached, TailedGraph
from grundy.operations import Context, family_of, is_misere
from grundy.sequences import has_numpy
from grundy.workflows.claims import (
    FIRST_TABLES,
    SHOWN_LENGTHS,
    TwoLengths,
    refuse_size,
    short_values,
    two_lengths,
)
from grundy.workflows.persistence import Fact, facts_about

CELLS = 44
"""Lengths in the picture of the values of short tails, and the longest period whose values are drawn."""
CELL = 10.0
"""The width of a cell of these pictures in px."""


def lengths(  # noqa: PLR0913  # a family and its view
    task: Context,
    g: str,
    play: str = "normal",
    to: int = 0,
    *,
    deep: bool = True,
    t: int = 0,  # noqa: ARG001  # the dispatcher sets a limit of time
) -> dict[str, Any]:
    """Answer a question of the web app: what the page shows of a family of graphs with two lengths b and c.

    The graphs consist of a fixed graph and two paths attached to it, which have these lengths. If the text names no
    such family, the answer is {"family": None}. If a limit is reached, the answer is that of the last complete table of
    values, with `status` "limit" and the reason.

    Args:
        task: The limits of the question.
        g: The text, such as "arc-kayles: star(1,b,c)".
        play: "normal" or "misere".
        to: The number of rows and columns of the largest table of values, 0 for the default.
        deep: Whether to compute larger tables after a first small one; they prove more, but take longer.
        t: Seconds for the answer, 0 for the default.

    Returns:
        The answer as plain data for JSON.
    """
    family = family_of(g)
    if family is None:
        return {"family": None}
    if is_misere(play):
        return normal_only()
    if not has_numpy():
        plain = {"plain": True, "to": SHOWN_LENGTHS, "cells": short_values(family)}
        return _head(family) | {"status": "none", "deep": True} | plain  # a table alone proves nothing
    told: dict[str, Any] = {}
    budget = task.table_budget
    try:
        refuse_size(to or None)
        for side in _sides(to, deep=deep):
            found = two_lengths(family, side, budget)
            told = _shown(found, deep=deep)
            if found.status == "proved":
                break
            late = f"the limit of {task.limits.seconds or 0:g} seconds was reached"
            task.so_far(told | {"status": "limit", "reason": late, "deep": True})
    except InputError as error:
        return error.to_dict() | {"field": "to" if to else "g"}
    except LimitReached as error:
        if not told:
            raise
        told |= {"status": "limit", "reason": error.message, "deep": True}
    return told


def normal_only() -> dict[str, Any]:
    """Return the error object for misère play, which is not supported for these families."""
    error = InputError("two-parameter families are available in normal play only")
    return error.to_dict() | {"field": "play"}


def _sides(to: int, *, deep: bool) -> Iterator[int | None]:
    """Yield the numbers of rows of the square tables to compute, from the smallest to the largest.

    The last number is `to`, or None for a default size if `to` is 0. If `deep` is False, there is only one small table.
    """
    yield from (side for side in FIRST_TABLES[: None if deep else 1] if not to or side < to)
    if deep or 0 < to <= FIRST_TABLES[0]:
        yield to or None


def _head(family: TailedGraph) -> dict[str, Any]:
    told = [fact_told(fact) for fact in facts_about({family.name})]
    empty: dict[str, Any] = {"told": [], "svg": "", "background": "", "claim": "", "certificate": "", "reason": ""}
    head = {"schema": 1, "family": family.name, "ruleset": family.name, "shape": "lengths", "plain": False}
    return {**head, **empty, "atlas": told}


def fact_told(fact: Fact) -> dict[str, str]:
    """Return the texts of a fact for a page; a fact is a published or computed statement in the atlas.

    The keys are its `id`, the `claim`, its source as `first`, and its `proof`.
    """
    return {"id": fact.id, "claim": fact.claim, "first": fact.source, "proof": fact.proof}


def _shown(found: TwoLengths, *, deep: bool) -> dict[str, Any]:
    """Return the texts, values and pictures that a page shows of the result for a family."""
    table, regular = found.found.table, found.found.regular
    shown = min(SHOWN_LENGTHS, found.found.side)
    answer = _head(found.found.graph) | {"status": found.status, "deep": deep, "to": found.found.side}
    answer |= {"told": found.told(), "largest": found.largest, "cells": table[:shown, :shown].tolist()}
    if regular is None:
        rows = table[: min(CELLS, found.found.side), : min(CELLS, found.found.side)].tolist()
        return answer | {"svg": _drawn(rows, (0, 0), f"Values of {found.name} for short paths")}
    begins = found.found.exceptions().preperiod
    answer |= {"period": regular.period, "least": regular.least, "width": regular.width, "begins": begins}
    answer["claim"] = f"value <= {found.largest}" if begins is None else f"periodic {regular.period} from {begins}"
    answer |= {"side": regular.side(found.found.paths.regular), "svg": _map(found), "background": _background(found)}
    if found.found.graph.family:
        from grundy.workflows.proving import certify_tails

        answer["certificate"] = certify_tails(found.found).text()
    return answer


def _map(found: TwoLengths) -> str:
    """Draw the map of lengths (b, c) with the areas where values repeat, and marks where the period in c fails.

    Return the SVG, or "" if no such areas are known.
    """
    import numpy as np

    from ..pictures.lengths_svg import MARKS, LengthsMap, lengths_svg

    regular = found.found.regular
    if regular is None:
        return ""
    side, p = regular.side(found.found.paths.regular), regular.period
    table, size = found.found.table[:side, :side], -(-side // MARKS)
    wrong = np.unique(np.argwhere(table[:, p:] != table[:, :-p]) // size, axis=0) * size  # one per square suffices
    marks = [(int(b), int(c)) for b, c in wrong]
    told = LengthsMap(side, regular.least, regular.width, marks, found.found.exceptions().preperiod)
    return lengths_svg(told, f"Where the values of {found.name} repeat", ". ".join(found.told())).bare


def _background(found: TwoLengths) -> str:
    """Draw the values of one period in b and in c, for c much larger than b.

    Return the SVG, or "" if the period is unknown or longer than 44.
    """
    regular = found.found.regular
    if regular is None or regular.period > CELLS:
        return ""
    p, b0 = regular.period, regular.least
    c0 = regular.beyond(b0 + p)
    rows = [[found.found.value(b, c) for c in range(c0, c0 + p)] for b in range(b0, b0 + p)]
    return _drawn(rows, (b0, c0), f"Values of {found.name} far from the diagonal")


def _drawn(rows: list[list[int]], first: tuple[int, int], title: str) -> str:
    from ..pictures.cells_svg import CellGrid, cells_svg

    cell = max(CELL, min(26.0, CELL * CELLS / len(rows)))
    return cells_svg(CellGrid(rows, cell, first, 1, "b", "c"), title).bare
