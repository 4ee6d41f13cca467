"""Certificates of P-positions that an automaton accepts, for games on heaps that are played together.

The certificate has the automaton S of the P-positions, one automaton for each kind of move, and a cover: an automaton
that reads the heaps. Each state of the cover has marks (i, m, s): some digits of the heaps after move i lead the
automaton of the move to state m and S to state s. The cover comes from the subset construction; marks that no accepting
mark needs are dropped, and then equal states are merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from ..automatic import Base, Relation
from ..automatic.numeration import System
from ..core import Budget
from .certificate import Certificate

Mark = tuple[int, int, int]


class _Table(NamedTuple):
    """An automaton whose letters are in the order of the heaps: whether each state accepts, and the next states."""

    accepts: list[int]
    after: list[list[int]]
    lives: list[bool]
    """Whether an accepting state can be reached from each state."""


class _Move(NamedTuple):
    """A kind of moves: its automaton, and for each letter of the heaps the letters of the move and of its result."""

    table: _Table
    pairs: list[list[tuple[int, int]]]


class _State(NamedTuple):
    """A state of the cover: the states of the automata that it combines, its marks, and whether it is the start."""

    lost: int
    words: tuple[int, ...]
    marks: frozenset[Mark]
    start: bool


def rule_data(heaps: Sequence[str], moves: Iterable[tuple[str, Mapping[str, str], Sequence[str]]]) -> dict[str, Any]:
    """Return the rule of a game on heaps that are played together as data for certificates.

    Args:
        heaps: The names of the heaps.
        moves: For each kind of move the condition, the terms of the heaps that change, and the chosen numbers.

    Returns:
        The family, the heaps, and the kinds of moves.

    Example:
        >>> rule_data(["a"], [("1 <= k <= a", {"a": "a - k"}, ["k"])])["moves"]
        [{'chosen': ['k'], 'if': '1 <= k <= a', 'left': {'a': 'a - k'}}]
    """
    kinds = [{"chosen": list(chosen), "if": condition, "left": dict(left)} for condition, left, chosen in moves]
    return {"family": "coupled", "heaps": list(heaps), "moves": kinds}


def cover_certificate(
    game: Mapping[str, Any],
    lost: Relation,
    steps: Sequence[tuple[Relation, Sequence[str]]],
    measure: Sequence[str],
    *,
    law: str = "",
) -> Certificate:
    """Write the certificate that a relation holds exactly for the P-positions in normal play.

    Args:
        game: The rule, as `rule_data` returns it.
        lost: The relation of the P-positions, on the heaps.
        steps: For each kind of move, the relation of the heaps and of the changed heaps after it, whose names end in
            "_", with the names of the changed heaps.
        measure: Heaps whose sum every move lowers.
        law: A condition on the heaps that is equivalent to `lost` and that the checker can read, or "".

    Returns:
        The certificate.

    Raises:
        LimitReached: If the budget of `lost` is spent, or the certificate would be too large.
    """
    heaps, system = list(game["heaps"]), lost.system
    claimed = _table(lost, heaps)
    moves = []
    for relation, changed in steps:
        after = [heap for heap in heaps if heap in changed]
        moves.append(_Move(_table(relation, [*heaps, *(f"{heap}_" for heap in after)]), _pairs(heaps, after, system)))
    cover = _Cover(claimed, moves, system, len(heaps), lost.budget).entries()
    digits = ["base", system.digits] if isinstance(system, Base) else ["recurrent", system.c]
    claim: dict[str, Any] = {"digits": digits, "lost": _lines(claimed), "lowers": list(measure)}
    claim |= {"moves": [len(move.table.accepts) for move in moves]} | ({"law": law} if law else {})
    return Certificate("cover", "normal", game, claim, [line for move in moves for line in _lines(move.table)] + cover)


def _lines(table: _Table) -> list[Any]:
    return [[accepts, after] for accepts, after in zip(table.accepts, table.after, strict=True)]


def letters_of(relation: Relation, names: Sequence[str]) -> list[int]:
    """Return the letters of a relation in the lexicographic order of their digits, for numbers in a given order.

    Args:
        relation: The relation.
        names: Its numbers in any order.

    Returns:
        The letters as the relation numbers them.
    """
    digits = relation.system.digits
    weights = [digits ** (len(names) - 1 - relation.names.index(name)) for name in names]
    return [sum(map(int.__mul__, weights, letter)) for letter in product(range(digits), repeat=len(names))]


def _table(relation: Relation, names: Sequence[str]) -> _Table:
    """Return the automaton of a relation with letters whose digits are in the order of `names`."""
    order = letters_of(relation, names)
    after = [[row[letter] for letter in order] for row in relation.delta]
    lives = list(relation.accepting)
    while (more := [old or any(lives[i] for i in row) for old, row in zip(lives, after, strict=True)]) != lives:
        lives = more
    return _Table([int(accepts) for accepts in relation.accepting], after, lives)


def _pairs(heaps: Sequence[str], changed: Sequence[str], system: System) -> list[list[tuple[int, int]]]:
    digits, places = system.digits, [heaps.index(heap) for heap in changed]
    found = []
    for before in product(range(digits), repeat=len(heaps)):
        row = []
        for number, after in enumerate(product(range(digits), repeat=len(places))):
            left = list(before)
            for place, digit in zip(places, after, strict=True):
                left[place] = digit
            row.append((_index(before, digits) * digits ** len(places) + number, _index(left, digits)))
        found.append(row)
    return found


def _index(letter: Sequence[int], digits: int) -> int:
    code = 0
    for digit in letter:
        code = code * digits + digit
    return code


class _Cover:
    """Builds the cover, an automaton that proves that every position outside S has a move into S."""

    def __init__(self, lost: _Table, moves: Sequence[_Move], system: System, heaps: int, budget: Budget) -> None:
        self.lost, self.moves, self.words, self.budget = lost, moves, system.words, budget
        self.letters = list(product(range(system.digits), repeat=heaps))
        start = self._start(heaps)
        self.states, self.rows = {start: 0}, list[list[int]]()
        self._explore(start)

    def _start(self, heaps: int) -> _State:
        marks = {(i, 0, 0) for i in range(len(self.moves))}
        while more := self._after(marks, 0).keys() - marks:
            marks |= more
        return _State(0, (0,) * heaps, frozenset(marks), start=True)

    def _after(self, marks: set[Mark] | frozenset[Mark], letter: int) -> dict[Mark, list[Mark]]:
        """Return the marks that can follow after a letter and still lead to acceptance, each with those before it."""
        found: dict[Mark, list[Mark]] = {}
        for mark in marks:
            i, m, s = mark
            table = self.moves[i].table
            for x, y in self.moves[i].pairs[letter]:
                new = i, table.after[m][x], self.lost.after[s][y]
                if table.lives[new[1]] and self.lost.lives[new[2]]:
                    found.setdefault(new, []).append(mark)
        return found

    def _explore(self, start: _State) -> None:
        todo = [start]
        for state in todo:
            self.budget.charge()
            row = []
            for letter, digits in enumerate(self.letters):
                words = tuple(self.words[at][digit] for at, digit in zip(state.words, digits, strict=True))
                if min(words) < 0:
                    row.append(-1)
                    continue
                marks = state.marks if state.start and not letter else frozenset(self._after(state.marks, letter))
                after = _State(self.lost.after[state.lost][letter], words, marks, start=state.start and not letter)
                if after not in self.states:
                    self.states[after] = len(self.states)
                    todo.append(after)
                row.append(self.states[after])
            self.rows.append(row)

    def _chosen(self) -> list[set[Mark]]:
        """Choose marks for the proof: an accepting one at each end outside S, and one before each chosen mark."""
        states = list(self.states)
        chosen: list[set[Mark]] = [set() for _ in states]
        edges = self._edges()
        todo = [
            (number, self._ending(state)) for number, state in enumerate(states) if not self.lost.accepts[state.lost]
        ]
        sources: dict[tuple[int, int], dict[Mark, list[Mark]]] = {}
        while todo:
            self.budget.charge()
            number, mark = todo.pop()
            if mark in chosen[number]:
                continue
            chosen[number].add(mark)
            for edge in edges[number]:
                if edge not in sources:
                    sources[edge] = self._after(states[edge[0]].marks, edge[1])
                before = sources[edge][mark]
                if not chosen[edge[0]].intersection(before):
                    todo.append((edge[0], min(before)))
        return chosen

    def _ending(self, state: _State) -> Mark:
        """Return an accepting mark of a state."""
        return min(x for x in state.marks if self.moves[x[0]].table.accepts[x[1]] and self.lost.accepts[x[2]])

    def _edges(self) -> list[list[tuple[int, int]]]:
        """Return for each state of the cover, except the start, the pairs (earlier state, letter) that lead to it."""
        edges: list[list[tuple[int, int]]] = [[] for _ in self.states]
        for number, row in enumerate(self.rows):
            for letter, after in enumerate(row):
                if after > 0:
                    edges[after].append((number, letter))
        return edges

    def entries(self) -> list[Any]:
        """Return the states of the cover as lines of a certificate, after equal ones are merged."""
        chosen = self._chosen()
        marks = [tuple(sorted(one)) for one in chosen]
        part = _numbered([(number == 0, one) for number, one in enumerate(marks)])
        while True:
            finer = _numbered([(part[i], *(part[j] if j >= 0 else -1 for j in row)) for i, row in enumerate(self.rows)])
            if max(finer) == max(part):
                break
            part = finer
        first = {cls: number for number, cls in reversed(list(enumerate(part)))}
        return [
            [[part[j] if j >= 0 else 0 for j in self.rows[first[cls]]], [list(mark) for mark in marks[first[cls]]]]
            for cls in range(len(first))
        ]


def _numbered(keys: Sequence[Any]) -> list[int]:
    """Number equal keys equally, in the order of their first occurrence."""
    numbers: dict[Any, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]
