"""Outcomes and values of sums by definition, without theorems, as an independent check of the answers of exercises.

A position is lost if no move leads to a lost position. In misère play a position without moves is not lost. The value
of a position is the mex of the values of all its options. A sum is treated as one game, so that the theorem on the
values of sums is checked, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from grundy.core import Game, Ruleset, as_sum, mex

State = tuple[tuple[int, Any], ...]
"""Components in which a move is left: the number of the ruleset, and the position."""
MOST_KEPT = 300_000
"""The largest number of positions stored."""


class Definition:
    """A solver that uses only the definitions of outcome and Grundy value, as a check of the theorems used elsewhere.

    It does not add the values of components: it searches the positions of the whole sum. Results are stored
    for later calls. Games must be small and without cycles.

    >>> from grundy.notation import read_game
    >>> by = Definition()
    >>> by.value(read_game("nim: 3 5")), by.lost(read_game("nim: 1 1")), by.lost(read_game("nim: 1 1"), misere=True)
    (6, True, False)
    """

    def __init__(self) -> None:
        """Create a solver without stored results."""
        self.tables: tuple[dict[State, int], dict[State, int]] = ({}, {})
        self.left: dict[State, list[State]] = {}
        self.rulesets: dict[int, Ruleset[Any]] = {}

    def value(self, game: Game) -> int:
        """Return the Grundy value of a game: the mex of the values of its options, without nim-sums of components."""
        return self._found(game, misere=False)

    def lost(self, game: Game, *, misere: bool = False) -> bool:
        """Return whether the player to move loses against best play.

        Args:
            game: The position to judge.
            misere: Whether the player who makes the last move loses.

        Returns:
            Whether it is a P-position.
        """
        return not self._found(game, misere=misere)

    def _found(self, game: Game, *, misere: bool) -> int:
        """Return the Grundy value in normal play; in misère play return 1 if the player to move wins, otherwise 0."""
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
        """Return the key under which the result for a sum is stored: its components with a move, in sorted order."""
        kept = []
        for ruleset, position in parts:
            if any(True for _ in ruleset.options(position)):
                self.rulesets[id(ruleset)] = ruleset  # kept alive, so that no other object gets its id
                kept.append((id(ruleset), position))
        return tuple(sorted(kept, key=lambda part: (part[0], repr(part[1]))))

    def _options(self, state: State) -> Iterator[State]:
        for number, (rule, position) in enumerate(state):
            ruleset = self.rulesets[rule]
            others = [(self.rulesets[other], at) for other, at in state[:number] + state[number + 1 :]]
            for option in {*map(as_sum, ruleset.options(position))}:
                yield self._state([*others, *((ruleset, part) for part in option)])
