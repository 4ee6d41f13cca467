"""Certificates for games on several heaps in which an automaton decides the P-positions, or computes the values.

A move of these games may change several heaps. The certificate contains automata that read the digits of the heaps:

- S, which gives the P-positions or the values
- one automaton for each kind of move, which reads the heaps before and after a move
- the cover, which proves that the needed moves exist
- in misère play, the automaton of the positions without a move

Each state of the cover has marks (i, m, s). Such a mark means that a move of kind i is possible, as far as the digits
read so far show. The automaton of the move is then in state m, and S, which reads the heaps after the move, is in state
s. The cover is found by the subset construction. Marks that the proof does not use are dropped, and then equal states
are merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from ..automatic import Base, Relation
from ..automatic.numeration import System
from ..core import Budget
from .certificate import Certificate

Mark = tuple[int, int, int]


class _Table(NamedTuple):
    """An automaton as a table of its states.

    Attributes:
        accepts: The output of each state: 1 if it accepts and 0 if not, or the value in an automaton of values.
        after: For each state, the next state for each letter. A letter is one digit of every heap.
        lives: Whether an accepting state can be reached from each state.
    """

    accepts: list[int]
    after: list[list[int]]
    lives: list[bool]
    """Whether an accepting state can be reached from each state."""


class _Move(NamedTuple):
    """A kind of moves: the automaton that accepts the pairs of positions before and after such a move.

    A letter of a position is one digit of every heap. For each letter of the position before the move, `pairs` lists
    the possible continuations. Each is a pair: the letter that the automaton reads (the digits of all heaps before the
    move and of the changed heaps after it), and the letter of the position after the move.
    """

    table: _Table
    pairs: list[list[tuple[int, int]]]


class _State(NamedTuple):
    """A state of the cover, the automaton that proves that moves exist.

    Attributes:
        lost: The state of the automaton of the P-positions or values.
        words: For each heap the state of the automaton that accepts the numbers of the numeration system.
        marks: The marks of this state, as the docstring of the module explains them.
        start: Whether this is the first state.
    """

    lost: int
    words: tuple[int, ...]
    marks: frozenset[Mark]
    start: bool


def rule_data(heaps: Sequence[str], moves: Iterable[tuple[str, Mapping[str, str], Sequence[str]]]) -> dict[str, Any]:
    """Return the rule of a game on several heaps, in which a move may change more than one, as data for certificates.

    Args:
        heaps: The names of the heaps.
        moves: For each kind of move its condition, the new sizes of the heaps that change, and the names of the numbers
            that the player chooses.

    Returns:
        The family, the heaps, and the kinds of moves.

    Example:
        >>> rule_data(["a"], [("1 <= k <= a", {"a": "a - k"}, ["k"])])["moves"]
        [{'chosen': ['k'], 'if': '1 <= k <= a', 'left': {'a': 'a - k'}}]
    """
    kinds = [{"chosen": list(chosen), "if": condition, "left": dict(left)} for condition, left, chosen in moves]
    return {"family": "coupled", "heaps": list(heaps), "moves": kinds}


def cover_certificate(  # noqa: PLR0913  # the parts of the certificate
    game: Mapping[str, Any],
    lost: Relation,
    steps: Sequence[tuple[Relation, Sequence[str]]],
    measure: Sequence[str],
    *,
    law: str = "",
    stuck: Relation | None = None,
) -> Certificate:
    """Write the certificate that a relation holds exactly for the P-positions.

    Args:
        game: The rule, as `rule_data` returns it.
        lost: The relation between the heaps that holds for the P-positions.
        steps: For each kind of move a pair: the relation between the heaps before the move and the changed heaps after
            it, whose names end in "_"; and the names of the changed heaps.
        measure: Heaps whose sum every move lowers.
        law: A condition on the heaps that is equivalent to `lost` and that the checker can read, or "".
        stuck: In misère play the relation that holds for the positions without a move; None in normal play.

    Returns:
        The certificate.

    Raises:
        LimitReached: If the budget of `lost` is spent, or the certificate would be too large.
    """
    claimed = _table(lost, list(game["heaps"]))
    claim: dict[str, Any] = {"lost": _lines(claimed)} | ({"law": law} if law else {})
    if stuck is not None:
        claim["stuck"] = _lines(_table(stuck, list(game["heaps"])))
    return _certificate(game, claim, claimed, steps, measure, lost)


def value_certificate(
    game: Mapping[str, Any],
    levels: Sequence[Relation],
    steps: Sequence[tuple[Relation, Sequence[str]]],
    measure: Sequence[str],
    *,
    law: str = "",
) -> Certificate:
    """Write the certificate that relations give the Grundy values of all positions.

    Args:
        game: The rule, as `rule_data` returns it.
        levels: For each value 0, 1, 2, ... a relation that holds for the positions with this value. It is a relation
            between all heaps, or has no names if there are no such positions.
        steps: The moves, as for `cover_certificate`.
        measure: Heaps whose sum every move lowers.
        law: A term in the heaps that is equal to the value and that the checker can read, or "".

    Returns:
        The certificate.

    Raises:
        LimitReached: If the budget of `levels` is spent, or the certificate would be too large.
    """
    claimed = _machine(levels, list(game["heaps"]))
    claim: dict[str, Any] = {"values": _lines(claimed)} | ({"law": law} if law else {})
    return _certificate(game, claim, claimed, steps, measure, levels[0])


def _certificate(  # noqa: PLR0913  # the parts of the certificate
    game: Mapping[str, Any],
    stated: dict[str, Any],
    claimed: _Table,
    steps: Sequence[tuple[Relation, Sequence[str]]],
    measure: Sequence[str],
    relation: Relation,
) -> Certificate:
    heaps, system = list(game["heaps"]), relation.system
    moves = []
    for step, changed in steps:
        after = [heap for heap in heaps if heap in changed]
        moves.append(_Move(_table(step, [*heaps, *(f"{heap}_" for heap in after)]), _pairs(heaps, after, system)))
    digits = ["base", system.digits] if isinstance(system, Base) else ["recurrent", system.c]
    claim = stated | {"digits": digits, "lowers": list(measure), "moves": [len(move.table.accepts) for move in moves]}
    cover = _Cover(claimed, moves, system, len(heaps), relation.budget)
    cover.needs = _needs(claimed, values="values" in stated, misere="stuck" in stated)
    entries = [line for move in moves for line in _lines(move.table)] + cover.entries()
    return Certificate("cover", "misere" if "stuck" in stated else "normal", game, claim, entries)


def _needs(claimed: _Table, *, values: bool, misere: bool) -> list[list[set[int]]]:
    """Return, for each state of the claimed automaton, which options a position with this last state must have.

    They are given as a list of sets. For each set there must be an option whose number is in the set. The number of an
    option is its value; if the claim is about P-positions, it is 1 for a P-position and 0 for an N-position. `claimed`
    is the automaton, and `values` states whether its outputs are values. Otherwise they state whether a position is
    claimed to be a P-position. In misère play such a position needs at least one option, so it has the set {0, 1}.
    """
    found: list[list[set[int]]] = []
    for output in claimed.accepts:
        if values:
            found.append([{value} for value in range(output)])
        elif output:
            found.append([{0, 1}] if misere else [])
        else:
            found.append([{1}])
    return found


def _machine(levels: Sequence[Relation], heaps: Sequence[str]) -> _Table:
    """Combine the relations of the positions of value 0, 1, 2, ... in one automaton, whose outputs are the values.

    `levels[v]` is the relation of the positions of value v, and `heaps` are the names of the heaps.
    """
    tables = [_table(level, heaps) for level in levels if level.names]
    values = [value for value, level in enumerate(levels) if level.names]
    first = (0,) * len(tables)
    index, todo, rows = {first: 0}, [first], list[list[int]]()
    for states in todo:
        row = []
        for after in zip(*(table.after[state] for table, state in zip(tables, states, strict=True)), strict=True):
            if after not in index:
                index[after] = len(todo)
                todo.append(after)
            row.append(index[after])
        rows.append(row)
    outputs = []
    for states in todo:
        held = (value for value, table, state in zip(values, tables, states, strict=True) if table.accepts[state])
        outputs.append(next(held, 0))  # words that do not spell a number have no value
    return _Table(outputs, rows, [True] * len(todo))


def _lines(table: _Table) -> list[Any]:
    return [[accepts, after] for accepts, after in zip(table.accepts, table.after, strict=True)]


def letters_of(relation: Relation, names: Sequence[str]) -> list[int]:
    """Return the indices of all letters of a relation, sorted by their digits in a given order.

    A letter is one digit of every number of the relation.

    Args:
        relation: The relation.
        names: The names of its numbers; the letters are sorted by the digit of the first, then of the second, etc.

    Returns:
        The index that each letter has in the automaton of the relation.
    """
    digits = relation.system.digits
    weights = [digits ** (len(names) - 1 - relation.names.index(name)) for name in names]
    return [sum(map(int.__mul__, weights, letter)) for letter in product(range(digits), repeat=len(names))]


def _table(relation: Relation, names: Sequence[str]) -> _Table:
    """Return the automaton of a relation as a table, with letters sorted by their digits in the order of `names`."""
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
    """Builds the cover, an automaton that proves that every position has the options that the claim needs.

    If the claim is about P-positions, every N-position needs an option that is a P-position. The module explains the
    marks of the states.
    """

    needs: list[list[set[int]]]

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
        """Return the marks that follow given marks when a letter is read, if they can still lead to acceptance.

        The keys of the result are the new marks. The value of each is the list of the given marks that it follows. A
        letter is one digit of every heap.
        """
        found: dict[Mark, list[Mark]] = {}
        for mark in marks:
            i, m, s = mark
            table = self.moves[i].table
            for x, y in self.moves[i].pairs[letter]:
                new = i, table.after[m][x], self.lost.after[s][y]
                if table.lives[new[1]]:
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
        """Return, for each state of the cover, the set of the marks that the proof uses.

        The proof uses an accepting mark for each option that a position needs. For every mark that it uses, it also
        uses a mark, in each preceding state, that leads to this mark.
        """
        states = list(self.states)
        chosen: list[set[Mark]] = [set() for _ in states]
        edges = self._edges()
        todo = [(number, mark) for number, state in enumerate(states) for mark in self._ending(state)]
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

    def _ending(self, state: _State) -> Iterator[Mark]:
        """Yield, for each option that the positions of a state need, the mark of a move to such an option.

        The positions of a state are those after whose digits the cover is in this state. If they have no move, nothing
        is yielded.
        """
        moves = sorted(mark for mark in state.marks if self.moves[mark[0]].table.accepts[mark[1]])
        for outputs in self.needs[state.lost] if moves else ():
            yield next(mark for mark in moves if self.lost.accepts[mark[2]] in outputs)

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
    """Return the number of each key: equal keys have the same number, from 0 in the order of their first occurrence."""
    numbers: dict[Any, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]
