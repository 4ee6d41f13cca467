"""Nim in which one move may take from several heaps: Moore's nim and circular nim.

`moore(k=2): 3 5 7`: a move takes tokens from one to k heaps, any number from each. (1, 1, 1) is P for k = 2, and from
(3, 5, 6) taking 2 from heap 2 and 3 from heap 3 wins. For k = 1 this is nim with Bouton's theorem. `circular-nim(k=2):
3 5 3 5`: the heaps form a circle, and a move takes from up to k consecutive heaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, combinations, product
from math import prod

from ...core import Move, Outcome, Structure, Sum, Theorem, at_most, from_heaps, nim_sum, tame_outcome
from ..forms import combined, refuse_below
from .coupled import CoupledRuleset, Numbers, lowered


class _ManyHeaps(CoupledRuleset, Structure):
    """A base class of games in which a move takes tokens from one of several allowed sets of at most k heaps."""

    family = ""

    def __init__(self, k: int = 2) -> None:
        """Build the ruleset for moves in up to `k` heaps; raise `RuleError` unless k is an integer of at least 1."""
        refuse_below(1, self.family, k=k)
        self.k = k
        self.name = f"{self.family}(k={k})"

    def nim_heaps(self, count: int) -> tuple[bool, ...] | None:
        return (True,) * count if self.k == 1 else None

    def groups(self, position: Numbers) -> Iterator[Numbers]:
        """Yield the sets of nonempty heaps, as ascending indices from 0, that one move may lower together."""
        raise NotImplementedError

    def options(self, position: Numbers) -> Iterator[Numbers]:
        """Return, for each set in `groups`, the results of taking tokens from all its heaps, small takes first."""
        for group in self.groups(position):
            for takes in combined([partial(range, 1, position[i] + 1) for i in group]):
                after = list(position)
                for i, take in zip(group, takes, strict=True):
                    after[i] -= take
                yield tuple(after)

    def _move(self, before: Numbers, after: Numbers) -> Move[Numbers]:
        takes = [(i, heap - left) for i, (heap, left) in enumerate(zip(before, after, strict=True), 1) if heap > left]
        label = "take " + ", ".join(f"{taken} from heap {i}" for i, taken in takes)
        return Move(label, Sum(after), lambda: from_heaps(before, after), "take")


class Moore(_ManyHeaps):
    """The rules of Moore's nim: take tokens from one to k heaps, any number from each of them."""

    family = "moore"
    theory = Theorem(
        "P iff in every binary column the number of ones is a multiple of k + 1; "
        "value 1 iff these numbers leave 1 in the last column and 0 in all others",
        'E. H. Moore, "A generalization of the game called Nim", 1910; value 1: T. A. Jenkyns and J. P. Mayberry, '
        '"The skeleton of an impartial game and the nim-function of Moore\'s nim_k", 1980',
    )
    misere_theory = Theorem(
        "As in normal play, unless every heap is 0 or 1: then P iff the number of ones leaves 1 modulo k + 1",
        'E. H. Moore, "A generalization of the game called Nim", 1910',
    )

    def __init__(self, k: int = 2) -> None:
        super().__init__(k)
        self.columns = k + 1
        many = "even" if k == 1 else f"a multiple of {k + 1}"
        rule = f"The number of ones in every binary column is {many}: any move changes one"
        self.idea_lost = f"{rule}, and the other player can restore it."
        self.idea_won = f"Make the number of ones in every binary column {many}: after any reply you can restore them."

    def groups(self, position: Numbers) -> Iterator[Numbers]:
        """Yield every set of one to k nonempty heaps."""
        full = [i for i, heap in enumerate(position) if heap]
        return chain.from_iterable(combinations(full, size) for size in range(1, min(self.k, len(full)) + 1))

    def count_moves(self, position: Numbers) -> int:
        """Return the number of moves: the sum, over all sets of one to k heaps, of the product of the heap sizes."""
        most = min(self.k, len(position))
        products = [1] + [0] * most
        for heap in position:
            for j in range(most, 0, -1):
                products[j] += heap * products[j - 1]
        return sum(products) - 1

    def canonical(self, position: Numbers) -> Numbers:
        """Return the heaps in ascending order, without empty ones."""
        return tuple(sorted(filter(None, position))) or (0,)

    def known_value(self, position: Numbers) -> int | None:
        """Return the Grundy value if a theorem gives it, else None.

        It is the nim-sum if k = 1, and the total number of tokens if at most k heaps are nonempty. Otherwise write the
        heaps in binary, and take the number of ones in every column modulo k + 1. The value is 0 if all these numbers
        are 0, and 1 if the one of the lowest digit is 1 and all others are 0.
        """
        if self.k == 1:
            return nim_sum(position)
        if sum(heap > 0 for heap in position) <= self.k:
            return sum(position)
        last, *others = _columns(position, self.k + 1)
        return last if last < 2 and not any(others) else None

    def known_outcome(self, position: Numbers) -> Outcome:
        """Return N if some binary column has a number of ones that is not a multiple of k + 1, else P."""
        return Outcome.wins(any(_columns(position, self.k + 1)))

    def known_misere(self, parts: Sum[Numbers]) -> Outcome | None:
        boards = [part for part in parts if any(part)] or [(0,)]
        heaps = tuple(chain.from_iterable(boards))
        if self.k == 1:
            return tame_outcome(heaps)
        if len(boards) > 1:
            return None
        return Outcome.wins(sum(heaps) % (self.k + 1) != 1) if max(heaps) < 2 else self.known_outcome(heaps)

    def moves_to(self, position: Numbers, value: int) -> list[Move[Numbers]] | None:
        if value > 1 and self.k > 1:
            return None

        def rank(after: Numbers) -> tuple[int, list[int], list[int]]:
            takes = [heap - left for heap, left in zip(position, after, strict=True)]
            group = [i for i, take in enumerate(takes) if take]
            return len(group), group, [takes[i] for i in group]

        found = at_most(_lowerings(position, value, self.k), f"{self.name}: a position has", "such moves")
        return [self._move(position, after) for after in sorted(found, key=rank)]


