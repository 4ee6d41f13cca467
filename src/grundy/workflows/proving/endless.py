"""Makes certificates of games whose play need not end, that have entailing moves, or that have two sides.

A certificate contains the graph of all positions that can be reached. A position includes the side to move, and the
component in which a player must answer an entailing move. In a game with two sides, a terminal position that is a draw
has an arc to itself, and one that the player to move has won has an arc to a vertex without options.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...certificates import Certificate, loops_entries, outcome_entries
from ...core import Outcome, Play, as_sum, at_most, turned, two_sided
from ..solving import Solver

MOST_POSITIONS = 200_000
"""The largest number of positions in a graph."""
WON, LOST = "won", "lost"
"""The ends of a game with two sides, from the view of the player to move."""


def certify_endless(solver: Solver, *, values: bool = False) -> Certificate:
    """Make a certificate of the outcome of a game, or of its loopy value.

    Args:
        solver: The solver of the game.
        values: Whether to prove the loopy value.

    Returns:
        The certificate, whose rules are the graph of all positions that can be reached.

    Raises:
        LimitReached: If a limit is exceeded, or if there are too many positions.
    """
    from ...search import Labels, game_graph_of, play_lengths

    game, budget = solver.game, solver.budget
    arcs = _arcs(solver)
    game_graph = game_graph_of(arcs)
    listed = [sorted({*ends}, key=str) for ends in arcs]
    play: Play = "misere" if solver.misere else "normal"
    rule = {"family": "graph", "arcs": [sorted(ends) for ends in listed]}
    note = f"vertex 0 is {game}; the arcs were listed by grundy"
    claim: dict[str, Any] = {"start": "0"}
    if values:
        labels = Labels(game_graph, budget)
        value = labels.value(0)
        if value.number is None:
            claim |= {"among": sorted(value.among), "outcome": "N" if 0 in value.among else "D"}
        else:
            claim["value"] = value.number
        return Certificate("loops", play, rule, claim, loops_entries(labels.labels, labels.order), note)
    two = two_sided(game) is not None
    lengths = play_lengths(game_graph, solver.misere and not two, budget)
    outcome = lengths.outcome(0)
    claim["outcome"] = outcome.value
    if outcome is Outcome.N and arcs[0]:
        wins = [option for option in listed[0] if lengths.outcome(option) is Outcome.P]
        claim["move"] = str(min(wins, key=lengths.plies.__getitem__))
    entries = outcome_entries(listed, lengths.plies, 0, misere=lengths.misere)
    return Certificate("strategy", "normal" if two else play, rule, claim, entries, note)


def _arcs(solver: Solver) -> list[list[int]]:
    from ...search import WholeSolver, explore, sums_below

    if (pair := two_sided(solver.game)) is None:
        whole = WholeSolver.of(solver.game, solver.misere, solver.budget)
        parts = [(i, s.ruleset.canonical(p)) for i, s in enumerate(solver.game.summands) for p in s.parts]
        game_graph = explore([whole.whole_of(parts)], sums_below(whole), solver.budget, MOST_POSITIONS)
        return [[*game_graph.options(vertex)] for vertex in range(game_graph.size)]
    ruleset, position = pair

    def below(at: Any) -> Iterable[Any]:  # noqa: ANN401  # any position
        if at in (WON, LOST):
            return [LOST] if at == WON else []
        ended = ruleset.result(at)
        if ended is None:
            options = at_most(ruleset.options(at), f"{ruleset.name}: a position has")
            return [ruleset.canonical(as_sum(option)[0]) for option in options]
        outcome = turned(ended, misere=solver.misere)
        return {Outcome.N: [LOST], Outcome.D: [at], Outcome.P: []}[outcome]

    game_graph = explore([ruleset.canonical(position)], below, solver.budget, MOST_POSITIONS)
    return [[*game_graph.options(vertex)] for vertex in range(game_graph.size)]
