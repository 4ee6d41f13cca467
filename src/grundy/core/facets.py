"""Facets: what a ruleset may state in addition to its moves, each an optional base class.

`ruleset.facet(Checked)` returns the ruleset if it derives from the facet, otherwise None. So an author of a game reads
only the facets that the game has, and code that needs a facet names it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic

from .sums import P, Sum

if TYPE_CHECKING:
    from .checked import CheckedGame


class Checked(Generic[P]):
    """The rules as `grundy_check` represents them, for certificates."""

    checked_rule: Mapping[str, Any] | None = None
    """The rules of a heap game as data, if they are neither a code nor a set of takes."""

    def checked(self, parts: Sum[P]) -> CheckedGame | None:
        """Return a sum on boards as the checker represents it, or None if it does not support the sum.

        Its components are positions of this ruleset, so they have the values that the ruleset states.
        """
        return None
