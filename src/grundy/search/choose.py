"""Which method searches a position: decided by what it is like, never by the name of its game."""

from __future__ import annotations

from itertools import islice
from typing import Any, Literal, NamedTuple

from ..core import InputError, Meter, Packed, Ruleset
from .solver import DefinitionSolver, Solver

Method = Literal["auto", "definition", "proof-numbers"]
LIGHT = 16
"""Positions up to this weight are valued by definition before a compiler is loaded."""
FEW = 400
"""Positions within two moves of the start that a small game may have."""


class Choice(NamedTuple):
    """A method, and why it was taken."""

    method: str
    reason: str


def choose(ruleset: Ruleset[Any], position: Any, method: str = "auto") -> Choice:  # noqa: ANN401  # any position
    """Return the method for a position. Raises `InputError` when the method asked for does not fit."""
    packed = ruleset.packed(position)
    if method not in {"auto", "definition", "proof-numbers"}:
        raise InputError(f"expected auto, definition or proof-numbers, found {method!r}")
    if method == "proof-numbers" and packed is None:
        raise InputError(f"{ruleset.name}: this position cannot be written as machine words, use the definition")
    if method != "auto":
        return Choice(method, "it was asked for")
    if packed is None:
        return Choice("definition", "the rule has no form over machine words")
    weight = packed.weight_of(packed.pack(position))
    if weight <= LIGHT and _is_small(packed, position):
        return Choice("definition", f"the position is small: weight {weight}")
    falls = "falls apart" if packed.split is not None else "does not fall apart"
    return Choice("proof-numbers", f"weight {weight}, too large to value every position; it {falls} and is compiled")


def make_solver(  # one argument for each thing that can be said
    choice: Choice,
    ruleset: Ruleset[Any],
    position: Any,  # noqa: ANN401
    meter: Meter,
    memory: int | None = None,
) -> Solver:
    """Return the method at work on a ruleset; `position` says how large the board is."""
    packed = ruleset.packed(position)
    if choice.method == "definition" or packed is None:
        return DefinitionSolver(ruleset, meter)
    from .deep import DeepSearch

    return DeepSearch(ruleset.name, packed, meter=meter, memory=memory)


def _is_small(packed: Packed[Any], position: Any) -> bool:  # noqa: ANN401
    """Return whether few positions follow within two moves."""
    near = packed.options_of(packed.pack(position))
    count = 0
    for words in islice(near, FEW):
        count += 1 + sum(len(packed.options_of(piece)) for piece in packed.split_of(words))
        if count > FEW:
            return False
    return True
