"""Matches: moves, phrases, the computer player, hints and reviews."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "AnnotatedMatch ReachedPosition annotated share": ".annotated",
        "DRAWN hint": ".hints",
        "Judge": ".judge",
        "PartMove after legal_moves named_move": ".legal",
        "Match": ".match",
        "COMPUTER MatchRecord read_record": ".match_record",
        "Opponent": ".opponent",
        "aim phrase rule_lines sentence": ".phrases",
        "match_svg": ".pictures",
        "review_lines": ".review",
        "example_move": ".typed",
    },
)