def _columns(position: Numbers, base: int) -> list[int]:
    bits = max(1, *(heap.bit_length() for heap in position))
    return [sum(heap >> bit & 1 for heap in position) % base for bit in range(bits)]


def _lowerings(position: Numbers, value: int, k: int) -> Iterator[Numbers]:
    """Yield the options of a position of Moore's nim that have given column sums modulo k + 1.

    The heaps are written in binary, one below the other. The sum of the column of bit i must be bit i of `value`.

    Columns are treated from the highest bit down. A heap is lowered by changing one of its ones to zero, and then its
    lower bits are free. The column sum determines how many ones may be changed and how many free bits are ones. So a
    branch can only fail at the last column.
    """
    top = max(value.bit_length(), *(heap.bit_length() for heap in position))
    waiting: list[tuple[int, Numbers, frozenset[int]]] = [(top - 1, position, frozenset())]
    while waiting:
        bit, board, free = waiting.pop()
        if bit < 0:
            if free:
                yield board
            continue
        full = [i for i, heap in enumerate(board) if heap >> bit & 1]
        for turn in range(min(k - len(free), len(full)) + 1):
            needed = ((value >> bit & 1) - len(full) + turn) % (k + 1)
            ways = product(combinations(full, turn), combinations(sorted(free), needed)) if needed <= len(free) else ()
            for turned, ones in ways:
                after = list(board)
                for i in turned:
                    after[i] = after[i] >> (bit + 1) << (bit + 1)
                for i in ones:
                    after[i] |= 1 << bit
                waiting.append((bit - 1, tuple(after), free.union(turned)))


