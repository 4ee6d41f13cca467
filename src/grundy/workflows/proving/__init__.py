"""Makes certificates of results, which an independent program can check."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "boards_of": ".certify",
        "CheckedSegments check_segments": ".checked_segments",
        "require_accepted": ".independent",
        "certify_period certify_tails game_of_tails": ".periods",
    },
)
