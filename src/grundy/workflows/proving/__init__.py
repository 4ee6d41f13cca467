"""Certificates that an independent program can check."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "CheckedSegments check_segments": ".checked_segments",
        "require_accepted": ".independent",
    },
)
