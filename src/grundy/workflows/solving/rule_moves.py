"""Converts the moves of a ruleset to conditions and terms in text form, from which automata are built.

The size of a single heap is named n; several heaps are named a, b, c and d.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod
from typing import Any

from ...automatic.formulas import variable
from ...core import CoupledMove, HeapRuleset, Ruleset, Structure, facet
from ...core.expressions import Node
from ...patterns.claims import LETTERS
from ...patterns.fixed_points import LinearMove, Moves

MOST_STEPS = 64
"""The largest number of vectors."""


def moves_of(ruleset: Ruleset[Any], heaps: int, *, misere: bool) -> Moves | None:
    """Return the moves of a ruleset as conditions and terms, for positions of a given number of heaps.

    Args:
        ruleset: The ruleset.
        heaps: The number of heaps of a position.
        misere: Whether the player who makes the last move loses.

    Returns:
        The moves, or None if the ruleset does not state them as expressions.

    Example:
        >>> from grundy import read_ruleset
        >>> moves_of(read_ruleset("take k where 2 * k <= n"), 1, misere=False).moves[0].condition
        '1 <= k <= n and (2 * k <= n)'
    """
    names = ("n",) if heaps == 1 else LETTERS[:heaps]
    rule = facet(ruleset, Structure)
    moves: list[LinearMove] | None = None
    if isinstance(ruleset, HeapRuleset):
        if (condition := rule.takes_where()) is not None:
            moves = [_take(condition, name) for name in names]
    elif (coupled := rule.coupled_moves()) is not None:
        if len(coupled.heaps) == heaps:
            renamed = dict(zip(coupled.heaps, names, strict=True))
            return Moves(names, tuple(_coupled(coupled.moves, renamed)), misere, coupled.blocks)
    elif (vectors := rule.vectors()) is not None and len(next(iter(vectors[0] + vectors[1]), ())) == heaps:
        steps, rays = vectors
        moves = [_subtract(vector, names, ray=False) for vector in steps]
        moves += [_subtract(vector, names, ray=True) for vector in rays]
    return None if moves is None or len(moves) > MOST_STEPS else Moves(names, tuple(moves), misere)


def _coupled(moves: Sequence[CoupledMove], names: dict[str, str]) -> Iterator[LinearMove]:
    """Yield moves whose heaps are renamed as `names` states; the numbers that a player chooses become k0, k1 and so on.

    If the condition of a move contains "or", the move is replaced by one for each alternative, unless these are too
    many. If a chosen number must equal a constant, it is replaced by the constant.
    """
    for move in moves:
        chosen = {name: f"k{place}" for place, name in enumerate(move.chosen)}
        every = names | chosen
        whole = _renamed(move.condition, every)
        terms = {names[heap]: _renamed(term, every) for heap, term in move.results.items()}
        for parts in _cases(whole):
            fixed = dict(filter(None, (_fixed(part, chosen.values()) for part in parts)))
            free = tuple(name for name in chosen.values() if name not in fixed)
            left = {heap: str(_with(term, fixed)) for heap, term in terms.items()}
            yield LinearMove(str(_with(Node("and", parts), fixed)), left, free)


def _cases(node: Node) -> list[tuple[Node, ...]]:
    """Split a condition with "and" and "or" into alternatives: (a or b) and c gives [(a, c), (b, c)].

    If the alternatives are too many, the condition or a part of it is not split.
    """
    cases = list(map(_cases, node.args)) if node.op in {"and", "or"} else []
    if node.op == "or" and sum(map(len, cases)) <= MOST_STEPS:
        return list(chain(*cases))
    if node.op == "and" and prod(map(len, cases)) <= MOST_STEPS:
        return [tuple(chain(*lists)) for lists in product(*cases)]
    return [(node,)]


def _fixed(node: Node, chosen: Container[str]) -> tuple[str, Node] | None:
    """Return the name and the constant of a condition `name == constant` with a name in `chosen`; else None."""
    if node.op != "compare" or node.signs != ("==",) or {arg.op for arg in node.args} != {"name", "number"}:
        return None
    name, constant = sorted(node.args, key=lambda arg: arg.op)
    return (str(name.value), constant) if str(name.value) in chosen else None


def _with(node: Node, fixed: Mapping[str, Node]) -> Node:
    for name, constant in fixed.items():
        node = node.replaced(variable(name), constant)
    return node


def _renamed(node: Node, names: dict[str, str]) -> Node:
    if node.op == "name":
        return node._replace(value=names[str(node.value)])
    return node._replace(args=tuple(_renamed(arg, names) for arg in node.args))


def _take(condition: Node, name: str) -> LinearMove:
    heap = condition.replaced(Node("name", value="n"), Node("name", value=name))
    return LinearMove(f"1 <= k <= {name} and ({heap})", {name: f"{name} - k"}, ("k",))  # no division by k = 0


def _subtract(vector: tuple[int, ...], names: tuple[str, ...], *, ray: bool) -> LinearMove:
    taken = {name: f"{count} * k" if ray else f"{count}" for name, count in zip(names, vector, strict=True) if count}
    fits = " and ".join([*(["k >= 1"] if ray else []), *(f"{term} <= {name}" for name, term in taken.items())])
    return LinearMove(fits, {name: f"{name} - {term}" for name, term in taken.items()}, ("k",) if ray else ())
