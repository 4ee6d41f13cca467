"""What a game is: sums, moves, rulesets, nimbers, outcomes, limits and the error tree."""

from typing import TYPE_CHECKING

from .door import door
from .errors import (
    CorruptStore,
    DiskFull,
    GrundyError,
    InputError,
    Interrupted,
    LimitReached,
    LoopyGame,
    MissingExtra,
    MoveError,
    NotationError,
    PositionError,
    RuleError,
    StoreBusy,
    StoreError,
    StoreMismatch,
    TrustedOnly,
    cannot_write,
)
from .game import Game, Summand
from .integers import is_integer, read_integer, read_integers
from .limits import MAX_OPTIONS, Limits, Meter, at_most
from .nimbers import mex, nim_product, nim_sum
from .outcome import Outcome, Play, Status
from .ruleset import OVER, HeapRuleset, Option, Ruleset, Theorem, heap_move, tame_outcome
from .sums import Move, P, Sum, as_sum

if TYPE_CHECKING:
    from .codes import Code, breaks, read_code
    from .entailing import LOONY, Entailing, Loony, Obliged, obliged_part, playable
    from .finding import Finding
    from .literals import check_position, read_literals, show_literal
    from .nim_field import nim_inverse, nim_power, nim_quadratic, nim_square_root
    from .nim_logarithm import nim_log, nim_order
    from .packed import Packed
    from .rule import FunctionRuleset, Rule
    from .scanner import Scanner
    from .scenes import Board, Heaps, Network, Scene, Text
    from .strict_json import read_json
    from .table import Table
    from .two_sided import TwoSided, turned, two_sided

__getattr__ = door(
    __name__,
    {
        "Code breaks read_code": ".codes",
        "LOONY Entailing Loony Obliged obliged_part playable": ".entailing",
        "Finding": ".finding",
        "check_position read_literals show_literal": ".literals",
        "nim_inverse nim_power nim_quadratic nim_square_root": ".nim_field",
        "nim_log nim_order": ".nim_logarithm",
        "Packed": ".packed",
        "FunctionRuleset Rule": ".rule",
        "Scanner": ".scanner",
        "Table": ".table",
        "TwoSided turned two_sided": ".two_sided",
        "read_json": ".strict_json",
        "Board Heaps Network Scene Text": ".scenes",
    },
)

__all__ = [
    "LOONY",
    "MAX_OPTIONS",
    "OVER",
    "Board",
    "Code",
    "CorruptStore",
    "DiskFull",
    "Entailing",
    "Finding",
    "FunctionRuleset",
    "Game",
    "GrundyError",
    "HeapRuleset",
    "Heaps",
    "InputError",
    "Interrupted",
    "LimitReached",
    "Limits",
    "Loony",
    "LoopyGame",
    "Meter",
    "MissingExtra",
    "Move",
    "MoveError",
    "Network",
    "NotationError",
    "Obliged",
    "Option",
    "Outcome",
    "P",
    "Packed",
    "Play",
    "PositionError",
    "Rule",
    "RuleError",
    "Ruleset",
    "Scanner",
    "Scene",
    "Status",
    "StoreBusy",
    "StoreError",
    "StoreMismatch",
    "Sum",
    "Summand",
    "Table",
    "Text",
    "Theorem",
    "TrustedOnly",
    "TwoSided",
    "as_sum",
    "at_most",
    "breaks",
    "cannot_write",
    "check_position",
    "door",
    "heap_move",
    "is_integer",
    "mex",
    "nim_inverse",
    "nim_log",
    "nim_order",
    "nim_power",
    "nim_product",
    "nim_quadratic",
    "nim_square_root",
    "nim_sum",
    "obliged_part",
    "playable",
    "read_code",
    "read_integer",
    "read_integers",
    "read_json",
    "read_literals",
    "show_literal",
    "tame_outcome",
    "turned",
    "two_sided",
]
