"""Proved periods of the rulesets that theorems cover: take-and-break codes and finite subtraction sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core import Meter, PositionError, Ruleset

if TYPE_CHECKING:
    from ..sequences import Period


def proved_period(ruleset: Ruleset[Any], most: int, meter: Meter | None = None) -> Period | None:
    """Return the minimal preperiod and period with proof, looking at heaps 0 to `most`; None: nothing is proved.

    None does not mean that there is no period: the rule may be one that no theorem here covers.
    """
    if not ruleset.heaps:
        raise PositionError(f"periods are for games on single heaps; a position of {ruleset.name} is something else")
    from ..sequences import code_period, subtraction_period

    code, takes = getattr(ruleset, "code", None), getattr(ruleset, "finite_takes", None)
    if takes:
        return subtraction_period(takes, most, meter)
    return None if code is None else code_period(code, most, meter)
