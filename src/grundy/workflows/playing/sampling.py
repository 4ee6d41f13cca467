"""Chooses a move by random sampling, for games that are too large to solve within the limits.

The method is Monte Carlo tree search (`search.Sampler`; L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo
planning", 2006). It applies to every game, also to sums, misère play, partizan games and entailing moves. The result is
a move, never an outcome or a value.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from ...core import Budget, Game, Limits, Outcome, as_sum, turned, two_sided
from ...search import Sampler, most_tried
from .judge import Judge, sampled_of
from .legal import PartMove, after, first_moves, legal_moves, part_sizes

ROUNDS = 2_000
"""The largest number of rounds of one search."""
MOST_TRIED = 60
"""Options of a position that are compared; if there are more, the first ones of every component."""
REACH = 1_000
"""Random play chooses among the first options of a component, at most this many."""


def sampled_move(game: Game, judge: Judge, rng: Random, rounds: int = ROUNDS) -> PartMove | None:
    """Choose a move by Monte Carlo tree search, for a game that is too large to solve.

    The number of options listed is limited by `budgets.sampled_of`.

    Args:
        game: The game in which a move is chosen.
        judge: The judge of the match, whose play convention is used.
        rng: The source of randomness; equal seeds give the same move.
        rounds: The largest number of random matches to play.

    Returns:
        The move, or None if the limit on options does not allow each move to be tried once.
    """
    budget = Budget(Limits(positions=sampled_of(game)))
    moves = _candidates(game)

    def step(left: Game, drawn: Random) -> Game | None:
        played, listed = _step(left, drawn)
        budget.charge_unstored(listed)
        return played

    def options(left: Game) -> list[Game]:
        found = _candidates(left)
        budget.charge_unstored(len(found))
        return [after(left, move) for move in found]

    def ending(left: Game) -> Outcome:
        if (sides := two_sided(left)) is None:
            return Outcome.wins(judge.misere)
        return turned(sides[0].result(sides[1]) or Outcome.P, misere=judge.misere)

    sampler = Sampler(options, ending, rng=rng, step=step)
    estimates = sampler.estimates(game, rounds, budget)
    if not estimates or any(not estimate.visits for estimate in estimates):
        return None
    return moves[most_tried(estimates)]


def _candidates(game: Game) -> list[PartMove]:
    sizes = part_sizes(game)
    if sum(sizes) <= MOST_TRIED:
        return list(legal_moves(game))
    alive = [part for part, size in enumerate(sizes) if size][:MOST_TRIED]
    each = max(1, MOST_TRIED // len(alive))
    return [PartMove(part, move) for part in alive for move in first_moves(*game.part(part), each)]


def _step(game: Game, rng: Random) -> tuple[Game | None, int]:
    """Return the game after a random move (None if no move is legal), and the work done as a number of options."""
    sizes = part_sizes(game) if game.size > 1 else [1] * game.size
    if not any(sizes):
        return None, game.size
    part = rng.choices(range(len(sizes)), sizes)[0] if game.size > 1 else 0
    ruleset, position = game.part(part)
    options = ruleset.options(position)
    listed = options if isinstance(options, range) else list(islice(options, REACH))
    work = game.size if isinstance(listed, range) else game.size + len(listed)
    return game.after(part, as_sum(rng.choice(listed))) if listed else None, work
