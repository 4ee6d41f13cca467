"""The definition of games: sums, moves, rulesets, nimbers, outcomes, limits and errors."""

from .lazy_exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "CheckedGame CheckedMoves CheckedWords": ".checked",
        "Code breaks read_code": ".codes",
        "BudgetSpent CorruptStore DiskFull GrundyError InputError Interrupted LimitReached LoopyGame": ".errors",
        "MissingDistribution MissingExtra MoveError NotationError PositionError RuleError StoreBusy": ".errors",
        "StoreError StoreMismatch TrustedOnly cannot_read cannot_write missing_package reason_of": ".errors",
        "Bits Checked CoupledMove CoupledMoves HeapRuleset Knowledge Picture Structure brief_of count_moves": ".facets",
        "facet has_misere_rule scene_of": ".facets",
        "Drawable Game Summand accept_position obliged_part playable two_sided": ".game",
        "as_integer read_integer read_integers whole": ".integers",
        "LOONY Entailing Loony NotSummable EntailedPosition Partizan TwoSided turned": ".kinds",
        "lazy_exports": ".lazy_exports",
        "Limits MAX_OPTIONS Budget at_most check_cancelled data_left iterate_checked memory_taken": ".limits",
        "processor_time progress": ".limits",
        "check_position plain_position read_literals show_literal": ".literals",
        "log": ".logs",
        "nim_inverse nim_power nim_quadratic nim_square_root": ".nim_field",
        "nim_log nim_order": ".nim_logarithm",
        "nim_product": ".nimbers",
        "BitRule": ".packed",
        "PartwiseRuleset": ".partwise",
        "installed_plugins load_plugin": ".plugins",
        "FunctionRuleset Rule": ".rule",
        "OVER Course Option Ruleset Theorem copied_by": ".ruleset",
        "Scanner": ".scanner",
        "Board Faces Heaps Multigraph Network Ring Scene SpotLine Text": ".scenes",
        "MAX_NUMBER read_json": ".strict_json",
        "Move Outcome P Play Span Status Sum Way Ways as_sum mex nim_sum play_of tame_outcome": ".sums",
        "from_heap from_heaps from_row on_pieces": ".sums",
        "FREE CoreMove CoreOption TailedGraph": ".tails",
    },
)
