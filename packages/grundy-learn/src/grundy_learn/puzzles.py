"""Puzzles: positions with exactly one winning move; one per game, per day and level, and any number for practice.

A puzzle of a day is drawn by a `random.Random` seeded with its date and level, one for practice with its number and
level, so that puzzles are reproducible and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from itertools import combinations, islice
from random import Random
from typing import NamedTuple

from grundy.core import Game, GrundyError, HeapRuleset, Outcome, playable
from grundy.games import CATALOGUE, Entry
from grundy.notation import read_game
from grundy.workflows.playing import Judge, PartMove, after, legal_moves, phrase

TRIED = 40
"""Positions that are tried for each game."""
MOST_MOVES = 30
"""The largest number of moves of a puzzle."""
FEW = 8
"""A puzzle with fewer moves is too easy to guess."""
LEVELS = {1: (12, 7), 2: (18, 11), 3: (MOST_MOVES, 99)}
"""Level -> largest number of moves, and of moves to the end of the game; puzzles of lower levels are excluded."""
HEAPS = {1: (2, 8), 2: (3, 9), 3: (4, 11)}
"""Level -> largest number of heaps, and the largest heap, of puzzles on heaps."""
DRAWN = 400
"""Limit on the positions drawn for the puzzle of a day; a test over many days shows that it is never reached."""
PICTURES = {
    "nim": "nim: 3 5 7",
    "kayles": "kayles: 9",
    "silver-dollar": "silver-dollar: 1 4 6 9",
    "maze": "maze: ..#.../....#./.#...@",
    "northcott": "northcott: W..B./.W..B/W.B.. @ W",
    "tic-tac-toe": "tic-tac-toe: X.O/.X./..O",
    "turning-turtles": "turning-turtles: 1 3 4 7",
    "graph": "graph: a>b a>c a>d b>e c>e c>f d>f @ a",
}
"""Games of the catalogue with the position that is shown of each; a move can be found quickly."""
PUZZLE_STARTS = {
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
"""Positions from which a puzzle is searched, for games whose example leads to no good puzzle."""
LARGER = {
    "chomp": "chomp: 4x6",
    "cram": "cram: 4x4",
    "node-kayles": "node-kayles: path(17)",
    "silver-dollar": "silver-dollar: 2 6 11 15",
    "treblecross": "treblecross: 15",
    "turning-turtles": "turning-turtles: 5 8 11",
}
"""Positions from which the puzzles of the levels 2 and 3 are drawn."""
PUZZLES = (
    "nim",
    "kayles",
    "dawsons-chess",
    "dawsons-kayles",
    "guiles",
    "grundy",
    "lasker",
    "wythoff",
    "nimble",
    "silver-dollar",
    "turning-turtles",
    "chomp",
    "treblecross",
    "cram",
    "hackenbush",
    "node-kayles",
)
"""Games of the daily puzzles, which are solved at once."""


class Puzzle(NamedTuple):
    """A position with exactly one winning move, as a puzzle.

    Attributes:
        game: The position in notation.
        move: The winning move in words.
        leaves: The position after this move, in notation.
        moves: The number of legal moves.
        remoteness: The number of moves to the end of the game with best play, or None if it is unknown.
    """

    game: str
    move: str
    leaves: str
    moves: int
    remoteness: int | None = None

    @property
    def level(self) -> int:
        """The difficulty from 1 to 3, by the number of moves and by the length of the game if it is known."""
        rest = self.remoteness or 0
        return next(level for level, (most, longest) in LEVELS.items() if self.moves <= most and rest <= longest)


def puzzle(entry: Entry) -> Puzzle | None:
    """Return a puzzle made from a game of the catalogue, or None if no position is suitable.

    Some starting positions and positions after a few moves are tried. Suitable positions have exactly one winning move
    and at most 30 moves; the one with the most moves is chosen. The example position of the entry is avoided if
    possible, because the documentation shows its solution.

    >>> puzzle(CATALOGUE["wythoff"])
    Puzzle(game='wythoff: 3 8', move='take 3 from heap 2', leaves='wythoff: 3 5', moves=14, remoteness=5)
    """
    found = [(made, game) for game in islice(_positions(entry), TRIED) if (made := _won_once(game)) is not None]
    if not found:
        return None
    made, game = max(found, key=lambda one: (one[0].game != entry.example and one[0].moves >= FEW, one[0].moves))
    return made._replace(remoteness=_remoteness(game))


def puzzle_of(day: date | int, level: int) -> Puzzle:
    """Choose the puzzle of a day, or one for practice, at random; it is the same on every machine.

    It has at least eight moves and no two equal components.

    Args:
        day: The date of the puzzle, or a number for practice.
        level: The difficulty: 1, 2 or 3.

    Returns:
        The puzzle with its solution.

    Example:
        >>> puzzle_of(date(2026, 11, 25), 1) == puzzle_of(date(2026, 11, 25), 1)
        True
    """
    named = day if isinstance(day, int) else day.isoformat()
    rng = Random(f"puzzle {named} {level}")  # noqa: S311  # a game, not a secret
    games = (_drawn(rng, level) for _ in range(DRAWN))
    drawn = (as_puzzle(game) for game in games if len({*game.parts}) == game.size)  # no two equal components
    return next(found for found in drawn if found is not None and _fits(found, level))


def _fits(found: Puzzle, level: int) -> bool:
    """Return whether a puzzle has at least eight moves, takes more than one move to win, and has the given level."""
    return found.moves >= FEW and found.remoteness != 1 and found.level == level


def as_puzzle(game: Game) -> Puzzle | None:
    """Return a position as a puzzle, or None unless exactly one of 2 to 30 moves wins."""
    found = _won_once(game)
    return None if found is None else found._replace(remoteness=_remoteness(game))


def _won_once(game: Game) -> Puzzle | None:
    """Return a position as a puzzle without its remoteness, or None unless exactly one of 2 to 30 moves wins.

    The remoteness is left out because its computation takes the longest time.
    """
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


def _drawn(rng: Random, level: int) -> Game:
    name = rng.choice(PUZZLES)
    larger = LARGER.get(name) if level > 1 else None
    game = read_game(larger or PUZZLE_STARTS.get(name) or PICTURES.get(name) or CATALOGUE[name].example)
    ruleset, (most, largest) = game.summands[0].ruleset, HEAPS[level]
    if isinstance(ruleset, HeapRuleset):
        return Game.of(ruleset, *sorted(rng.randint(1, largest) for _ in range(rng.randint(1, most))))
    for _ in range(rng.randrange(3)):
        moves: list[PartMove] = list(islice(legal_moves(game), MOST_MOVES))
        if not moves:
            break
        game = after(game, rng.choice(moves))
    return game


def _positions(entry: Entry) -> Iterator[Game]:
    first = PUZZLE_STARTS.get(entry.name, entry.example), PICTURES.get(entry.name, entry.example), entry.example
    queue = [read_game(text) for text in dict.fromkeys(first)]
    ruleset = queue[0].summands[0].ruleset
    if isinstance(ruleset, HeapRuleset):
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
