"""Decides claims about rulesets: proved, true as far as they were compared, or refuted."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "check_claim": ".claim",
        "FIRST_TABLES SHOWN_LENGTHS TwoLengths check_lengths refuse_size short_values two_lengths": ".two_lengths",
    },
)
