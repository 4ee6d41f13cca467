"""A ruleset without its hooks, to be judged by the definition alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core import Option, Ruleset, Sum


class Bare(Ruleset[Any]):
    """The options of a ruleset and nothing else: every position stands for itself, no theorem is known."""

    def __init__(self, inner: Ruleset[Any]) -> None:
        """Ask `inner` for options and texts only."""
        self.inner = inner
        self.name = inner.name

    def options(self, position: Any) -> Iterable[Option[Any]]:  # noqa: ANN401  # any position
        """Return the options of the ruleset inside."""
        return self.inner.options(position)

    def show(self, parts: Sum[Any]) -> str:
        """Write parts as the ruleset inside does."""
        return self.inner.show(parts)
