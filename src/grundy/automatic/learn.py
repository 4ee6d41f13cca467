"""Learns automata from tables: the smallest automaton that computes each entry of a table from the digits of its index.

A state is a class of words of digits that have the same entries for all continuations (J. Myhill, "Finite automata and
the representation of events", 1957; A. Nerode, "Linear automaton transformations", 1958). The numbers whose words have
a given length and a given beginning are consecutive, so their entries are a box of the table. A learned automaton
agrees with the table, but for larger numbers it is a guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from ..core import Budget
from .linear import Arithmetic
from .numeration import Digits, System
from .relation import Relation

LEAST = 2
"""How many more digits must be known after a word before it is a state."""
MOST_BOX = 4096
"""The largest number of entries with the same number of digits after a word that are compared."""

Place: TypeAlias = tuple[tuple[Digits, int], ...]
"""A word: for each number what the numeration system remembers of its digits, and the state of the words."""


class Table(NamedTuple):
    """A table with an entry, a number from 0 to 255, for every tuple of natural numbers below a bound.

    Attributes:
        entries: The entries, with the last number of the tuple varying fastest.
        size: The bound.
        width: How many numbers a tuple has.
    """

    entries: bytes
    size: int
    width: int

    def box(self, first: Sequence[int], counts: Sequence[int]) -> bytes:
        """Return the entries for a box of tuples, given by its first tuple and its size in each coordinate.

        Args:
            first: The least number in each coordinate.
            counts: How many numbers the box has in each coordinate.

        Returns:
            The entries, with the last number varying fastest.
        """
        size, starts, last = self.size, [0], counts[-1]
        for begin, many in zip(first[:-1], counts[:-1], strict=True):
            starts = [(start + number) * size for start in starts for number in range(begin, begin + many)]
        return b"".join([self.entries[start + first[-1] : start + first[-1] + last] for start in starts])

    def agrees(self, relations: Mapping[int, Relation]) -> bool:
        """Return whether relations describe the table: relation e is true for a tuple exactly if its entry is e."""
        for value, relation in list(relations.items())[min(1, len(relations) - 1) :]:
            place = bytes(b"01"[entry == value] for entry in range(256))
            marks = self.entries.translate(place)
            if not relation.names:
                if b"1" in marks:
                    return False
                continue
            starts = range(0, len(marks), self.size)
            for start, row in zip(starts, relation.rows(self.size), strict=True):
                if int(marks[start : start + self.size][::-1], 2) != row:
                    return False
        return True


def learn(table: Table, arithmetic: Arithmetic, names: Sequence[str], most: int) -> dict[int, Relation] | None:
    """Learn the smallest automaton that computes all entries of a table from the digits of their indices.

    Args:
        table: The table.
        arithmetic: The factory for relations; its budget counts the entries that are examined.
        names: The names of the numbers in a tuple, in order.
        most: The largest number of states.

    Returns:
        For each entry that occurs, the relation that is true for its tuples; or None if no automaton is found.

    Example:
        >>> from .numeration import Base
        >>> found = learn(Table(bytes(n.bit_count() % 2 for n in range(64)), 64, 1), Arithmetic(Base(2)), ["n"], 10)
        >>> found[1].holds({"n": 2**100}), found[1].states
        (True, 2)
    """
    found = learned(table, arithmetic.system, most, arithmetic.budget)
    if found is None:
        return None
    delta, outputs = found
    arithmetic.budget.charge_unstored(len(table.entries) // 64)
    values = sorted(set(table.entries))
    relations = {value: _relation(delta, outputs, value, arithmetic, names) for value in values}
    return relations if table.agrees(relations) else None


def learned(
    table: Table, system: System, most: int, budget: Budget, *, least: int = LEAST
) -> tuple[list[list[int]], list[int]] | None:
    """Learn the smallest automaton that computes the entries of a table from the digits of their indices.

    Two words of digits lead to the same state if the known entries for all their continuations are equal.

    Args:
        table: The table.
        system: The numeration system.
        most: The largest number of states.
        budget: Counts the entries that are examined.
        least: The table must contain all continuations by up to this many digits of each word that is compared, or
            learning fails.

    Returns:
        Two lists: for each state the next states, one for each letter, and for each state its entry. The last state is
        for words that are not numbers of the system. None if more states or a larger table are needed.
    """
    return _Learner(table, system, budget, least).learned(most)


def _relation(
    delta: Sequence[Sequence[int]], outputs: Sequence[int], value: int, arithmetic: Arithmetic, names: Sequence[str]
) -> Relation:
    places = [chr(ord("A") + i) for i in range(len(names))]
    accepting = [output == value for output in outputs]
    found = Relation(places, delta, accepting, arithmetic.system, arithmetic.budget).beside(places)
    return found.rename(dict(zip(places, names, strict=True)))


class _Learner:
    """Learns the states of an automaton from a table, for words of digits in the order of their lengths.

    A word is a new state unless the entries after it agree, as far as they are known, with those of an earlier state.
    """

    def __init__(self, table: Table, system: System, budget: Budget, least: int) -> None:
        self.table, self.system, self.budget, self.least = table, system, budget, least
        self.places: list[Place] = []
        self.tails: list[list[bytes]] = []
        self._alike: dict[tuple[object, ...], list[int]] = {}
        self._counts: dict[tuple[int, int], int] = {}

    def learned(self, most: int) -> tuple[list[list[int]], list[int]] | None:
        """Learn the automaton: return the next states of each state, and the table entry of each state, or None.

        The last state rejects words that are not numbers. The result is None if more than `most` states are needed, or
        the table is too small.
        """
        if self._state((((0, 0), 0),) * self.table.width) is None:
            return None
        delta = []
        letters = list(product(range(self.system.digits), repeat=self.table.width))
        for place in self.places:
            row = [self._after(place, letter) for letter in letters]
            if None in row or len(self.places) > most:
                return None
            delta.append([state for state in row if state is not None])
        last = len(self.places)
        delta = [[last if state < 0 else state for state in row] for row in delta]
        return [*delta, [last] * len(letters)], [*(tail[0][0] for tail in self.tails), 256]

    def _after(self, place: Place, letter: Sequence[int]) -> int | None:
        """Return the state of the learned automaton after a word and one more letter, which has a digit of each number.

        `place` represents the word. The result is -1 if the longer word is not a number of the system, and None if the
        table is too small.
        """
        words, append = self.system.words, self.system.append
        after = [words[state][digit] for (_, state), digit in zip(place, letter, strict=True)]
        if min(after) < 0:
            return -1
        heads = [append(head, digit) for (head, _), digit in zip(place, letter, strict=True)]
        return self._state(tuple(zip(heads, after, strict=True)))

    def _state(self, place: Place) -> int | None:
        """Return the state of the learned automaton after a word, which `place` represents.

        It is an earlier state with the same known entries for all continuations, or else a new state. It is None if the
        table has too few entries for continuations of the word.
        """
        tail = self._behind(place)
        self.budget.charge_unstored(1 + sum(map(len, tail)) // 256)
        if len(tail) <= self.least:
            return None
        alike = self._alike.setdefault((*(state for _, state in place), *tail[: self.least + 1]), [])
        for state in alike:
            shared = min(len(tail), len(self.tails[state]))
            if tail[:shared] == self.tails[state][:shared]:
                return state
        alike.append(len(self.places))
        self.tails.append(tail)
        self.places.append(place)
        return len(self.places) - 1

    def _behind(self, place: Place) -> list[bytes]:
        """Return the known entries of the numbers whose words extend a word, which `place` represents.

        Item i of the list has the entries for all extensions by i digits.
        """
        found = list[bytes]()
        heads = [digits for digits, _ in place]
        while True:
            first = list(map(self.system.value, heads))
            counts = [self._count(len(found), state) for _, state in place]
            if prod(counts) > MOST_BOX or max(map(int.__add__, first, counts)) > self.table.size:
                return found
            found.append(self.table.box(first, counts))
            heads = [self.system.append(head, 0) for head in heads]

    def _count(self, length: int, state: int) -> int:
        """Return how many words of `length` digits may follow a valid word that ends in `state`.

        A word is valid if it is a number of the numeration system, and `state` is one of the automaton `system.words`.
        """
        if not length:
            return 1
        key = length, state
        if key not in self._counts:
            after = (one for one in self.system.words[state] if one >= 0)
            self._counts[key] = sum(self._count(length - 1, one) for one in after)
        return self._counts[key]
