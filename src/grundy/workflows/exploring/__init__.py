"""Explores rulesets: finds patterns in values and rulesets with the same values, and writes code for values."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Exploration explore values_only": ".explore",
        "OeisEntry oeis_entries": ".oeis_entries",
    },
)
