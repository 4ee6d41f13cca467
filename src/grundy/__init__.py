"""Impartial combinatorial games: from a rule to every winning move, explained.

>>> import grundy
>>> grundy.solve("nim: 10 12 5").winning_moves
[WinningMove(part=0, move='take 1', pieces=Sum(9))]
"""

from typing import TYPE_CHECKING

from .core.door import door

if TYPE_CHECKING:
    from .core import (
        Game,
        GrundyError,
        InputError,
        LimitReached,
        Limits,
        LoopyGame,
        Move,
        Outcome,
        Ruleset,
        Sum,
        mex,
        nim_inverse,
        nim_log,
        nim_order,
        nim_power,
        nim_product,
        nim_quadratic,
        nim_square_root,
        nim_sum,
    )
    from .notation import read_game, read_ruleset
    from .workflows import Rules, Solution, WinningMove, game, graph, rule, solve
    from .workflows.nim_algebra import nim_products

__getattr__ = door(
    __name__,
    {
        "Game GrundyError InputError LimitReached Limits LoopyGame Move Outcome Ruleset Sum": ".core",
        "mex nim_inverse nim_log nim_order nim_power nim_product nim_quadratic nim_square_root nim_sum": ".core",
        "nim_products": ".workflows.nim_algebra",
        "read_game read_ruleset": ".notation",
        "Rules Solution WinningMove game graph rule solve": ".workflows",
    },
)

__all__ = [
    "Game",
    "GrundyError",
    "InputError",
    "LimitReached",
    "Limits",
    "LoopyGame",
    "Move",
    "Outcome",
    "Rules",
    "Ruleset",
    "Solution",
    "Sum",
    "WinningMove",
    "game",
    "graph",
    "mex",
    "nim_inverse",
    "nim_log",
    "nim_order",
    "nim_power",
    "nim_product",
    "nim_products",
    "nim_quadratic",
    "nim_square_root",
    "nim_sum",
    "read_game",
    "read_ruleset",
    "rule",
    "solve",
]
