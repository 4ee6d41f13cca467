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
)
from .game import Game, Summand
from .integers import is_integer, read_integer, read_integers
from .limits import MAX_OPTIONS, Limits, Meter, at_most
from .nimbers import mex, nim_product, nim_sum
from .outcome import Outcome, Play, Status
from .ruleset import HeapRuleset, Option, Ruleset, Theorem, heap_move, tame_outcome
from .sums import Move, P, Sum, as_sum

if TYPE_CHECKING:
    from .codes import Code, breaks, read_code
    from .finding import Finding
    from .literals import check_position, read_literals, show_literal
    from .packed import Packed
    from .rule import FunctionRuleset, Rule
    from .scanner import Scanner
    from .scenes import Board, Heaps, Network, Scene, Text
    from .strict_json import read_json
    from .table import Table

__getattr__ = door(
    __name__,
    {
        "Code breaks read_code": ".codes",
        "Finding": ".finding",
        "check_position read_literals show_literal": ".literals",
        "Packed": ".packed",
        "FunctionRuleset Rule": ".rule",
        "Scanner": ".scanner",
        "Table": ".table",
        "read_json": ".strict_json",
        "Board Heaps Network Scene Text": ".scenes",
    },
)

__all__ = [
    "MAX_OPTIONS",
    "Board",
    "Code",
    "CorruptStore",
    "DiskFull",
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
    "LoopyGame",
    "Meter",
    "MissingExtra",
    "Move",
    "MoveError",
    "Network",
    "NotationError",
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
    "as_sum",
    "at_most",
    "breaks",
    "check_position",
    "door",
    "heap_move",
    "is_integer",
    "mex",
    "nim_product",
    "nim_sum",
    "read_code",
    "read_integer",
    "read_integers",
    "read_json",
    "read_literals",
    "show_literal",
    "tame_outcome",
]
