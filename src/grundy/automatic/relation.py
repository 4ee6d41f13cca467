"""Relations on natural numbers: deterministic automata that read the digits of all numbers together.

Relations are closed under "and", "or", "not" and "there is a number": J. R. Büchi, "Weak second-order arithmetic and
finite automata", 1960; V. Bruyère, G. Hansel, C. Michaux and R. Villemaire, "Logic and p-recognizable sets of
integers", 1994. Every relation is minimal (E. F. Moore, "Gedanken-experiments on sequential machines", 1956), with its
states numbered breadth first, so two relations on the same names are equal exactly if their tables are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import product
from operator import add, or_

from ..core import Budget, LimitReached
from .numeration import System

MOST_STATES = 60_000
"""The largest number of states of an automaton."""
MOST_CELLS = 4_000_000
"""The largest number of states times letters of an automaton."""
MOST_BITS = 1 << 31
"""The largest size in bits of the table of successors when a number is projected away."""
_MEMBERS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


class Relation:
    """A relation on named natural numbers, as a complete deterministic automaton that begins in state 0.

    A letter holds one digit of every number, and words begin with the most significant digits. The index of a letter
    is the number that its digits write in base `system.digits`; the first digit is the one of the first name. Zeros in
    front of a word change nothing. Words that are not numbers of the system are rejected.

    Attributes:
        names: The names of the numbers, in alphabetical order.
        delta: The table of the automaton: `delta[state][letter]` is the next state.
        accepting: Whether the relation holds if the word ends in a state.
        system: The numeration system.
        budget: Counts the work, in states; may raise `LimitReached`.

    Example:
        >>> from .linear import Arithmetic
        >>> from .numeration import Base
        >>> double = Arithmetic(Base(2)).linear({"x": 2, "y": -1}, 0, "==")
        >>> double.names, double.holds({"x": 5, "y": 10}), double.some("y").holds({"x": 7})
        (('x', 'y'), True, True)
        >>> double.states, double.delta[0], double.accepting
        (3, (0, 1, 2, 2), (True, False, False))
    """

    __slots__ = ("accepting", "budget", "delta", "names", "system")

    def __init__(
        self,
        names: Sequence[str],
        delta: Sequence[Sequence[int]],
        accepting: Sequence[bool],
        system: System,
        budget: Budget,
    ) -> None:
        self.names, self.system, self.budget = tuple(names), system, budget
        self.delta, self.accepting = _minimal(delta, accepting)

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.accepting)

    @property
    def empty(self) -> bool:
        """Whether no numbers fulfil the relation."""
        return not any(self.accepting)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Relation):
            return NotImplemented
        return (self.names, self.delta, self.accepting, self.system) == (
            other.names,
            other.delta,
            other.accepting,
            other.system,
        )

    def __hash__(self) -> int:
        return hash((self.names, self.accepting))

    def __and__(self, other: Relation) -> Relation:
        """Return the relation that is true if both relations are."""
        return self._combined(other, conjunction=True)

    def __or__(self, other: Relation) -> Relation:
        """Return the relation that is true if at least one of the two relations is."""
        names = {*self.names, *other.names}
        left, right = (one.beside(names - set(one.names)) for one in (self, other))
        return left._combined(right, conjunction=False)

    def __invert__(self) -> Relation:
        """Return the relation that is true exactly for the numbers for which this one is false."""
        accepting = [not accepts for accepts in self.accepting]
        return self._like(self.names, self.delta, accepting).beside(self.names)

    def __sub__(self, other: Relation) -> Relation:
        """Return the relation that is true if this one is true and the other one is false."""
        return self & ~other

    def some(self, *gone: str) -> Relation:
        """Return the relation that is true if numbers with these names exist for which this one is true."""
        rest = tuple(name for name in self.names if name not in gone)
        if len(rest) == len(self.names):
            return self
        groups: list[list[int]] = [[] for _ in range(self.system.digits ** len(rest))]
        for letter, kept in enumerate(_letters(self.names, rest, self.system.digits)):
            groups[kept].append(letter)
        return self._like(rest, *self._determinised(groups))

    def every(self, *gone: str) -> Relation:
        """Return the relation that is true if this one is true for all numbers with these names."""
        return ~(~self).some(*gone)

    def rename(self, changes: Mapping[str, str]) -> Relation:
        """Return the relation with new names for its numbers; names that are not in `changes` stay the same.

        If two numbers get the same name, the result is the relation of one number that is used for both.
        """
        new = tuple(changes.get(name, name) for name in self.names)
        names = tuple(sorted(set(new)))
        if new == self.names:
            return self
        letters = _letters(names, new, self.system.digits)
        return self._like(names, [tuple(map(row.__getitem__, letters)) for row in self.delta], self.accepting)

    def holds(self, numbers: Mapping[str, int]) -> bool:
        """Return whether the relation is true for given numbers, of any size."""
        words = [self.system.word(numbers[name]) for name in self.names]
        length, state = max(map(len, words), default=0), 0
        padded = [[0] * (length - len(word)) + word for word in words]
        for column in zip(*padded, strict=True):
            state = self.delta[state][reduce(lambda code, digit: code * self.system.digits + digit, column, 0)]
        return self.accepting[state]

    def rows(self, stop: int) -> Iterator[int]:
        """Yield, as rows of bits, the tuples of numbers below a bound for which the relation is true.

        The relation must have at least one name.

        Args:
            stop: The bound; all numbers are less.

        Yields:
            One row for each choice of all numbers except the last one, in lexicographic order. A row is an integer
            whose bit n is 1 if the relation is true when the last number is n.

        Example:
            >>> from .linear import Arithmetic
            >>> from .numeration import Base
            >>> below = Arithmetic(Base(2)).linear({"x": 1, "y": -1}, 0, ">=")
            >>> list(map(bin, below.rows(3)))
            ['0b1', '0b11', '0b111']
        """
        digits, length = self.system.digits, 1
        while self.system.weights(length + 1)[length] < stop:
            length += 1
        places = self.system.weights(length)
        known: dict[tuple[int, int, tuple[int, ...]], int] = {}

        def after(state: int, length: int, first: tuple[int, ...]) -> int:
            if not length:
                return int(self.accepting[state])
            key = state, length, first
            if key not in known:
                place, letter, found = places[length - 1], 0, 0
                for number in first:
                    letter = letter * digits + number // place
                rest = tuple(number % place for number in first)
                for digit, one in enumerate(self.delta[state][letter * digits : (letter + 1) * digits]):
                    found |= after(one, length - 1, rest) << digit * place
                known[key] = found
            return known[key]

        whole = (1 << stop) - 1
        for first in product(range(stop), repeat=len(self.names) - 1):
            yield after(0, length, first) & whole

    def least(self, order: Sequence[str] = ()) -> dict[str, int] | None:
        """Return the numbers with the least sum for which the relation is true.

        Args:
            order: The names of the numbers whose sum is minimized first; () for all names. Among equal sums, the first
                number is made as small as possible, then the next one, in the order of the names. Then the numbers
                with other names are chosen in the same way.

        Returns:
            The numbers by name, or None if the relation is empty.

        Example:
            >>> from .linear import Arithmetic
            >>> from .numeration import Base
            >>> Arithmetic(Base(2)).linear({"x": 1, "y": -2}, -5, ">=").least()
            {'x': 5, 'y': 0}
        """
        if self.empty:
            return None
        last = [name for name in self.names if order and name not in order]
        if last:
            first = self.some(*last).least() or {}
            rest = self
            for name, number in first.items():
                rest = rest & constant(name, number, self.system, self.budget)
            return first | (rest.some(*first).least() or {})
        names, digits = self.names, self.system.digits
        places = self.system.weights(self._shortest() + 16)  # a longer word has a larger sum than the shortest one
        whole = places[-1] * digits * (1 + len(names))
        sizes = []
        for letter in range(digits ** len(names)):
            held = [letter // digits**i % digits for i in reversed(range(len(names)))]
            sizes.append(reduce(lambda size, digit: size * whole + digit, held, sum(held)))
        costs: list[list[int | None]] = [[0 if accepts else None for accepts in self.accepting]]
        for place in places:
            self.budget.charge_unstored(self.states)
            now = costs[-1]
            costs.append([_least_step(row, now, sizes, place)[0] for row in self.delta])
        state, found = 0, dict.fromkeys(names, 0)
        for length in range(len(places) - 1, -1, -1):
            _, letter = _least_step(self.delta[state], costs[length], sizes, places[length])
            for i, name in enumerate(reversed(names)):
                found[name] += letter // digits**i % digits * places[length]
            state = self.delta[state][letter]
        return found

    def _shortest(self) -> int:
        """Return the length of the shortest word that is accepted."""
        length, seen, now = 0, {0}, {0}
        while not any(self.accepting[state] for state in now):
            now = {after for state in now for after in self.delta[state]} - seen
            seen |= now
            length += 1
        return length

    def _like(self, names: Sequence[str], delta: Sequence[Sequence[int]], accepting: Sequence[bool]) -> Relation:
        return Relation(names, delta, accepting, self.system, self.budget)

    def beside(self, names: Iterable[str]) -> Relation:
        """Return the same relation with further names, whose numbers do not matter.

        As in every relation, words of digits that are not numbers of the numeration system are rejected.
        """
        found = self
        if set(names) - set(self.names) or len(self.system.words) > 1:
            for name in sorted(names):
                found = found & numbers(name, self.system, self.budget)
        return found

    def _fixed(self, accepts: bool) -> int:
        """Return a state from which every word is accepted (or rejected, if not `accepts`), or -1 if there is none."""
        for state, row in enumerate(self.delta):
            if self.accepting[state] is accepts and row.count(state) == len(row):
                return state
        return -1

    def _combined(self, other: Relation, *, conjunction: bool) -> Relation:
        """Return the conjunction or the disjunction of two relations; its states are pairs of their states."""
        digits = self.system.digits
        names = tuple(sorted({*self.names, *other.names}))
        left, right = (_letters(names, one.names, digits) for one in (self, other))
        size, stop = other.states, self.states * other.states
        accepting: list[bool] = []
        first, second = self._fixed(not conjunction), other._fixed(not conjunction)
        rows_left: dict[int, list[int]] = {}
        rows_right: dict[int, list[int]] = {}
        start = stop if first == 0 or second == 0 else 0
        index, todo, delta = {start: 0}, [start], list[list[int]]()
        for number, code in enumerate(todo):
            charge(self.budget, len(todo), len(left))
            if code == stop:
                accepting.append(not conjunction)
                delta.append([number] * len(left))
                continue
            p, q = divmod(code, size)
            if p not in rows_left:
                row = [stop if state == first else state * size for state in self.delta[p]]
                rows_left[p] = [row[letter] for letter in left]
            if q not in rows_right:
                row = [stop if state == second else state for state in other.delta[q]]
                rows_right[q] = [row[letter] for letter in right]
            one, two = self.accepting[p], other.accepting[q]
            accepting.append(one and two if conjunction else one or two)
            after = list(map(add, rows_left[p], rows_right[q]))
            found = list(map(index.get, after))
            if None in found:
                for i, state in enumerate(found):
                    if state is None:
                        key = min(after[i], stop)
                        if key not in index:
                            index[key] = len(todo)
                            todo.append(key)
                        found[i] = index[after[i]] = index[key]
            delta.append(found)  # type: ignore[arg-type]  # no entry is None
        return self._like(names, delta, accepting)

    def _determinised(self, groups: Sequence[Sequence[int]]) -> tuple[list[list[int]], list[bool]]:
        """Return the table and the accepting states of the automaton that reads groups of letters as its letters.

        It accepts a word of groups if this automaton accepts a word with one letter of each group. It is built by the
        subset construction: each of its states is a set of states, stored as bytes with one bit for each state. States
        from which nothing is accepted are left out, and a set with a state from which everything is accepted is
        reduced to this state.
        """
        size, letters = self.states, len(groups)
        width = (size + 7) // 8
        if size * width * 8 * letters > MOST_BITS:
            raise LimitReached(f"a projection of an automaton of {size:,} states", kind="size")
        live, top = self._live(), self._fixed(accepts=True)
        after, start = self._successors(groups, live), 0
        final = sum(1 << state for state, accepts in enumerate(self.accepting) if accepts)
        todo = [0]
        for state in todo:  # the projected numbers may have more digits than the others
            if not start & 1 << state:
                start |= 1 << state
                todo += [self.delta[state][letter] for letter in groups[0]]
        start &= sum(1 << state for state, alive in enumerate(live) if alive)

        def reduced(subset: int) -> int:
            return 1 << top if top >= 0 and subset & 1 << top else subset

        first = reduced(start).to_bytes(width, "little")
        index, subsets, delta, accepting = {first: 0}, [first], list[list[int]](), list[bool]()
        for subset in subsets:
            charge(self.budget, len(subsets), letters)
            accepting.append(bool(int.from_bytes(subset, "little") & final))
            members = [8 * i + bit for i, byte in enumerate(subset) if byte for bit in _MEMBERS[byte]]
            reached = reduce(or_, map(after, members), 0).to_bytes(width * letters, "little")
            row = []
            for begin in range(0, width * letters, width):
                key = reached[begin : begin + width]
                number = index.get(key)
                if number is None:
                    least = reduced(int.from_bytes(key, "little")).to_bytes(width, "little")
                    number = index.get(least)
                    if number is None:
                        number = index[least] = len(subsets)
                        subsets.append(least)
                    index[key] = number
                row.append(number)
            delta.append(row)
        return delta, accepting

    def _successors(self, groups: Sequence[Sequence[int]], live: Sequence[bool]) -> Callable[[int], int]:
        """Return a function from a state to the sets of states that it reaches by the letters of each group.

        The sets are returned as one integer with one bit for each state, the set of the first group in the lowest bits.
        `live` states which states are kept in the sets.
        """
        bits = [1 << state if alive else 0 for state, alive in enumerate(live)]
        width, known = (self.states + 7) // 8 * 8, dict[int, int]()

        def after(state: int) -> int:
            if state not in known:
                row, found = [bits[one] for one in self.delta[state]], 0
                for group in reversed(groups):
                    found = found << width | reduce(or_, map(row.__getitem__, group))
                known[state] = found
            return known[state]

        return after

    def _live(self) -> list[bool]:
        """Return for each state whether some word leads from it to an accepting state."""
        before: list[list[int]] = [[] for _ in self.delta]
        for state, row in enumerate(self.delta):
            for after in set(row):
                before[after].append(state)
        live = list(self.accepting)
        todo = [state for state, alive in enumerate(live) if alive]
        for state in todo:
            for one in before[state]:
                if not live[one]:
                    live[one] = True
                    todo.append(one)
        return live


def charge(budget: Budget, states: int, letters: int) -> None:
    """Count the work of adding one state to an automaton.

    Args:
        budget: Counts the work.
        states: The number of states that the automaton has so far.
        letters: The number of letters that it reads.

    Raises:
        LimitReached: If the automaton is too large, or a limit of the budget is exceeded.
    """
    if states > MOST_STATES or states * letters > MOST_CELLS:
        raise LimitReached(f"an automaton of more than {min(MOST_STATES, MOST_CELLS // letters):,} states", kind="size")
    if states % 64 == 0:
        budget.charge_unstored(64 + 4 * letters)


@lru_cache(maxsize=256)
def numbers(name: str, system: System, budget: Budget) -> Relation:
    """Return the relation that accepts exactly the words of digits that are numbers of a numeration system.

    Args:
        name: The name of the number.
        system: The numeration system.
        budget: Counts the work.

    Returns:
        The relation of one number.
    """
    wrong = len(system.words)
    rows = [[wrong if state < 0 else state for state in row] for row in system.words]
    return Relation((name,), [*rows, [wrong] * system.digits], [True] * wrong + [False], system, budget)


def constant(name: str, number: int, system: System, budget: Budget) -> Relation:
    """Return the relation that is true if the named number equals a constant.

    Args:
        name: The name of the number.
        number: The constant.
        system: The numeration system.
        budget: Counts the work.

    Returns:
        The relation of one number.
    """
    word = system.word(number)
    wrong = len(word) + 1
    delta = [[wrong] * system.digits for _ in range(wrong + 1)]
    delta[0][0] = 0
    for place, digit in enumerate(word):
        delta[place][digit] = place + 1
    return Relation((name,), delta, [state == len(word) for state in range(wrong + 1)], system, budget)


@lru_cache(maxsize=1024)
def _letters(names: tuple[str, ...], held: tuple[str, ...], digits: int) -> tuple[int, ...]:
    """Return for each letter on `names` the index of the letter on `held` with the same digits.

    A letter on some names holds one digit, below `digits`, for each of them. The result has one item for each index of
    a letter on `names`.
    """
    places = [names.index(name) for name in held]
    shifts = [digits ** (len(names) - 1 - place) for place in places]
    return tuple(
        reduce(lambda code, shift: code * digits + letter // shift % digits, shifts, 0)
        for letter in range(digits ** len(names))
    )


def _least_step(
    row: Sequence[int], costs: Sequence[int | None], sizes: Sequence[int], place: int
) -> tuple[int | None, int]:
    """Return the least cost of an accepted word from a state, and the first letter of this word.

    The cost is None if no word is accepted from the state. `row` has the state after each letter, and `costs` the least
    cost from every state. The letter with index i adds the cost `sizes[i] * place`.
    """
    best: int | None = None
    chosen = 0
    for letter, state in enumerate(row):
        cost = costs[state]
        if cost is not None and (best is None or cost + sizes[letter] * place < best):
            best, chosen = cost + sizes[letter] * place, letter
    return best, chosen


def _minimal(
    delta: Sequence[Sequence[int]], accepting: Sequence[bool]
) -> tuple[tuple[tuple[int, ...], ...], tuple[bool, ...]]:
    """Return the smallest automaton that accepts the same words as an automaton that begins in state 0.

    The result is a pair (table, accepting states), with the states numbered breadth first.
    """
    kinds: Sequence[int] = [int(accepts) for accepts in accepting]
    count = len(set(kinds))
    while True:
        index: dict[tuple[int, ...], int] = {}
        refined = []
        for kind, row in zip(kinds, delta, strict=True):
            refined.append(index.setdefault((kind, *map(kinds.__getitem__, row)), len(index)))
        kinds = refined
        if len(index) == count:
            break
        count = len(index)
    example = dict(zip(reversed(kinds), range(len(kinds) - 1, -1, -1), strict=True))
    order = [kinds[0]]
    place = {kinds[0]: 0}
    rows = []
    for kind in order:
        row = []
        for state in delta[example[kind]]:
            after = kinds[state]
            if after not in place:
                place[after] = len(order)
                order.append(after)
            row.append(place[after])
        rows.append(tuple(row))
    return tuple(rows), tuple(bool(accepting[example[kind]]) for kind in order)
