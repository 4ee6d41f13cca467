"""Rules of one heap that a user states: `take 1..3`, `take squares`, `split a, b where a != b`, joined by `or`.

A clause says what may be left of a heap of n tokens. Sets of takes: a range, a list, all squares,
primes (with 1), prime powers (with 1), powers of a base, all but a list, any number; or a condition
on n and the number k of tokens taken. Splits leave two positive heaps a + b = n, a <= b in the
options, both orders tried in a condition. Play ends by construction: a move takes a token or splits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import isqrt
from typing import Protocol

from ..core import HeapRuleset, LimitReached, Move, PositionError, Sum, Theorem
from ..core.arithmetic import is_prime_power, powers
from ..core.evaluation import BOUND, compile_node
from ..core.expressions import Node

MOST_TRIED = 10_000_000
"""A condition is not tried on heaps above this; the options of one heap would take seconds."""


class Clause(Protocol):
    """One alternative of a rule."""

    def left(self, heap: int) -> Iterable[int | Sum[int]]:
        """Return what the moves of this alternative leave of `heap`, the smallest take first."""

    def __str__(self) -> str:
        """Return the clause in notation."""


class TakeSet:
    """Take a number of tokens that stands in a set; `members(n)` lists the set up to n in ascending order."""

    def __init__(
        self, text: str, members: Callable[[int], Iterable[int]], finite: tuple[int, ...] | None = None
    ) -> None:
        """Keep the text, the members, and the whole set when it is finite."""
        self.text = text
        self.members = members
        self.finite = finite

    @classmethod
    def of(cls, takes: Iterable[int], text: str | None = None) -> TakeSet:
        """Return the clause of a finite set of positive takes."""
        finite = tuple(sorted(set(takes)))
        shown = text or "take {" + ", ".join(map(str, finite)) + "}"
        return cls(shown, lambda n: (k for k in finite if k <= n), finite)

    @classmethod
    def range(cls, least: int, most: int) -> TakeSet:
        """Return the clause of every take from `least` to `most`."""
        text = f"take {least}..{most}"
        if most - least >= 100_000:
            return cls(text, lambda n: range(least, min(most, n) + 1))
        return cls(text, lambda n: range(least, min(most, n) + 1), tuple(range(least, most + 1)))

    @classmethod
    def powers(cls, base: int) -> TakeSet:
        """Return the clause of all powers 1, base, base^2, ..."""
        return cls(f"take powers({base})", lambda n: powers(base, n))

    @classmethod
    def all_but(cls, excluded: Iterable[int]) -> TakeSet:
        """Return the clause that takes any positive number outside `excluded`."""
        out = frozenset(excluded)
        text = "take all-but {" + ", ".join(map(str, sorted(out))) + "}"
        return cls(text, lambda n: (k for k in range(1, n + 1) if k not in out))

    def left(self, heap: int) -> Iterator[int]:
        """Return the smaller heaps."""
        return (heap - k for k in self.members(heap))

    def __str__(self) -> str:
        """Return the clause in notation."""
        return self.text


def squares(n: int) -> Iterator[int]:
    """Yield the squares 1, 4, 9, ... up to n."""
    return (i * i for i in range(1, isqrt(n) + 1))


MOST_PRIMES = 1_300_000
"""More than MAX_OPTIONS primes lie below this; the members of the set are not listed beyond it."""


def primes_and_one(n: int) -> Iterator[int]:
    """Yield 1 and the primes up to n; raise `LimitReached` when they are too many to list."""
    _refuse_primes(n)
    kept = bytearray(b"\1") * (n + 1)
    for d in range(2, isqrt(n) + 1):
        if kept[d]:
            kept[d * d :: d] = bytes(len(range(d * d, n + 1, d)))
    return (k for k in range(1, n + 1) if kept[k])


def prime_powers(n: int) -> Iterator[int]:
    """Yield the prime powers p^i, i >= 0, up to n; raise `LimitReached` when they are too many to list."""
    _refuse_primes(n)
    return (k for k in range(1, n + 1) if is_prime_power(k))


def _refuse_primes(n: int) -> None:
    """Stop before more primes than can be listed are looked for."""
    if n > MOST_PRIMES:
        raise LimitReached(f"a heap of more than {MOST_PRIMES} has too many prime takes to list", kind="size")


NAMED_SETS = {
    "any": TakeSet("take any", lambda n: range(1, n + 1)),
    "squares": TakeSet("take squares", squares),
    "primes": TakeSet("take primes", primes_and_one),
    "prime-powers": TakeSet("take prime-powers", prime_powers),
}
"""The sets that have a word of their own."""


class TakeWhere:
    """Take k tokens where a condition on n (the heap before) and k holds."""

    def __init__(self, condition: Node) -> None:
        """Compile the checked condition over n and k."""
        self.condition = condition
        self._holds = compile_node(condition, ("n", "k"))

    def left(self, heap: int) -> Iterator[int]:
        """Yield the smaller heaps, every take tried."""
        _refuse_large(heap, str(self))
        holds = self._holds
        return (heap - k for k in range(1, heap + 1) if holds((heap, k)))

    def __str__(self) -> str:
        """Return the clause in notation."""
        return f"take k where {self.condition}"


class Split:
    """Split the heap into two positive heaps a + b = n, any or where a condition on n, a and b holds."""

    def __init__(self, condition: Node | None = None) -> None:
        """Compile the checked condition over n, a and b; None allows every split."""
        self.condition = condition
        self._holds = compile_node(condition, ("n", "a", "b")) if condition else None

    def left(self, heap: int) -> Iterator[Sum[int]]:
        """Yield the sums of two heaps, the smaller heap first."""
        _refuse_large(heap, str(self))
        holds = self._holds
        for a in range(1, heap // 2 + 1):
            b = heap - a
            if holds is None or holds((heap, a, b)) or holds((heap, b, a)):
                yield Sum(a, b)

    def __str__(self) -> str:
        """Return the clause in notation."""
        return f"split a, b where {self.condition}" if self.condition else "split"


def _refuse_large(heap: int, text: str) -> None:
    """Stop before the moves of one heap would take for ever to list."""
    if heap > MOST_TRIED:
        size = str(heap) if heap < BOUND else f"a heap of {len(str(heap))} digits"
        raise LimitReached(f"{text}: listing the moves of {size} would take {size} steps", kind="size")


class HeapRule(HeapRuleset):
    """A heap game whose moves are those of any of its clauses."""

    def __init__(self, *clauses: Clause) -> None:
        """Join the clauses by `or`."""
        self.clauses = clauses
        self.name = " or ".join(map(str, clauses))
        self._finite = _finite_takes(clauses)
        self._modulus = _modulus(clauses[0]) if len(clauses) == 1 else None
        self._splits_only = self.name == "split"
        if self._modulus is not None:
            self.theory = Theorem(*_statement(self._modulus))
        elif self._splits_only:
            self.theory = Theorem(
                "A heap of n >= 1 has value (n - 1) mod 2: every split lowers n - 1 in all by one", "by parity"
            )

    def identity(self) -> object:
        """Return the text: it says the whole rule."""
        return self.name

    def sequence(self) -> tuple[int, ...] | None:
        """Return the set of takes, ascending, when the game is a finite subtraction game."""
        return self._finite

    def takes_to(self, stop: int) -> Iterable[int] | None:
        """Return the takes of all clauses up to `stop`, ascending, when every clause is a set."""
        sets = [clause for clause in self.clauses if isinstance(clause, TakeSet)]
        if len(sets) < len(self.clauses):
            return None
        if len(sets) == 1:
            return sets[0].members(stop)
        return sorted({k for clause in sets for k in clause.members(stop)})

    def options(self, position: int) -> Iterable[int | Sum[int]]:
        """Return what the moves leave, clause by clause, nothing twice."""
        if len(self.clauses) == 1:
            return self.clauses[0].left(position)
        return self._joined(position)

    def _joined(self, position: int) -> Iterator[int | Sum[int]]:
        """Yield what the clauses leave, nothing twice."""
        seen: set[int | Sum[int]] = set()
        for clause in self.clauses:
            for option in clause.left(position):
                if option not in seen:
                    seen.add(option)
                    yield option

    def check(self, position: int) -> None:
        """Refuse what is not a heap size."""
        super().check(position)
        if position >= BOUND and any(isinstance(clause, (TakeWhere, Split)) for clause in self.clauses):
            raise PositionError(f"{self.name}: conditions are for heaps below 2^63")

    def known_value(self, position: int) -> int | None:
        """Return n mod m for the sets where that is a theorem (0: the heap itself)."""
        if self._splits_only:
            return (position - 1) % 2 if position else 0
        if self._modulus is None:
            return None
        return position % self._modulus if self._modulus else position

    def moves_to(self, position: int, value: int) -> Iterable[Move[int]] | None:
        """Return the takes that leave `value` for ranges 1..m and for any; other sets try their members."""
        clause = self.clauses[0]
        if self._modulus == 0:
            return (Move(f"take {position - value}", Sum(value)),) if value < position else ()
        if self._modulus is None or not isinstance(clause, TakeSet) or not clause.text.startswith("take 1.."):
            return None
        taken = (position - value) % self._modulus
        if value >= self._modulus or not 0 < taken <= position:
            return ()
        return (Move(f"take {taken}", Sum(position - taken)),)

    def count_moves(self, position: int) -> int:
        """Return the number of moves, without listing the members of a range."""
        clause = self.clauses[0]
        if len(self.clauses) == 1 and isinstance(clause, TakeSet):
            members = clause.members(position)
            if isinstance(members, range):
                return members[-1] - members[0] + 1 if members else 0
        return super().count_moves(position)


def _finite_takes(clauses: tuple[Clause, ...]) -> tuple[int, ...] | None:
    """Return all takes of the clauses in ascending order, or None when they are not finite sets."""
    takes: set[int] = set()
    for clause in clauses:
        if not isinstance(clause, TakeSet) or clause.finite is None:
            return None
        takes.update(clause.finite)
    return tuple(sorted(takes))


def _modulus(clause: Clause) -> int | None:
    """Return m when the value of a heap is n mod m by theorem, 0 when it is n, None when no theorem is known.

    One argument serves all: no take is divisible by m, so an option never has the value of its
    position; and 1 to m - 1, or just enough of them, can be taken, so every smaller value is met.
    """
    text = str(clause)
    if text == "take any":
        return 0
    if text in {"take primes", "take prime-powers"}:
        return 4 if text == "take primes" else 6
    if text.startswith("take powers("):
        base = int(text[len("take powers(") : -1])
        return 3 if base == 2 else (2 if base % 2 else None)
    if text.startswith("take 1.."):
        return int(text[len("take 1..") :]) + 1
    return None


def _statement(modulus: int) -> tuple[str, str]:
    """Return the theorem of a set of takes and its source."""
    if modulus == 0:
        return "A heap of n has Grundy value n", "C. L. Bouton, Nim, a game with a complete mathematical theory, 1901"
    statement = f"A heap of n has Grundy value n mod {modulus}: no take is a multiple of {modulus}, and "
    statement += f"{_enough(modulus)} may be taken"
    return statement, "by induction; S. W. Golomb, A mathematical investigation of games of take-away, 1966"


def _enough(modulus: int) -> str:
    """Return the takes that reach every smaller remainder."""
    return "1" if modulus == 2 else ("1 and 2" if modulus == 3 else f"1 to {modulus - 1}")
