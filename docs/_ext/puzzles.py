"""Finds puzzles: positions of a game in which exactly one move wins, as the engine says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, islice
from typing import NamedTuple

from grundy import Game, GrundyError, Outcome, solve
from grundy.core import playable
from grundy.drawing.fit import part_name
from grundy.games import PICTURES
from grundy.games.catalogue import Entry
from grundy.notation import read_game

TRIED = 40
"""Positions that are tried for each game."""
MOST_MOVES = 30
"""A puzzle with more moves is work."""
FEW = 3
"""A puzzle with so few moves is a guess."""
STARTS = {
    "arc-kayles": "arc-kayles: path(9)",
    "circular-kayles": "circular-kayles: r5 6",
    "dots-and-boxes": "dots-and-boxes: .../||.|/..-/|.../-..",
    "fibonacci": "fibonacci: 12",
    "geography": "geography: 0>1 0>2 0>3 1>2 2>3 2>4 3>4 @ 0",
    "hackenbush": "hackenbush: 0-1 1-2 1-3 0-4 4-5 0-6 6-7 7-8 8-9",
    "kings": "kings: 1x9",
    "maze": "maze: ....../.#..#./....../..#.../.....@",
    "nimstring": "nimstring: .../||.|/..-/|.../-..",
    "node-kayles": "node-kayles: path(9)",
    "officers": "officers: 3 7 12",
    "schwenk": "schwenk(factor=1): 20",
    "vectors": "vectors(steps={(1,0),(0,1),(2,2)}): 4 7",
}
"""Where to look first, of games whose example leads to no good puzzle."""


class Puzzle(NamedTuple):
    """A position, the one move that wins, what it leaves, and how many moves there are."""

    game: str
    move: str
    leaves: str
    moves: int


def puzzle(entry: Entry) -> Puzzle | None:
    """Return the puzzle with the most moves among the first positions that follow the example, or None.

    The example itself is taken last, as its answer stands on the page.

    >>> from grundy.games import CATALOGUE
    >>> puzzle(CATALOGUE["wythoff"])
    Puzzle(game='wythoff: 3 8', move='take 3 from heap 2', leaves='wythoff: 3 5', moves=14)
    """
    found = [made for game in islice(_positions(entry), TRIED) if (made := _as_puzzle(game)) is not None]
    return max(found, key=lambda one: (one.game != entry.example and one.moves > FEW, one.moves), default=None)


def _positions(entry: Entry) -> Iterator[Game]:
    """Yield positions of a game, each once, the boards of several heaps first and then what moves leave."""
    first = STARTS.get(entry.name, entry.example), PICTURES.get(entry.name, entry.example), entry.example
    queue = [read_game(text) for text in dict.fromkeys(first)]
    ruleset = queue[0].summands[0].ruleset
    if ruleset.heaps:
        with suppress(GrundyError):
            queue += [Game.of(ruleset, *heaps) for heaps in combinations((3, 5, 6, 8), 3)]
    seen = set(map(str, queue))
    for game in queue:
        yield game
        for part, rules, position in playable(game):
            for move in islice(rules.moves(position), TRIED):
                with suppress(GrundyError):
                    after = game.after(part, move.leaves)
                    if str(after) not in seen and len(queue) < TRIED:
                        seen.add(str(after))
                        queue.append(after)


def _as_puzzle(game: Game) -> Puzzle | None:
    """Return the puzzle that a position is; None where not exactly one of several moves wins."""
    solution = solve(game)
    if solution.status == "limit" or solution.outcome is not Outcome.N or len(solution.winning_moves) != 1:
        return None
    if solution.move_count is None or not 2 <= solution.move_count <= MOST_MOVES:
        return None
    move = solution.winning_moves[0]
    words = f"{part_name(game, move.part)}: {move.move}" if game.size > 1 else move.move
    return Puzzle(str(game), words, solution.leaves(move), solution.move_count)