class CircularNim(_ManyHeaps):
    """The rules of circular nim: the heaps form a circle, and a move takes tokens from up to k consecutive ones."""

    family = "circular-nim"
    theory = Theorem(
        "k = 1 is nim; with k or fewer heaps only the empty circle is P; with k + 1 heaps P iff all are equal; "
        "with four heaps and k = 2 P iff opposite heaps are equal",
        'M. Dufour and S. Heubach, "Circular Nim games", 2013',
    )

    def groups(self, position: Numbers) -> Iterator[Numbers]:
        """Yield every set of nonempty heaps that lies within k consecutive heaps of the circle, each set once."""
        n = len(position)
        for start in (i for i in range(n) if position[i]):
            window = [(start + step) % n for step in range(1, min(self.k, n)) if position[(start + step) % n]]
            for size in range(len(window) + 1):
                for rest in combinations(window, size):
                    group = tuple(sorted((start, *rest)))
                    if start == next(i for i in group if all((j - i) % n < self.k for j in group)):
                        yield group

    def count_moves(self, position: Numbers) -> int:
        """Return the number of moves: the sum, over all sets that one move may lower, of the product of heap sizes."""
        if self.k >= len(position):
            return prod(heap + 1 for heap in position) - 1
        groups = at_most(self.groups(position), f"{self.name}: a position has", "sets of heaps")
        return sum(prod(position[i] for i in group) for group in groups)

    def canonical(self, position: Numbers) -> Numbers:
        """Return the least of all rotations of the circle and of its reflection."""
        return min(ring[i:] + ring[:i] for ring in (position, position[::-1]) for i in range(len(position)))

    def known_value(self, position: Numbers) -> int | None:
        """Return the nim-sum if k = 1, the total if there are at most k heaps, 0 for known P-positions; else None."""
        if self.k == 1:
            return nim_sum(position)
        if len(position) <= self.k:
            return sum(position)
        return 0 if self.known_outcome(position) is Outcome.P else None

    def known_outcome(self, position: Numbers) -> Outcome | None:
        """Return the outcome if k = 1, if there are at most k + 1 heaps, or if k = 2 and there are four; else None."""
        if self.k == 1:
            return Outcome.of_value(nim_sum(position))
        goal = self._goal(position)
        return None if goal is None else Outcome.wins(goal != position)

    def idea(self, position: Numbers) -> str:
        n, outcome = len(position), self.known_outcome(position)
        if outcome is None:
            return ""
        if n <= self.k:
            return "Take everything: all heaps are neighbours." if outcome is Outcome.N else ""
        what = "the binary columns" if self.k == 1 else "opposite heaps" if n == self.k + 2 else "all heaps"
        how = "even" if self.k == 1 else "equal"
        if outcome is Outcome.N:
            return f"Make {what} {how}: after any reply you can make them {how} again."
        return f"{what.capitalize()} are {how}: whatever you take, the other player can make them {how} again."

    def known_misere(self, parts: Sum[Numbers]) -> Outcome | None:
        return tame_outcome(chain.from_iterable(parts)) if self.k == 1 else None

    def moves_to(self, position: Numbers, value: int) -> Iterable[Move[Numbers]] | None:
        if self.k == 1:
            goals = [nim_sum(position) ^ heap ^ value for heap in position]
            return [self._move(position, lowered(position, i, g)) for i, g in enumerate(goals) if g < position[i]]
        goal = self._goal(position)
        if value or goal is None:
            return None
        return [] if goal == position else [self._move(position, goal)]

    def _goal(self, position: Numbers) -> Numbers | None:
        """Return the only P-position among `position` and its options if k > 1, or None if no theorem gives it."""
        n = len(position)
        if n <= self.k:
            return (0,) * n
        if n == self.k + 1:
            return (min(position),) * n
        if (n, self.k) == (4, 2):
            a, b, c, d = position
            return (min(a, c), min(b, d)) * 2
        return None
