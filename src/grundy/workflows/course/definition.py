"""Outcomes and values of whole sums by definition: every move of every part, no theorem. The second route of exercises.

A position is lost when no move of it leads to a lost one (in misere play: and a move is left); its value is the mex of
the values of all that its moves leave, the sum taken as one game. So even the addition of values is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...core import Game, Ruleset, as_sum, mex

State = tuple[tuple[int, Any], ...]
"""Parts in which a move is left: the number of the ruleset, and the position."""
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
        self.rulesets: dict[int, Ruleset[Any]] = {}

    def value(self, game: Game) -> int:
        """Return the Grundy value of a game, the sum taken as one game."""
        return self._found(game, misere=False)

    def lost(self, game: Game, *, misere: bool = False) -> bool:
        """Return whether the player to move loses against best play."""
        return not self._found(game, misere=misere)

    def _found(self, game: Game, *, misere: bool) -> int:
        """Return the value in normal play, and 1 for won or 0 for lost in misere play."""
        if len(self.left) > MOST_KEPT:
            for kept in (*self.tables, self.left, self.rulesets):
                kept.clear()
        table, start = self.tables[misere], self._state(game.parts)
        waiting = [start]
        while waiting:
            state = waiting[-1]
            if state in table:
                waiting.pop()
                continue
            if state not in self.left:
                self.left[state] = list(self._options(state))
            options = self.left[state]
            unknown = [option for option in options if option not in table]
            waiting += unknown
            if not unknown:
                found = {table[option] for option in options}
                table[state] = int(not found or 0 in found) if misere else mex(found)
        return table[start]

    def _state(self, parts: Iterable[tuple[Ruleset[Any], Any]]) -> State:
        """Return what is left to play, in an order that only depends on the parts."""
        kept = []
        for ruleset, position in parts:
            if any(True for _ in ruleset.options(position)):
                self.rulesets[id(ruleset)] = ruleset  # kept, so that no other has its id
                kept.append((id(ruleset), position))
        return tuple(sorted(kept, key=lambda part: (part[0], repr(part[1]))))

    def _options(self, state: State) -> Iterator[State]:
        for number, (rule, position) in enumerate(state):
            ruleset = self.rulesets[rule]
            others = [(self.rulesets[other], at) for other, at in state[:number] + state[number + 1 :]]
            for option in {*map(as_sum, ruleset.options(position))}:
                yield self._state([*others, *((ruleset, part) for part in option)])
