"""The heaps of a ruleset that are P-positions, in normal and in misère play.

For a subtraction set whose values no theorem gives, only the P-positions are computed, which is far less work than all
values. In misère play the misère quotient of the ruleset gives them if it is found fast, else a search.
"""

from __future__ import annotations

from typing import Any

from ... import sequences
from ...core import (
    Budget,
    HeapRuleset,
    Knowledge,
    LimitReached,
    RuleError,
    Ruleset,
    Structure,
    facet,
    has_misere_rule,
)
from ...sequences import arrays
from ...sequences.arrays import Series
from ..solving.quotient import rule_quotient
from .values import MOST_HEAPS, heap_values, require_heaps


def p_positions(ruleset: Ruleset[Any], stop: int, *, misere: bool = False, budget: Budget | None = None) -> Series:
    """List the heaps that are P-positions.

    Args:
        ruleset: A ruleset on single heaps.
        stop: The last heap.
        misere: Whether the player who makes the last move loses.
        budget: Counts and limits the work.

    Returns:
        The heaps from 0 to `stop`, ascending.

    Raises:
        PositionError: If positions are not heaps.
        RuleError: If the ruleset is misère itself.
        LimitReached: If a limit was reached.
        LoopyGame: If play need not end.

    Example:
        >>> from grundy.notation import read_ruleset
        >>> p_positions(read_ruleset("take squares"), 22).tolist()
        [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]
    """
    require_heaps(ruleset)
    if has_misere_rule(ruleset):
        raise RuleError(f"{ruleset.name} is misère by its own rule")
    if stop > MOST_HEAPS:
        raise LimitReached(f"P-positions are computed up to heap {MOST_HEAPS}", kind="size")
    budget = budget or Budget()
    if misere:
        quotient = rule_quotient(ruleset).covering(stop, budget.limits) if isinstance(ruleset, HeapRuleset) else None
        if quotient is not None:
            won = [not quotient.is_lost(image) for image in quotient.images]
            n0, p = quotient.preperiod, quotient.period or 1
            head = arrays.series(won[: min(len(won), stop + 1)])
            later = arrays.repeated(won[n0 : n0 + p], 0, len(head) - n0, stop + 1 - n0)
            return arrays.zeros(arrays.joined([head, later]))
        return arrays.zeros(arrays.series(heap_values(ruleset, stop, misere=True, budget=budget)))
    takes = (
        None if facet(ruleset, Knowledge).known_value(stop) is not None else facet(ruleset, Structure).takes_to(stop)
    )
    if takes is not None:
        return sequences.p_positions(takes, stop, budget)
    return arrays.zeros(arrays.series(heap_values(ruleset, stop, budget=budget)))
