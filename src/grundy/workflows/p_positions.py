"""The heaps of a ruleset where the previous player wins, in normal play.

Where the rule is one set of takes and no theorem gives the values, only the P-positions are computed,
which is far less work than all values; otherwise they are the heaps of value 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core import LimitReached, Limits, Meter, PositionError, RuleError, Ruleset
from .values import MOST_HEAPS, heap_values, is_heap_ruleset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def p_positions(
    ruleset: Ruleset[Any], stop: int, *, limits: Limits | None = None, meter: Meter | None = None
) -> NDArray[np.int64]:
    """Return the heaps from 0 to `stop`, ascending, from which the player to move loses in normal play.

    Works under `limits` or by a `meter`. Raises `PositionError` when the positions are no heaps, `RuleError`
    when the rule is misere by itself, `LimitReached`, `LoopyGame`.

    >>> from grundy.notation import read_ruleset
    >>> p_positions(read_ruleset("take squares"), 22).tolist()
    [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]
    """
    import numpy as np

    if not is_heap_ruleset(ruleset):
        raise PositionError(f"P-positions are heaps; a position of {ruleset.name} is something else")
    if ruleset.last_loses:
        raise RuleError(f"{ruleset.name} is misere by its own rule")
    if stop > MOST_HEAPS:
        raise LimitReached(f"P-positions are computed up to heap {MOST_HEAPS}", kind="size")
    meter = meter or Meter(limits)
    takes = None if ruleset.known_value(stop) is not None else ruleset.takes_to(stop)
    if takes is not None:
        from ..sequences import p_positions as lost_heaps

        return lost_heaps(takes, stop, meter)
    return np.flatnonzero(np.array(heap_values(ruleset, stop, meter=meter)) == 0)
