"""Puzzles: positions in which exactly one move wins, as the engine says; one for each game, and one a day by level.

The puzzle of a day is drawn by a `random.Random` of its date and level, so an address or a test speaks of the same one
and nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from itertools import combinations, islice
from random import Random
from typing import NamedTuple

from ...core import Game, GrundyError, Outcome, playable
from ...games import CATALOGUE, PICTURES, PUZZLE_STARTS, PUZZLES
from ...games.catalogue import Entry
from ...notation import read_game
from .judge import Judge
from .legal import PartMove, after, legal_moves
from .telling import phrase

TRIED = 40
"""Positions that are tried for each game."""
MOST_MOVES = 30
"""A puzzle with more moves is work."""
FEW = 3
"""A puzzle with so few moves is a guess."""
LEVELS = {1: (8, 5), 2: (16, 9), 3: (MOST_MOVES, 99)}
"""Level -> most moves, and most moves to the end of the game, of its puzzles; those of a lower level are excluded."""
HEAPS = {1: (2, 5), 2: (3, 7), 3: (4, 11)}
"""Level -> most heaps, and the largest, of puzzles on heaps."""
DRAWN = 400
"""Positions that are drawn for the puzzle of a day; a test over many days never comes near."""


class Puzzle(NamedTuple):
    """A position, the one move that wins, what it leaves, the number of moves, and of moves to the end."""

    game: str
    move: str
    leaves: str
    moves: int
    remoteness: int | None = None

    @property
    def level(self) -> int:
        """How hard it is, from 1; the length of the game counts where it is known."""
        rest = self.remoteness or 0
        return next(level for level, (most, longest) in LEVELS.items() if self.moves <= most and rest <= longest)


def puzzle(entry: Entry) -> Puzzle | None:
    """Return the puzzle with the most moves among the first positions that follow the example, or None.

    The example itself is taken last, as its answer stands on the page.

    >>> puzzle(CATALOGUE["wythoff"])
    Puzzle(game='wythoff: 3 8', move='take 3 from heap 2', leaves='wythoff: 3 5', moves=14, remoteness=5)
    """
    found = [(made, game) for game in islice(_positions(entry), TRIED) if (made := _won_once(game)) is not None]
    if not found:
        return None
    made, game = max(found, key=lambda one: (one[0].game != entry.example and one[0].moves > FEW, one[0].moves))
    return made._replace(remoteness=_remoteness(game))


def puzzle_of(day: date, level: int) -> Puzzle:
    """Return the puzzle of a day; `level` is one of `LEVELS`. The same day has the same puzzle everywhere.

    >>> puzzle_of(date(2026, 11, 25), 1) == puzzle_of(date(2026, 11, 25), 1)
    True
    """
    lot = Random(f"puzzle {day.isoformat()} {level}")  # noqa: S311  # a game, no secret
    drawn = (as_puzzle(_drawn(lot, level)) for _ in range(DRAWN))
    return next(found for found in drawn if found is not None and found.moves > FEW and found.level == level)


def as_puzzle(game: Game) -> Puzzle | None:
    """Return the puzzle that a position is; None where not exactly one of several moves wins."""
    found = _won_once(game)
    return None if found is None else found._replace(remoteness=_remoteness(game))


def _won_once(game: Game) -> Puzzle | None:
    """Return the puzzle that a position is; how long the game lasts is not asked, as that takes longest."""
    found = Judge(game, misere=False).full_solution(game)
    if found.outcome is not Outcome.N or found.moves_status == "limit" or len(found.winning_moves) != 1:
        return None
    if found.move_count is None or not 2 <= found.move_count <= MOST_MOVES:
        return None
    (win,) = found.winning_moves
    move = next(one for one in legal_moves(game) if one.part == win.part and one.move.label == win.move)
    return Puzzle(str(game), phrase(game, move), str(after(game, move)), found.move_count)


def _remoteness(game: Game) -> int | None:
    course = Judge(game, misere=False).course(game)
    return None if course is None else course.remoteness


def _drawn(lot: Random, level: int) -> Game:
    """Draw a position of a game: heaps, or what some moves leave of a board."""
    name = lot.choice(PUZZLES)
    game = read_game(PUZZLE_STARTS.get(name) or PICTURES.get(name) or CATALOGUE[name].example)
    ruleset, (most, largest) = game.summands[0].ruleset, HEAPS[level]
    if ruleset.heaps:
        return Game.of(ruleset, *sorted(lot.randint(1, largest) for _ in range(lot.randint(1, most))))
    for _ in range(lot.randrange(3)):
        moves: list[PartMove] = list(islice(legal_moves(game), MOST_MOVES))
        if not moves:
            break
        game = after(game, lot.choice(moves))
    return game


def _positions(entry: Entry) -> Iterator[Game]:
    """Yield positions of a game, each once, the boards of several heaps first and then what moves leave."""
    first = PUZZLE_STARTS.get(entry.name, entry.example), PICTURES.get(entry.name, entry.example), entry.example
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
                    left = game.after(part, move.leaves)
                    if str(left) not in seen and len(queue) < TRIED:
                        seen.add(str(left))
                        queue.append(left)
