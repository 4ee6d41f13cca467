"""The heaps of a ruleset where the previous player wins, in normal and in misere play.

For a set of takes without theorem only these are computed, which is far less work than all values. In misere play the
quotient of the rule tells them where it is soon found, else a search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import sequences
from ...core import LimitReached, Limits, Meter, RuleError, Ruleset
from ..solving.quotient import rule_quotient
from .values import MOST_HEAPS, heap_values, require_heaps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def p_positions(
    ruleset: Ruleset[Any], stop: int, *, misere: bool = False, limits: Limits | None = None, meter: Meter | None = None
) -> NDArray[np.int64]:
    """Return the heaps from 0 to `stop`, ascending, from which the player to move loses.

    Works under `limits` or by a `meter`. Raises `PositionError` when the positions are no heaps, `RuleError`
    when the rule is misere by itself, `LimitReached`, `LoopyGame`.

    >>> from grundy.notation import read_ruleset
    >>> p_positions(read_ruleset("take squares"), 22).tolist()
    [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]
    """
    import numpy as np

    require_heaps(ruleset, "P-positions are heaps")
    if ruleset.last_loses:
        raise RuleError(f"{ruleset.name} is misere by its own rule")
    if stop > MOST_HEAPS:
        raise LimitReached(f"P-positions are computed up to heap {MOST_HEAPS}", kind="size")
    meter = meter or Meter(limits)
    if misere:
        quotient = rule_quotient(ruleset).covering(stop, meter.limits) if ruleset.heaps else None
        if quotient is not None:
            lost = np.array([quotient.is_lost(image) for image in quotient.images])
            n0, p = quotient.preperiod, quotient.period or 1
            heaps = np.arange(stop + 1)
            return np.flatnonzero(lost[np.where(heaps < len(lost), heaps, n0 + (heaps - n0) % p)])
        return np.flatnonzero(np.array(heap_values(ruleset, stop, misere=True, meter=meter)) == 0)
    takes = None if ruleset.known_value(stop) is not None else ruleset.takes_to(stop)
    if takes is not None:
        return sequences.p_positions(takes, stop, meter)
    return np.flatnonzero(np.array(heap_values(ruleset, stop, meter=meter)) == 0)
