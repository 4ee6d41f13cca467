"""Grundy values by definition: the mex over the options, bottom-up over the positions reached.

The value of a position is the least number that no option has (Sprague 1935, Grundy 1939), that of an option that is a
sum the nim-sum of its parts. No recursion; a position that is met again while it is still open proves that play can go
on for ever. Cost: every reached position is expanded once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import partial
from typing import Any

from ..core import Entailing, Meter, RuleError, Ruleset, Sum, TwoSided, at_most
from .cycles import refuse_cycle, walk


def grundy_value(ruleset: Ruleset[Any], position: Hashable, meter: Meter | None = None) -> int:
    """Return the Grundy value of one position by definition.

    Raises `LoopyGame` when the rule can loop from here, `LimitReached` when `meter` says so.
    """
    return grundy_values(ruleset, [position], meter)[ruleset.canonical(position)]


def grundy_values(  # noqa: PLR0913  # one argument for each thing that can be said
    ruleset: Ruleset[Any],
    positions: Iterable[Hashable],
    meter: Meter | None = None,
    table: dict[Any, int] | None = None,
    *,
    theory: bool = False,
    shorten: bool = True,
) -> dict[Any, int]:
    """Return a table with the values of `positions` and of everything reached from them.

    The keys are canonical positions; `table` is filled further when it is given. With `theory` the
    ruleset's `known_value` answers where it can. A rule that loops is refused with a cycle, which is
    a short one with `shorten`. Raises `RuleError` for rules that the mex does not know.
    """
    if isinstance(ruleset, TwoSided):
        raise RuleError(f"{ruleset.name} is partizan: it has outcomes, but no Grundy value")
    if isinstance(ruleset, Entailing):
        raise RuleError(f"{ruleset.name} has entailing moves: the mex alone does not give its values")
    meter = meter or Meter()
    values: dict[Any, int] = {} if table is None else table
    key, whose = ruleset.canonical, f"{ruleset.name}: a position has"
    plain = type(ruleset).canonical is Ruleset.canonical
    known_value = ruleset.known_value if theory and type(ruleset).known_value is not Ruleset.known_value else None

    def expand(position: Any) -> tuple[Sequence[Any], Iterable[Any]] | None:  # noqa: ANN401  # any position
        if known_value is not None and (known := known_value(position)) is not None:
            values[position] = known
            return None
        meter.tick()
        options = at_most(ruleset.options(position), whose)
        split = Sum in {*map(type, options)}
        if not plain and split:
            options = [Sum.of(map(key, option)) if option.__class__ is Sum else key(option) for option in options]
        elif not plain:
            options = list(map(key, options))
        meter.hold(len(options))
        if not split:
            return options, options
        parts: list[Any] = []
        for option in options:
            parts += option if option.__class__ is Sum else (option,)
        return options, parts

    settle = partial(_settle, values, meter)
    with meter.heard():
        for position in positions:
            walk([key(position)], values, expand, settle, partial(refuse_cycle, ruleset, meter=meter, shorten=shorten))
    return values


def _settle(values: dict[Any, int], meter: Meter, position: Any, options: Sequence[Any]) -> None:  # noqa: ANN401
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
    meter.hold(-len(options))
