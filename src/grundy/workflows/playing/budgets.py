"""Limits on the work of the computer player for one move, by ruleset: the table `data/play_budgets.csv`.

Work is counted, not timed, so that the same position, seed and level give the same move on every machine. Each row of
the table is the `PlayBudget` of a ruleset. It states which positions are searched until they are solved, and how many
options are tried or listed in larger ones. For rulesets without a row the constants below apply.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ...core import Game

SEARCH = 200_000
"""Options tried for a game that is searched by definition."""
SAMPLED = 120_000
"""Options listed for a move by sampling."""
COURSE, MOST_POSITIONS = 150_000, 15_000
"""Options tried, and positions visited, to follow play to its end."""
HEAP = 20_000_000
"""Limit on options of all smaller heaps for computing the value of a heap without theorem or proved period."""
LISTED = 100_000
"""The largest heap whose moves are counted for this limit: listing them takes a time that grows with the heap."""
MOST_LISTED = 5_000
"""The largest number of moves of a game that is searched until it is solved."""


class PlayBudget(NamedTuple):
    """How much work the computer player may do for one ruleset, as a row of `data/play_budgets.csv`.

    The weight of a component is a measure of its size, for example its number of free squares.

    Attributes:
        size: A game is searched until it is solved if the weights of its components add up to at most this number.
        part: A game is also searched until it is solved if each component has at most this weight.
        misere: The number that replaces `size` in misère play.
        course: The length of play is computed if each component has at most this weight.
        search: The largest number of options tried when a larger game is searched by definition.
        sampled: The largest number of options listed when a move is chosen by random sampling.
    """

    size: int = 0
    part: int = 0
    misere: int = 0
    course: int = 0
    search: int = SEARCH
    sampled: int = SAMPLED


@cache
def play_budgets() -> dict[str, PlayBudget]:
    """Return the work budgets of the computer player by the names of rulesets, from `data/play_budgets.csv`."""
    from importlib.resources import files

    text = files("grundy").joinpath("data", "play_budgets.csv").read_text(encoding="ascii")
    rows = (row.split(",") for row in text.splitlines()[1:])
    return {name: PlayBudget(*map(int, weights)) for name, *weights in rows}


def budget_of(ruleset: str) -> PlayBudget | None:
    """Return the budget of work for games of a ruleset, or None if the table does not have it.

    >>> budget_of("cram").size >= 35, budget_of("maze")
    (True, None)
    """
    return play_budgets().get(ruleset.partition("(")[0])


def search_of(game: Game) -> int:
    """Return how many options the computer may try in a game that no theory solves.

    It is the least number in column `search` of `data/play_budgets.csv` for the rulesets of the game. Rulesets without
    a row there are not counted; if none has one, the result is a default.
    """
    return min((row.search for row in _rows(game)), default=SEARCH)


def sampled_of(game: Game) -> int:
    """Return how many options the computer may list when it chooses a move by sampling.

    It is the least number in column `sampled` of `data/play_budgets.csv` for the rulesets of the game. Rulesets without
    a row there are not counted; if none has one, the result is a default.
    """
    return min((row.sampled for row in _rows(game)), default=SAMPLED)


def _rows(game: Game) -> list[PlayBudget]:
    return [row for summand in game.summands if (row := budget_of(summand.ruleset.name)) is not None]
