"""The state graph of a game: positions as nodes with outcomes and values, moves as arcs.

Components of one ruleset are sorted and empty heaps omitted, so that equivalent positions are one node. A large graph
is drawn up to a depth, which a note states.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ...core import (
    Drawable,
    Entailing,
    Game,
    HeapRuleset,
    LimitReached,
    Limits,
    LoopyGame,
    MissingExtra,
    Outcome,
    Ruleset,
    Sum,
    Summand,
    TwoSided,
    brief_of,
    playable,
    whole,
)
from ...drawing import Diagram, DiagramNode
from ...drawing.papers import Paper
from ...notation import game_of
from ..solving import Solver, listed_moves
from ..solving.loopy import LoopyFacts
from ..solving.quotient import quotient_for

MOST_NODES = 100
"""The default limit on the number of positions."""


class StateGraph(Drawable, Diagram):
    """The state graph of a game, as `graph` returns it; a notebook draws it.

    Attributes:
        nodes: The positions, the start first; each has its text, value, outcome and remoteness as far as known.
        arcs: The moves, as pairs of indices in `nodes`.
        note: A remark, for instance that positions are missing because the graph is too large; or "".

    Example:
        >>> found = graph("nim: 2")
        >>> [node.text for node in found.nodes], found.arcs
        (['2', '1', '0'], ((0, 1), (0, 2), (1, 2)))
    """

    __slots__ = ()

    def to_networkx(self) -> Any:  # noqa: ANN401  # networkx has no types
        """Return the graph as a `networkx.DiGraph`.

        Returns:
            The graph; its vertices are positions in notation, with the attributes `text`, `value`,
            `outcome` (as text, such as "N") and `remoteness`; None if unknown.

        Raises:
            MissingExtra: If networkx is not installed.

        Example:
            >>> found = graph("nim: 2 1").to_networkx()
            >>> found.number_of_nodes(), found.nodes["nim: 2 1"]["outcome"]
            (5, 'N')
        """
        try:
            import networkx as nx
        except ImportError as error:
            raise MissingExtra("a graph of networkx", "networkx") from error
        found = nx.DiGraph()
        records = self.to_records()
        found.add_nodes_from((record.pop("game"), record) for record in records)
        names = [node.game or node.text for node in self.nodes]
        found.add_edges_from((names[tail], names[head]) for tail, head in self.arcs)
        return found

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record per position, from which pandas and polars make a table.

        Example:
            >>> graph("nim: 1").to_records()[0]
            {'game': 'nim: 1', 'text': '1', 'value': 1, 'outcome': 'N', 'remoteness': None}
        """
        return [
            {
                "game": node.game or node.text,
                "text": node.text,
                "value": node.value,
                "outcome": None if node.outcome is None else node.outcome.value,
                "remoteness": node.remoteness,
            }
            for node in self.nodes
        ]

    def paper(self) -> Paper:
        """Return the graph as a document for papers and notebooks.

        Example:
            >>> graph("nim: 2").paper().title
            'Game graph of nim: 2'
        """
        from .papers import graph_paper

        return graph_paper(self)


def graph(
    game: Game | str,
    *,
    misere: bool = False,
    most: int = MOST_NODES,
    limits: Limits | None = None,
    strategy: bool = False,
) -> StateGraph:
    """Return the state graph of a game: all positions that can be reached, with outcomes, values and moves.

    If play need not end, draws and Smith-Fraenkel values are shown.

    Args:
        game: The game, in notation or as a `Game`.
        misere: Whether the player who makes the last move loses.
        most: The largest number of positions; of a larger graph, the first levels are returned.
        limits: Limits on the work.
        strategy: Whether to include only the fastest winning moves and all replies to them; then positions have a
            remoteness, which each winning move reduces.

    Returns:
        The graph, with the game as its first node.

    Raises:
        LoopyGame: If a strategy is requested and play need not end.
        LimitReached: If not even the start can be solved.

    Example:
        >>> [node.text for node in graph("divisors: 4").nodes]
        ['4', '3', '2', '1']
    """
    start = game_of(game)
    most = whole(most, "the largest number of positions, a whole number")
    solver = Solver(start, misere, limits)
    with solver.budget.interruptible():
        return _drawn(solver, _tidy(start), most=most, strategy=strategy)


