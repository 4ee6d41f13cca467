"""The moves of a ruleset as conditions and terms, with the heaps named as in claims, for proofs by automata."""

from __future__ import annotations

from typing import Any

from ...core import CoupledMove, HeapRuleset, Ruleset, Structure, facet
from ...core.expressions import Node
from ...patterns import LinearMove, Moves
from ...patterns.claims import LETTERS

MOST_STEPS = 64
"""The largest number of vectors."""


def moves_of(ruleset: Ruleset[Any], heaps: int, *, misere: bool) -> Moves | None:
    """Return all moves of a ruleset on positions of some heaps, or None if they are not known as expressions.

    Args:
        ruleset: The ruleset.
        heaps: The number of heaps of a position.
        misere: Whether the player who makes the last move loses.

    Returns:
        The rule.

    Example:
        >>> from grundy import read_ruleset
        >>> moves_of(read_ruleset("take k where 2 * k <= n"), 1, misere=False).moves[0].condition
        '(2 * k <= n) and 1 <= k <= n'
    """
    names = ("n",) if heaps == 1 else LETTERS[:heaps]
    rule = facet(ruleset, Structure)
    moves: list[LinearMove] | None = None
    if isinstance(ruleset, HeapRuleset):
        if (condition := rule.takes_where()) is not None:
            moves = [_take(condition, name) for name in names]
    elif (coupled := rule.coupled_moves()) is not None:
        if len(coupled.heaps) == heaps:
            found = tuple(_coupled(move, dict(zip(coupled.heaps, names, strict=True))) for move in coupled.moves)
            return Moves(names, found, misere, coupled.blocks)
    elif (vectors := rule.vectors()) is not None and len(next(iter(vectors[0] + vectors[1]), ())) == heaps:
        steps, rays = vectors
        moves = [_subtract(vector, names, ray=False) for vector in steps]
        moves += [_subtract(vector, names, ray=True) for vector in rays]
    return None if moves is None or len(moves) > MOST_STEPS else Moves(names, tuple(moves), misere)


def _coupled(move: CoupledMove, names: dict[str, str]) -> LinearMove:
    """Return a move with other names for its heaps; the chosen numbers get names that no heap has."""
    chosen = {name: f"k{place}" for place, name in enumerate(move.chosen)}
    every = names | chosen
    leaves = {names[heap]: str(_renamed(term, every)) for heap, term in move.results.items()}
    return LinearMove(str(_renamed(move.condition, every)), leaves, tuple(chosen.values()))


def _renamed(node: Node, names: dict[str, str]) -> Node:
    if node.op == "name":
        return node._replace(value=names[str(node.value)])
    return node._replace(args=tuple(_renamed(arg, names) for arg in node.args))


def _take(condition: Node, name: str) -> LinearMove:
    heap = condition.replaced(Node("name", value="n"), Node("name", value=name))
    return LinearMove(f"({heap}) and 1 <= k <= {name}", {name: f"{name} - k"}, ("k",))


def _subtract(vector: tuple[int, ...], names: tuple[str, ...], *, ray: bool) -> LinearMove:
    taken = {name: f"{count} * k" if ray else f"{count}" for name, count in zip(names, vector, strict=True) if count}
    fits = " and ".join([*(["k >= 1"] if ray else []), *(f"{term} <= {name}" for name, term in taken.items())])
    return LinearMove(fits, {name: f"{name} - {term}" for name, term in taken.items()}, ("k",) if ray else ())
