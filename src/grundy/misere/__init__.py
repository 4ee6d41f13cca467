"""Misère play: genus and kinds of games, canonical forms, and misère quotients with proofs."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Forms": ".canonical",
        "PartialQuotients": ".construction",
        "Genus GenusTable": ".genus",
        "HeapTable": ".heaps",
        "Kind Kinds": ".kinds",
        "Presentation presentation": ".presentation",
        "THEOREM is_tame reach_of seen_period window_end with_proved_period": ".pretending",
        "Products Quotient": ".quotient",
        "Audit": ".transitions",
    },
)
