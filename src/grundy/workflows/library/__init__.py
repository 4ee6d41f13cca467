"""The public objects of the library: rulesets and solutions with all their methods."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"claim_certificate": ".evidence"})
