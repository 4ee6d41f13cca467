"""Impartial combinatorial games: from a rule to every winning move, explained.

>>> import grundy
>>> grundy.solve("nim: 10 12 5").winning_moves
[WinningMove(part=0, move='take 1', pieces=Sum(9))]
"""

from .core.lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Game GrundyError InputError LimitReached Limits LoopyGame Move Outcome Ruleset Sum mex nim_inverse": ".core",
        "nim_log nim_order nim_power nim_product nim_quadratic nim_square_root nim_sum progress": ".core",
        "read_game read_ruleset": ".notation",
        "Match Rules Solution WinningMove game graph match read_record rule solve": ".workflows",
        "Certificate": ".certificates",
        "birthday": ".operations.birthday",
        "complete": ".workflows.library.missing_number",
        "HeapValues": ".workflows.library.heap_values",
        "LegalMoves": ".workflows.playing.legal_moves",
        "StateGraph": ".workflows.library.state_graph",
        "ValueStore": ".workflows.library.stored",
        "certify check_certificate": ".workflows.library.evidence",
        "deep_search": ".workflows.library.solution",
        "from_networkx": ".integrations",
        "latex": ".workflows.library.papers",
        "misere_quotient": ".workflows.library.rules",
        "playable viewer": ".workflows.library.notebook",
        "nim_products": ".workflows.library.nim_algebra",
    },
)
DRAWS = ".workflows.library.papers"
"""The module that shows games and periods in a notebook."""
