"""Computes the winner, the value and every winning move of a game, by the first method that applies to the game."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Answer Facts WinningMove": "..searching.question",
        "compound_of": ".compound",
        "LoopyFacts": ".loopy",
        "listed_moves moves_to_lost tried_moves": ".moves",
        "DIRECT PartSolver": ".parts",
        "Solver": ".solver",
    },
)
