"""Certificates that an independent program can check."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "boards_of": ".certify",
        "game_of_tails": ".periods",
        "CheckedSegments check_segments": ".checked_segments",
        "require_accepted": ".independent",
    },
)
