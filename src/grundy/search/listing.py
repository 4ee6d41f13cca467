"""Lists the options of a position, up to the number beyond which nothing is listed one by one."""

from __future__ import annotations

from itertools import islice
from typing import Any

from ..core import MAX_OPTIONS, LimitReached, Ruleset


def listed_options(ruleset: Ruleset[Any], position: Any) -> tuple[Any, ...]:  # noqa: ANN401  # any position
    """Return all options of a position; raise `LimitReached` when there are more than MAX_OPTIONS."""
    options = tuple(islice(ruleset.options(position), MAX_OPTIONS + 1))
    if len(options) > MAX_OPTIONS:
        raise LimitReached(f"{ruleset.name}: a position has more than {MAX_OPTIONS} options", kind="size")
    return options
