"""The catalogue: every ruleset with its name, its parameters and an example; modules load when they are needed."""

from typing import TYPE_CHECKING

from ..core import door
from .catalogue import CATALOGUE, Entry, Parameter, make

if TYPE_CHECKING:
    from .clauses import NAMED_SETS, Clause, HeapRule, Split, TakeSet, TakeWhere
    from .codes import code_game

__getattr__ = door(
    __name__,
    {
        "NAMED_SETS Clause HeapRule Split TakeSet TakeWhere": ".clauses",
        "code_game": ".codes",
    },
)

__all__ = [
    "CATALOGUE",
    "NAMED_SETS",
    "Clause",
    "Entry",
    "HeapRule",
    "Parameter",
    "Split",
    "TakeSet",
    "TakeWhere",
    "code_game",
    "make",
]
