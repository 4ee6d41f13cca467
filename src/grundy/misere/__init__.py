"""Misere play: genus and kinds, canonical forms, misere quotients with their proofs."""

from typing import TYPE_CHECKING

from ..core import door

if TYPE_CHECKING:
    from .canonical import Forms
    from .construction import PartialQuotients
    from .genus import Genus, GenusTable
    from .heaps import HeapTable
    from .kinds import Kind, Kinds, tame_sum, tame_sum_outcome
    from .presentation import Presentation, presentation
    from .pretending import THEOREM, is_tame, reach_of, seen_period, window_end, with_proved_period
    from .quotient import Products, Quotient
    from .transitions import Audit

__getattr__ = door(
    __name__,
    {
        "Forms": ".canonical",
        "PartialQuotients": ".construction",
        "Genus GenusTable": ".genus",
        "HeapTable": ".heaps",
        "Kind Kinds tame_sum tame_sum_outcome": ".kinds",
        "Presentation presentation": ".presentation",
        "THEOREM is_tame reach_of seen_period window_end with_proved_period": ".pretending",
        "Products Quotient": ".quotient",
        "Audit": ".transitions",
    },
)

__all__ = [
    "THEOREM",
    "Audit",
    "Forms",
    "Genus",
    "GenusTable",
    "HeapTable",
    "Kind",
    "Kinds",
    "PartialQuotients",
    "Presentation",
    "Products",
    "Quotient",
    "is_tame",
    "presentation",
    "reach_of",
    "seen_period",
    "tame_sum",
    "tame_sum_outcome",
    "window_end",
    "with_proved_period",
]
