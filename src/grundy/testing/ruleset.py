"""Checks that a ruleset keeps the promises of `core.Ruleset`, on positions and on everything reached from them.

First the form (`form`: options, moves, names, texts), then the values by definition, on positions
as they are and not as `canonical` says, then every hook that claims to know more (`theory`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Protocol

from ..core import Entailing, FunctionRuleset, InputError, Limits, Meter, Rule, RuleError, Ruleset, TwoSided, as_sum
from ..search import grundy_values
from .form import check_form
from .special import check_entailing, check_two_sided
from .theory import check_canonical_misere, check_misere, check_sequence, check_theory
from .words import Bare

MOST_REACHED = 300_000
"""Positions that are expanded when no limits are given; a rule that never ends is stopped there."""


class HasRuleset(Protocol):
    """What `grundy.game` and `@grundy.rule` return."""

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The rule."""


def check_ruleset(
    rules: Ruleset[Any] | HasRuleset | Rule, positions: Iterable[Hashable], *, limits: Limits | None = None
) -> None:
    """Raise `RuleError` that names the first broken promise and the position; return when all are kept.

    `rules` is a `Ruleset`, what `grundy.game` or `@grundy.rule` returns, or a function of the
    position. Small `positions` are enough: everything reached from them is checked too. Raises
    `LoopyGame` when play can go on for ever and `LimitReached` when it reaches too many positions.

    >>> from grundy.games import make
    >>> check_ruleset(make("nim"), range(8))
    >>> check_ruleset(lambda n: [n - 1, n // 2] if n else [], [5])
    >>> check_ruleset(lambda n: [n - 1], [5])
    Traceback (most recent call last):
        ...
    grundy.core.errors.RuleError: <lambda>(0) gives -1: a heap cannot be negative, take k only where k <= n
    """
    ruleset: Any = getattr(rules, "ruleset", rules)
    if not isinstance(ruleset, Ruleset):
        if not callable(ruleset):
            raise InputError(f"expected a Ruleset or a function of the position, found {ruleset!r}")
        ruleset = FunctionRuleset(ruleset)
    meter = Meter(limits or Limits(positions=MOST_REACHED))
    with meter.heard():
        _check(ruleset, positions, meter)


def _check(ruleset: Ruleset[Any], positions: Iterable[Hashable], meter: Meter) -> None:
    reached = _reached(ruleset, positions, meter)
    if isinstance(ruleset, TwoSided):
        check_two_sided(ruleset, reached, meter)
        return
    if isinstance(ruleset, Entailing):
        check_entailing(ruleset, reached, meter)
        return
    values = grundy_values(Bare(ruleset), reached, meter)
    for position in reached:
        check_theory(ruleset, position, values)
    check_sequence(ruleset, values)
    check_misere(ruleset, reached, values, meter)
    check_canonical_misere(ruleset, reached, values, meter)


def _reached(ruleset: Ruleset[Any], positions: Iterable[Hashable], meter: Meter) -> list[Any]:
    """Return the positions and all that play reaches from them, nearest first, their form checked."""
    found: dict[Any, None] = {}
    for position in positions:
        try:
            found[position] = None
        except TypeError:
            raise RuleError(f"{ruleset.name}: the position {position!r} cannot be hashed") from None
    queue = list(found)
    for position in queue:  # grows while it is read
        meter.tick()
        for option in check_form(ruleset, position):
            for part in as_sum(option):
                if part not in found:
                    found[part] = None
                    queue.append(part)
    return queue
