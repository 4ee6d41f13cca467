"""Grundy values by definition: the mex of the values of the options, computed bottom up.

The value of a position is the least number that no option has (R. Sprague 1935, P. M. Grundy 1939). The value of an
option that is a sum is the nim-sum of its components. There is no recursion. If a position is reached again before it
is evaluated, play need not end. Every reachable position is expanded once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import partial
from typing import Any

from ..core import Budget, Entailing, Knowledge, RuleError, Ruleset, Sum, TwoSided, at_most, facet
from .cycles import refuse_cycle, walk


def grundy_value(ruleset: Ruleset[Any], position: Hashable, budget: Budget | None = None) -> int:
    """Compute the Grundy value of one position by definition.

    Args:
        ruleset: The ruleset.
        position: The position.
        budget: Counts and limits the work.

    Returns:
        The value.

    Raises:
        LoopyGame: If play from this position need not end.
        LimitReached: If a limit was reached.
        RuleError: If the values of this kind of rules are not defined by the mex.
    """
    return grundy_values(ruleset, [position], budget)[ruleset.canonical(position)]


def grundy_values(  # noqa: PLR0913  # independent settings
    ruleset: Ruleset[Any],
    positions: Iterable[Hashable],
    budget: Budget | None = None,
    table: dict[Any, int] | None = None,
    *,
    theory: bool = False,
    shorten: bool = True,
) -> dict[Any, int]:
    """Compute the values of some positions and of all that can be reached from them.

    Args:
        ruleset: The ruleset.
        positions: The positions.
        budget: Counts and limits the work.
        table: A table of values by canonical position, which is extended, or None for a new one.
        theory: Whether values that the ruleset knows by a theorem are used.
        shorten: Whether to search for a short cycle before `LoopyGame` is raised.

    Returns:
        The Grundy values by canonical position.

    Raises:
        RuleError: If the values of this kind of rules are not defined by the mex.
        LoopyGame: If play need not end.
        LimitReached: If a limit was reached.
    """
    if isinstance(ruleset, TwoSided):
        raise RuleError(f"{ruleset.name} is partizan: it has outcomes, but no Grundy value")
    if isinstance(ruleset, Entailing):
        raise RuleError(f"{ruleset.name} has entailing moves: the mex alone does not give its values")
    budget = budget or Budget()
    values: dict[Any, int] = {} if table is None else table
    key, whose = ruleset.canonical, f"{ruleset.name}: a position has"
    plain = type(ruleset).canonical is Ruleset.canonical
    stated = facet(ruleset, Knowledge)
    known_value = stated.known_value if theory and type(stated).known_value is not Knowledge.known_value else None

    def expand(position: Any) -> tuple[Sequence[Any], Iterable[Any]] | None:  # noqa: ANN401  # any position
        if known_value is not None and (known := known_value(position)) is not None:
            values[position] = known
            return None
        budget.charge()
        options = at_most(ruleset.options(position), whose)
        split = Sum in {*map(type, options)}
        if not plain and split:
            options = [Sum.of(map(key, option)) if option.__class__ is Sum else key(option) for option in options]
        elif not plain:
            options = list(map(key, options))
        budget.reserve(len(options))
        if not split:
            return options, options
        parts: list[Any] = []
        for option in options:
            parts += option if option.__class__ is Sum else (option,)
        return options, parts

    settle = partial(_settle, values, budget)
    with budget.interruptible():
        for position in positions:
            walk(
                [key(position)], values, expand, settle, partial(refuse_cycle, ruleset, budget=budget, shorten=shorten)
            )
    return values


def _settle(values: dict[Any, int], budget: Budget, position: Any, options: Sequence[Any]) -> None:  # noqa: ANN401
    seen = set()
    for option in options:
        if option.__class__ is Sum:
            value = 0
            for part in option:
                value ^= values[part]
            seen.add(value)
        else:
            seen.add(values[option])
    least = 0
    while least in seen:
        least += 1
    values[position] = least
    budget.reserve(-len(options))
