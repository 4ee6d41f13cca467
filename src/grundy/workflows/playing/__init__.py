"""Matches between two players: moves in words, the computer player, hints and reviews."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "AnnotatedMatch ReachedPosition annotated share": ".annotated",
        "FilmStep film taken": ".film",
        "DRAWN Hint HintPlace hint": ".hints",
        "Judge": ".judge",
        "MOST_PLIES PartMove Turn after legal_moves named_move nth_move number_of part_sizes": ".legal",
        "read_numbers write_numbers": ".legal",
        "Match replay": ".match",
        "COMPUTER MOST_LEVEL MatchRecord read_record": ".match_record",
        "LAST_MARKED MatchView Trace": ".match_view",
        "Opponent best_move": ".opponent",
        "PINS PartHistory": ".part_history",
        "Cell MOST_FIGURES MOST_TOKENS PartView PieceIds piece_id touched_pieces": ".part_views",
        "aim phrase rule_lines sentence": ".phrases",
        "match_svg": ".pictures",
        "position_svg": ".position_picture",
        "Prospect VERDICTS prospects": ".prospects",
        "review review_lines": ".review",
        "DrawnLine SketchLine drawn_lines": ".sketches",
        "example_move": ".typed",
    },
)
