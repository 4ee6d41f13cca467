"""Outcomes and values of whole sums by definition: every move of every part, no theorem. The second route of exercises.

A position is lost when no move of it leads to a lost one (in misere play: and a move is left); its value is the mex of
the values of all that its moves leave, the sum taken as one game. So even the addition of values is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core import Game, Ruleset, as_sum, mex

State = tuple[tuple[Ruleset[Any], Any], ...]
MOST_KEPT = 300_000
"""Positions that are remembered."""


class Definition:
    """Remembers what it found; iterative; for small positions that cannot come again.

    >>> from ...notation import read_game
    >>> by = Definition()
    >>> by.value(read_game("nim: 3 5")), by.lost(read_game("nim: 1 1")), by.lost(read_game("nim: 1 1"), misere=True)
    (6, True, False)
    """

    def __init__(self) -> None:
        """Begin with nothing known."""
        self.tables: tuple[dict[State, int], dict[State, int]] = ({}, {})
        self.left: dict[State, list[State]] = {}

    def value(self, game: Game) -> int:
        """Return the Grundy value of a game, the sum taken as one game."""
        return self._found(game, misere=False)

    def lost(self, game: Game, *, misere: bool = False) -> bool:
        """Return whether the player to move loses against best play."""
        return not self._found(game, misere=misere)

    def _found(self, game: Game, *, misere: bool) -> int:
        """Return the value in normal play, and 1 for won or 0 for lost in misere play."""
        table, start = self.tables[misere], _state(game.parts)
        if len(table) > MOST_KEPT:
            table.clear()
            self.left.clear()
        waiting = [start]
        while waiting:
            state = waiting[-1]
            if state in table:
                waiting.pop()
                continue
            if state not in self.left:
                self.left[state] = list(_options(state))
            options = self.left[state]
            unknown = [option for option in options if option not in table]
            waiting += unknown
            if not unknown:
                found = {table[option] for option in options}
                table[state] = int(not found or 0 in found) if misere else mex(found)
        return table[start]


def _state(parts: Iterator[tuple[Ruleset[Any], Any]]) -> State:
    kept = [(ruleset, position) for ruleset, position in parts if any(True for _ in ruleset.options(position))]
    return tuple(sorted(kept, key=lambda part: (part[0].name, repr(part[1]))))


def _options(state: State) -> Iterator[State]:
    for number, (ruleset, position) in enumerate(state):
        others = state[:number] + state[number + 1 :]
        for option in {*map(as_sum, ruleset.options(position))}:
            yield _state(iter([*others, *((ruleset, part) for part in option)]))
