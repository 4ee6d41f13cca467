"""The catalogue: every ruleset with its name, its parameters and an example; modules load when they are needed."""

from typing import TYPE_CHECKING

from ..core import door
from .catalogue import CATALOGUE, COMPOUNDS, Entry, Parameter, make

if TYPE_CHECKING:
    from .clauses import NAMED_SETS, Clause, HeapRule, Split, TakeSet, TakeWhere
    from .codes import code_game
    from .compounds import Components, Compound

__getattr__ = door(
    __name__,
    {
        "NAMED_SETS Clause HeapRule Split TakeSet TakeWhere": ".clauses",
        "code_game": ".codes",
        "Components Compound": ".compounds",
    },
)

__all__ = [
    "CATALOGUE",
    "COMPOUNDS",
    "NAMED_SETS",
    "Clause",
    "Components",
    "Compound",
    "Entry",
    "HeapRule",
    "Parameter",
    "Split",
    "TakeSet",
    "TakeWhere",
    "code_game",
    "make",
]