def _drawn(solver: Solver, start: Game, *, most: int, strategy: bool) -> StateGraph:
    numbers = {start: 0}
    arcs: list[tuple[int, int]] = []
    level, depth = [start], 0
    note = ""
    while level:
        options = {node: _best(solver, node) if strategy else _options(solver, node) for node in level}
        new = dict.fromkeys(o for found in options.values() for o in found if o not in numbers)
        if len(numbers) + len(new) > most and depth > 0:
            moves = "the first move" if depth == 1 else f"the first {depth} moves"
            note = f"Only the {len(numbers)} positions of {moves} are drawn."
            break
        for node in new:
            numbers[node] = len(numbers)
        arcs += [(numbers[node], numbers[option]) for node, found in options.items() for option in found]
        level, depth = list(new), depth + 1
    nodes = (_node(solver, node, len(start.summands) == 1) for node in numbers)
    if strategy:
        course = solver.whole().course
        known = zip(nodes, numbers, strict=True)
        nodes = (node._replace(remoteness=course(position).remoteness) for node, position in known)
    return StateGraph(tuple(nodes), tuple(arcs), note)


def _tidy(game: Game) -> Game:
    return Game(*(Summand(ruleset, _sorted(ruleset, parts)) for ruleset, parts in game.summands))


def _sorted(ruleset: Ruleset[Any], parts: Sum[Any]) -> Sum[Any]:
    if isinstance(ruleset, HeapRuleset):
        return Sum.of(sorted(filter(None, parts), reverse=True)) or Sum(0)
    return Sum.of(sorted(parts, key=repr))


def _options(solver: Solver, game: Game) -> list[Game]:
    found: dict[Game, None] = {}
    for part, ruleset, position in playable(game):
        for _, leaves in listed_moves(ruleset, position):
            solver.budget.charge_unstored(1)
            found[_tidy(game.after(part, leaves))] = None
    solver.budget.charge(0)  # the positions stay in memory
    return list(found)


def _best(solver: Solver, game: Game) -> list[Game]:
    """Return the positions after the best moves of a game.

    In an N-position these are the fastest winning moves; in other positions all moves.
    """
    course = solver.whole().course
    here, found = course(game), _options(solver, game)
    if here.outcome is not Outcome.N:
        return found
    return [option for option in found if course(option)[:2] == (Outcome.P, here.remoteness - 1)]


def _brief(summand: Summand) -> str:
    if len(summand.parts) == 1:
        return brief_of(summand.ruleset, summand.parts[0])
    return summand.ruleset.show(summand.parts) if isinstance(summand.ruleset, HeapRuleset) else str(summand)


def _node(solver: Solver, game: Game, single: bool) -> DiagramNode:
    text = _brief(game.summands[0]) if single else str(game)
    rulesets = {ruleset for ruleset, _ in game.summands}
    if not rulesets & solver.loops and not any(isinstance(ruleset, (TwoSided, Entailing)) for ruleset in rulesets):
        with suppress(LoopyGame):
            return _ending(solver, game, text)
    found = solver.solve(game)
    if found.status == "limit":
        raise LimitReached(found.reason, kind="search")
    loopy = found.facts.value if isinstance(found.facts, LoopyFacts) else None
    value = found.value if loopy is None else loopy.number
    return DiagramNode(text, value, found.outcome, str(game), loopy="" if loopy is None else str(loopy))


def _ending(solver: Solver, game: Game, text: str) -> DiagramNode:
    """Return the node for a position of a game without loops; raise `LoopyGame` if play need not end.

    `text` is the label of the node.
    """
    if solver.misere:
        quotient = quotient_for(game, solver.limits)
        outcome = quotient.outcome(heap for _, heap in game.parts) if quotient else solver.misere_outcome(game)
        return DiagramNode(text, None, outcome, str(game))
    value = 0
    for ruleset, position in game.parts:
        value ^= solver.part_solver(ruleset).value(position)
    return DiagramNode(text, value, Outcome.of_value(value), str(game))
