"""Games of contest problems that no ruleset of the catalogue covers; they are built in Python only."""

from grundy.core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Checkers": ".checkers",
        "Decrementing decrementing_wins": ".decrementing",
        "CastleRows Kingdom MOST_HIT kingdom_rows": ".kingdom",
        "StepsTo": ".steps_to",
        "Stones Triangle triangle_wins": ".triangle",
    },
)
