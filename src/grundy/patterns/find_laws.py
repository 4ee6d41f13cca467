"""Finds laws of rules on a few heaps: learns an automaton from a table, tests it on a larger table, and proves it.

The table contains P-positions or values (`automatic.learn`). Only a proof (`fixed_points`) makes the automaton a law.
If the proof fails, its counterexample shows how large the next table must be at least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..automatic import Arithmetic, Base, NotDefinable, Recurrent, Relation, System
from ..automatic.learn import Table, learn
from ..core import Budget, LimitReached
from .fixed_points import FixedPoint, Moves
from .rule_tables import outcome_table, value_table

MOST_STATES = 1000
"""The largest number of states of a guess."""
MOST_VALUE = 15
"""Larger values have no law of this kind."""
SIZES = {1: (64, 256, 1024), 2: (64, 256, 512, 1024, 2048), 3: (8, 16, 32)}
"""The sizes of the tables for each number of heaps."""
FAR = 256
"""Larger tables of several heaps are twice as large at most, except for rules that subtract a few vectors.

The laws of such a rule are mostly semilinear, so bases 2 and 3 suffice.
"""
SYSTEMS: tuple[System, ...] = (Base(2), Base(3), Recurrent(1), Recurrent(2), Recurrent(3), Base(5), Base(10))
"""The numeration systems in the order in which they are tried."""


@dataclass(frozen=True)
class Law:
    """A proved law that gives the value, or the outcome, of every position of a rule.

    Attributes:
        levels: For values, `levels[v]` is the relation of the positions of value v. For outcomes, `levels[0]` is the
            relation of the N-positions and `levels[1]` that of the P-positions.
        values: Whether the law gives values, and not outcomes.
        system: The numeration system.
        heaps: The names of the heaps.
        compared_to: All positions with heaps below this number were also compared with the definition.
    """

    levels: tuple[Relation, ...]
    values: bool
    system: System
    heaps: tuple[str, ...]
    compared_to: int

    @property
    def states(self) -> int:
        """The number of states of the largest automaton in the law."""
        return max(level.states for level in self.levels)

    def machine(self) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """Return one automaton that gives the value of a position, or 1 for P and 0 for N, as two tuples.

        The first has the next states of each state. The second has the result of each state, or -1 if digits that end
        in this state are not a position.
        """
        first = (0,) * len(self.levels)
        index, todo, delta = {first: 0}, [first], list[tuple[int, ...]]()
        widest = max(self.levels, key=lambda level: len(level.names))
        for states in todo:
            rows = [level.delta[state] for level, state in zip(self.levels, states, strict=True)]
            row = []
            for letter in range(len(widest.delta[0])):
                after = tuple(row[letter] if len(row) > 1 else row[0] for row in rows)
                if after not in index:
                    index[after] = len(todo)
                    todo.append(after)
                row.append(index[after])
            delta.append(tuple(row))
        pairs = (zip(self.levels, states, strict=True) for states in todo)
        outputs = (next((value for value, (one, at) in enumerate(found) if one.accepting[at]), -1) for found in pairs)
        return tuple(delta), tuple(outputs)

    def at(self, heaps: Sequence[int]) -> int:
        """Return the value of a position of any size, or 1 for P and 0 for N."""
        numbers = dict(zip(self.heaps, heaps, strict=True))
        return next(value for value, level in enumerate(self.levels) if level.holds(numbers))


@dataclass(frozen=True)
class NoLaw:
    """The result of a search in which no law was found; this does not mean that none exists.

    Attributes:
        reason: The limit that was reached, in words.
    """

    reason: str


def find_law(
    rule: Moves,
    *,
    values: bool = False,
    systems: Sequence[System] = SYSTEMS,
    sizes: Sequence[int] = (),
    budget: Budget | None = None,
) -> Law | NoLaw:
    """Find and prove a law of a rule: which positions are P-positions, or the values of one heap.

    Args:
        rule: The rule.
        values: Whether to find the values of one heap instead of the outcomes.
        systems: The numeration systems to try.
        sizes: The sizes of the tables to learn from, ascending; () for a default.
        budget: Counts the work; if it is exceeded, the search ends.

    Returns:
        The law, or the limit that was reached.

    Example:
        >>> from .fixed_points import LinearMove
        >>> law = find_law(Moves(("n",), (LinearMove("k >= 1 and 2 * k <= n", {"n": "n - k"}, ("k",)),)))
        >>> law.system.name, law.states, law.at([2**100 - 1])
        ('base 2', 3, 1)
    """
    budget = budget or Budget()
    search = _Search(rule, values, budget)
    stages = list(sizes or SIZES.get(len(rule.heaps), (8, 16)))
    try:
        for size in stages:
            far, vectors = size > FAR, len(rule.heaps) > 1 and not any(move.chosen for move in rule.moves)
            if far and len(rule.heaps) > 1 and vectors == (size <= 2 * FAR):
                continue
            for system in (one for one in systems if not (far and vectors) or one in SYSTEMS[:2]):
                if (law := search.law(system, size, size if far and vectors else 2 * size)) is not None:
                    return law
    except LimitReached as error:
        return NoLaw(f"limit: {error.message}")
    except NotDefinable as error:
        return NoLaw(f"not definable: {error.message}")
    heaps = f"{'heaps' if len(rule.heaps) == 1 else 'positions with heaps'} up to {stages[-1] - 1}"
    nothing = f"no law found: {heaps} show no automaton of at most {MOST_STATES:,} states"
    return NoLaw("; ".join(dict.fromkeys(search.notes)) or nothing)


class _Search:
    """The search for a law of one rule, by automata that are learned from tables and then proved."""

    def __init__(self, rule: Moves, values: bool, budget: Budget) -> None:
        self.rule, self.values, self.budget = rule, values, budget
        self.notes: list[str] = []
        self._tables: dict[int, Table] = {}
        self._games: dict[System, FixedPoint | None] = {}
        self._refuted: set[tuple[System, tuple[Relation, ...]]] = set()
        self._make: Callable[[Moves, int, Budget], Table | None] = value_table if values else outcome_table

    def law(self, system: System, size: int, larger: int) -> Law | None:
        """Return the law that a table of one size suggests in one numeration system, or None if it is not proved.

        A suggested law is compared with the table of size `larger` before it is proved.
        """
        table = self.table(size)
        if self._games.get(system, 0) is None or max(table.entries) > MOST_VALUE:
            return None
        arithmetic = Arithmetic(system, self.budget)
        found = learn(table, arithmetic, self.rule.heaps, MOST_STATES)
        if found is None:
            return None
        levels = tuple(found.get(value, arithmetic.never) for value in range(max([*found, 1]) + 1))
        if (system, levels) in self._refuted or not self.table(larger).agrees(dict(enumerate(levels))):
            return None
        try:
            if (game := self._game(system, arithmetic)) is None:
                return None
            decision = game.levels(levels) if self.values else game.outcome(levels[1])
        except LimitReached as error:
            if error.kind != "size":
                raise
            self.notes.append(f"limit: {error.message} in {system.name}")
            self._games[system] = None
            return None
        if decision.proved:
            return Law(levels, self.values, system, self.rule.heaps, larger)
        self._refuted.add((system, levels))
        return None

    def table(self, size: int) -> Table:
        """Return the table of the P-positions, or of the values, of all positions with heaps below `size`."""
        if size not in self._tables:
            found = self._make(self.rule, size, self.budget)
            self._tables[size] = found or Table(b"\xff", 1, 1)
        return self._tables[size]

    def _game(self, system: System, arithmetic: Arithmetic) -> FixedPoint | None:
        if system not in self._games:
            self._games[system] = None
            try:
                self._games[system] = FixedPoint(self.rule, arithmetic)
            except NotDefinable as error:
                self.notes.append(f"not definable: {error.message}")
        return self._games[system]
