"""Rules of games on one heap in notation: `take 1..3`, `take squares`, `split a, b where a != b`, joined by `or`.

A clause is a set of numbers that may be taken, a condition on the heap n and the number k of tokens taken, or a split.
Play always ends, because each move takes a token or splits a heap.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache, partial
from itertools import chain
from math import isqrt
from typing import NamedTuple, Protocol

from ...core import (
    Course,
    HeapRuleset,
    Knowledge,
    LimitReached,
    Move,
    Scanner,
    Structure,
    Sum,
    Theorem,
    at_most,
    iterate_checked,
)
from ...core.arithmetic import powers
from ...core.evaluation import BOUND, compile_node
from ...core.expressions import Node, read_condition
from ..forms import NamedRule

MOST_LISTED = 100_000
"""A longer range is not listed."""
MOST_WRITTEN = 60
"""The largest finite set of takes that is written as a condition."""
MOST_TRIED = 10_000_000
"""The largest heap for which a condition is evaluated; the options of one larger heap would take seconds."""


class Clause(Protocol):
    """The interface of a clause: one alternative of a rule for one heap, such as "take 1..3" or "split".

    `HeapRule` combines clauses. A class of clauses defines the results of its moves and its text in notation.
    """

    def left(self, heap: int) -> Iterable[int | Sum[int]]:
        """Return the heap, or the sum of heaps, that each move of this clause leaves from a heap of the given size.

        The results are sorted by the number of tokens taken, small numbers first.
        """

    def __str__(self) -> str:
        """Return the clause in notation."""


class TakeSet(NamedTuple):
    """A clause of a rule for one heap: take a number of tokens that belongs to a set.

    The class methods build it from a finite set, a range, the powers of a number or the complement of a set.
    """

    text: str
    members: Callable[[int], Iterable[int]]
    """Lists the members of the set up to a number in ascending order."""
    finite: tuple[int, ...] | None = None
    """The whole set if it is finite and short."""
    condition: str = ""
    """The set as a condition on k, unless it is a short list."""
    avoided: Collection[int] = ()
    """Moduli m that divide no member, by theorem; 0 stands for the set of all takes."""
    excluded: Collection[int] | None = None
    """The numbers that do not belong to the set if all others do."""

    def where(self) -> str:
        """Return the set as a condition on its members k, such as "k == 1 or k == 3", or "" if it has no short form."""
        listed = self.finite if self.finite and len(self.finite) <= MOST_WRITTEN else ()
        return " or ".join(f"k == {k}" for k in listed) or self.condition

    @classmethod
    def of(cls, takes: Iterable[int], text: str | None = None) -> TakeSet:
        """Build the clause that takes a number from a finite set.

        Args:
            takes: The numbers that may be taken, all positive.
            text: The clause in notation, or None to list the numbers.

        Returns:
            The clause.
        """
        finite = tuple(sorted(set(takes)))
        shown = text or "take {" + ", ".join(map(str, finite)) + "}"
        return cls(shown, partial(_listed, finite), finite)

    @classmethod
    def range(cls, least: int, most: int) -> TakeSet:
        """Build the clause that takes any number of tokens in a range.

        Args:
            least: The smallest number.
            most: The largest number.

        Returns:
            The clause.
        """
        finite = tuple(range(least, most + 1)) if most - least < MOST_LISTED else None
        avoided = (most + 1,) if least == 1 else ()
        return cls(f"take {least}..{most}", partial(_between, least, most), finite, avoided=avoided)

    @classmethod
    def powers(cls, base: int) -> TakeSet:
        """Build the clause that takes a power 1, base, base^2, ... of `base`."""
        avoided = [m for m in (2, 3) if base % m]
        return cls(f"take powers({base})", partial(powers, base), avoided=avoided)

    @classmethod
    def all_but(cls, excluded: Iterable[int]) -> TakeSet:
        """Build the clause that takes any positive number that is not excluded."""
        out = frozenset(excluded)
        text = "take all-but {" + ", ".join(map(str, sorted(out))) + "}"
        return cls(text, partial(_others, out), excluded=out)

    def left(self, heap: int) -> Iterator[int]:
        """Return the heaps that the moves of this clause leave, the move that takes the fewest tokens first."""
        return (heap - k for k in self.members(heap))

    def __str__(self) -> str:
        return self.text


def _listed(takes: tuple[int, ...], n: int) -> Iterator[int]:
    return (k for k in takes if k <= n)


def _between(least: int, most: int, n: int) -> range:
    return range(least, min(most, n) + 1)


def _others(excluded: frozenset[int], n: int) -> Iterator[int]:
    return (k for k in iterate_checked(range(1, n + 1)) if k not in excluded)


def _positive(n: int) -> range:
    return range(1, n + 1)


def squares(n: int) -> Iterator[int]:
    """Yield the squares 1, 4, 9, ... up to n."""
    return (i * i for i in range(1, isqrt(n) + 1))


MOST_PRIMES = 1_300_000
"""There are more than MAX_OPTIONS primes below this; larger heaps are rejected."""


def primes(n: int) -> Iterator[int]:
    """Yield the primes up to n; raise `LimitReached` if there are too many to list."""
    if n > MOST_PRIMES:
        raise LimitReached(f"a heap of more than {MOST_PRIMES} has too many prime takes to list", kind="size")
    kept = bytearray(b"\1") * (n + 1)
    for d in range(2, isqrt(n) + 1):
        if kept[d]:
            kept[d * d :: d] = bytes(len(range(d * d, n + 1, d)))
    return (k for k in range(2, n + 1) if kept[k])


def prime_powers(n: int) -> Iterator[int]:
    """Yield the prime powers p^i, i >= 0, up to n; raise `LimitReached` if there are too many to list."""
    found = [1] * (n > 0)
    for prime in primes(n):
        power = prime
        while power <= n:
            found.append(power)
            power *= prime
    return iter(sorted(found))


NAMED_SETS = {
    "any": TakeSet("take any", _positive, condition="k >= 1", avoided=(0,), excluded=()),
    "squares": TakeSet("take squares", squares, condition="is_square(k)"),
    "primes": TakeSet("take primes", primes, condition="is_prime(k)", avoided=(4,)),
    "prime-powers": TakeSet("take prime-powers", prime_powers, avoided=(6,)),
}
"""The sets that have names."""


class TakeWhere:
    """A clause of a rule for one heap: take k tokens if a condition on n (the heap before the move) and k holds.

    The condition is an expression in n and k that was read from the notation, such as "k < n and gcd(n, k) == 1".
    """

    def __init__(self, condition: Node) -> None:
        self.condition = condition
        self._holds = compile_node(condition, ("n", "k"))

    def __reduce__(self) -> tuple[type[TakeWhere], tuple[Node]]:
        return TakeWhere, (self.condition,)  # the condition is compiled again

    def left(self, heap: int) -> Iterator[int]:
        """Yield the heaps that the moves of this clause leave, the move that takes the fewest tokens first.

        Every number of tokens is tested. If the heap is too large for that, the first ones are tested, and then
        `LimitReached` is raised.
        """
        holds = self.test(heap)
        most = heap if heap <= MOST_TRIED else MOST_LISTED
        yield from (heap - k for k in iterate_checked(range(1, most + 1)) if holds((heap, k)))
        if most < heap:
            _refuse_large(heap, str(self))

    def test(self, heap: int) -> Callable[[tuple[int, int]], bool]:
        """Return a function that checks whether k tokens may be taken from a heap of n, given the pair (n, k).

        Args:
            heap: The largest heap for which the function will be called.

        Returns:
            The function.

        Raises:
            LimitReached: If a function in the condition is not computed for such a large heap.
        """
        if heap < BOUND:
            return self._holds
        if any(node.op in {"is_prime", "**"} for node in self.condition.walk()):
            raise LimitReached(f"{self}: the condition is not computed for heaps of 2^63 or more", kind="size")
        return compile_node(self.condition, ("n", "k"), heap**4)

    def __str__(self) -> str:
        return f"take k where {self.condition}"


class Split:
    """A clause of a rule for one heap: split it into positive heaps a and b, if a condition on n, a and b allows it.

    The condition is an expression that was read from the notation, such as "a != b", where n is the heap before the
    move. It may hold for a and b in either order. Without a condition every split is allowed.
    """

    def __init__(self, condition: Node | None = None) -> None:
        self.condition = condition
        self._holds = compile_node(condition, ("n", "a", "b")) if condition else None

    def __reduce__(self) -> tuple[type[Split], tuple[Node | None]]:
        return Split, (self.condition,)

    def left(self, heap: int) -> Iterator[Sum[int]]:
        """Yield the pairs of heaps that the moves of this clause leave, as sums, each with the smaller heap first."""
        _refuse_large(heap, str(self))
        holds = self._holds
        for a in iterate_checked(range(1, heap // 2 + 1)):
            b = heap - a
            if holds is None or holds((heap, a, b)) or holds((heap, b, a)):
                yield Sum(a, b)

    def __str__(self) -> str:
        return f"split a, b where {self.condition}" if self.condition else "split"


def _refuse_large(heap: int, text: str) -> None:
    """Raise `LimitReached` if listing the moves of one heap would take too long."""
    if heap > MOST_TRIED:
        steps = heap if heap < BOUND else "as many"
        raise LimitReached(f"{text}: listing the moves of {_size(heap)} would take {steps} steps", kind="size")


def _size(heap: int) -> str:
    return str(heap) if heap < BOUND else f"a heap of {len(str(heap))} digits"


class HeapRule(NamedRule[int], HeapRuleset, Structure, Knowledge[int]):
    """A heap game whose moves are those of one or more clauses, such as "take 1..3 or split".

    The constructor takes the clauses, in the order in which their moves are listed.
    """

    def __init__(self, *clauses: Clause) -> None:
        self.clauses = clauses
        self.name = " or ".join(map(str, clauses))
        sets = [clause for clause in clauses if isinstance(clause, TakeSet)]
        finite = [clause.finite for clause in sets if clause.finite is not None]
        self._finite = tuple(sorted({*chain(*finite)})) if len(finite) == len(clauses) else None
        self._modulus = m = _modulus(sets) if len(sets) == len(clauses) else None
        self._splits_only = len(clauses) == 1 and isinstance(clauses[0], Split) and clauses[0].condition is None
        if m == 0:
            self.value_course = Course(0, 1, 1)
            bouton = "C. L. Bouton, Nim, a game with a complete mathematical theory, 1901"
            self.theory = Theorem("A heap of n has Grundy value n", bouton)
        elif m is not None:
            self.value_course = Course(0, m)
            enough = {2: "1", 3: "1 and 2"}.get(m, f"1 to {m - 1}")
            self.theory = Theorem(
                f"A heap of n has Grundy value n mod {m}: a move never takes a multiple of {m}, and it can take "
                f"{enough}",
                "by induction; S. W. Golomb, A mathematical investigation of games of take-away, 1966",
            )
        elif self._splits_only:
            self.value_course = Course(1, 2)
            self.theory = Theorem(
                "A heap of n >= 1 has value (n - 1) mod 2: every split lowers n - 1 in all by one", "by parity"
            )

    def sequence(self) -> tuple[int, ...] | None:
        return self._finite

    def takes_where(self) -> Node | None:
        found = []
        for clause in self.clauses:
            if isinstance(clause, TakeWhere):
                found.append(clause.condition)
            elif isinstance(clause, TakeSet) and clause.where():
                found.append(read_condition(Scanner(clause.where()), ("n", "k")))
            else:
                return None
        return found[0] if len(found) == 1 else Node("or", tuple(found))

    def takes_to(self, stop: int) -> Iterable[int] | None:
        sets = [clause for clause in self.clauses if isinstance(clause, TakeSet)]
        if len(sets) < len(self.clauses):
            return None
        if len(sets) == 1:
            return sets[0].members(stop)
        return sorted({k for clause in sets for k in clause.members(stop)})

    def options(self, position: int) -> Iterable[int | Sum[int]]:
        """Return the results of the moves, clause by clause, without duplicates."""
        return self.clauses[0].left(position) if len(self.clauses) == 1 else self._joined(position)

    def _joined(self, position: int) -> Iterator[int | Sum[int]]:
        seen: set[int | Sum[int]] = set()
        for clause in self.clauses:
            for option in clause.left(position):
                if option not in seen:
                    seen.add(option)
                    yield option

    def known_value(self, position: int) -> int | None:
        """Return the value of a heap of n tokens by a theorem, or None if no theorem applies.

        If the only move is to split a heap into any two, the value is (n - 1) mod 2 (0 for n = 0). If every clause
        takes tokens and any number may be taken, it is n. It is n mod m if 1 to m - 1 tokens may be taken, but never a
        multiple of m.
        """
        if self._splits_only:
            return (position - 1) % 2 if position else 0
        if self._modulus is None:
            return None
        return position % self._modulus if self._modulus else position

    def moves_to(self, position: int, value: int) -> Iterable[Move[int]] | None:
        if self._modulus == 0:
            return (self.heap_move(position, Sum(value)),) if value < position else ()
        if self._modulus is None or self.takes_to(self._modulus) != range(1, self._modulus):
            return None
        taken = (position - value) % self._modulus
        if value >= self._modulus or not 0 < taken <= position:
            return ()
        return (self.heap_move(position, Sum(position - taken)),)

    def count_moves(self, position: int) -> int:
        """Return the number of moves; for a range of takes it is computed without listing them."""
        clause = self.clauses[0]
        if len(self.clauses) == 1 and isinstance(clause, TakeSet):
            members = clause.members(position)
            if isinstance(members, range):
                return members[-1] - members[0] + 1 if members else 0
        return _listed_moves(self, position)


@lru_cache(maxsize=256)
def _listed_moves(rule: HeapRule, heap: int) -> int:
    """Return the number of moves by listing them; cached, because the same heap occurs often.

    Args:
        rule: The rule.
        heap: The size of the heap.

    Returns:
        The number of moves.

    Raises:
        LimitReached: If the heap has too many moves, or if a condition would be tested on more than `MOST_LISTED`
            numbers.
    """
    if heap > MOST_LISTED and any(isinstance(part, TakeWhere | Split) and part.condition for part in rule.clauses):
        raise LimitReached(f"{rule.name}: counting the moves of {_size(heap)} takes too long", kind="size")
    return len(at_most(rule.options(heap), f"{rule.name}: a position has"))


def _modulus(sets: list[TakeSet]) -> int | None:
    """Return m if a theorem shows that every heap of n tokens has the value n mod m, or 0 if the value is n.

    The result is None if no theorem applies. One argument covers all cases. No number that may be taken is divisible by
    m, so an option never has the value of its position. All numbers from 1 to m - 1 can be taken, so every smaller
    value occurs.
    """
    if any(0 in found.avoided for found in sets):
        return 0
    for m in sorted(m for found in sets if found.finite is None or len(sets) == 1 for m in found.avoided):
        if all(m in found.avoided or (found.finite is not None and all(k % m for k in found.finite)) for found in sets):
            every, members = range(1, m), [found.members(m - 1) for found in sets]
            if every in members or {*every} == {*chain(*members)}:
                return m
    return None
