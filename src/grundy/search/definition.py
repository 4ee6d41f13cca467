"""Grundy values by definition: the mex over the options, bottom-up over the positions reached.

The value of a position is the least number that no option has (Sprague 1935, Grundy 1939), the value
of an option that is a sum the nim-sum of its parts. An explicit stack walks to the ends first, so a
game a million moves deep needs no recursion; a position that is met again while it is still open
proves that play can go on for ever. Cost: every reached position is expanded once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from ..core import Entailing, Meter, RuleError, Ruleset, Sum, TwoSided, at_most
from .cycles import refuse_cycle


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
    a short one with `shorten`.
    """
    solver = _Definition(ruleset, meter or Meter(), {} if table is None else table, theory)
    solver.shorten = shorten
    for position in positions:
        solver.solve(ruleset.canonical(position))
    return solver.table


class _Definition:
    """One walk over the positions of a ruleset."""

    def __init__(self, ruleset: Ruleset[Any], meter: Meter, table: dict[Any, int], theory: bool) -> None:
        """Fill `table` under the limits of `meter`; raise `RuleError` for rules that the mex does not know."""
        if isinstance(ruleset, TwoSided):
            raise RuleError(f"{ruleset.name} is a game of two sides: it has outcomes, but no Grundy value")
        if isinstance(ruleset, Entailing):
            raise RuleError(f"{ruleset.name} has entailing moves: the mex alone does not give its values")
        self.ruleset = ruleset
        self.meter = meter
        self.table = table
        self.theory = theory and type(ruleset).known_value is not Ruleset.known_value
        self.plain = type(ruleset).canonical is Ruleset.canonical
        self.shorten = True

    def solve(self, start: Any) -> None:  # noqa: ANN401  # any position
        """Walk from `start` until its value stands in the table.

        On the stack an open position stands above nothing but what it still waits for, so when it is
        on top again all its options are known.
        """
        table, tick = self.table, self.meter.tick
        waiting: dict[Any, Sequence[Any]] = {}
        stack = [start]
        while stack:
            position = stack[-1]
            if position in table:
                stack.pop()
            elif position in waiting:
                options = waiting.pop(position)
                table[position] = self._value(options)
                self.meter.hold(-len(options))
                stack.pop()
            elif self.theory and (known := self.ruleset.known_value(position)) is not None:
                table[position] = known
            else:
                tick()
                waiting[position], below = self._expand(position)
                self.meter.hold(len(waiting[position]))
                for part in below:
                    if part not in table:
                        if part in waiting:
                            path = list(waiting)
                            refuse_cycle(self.ruleset, path[path.index(part) :], self.meter, shorten=self.shorten)
                        stack.append(part)

    def _expand(self, position: Any) -> tuple[Sequence[Any], Iterable[Any]]:  # noqa: ANN401  # any position
        """Return the options of a position, all keys canonical, and the parts they are made of."""
        options = tuple(at_most(self.ruleset.options(position), f"{self.ruleset.name}: a position has"))
        split = Sum in {*map(type, options)}
        if not self.plain:
            options = tuple(map(self._canonical, options))
        if not split:
            return options, options
        parts: list[Any] = []
        for option in options:
            parts += option if option.__class__ is Sum else (option,)
        return options, parts

    def _canonical(self, option: Any) -> Any:  # noqa: ANN401  # a position or a sum
        """Return the option with canonical keys."""
        key = self.ruleset.canonical
        return Sum.of(map(key, option)) if option.__class__ is Sum else key(option)

    def _value(self, options: Sequence[Any]) -> int:
        """Return the mex of options whose parts all have values."""
        table = self.table
        seen = set()
        for option in options:
            if option.__class__ is Sum:
                value = 0
                for part in option:
                    value ^= table[part]
                seen.add(value)
            else:
                seen.add(table[option])
        least = 0
        while least in seen:
            least += 1
        return least
