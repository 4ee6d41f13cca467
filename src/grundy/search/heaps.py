"""Grundy values of the heaps 0..N of a heap game, from the smallest up, in a plain loop.

Every option of n is smaller than n; a rule that breaks this promise is noticed and handed to the definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, NoReturn

from ..core import MAX_OPTIONS, FunctionRuleset, LimitReached, Meter, RuleError, Ruleset, Sum, mex
from .definition import grundy_values

PIECE = 256
"""Heaps computed between two looks at the clock."""


def heap_values(ruleset: Ruleset[Any], stop: int, meter: Meter | None = None) -> list[int]:
    """Return the values of heaps 0 to `stop`, both included, by definition.

    Raises `RuleError` when an option is no heap, `LoopyGame` when the rule can loop.
    """
    meter = meter or Meter()
    options: Callable[[int], Iterable[Any]] = ruleset.options
    if isinstance(ruleset, FunctionRuleset):
        options = ruleset.function  # checked below, faster than the ruleset does
    values: list[Any] = [None] * (stop + 1)
    beyond: dict[Any, int] = {}
    for start in range(0, stop + 1, PIECE):
        end = min(start + PIECE, stop + 1)
        try:
            meter.tick(end - start)
            with meter.heard():
                _fill(options, values, start, end, lambda n: _carefully(ruleset, n, meter, values, beyond))
        except LimitReached as error:
            error.partial = values[:start]
            raise
    return values


def _fill(
    options: Callable[[int], Iterable[Any]], values: list[Any], start: int, end: int, carefully: Callable[[int], int]
) -> None:
    """Compute values[start:end], the hot loop of every rule in Python.

    The places of heaps not yet known hold None; what is no heap at all is handed to the careful way.
    """
    for n in range(start, end):
        try:
            found = options(n)
            rest = iter(() if found.__class__ is Sum and _no_heap() else found)
            seen = {values[m] for m in islice(rest, MAX_OPTIONS) if (m.__class__ is int and m >= 0) or _no_heap()}
            if None in seen or next(rest, None) is not None:
                _no_heap()
        except LimitReached:
            raise
        except Exception:  # noqa: BLE001  # whatever the rule did: the careful way says it properly
            values[n] = carefully(n)
            continue
        least = 0
        while least in seen:
            least += 1
        values[n] = least


def _no_heap() -> NoReturn:
    """Leave the fast way."""
    raise TypeError


def _carefully(ruleset: Ruleset[Any], heap: int, meter: Meter, values: list[Any], beyond: dict[Any, int]) -> int:
    """Return the value of one heap, its options checked one by one; parts not known yet go to the definition."""
    seen = set()
    for option in ruleset.options(heap):
        value = 0
        for part in option if isinstance(option, Sum) else (option,):
            if type(part) is not int or part < 0:
                raise RuleError(f"{ruleset.name}({heap}) leaves {part!r}, which is not a heap")
            if part >= heap:
                if not beyond:
                    beyond.update(enumerate(values[:heap]))
                return grundy_values(ruleset, [heap], meter, beyond)[heap]
            value ^= values[part]
        seen.add(value)
    return mex(seen)
