"""Checks the contracts of `core.Ruleset`, on positions and on all their followers.

First the form is checked (`form`: options, moves, labels, texts). Then Grundy values are computed by definition,
without `canonical`. Finally every method that uses a theorem is compared with them (`theory`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Protocol

from ..core import (
    Bits,
    Budget,
    Checked,
    Entailing,
    FunctionRuleset,
    InputError,
    Knowledge,
    Limits,
    Picture,
    Rule,
    RuleError,
    Ruleset,
    Structure,
    TwoSided,
    as_sum,
)
from ..search import grundy_values
from .form import check_form
from .theory import Theorems, check_entailing, check_two_sided
from .words import Bare

MOST_REACHED = 300_000
"""The largest number of expanded positions by default; it stops games with infinitely many positions."""


class HasRuleset(Protocol):
    """An object that has a ruleset as attribute, such as the results of `grundy.game` and `@grundy.rule`."""

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The ruleset that `check_ruleset` checks."""


def check_ruleset(
    rules: Ruleset[Any] | HasRuleset | Rule, positions: Iterable[Hashable], *, limits: Limits | None = None
) -> None:
    """Check that the methods of a ruleset do what they promise, for example that theorems agree with the definition.

    Small positions are enough, because all positions that can be reached from them are checked too.

    Args:
        rules: A `Ruleset`, a result of `grundy.game` or `@grundy.rule`, or a function that returns the options of a
            position.
        positions: Positions of the ruleset.
        limits: Limits on the number of positions and the time; by default 300,000 positions.

    Raises:
        RuleError: If a promise is broken; the message names it and the position.
        LoopyGame: If play need not end.
        LimitReached: If a limit is exceeded.

    Example:
        >>> from grundy.games import make
        >>> check_ruleset(make("nim"), range(8))
        >>> check_ruleset(lambda n: [n - 1, n // 2] if n else [], [5])
        >>> check_ruleset(lambda n: [n - 1], [5])
        Traceback (most recent call last):
            ...
        grundy.core.errors.RuleError: <lambda>(0) gives -1: a heap cannot be negative; take k only if k <= n
    """
    ruleset: Any = getattr(rules, "ruleset", rules)
    if not isinstance(ruleset, Ruleset):
        if not callable(ruleset):
            raise InputError(f"expected a Ruleset or a function of the position, found {ruleset!r}")
        ruleset = FunctionRuleset(ruleset)
    budget = Budget(limits or Limits(positions=MOST_REACHED))
    with budget.interruptible():
        _check_facets(ruleset)
        reached = _reached(ruleset, positions, budget)
        if isinstance(ruleset, TwoSided):
            check_two_sided(ruleset, reached, budget)
        elif isinstance(ruleset, Entailing):
            check_entailing(ruleset, reached, budget)
        else:
            values = grundy_values(Bare(ruleset), reached, budget)
            Theorems(ruleset, reached, values, budget).check()


def _check_facets(ruleset: Ruleset[Any]) -> None:
    """Raise `RuleError` if a ruleset has a member of an optional base class without deriving from this class.

    Such a member would never be read.
    """
    for facet in (Knowledge, Structure, Picture, Bits, Checked):
        if not isinstance(ruleset, facet):
            for name in vars(facet):
                if not name.startswith("_") and hasattr(type(ruleset), name):
                    kind = type(ruleset).__name__
                    what = f"{kind}.{name} is never read: add {facet.__name__} to the base classes of {kind}"
                    raise RuleError(f"{ruleset.name}: {what}")


def _reached(ruleset: Ruleset[Any], positions: Iterable[Hashable], budget: Budget) -> list[Any]:
    """Return positions and all their followers, nearest first, after checking options, moves and texts of each."""
    found: dict[Any, None] = {}
    for position in positions:
        try:
            found[position] = None
        except TypeError:
            raise RuleError(f"{ruleset.name}: the position {position!r} cannot be hashed") from None
    queue = list(found)
    for position in queue:  # the list grows during the loop
        budget.charge()
        for option in check_form(ruleset, position):
            for part in as_sum(option):
                if part not in found:
                    found[part] = None
                    queue.append(part)
    return queue
