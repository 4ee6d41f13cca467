"""Relations on natural numbers that automata decide by reading digits, made from formulas or learned from tables."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Defined Formulas": ".formulas",
        "Arithmetic NotDefinable": ".linear",
        "Base Recurrent System": ".numeration",
        "Relation": ".relation",
    },
)
