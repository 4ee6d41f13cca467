"""Finds patterns in the values of a ruleset, rulesets with the same values, and code for the values."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Exploration explore values_only": ".explore",
        "OeisEntry oeis_entries": ".oeis_entries",
    },
)
