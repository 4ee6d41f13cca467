"""Grundy values of the heaps 0 to N of a heap game, computed in increasing order by a plain loop.

Every option of n should be smaller than n; for rules that break this, all positions are searched instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, NoReturn

from ..core import MAX_OPTIONS, Budget, FunctionRuleset, LimitReached, RuleError, Ruleset, Sum, mex
from .definition import grundy_values

PIECE = 256
"""Heaps computed between two checks of the clock."""


def heap_values(ruleset: Ruleset[Any], stop: int, budget: Budget | None = None) -> list[int]:
    """Compute the Grundy values of heaps 0 to `stop` by definition.

    Args:
        ruleset: The ruleset.
        stop: The largest heap.
        budget: Counts and limits the work.

    Returns:
        The values of heaps 0 to `stop`.

    Raises:
        RuleError: If an option is not a heap.
        LoopyGame: If play need not end.
        LimitReached: If a limit was reached.
    """
    budget = budget or Budget()
    options: Callable[[int], Iterable[Any]] = ruleset.options
    if isinstance(ruleset, FunctionRuleset):
        options = ruleset.function  # checked below, faster than by the ruleset
    values: list[Any] = [None] * (stop + 1)
    beyond: dict[Any, int] = {}
    for start in range(0, stop + 1, PIECE):
        end = min(start + PIECE, stop + 1)
        try:
            budget.charge(end - start)
            with budget.interruptible():
                _fill(options, values, start, end, lambda n: _carefully(ruleset, n, budget, values, beyond))
        except LimitReached as error:
            error.partial = values[:start]
            raise
    return values


def _fill(
    options: Callable[[int], Iterable[Any]], values: list[Any], start: int, end: int, carefully: Callable[[int], int]
) -> None:
    """Write the Grundy values of heaps `start` to `end` - 1 to `values`.

    The function `carefully` evaluates a heap if this fails, for example because an option is not a smaller heap.
    """
    for n in range(start, end):
        try:
            found = options(n)
            remaining = iter(() if found.__class__ is Sum and _no_heap() else found)
            seen = {values[m] for m in islice(remaining, MAX_OPTIONS) if (m.__class__ is int and m >= 0) or _no_heap()}
            if None in seen or next(remaining, None) is not None:
                _no_heap()
        except LimitReached:
            raise
        except Exception:  # noqa: BLE001  # a rule may raise anything; `carefully` reports it
            values[n] = carefully(n)
            continue
        least = 0
        while least in seen:
            least += 1
        values[n] = least


def _no_heap() -> NoReturn:
    """Raise `TypeError`, by which the fast evaluation of a heap stops, so that the slow one is used."""
    raise TypeError


def _carefully(ruleset: Ruleset[Any], heap: int, budget: Budget, values: list[Any], beyond: dict[Any, int]) -> int:
    """Return the value of a heap; if an option is not smaller, search all positions that can be reached from the heap.

    The values of smaller heaps are in `values`. The search writes the values of all positions to `beyond`.
    """
    seen = set()
    for option in ruleset.options(heap):
        value = 0
        for part in option if isinstance(option, Sum) else (option,):
            if type(part) is not int or part < 0:
                raise RuleError(f"{ruleset.name}({heap}) leaves {part!r}, which is not a heap")
            if part >= heap:
                if not beyond:
                    beyond.update(enumerate(values[:heap]))
                return grundy_values(ruleset, [heap], budget, beyond)[heap]
            value ^= values[part]
        seen.add(value)
    return mex(seen)
