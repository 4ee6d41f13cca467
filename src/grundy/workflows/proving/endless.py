"""From a solved game whose play need not end, or in which a move is more than an option, to a certificate.

The graph of everything that can follow says it all: what must be answered belongs to a position, so does whose turn it
is; a drawn end of a game of two sides leads to itself for ever, a won one to the end of play.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...certificates import Certificate, loops_entries, outcome_entries
from ...core import Outcome, Play, as_sum, at_most, turned, two_sided
from ..solving import Solver

MOST_POSITIONS = 200_000
"""Positions of a graph; more are not written down."""
WON, LOST = "won", "lost"
"""Ends of a game of two sides, for the player to move."""


def certify_endless(solver: Solver, *, values: bool = False) -> Certificate:
    """Return a certificate of the outcome of a game, or of its loopy value when `values`; raises `LimitReached`."""
    from ...search import Labels, arena_of, play_lengths

    game, meter = solver.game, solver.meter
    arcs = _arcs(solver)
    arena = arena_of(arcs)
    listed = [sorted({*ends}, key=str) for ends in arcs]
    play: Play = "misere" if solver.misere else "normal"
    rule = {"family": "graph", "arcs": [sorted(ends) for ends in listed]}
    note = f"vertex 0 is {game}; the arcs were listed by grundy"
    claim: dict[str, Any] = {"start": "0"}
    if values:
        found = Labels(arena, meter)
        value = found.value(0)
        if value.number is None:
            claim |= {"among": sorted(value.among), "outcome": "N" if 0 in value.among else "D"}
        else:
            claim["value"] = value.number
        return Certificate("loops", play, rule, claim, loops_entries(found.labels, found.order), note)
    two = two_sided(game) is not None
    lengths = play_lengths(arena, solver.misere and not two, meter)
    outcome = lengths.outcome(0)
    claim["outcome"] = outcome.value
    if outcome is Outcome.N and arcs[0]:
        wins = [option for option in listed[0] if lengths.outcome(option) is Outcome.P]
        claim["move"] = str(min(wins, key=lengths.plies.__getitem__))
    entries = outcome_entries(listed, lengths.plies, 0, misere=lengths.misere)
    return Certificate("strategy", "normal" if two else play, rule, claim, entries, note)


def _arcs(solver: Solver) -> list[list[int]]:
    """Return the options of everything that can follow by number; the game is vertex 0."""
    from ...search import WholeSolver, explore, sums_below

    if (found := two_sided(solver.game)) is None:
        whole = WholeSolver.of(solver.game, solver.misere, solver.meter)
        parts = [(i, s.ruleset.canonical(p)) for i, s in enumerate(solver.game.summands) for p in s.parts]
        arena = explore([whole.whole_of(parts)], sums_below(whole), solver.meter, MOST_POSITIONS)
        return [[*arena.options(vertex)] for vertex in range(arena.size)]
    ruleset, position = found

    def below(at: Any) -> Iterable[Any]:  # noqa: ANN401  # any position
        if at in (WON, LOST):
            return [LOST] if at == WON else []
        ended = ruleset.result(at)
        if ended is None:
            options = at_most(ruleset.options(at), f"{ruleset.name}: a position has")
            return [ruleset.canonical(as_sum(option)[0]) for option in options]
        outcome = turned(ended, misere=solver.misere)
        return {Outcome.N: [LOST], Outcome.D: [at], Outcome.P: []}[outcome]

    arena = explore([ruleset.canonical(position)], below, solver.meter, MOST_POSITIONS)
    return [[*arena.options(vertex)] for vertex in range(arena.size)]
