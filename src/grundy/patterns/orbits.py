"""Laws of one heap that no automaton expresses: the P-positions are p, f(p), f(f(p)), ... for one function f.

Let f(p) be the least n > p without a move to p. Suppose that p0 is a P-position, and that for every p >= p0, no heap
n >= f(p) has a move to a heap q <= p. Then the P-positions from p0 on are exactly the orbit p0, f(p0), f(f(p0)), ...
Proof by induction: the heaps between p and f(p) have a move to p, and f(p) has no move to a smaller P-position. The
definition of f and the supposition are sentences of linear arithmetic, although the orbit may grow like a power of 3/2,
as for "take k where 3 * k <= n". The orbits of that rule are those of the problem of Josephus: A. M. Odlyzko and H. S.
Wilf, "Functional iteration and the Josephus problem", 1991.

The same proof gives two variants. If moves do not change the remainder of a heap by m, there is one orbit for each
remainder. If moves never leave some heaps, then p and f(p) are taken only from the heaps that moves can leave. Each of
the other heaps between p and f(p) is a P-position if it has no move to p.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

from ..automatic import Arithmetic, Base, NotDefinable, Relation, System
from ..automatic.solutions import solutions
from ..core import Budget, LimitReached, Scanner, iterate_checked
from ..core.evaluation import compile_node
from ..core.expressions import read_number
from .fixed_points import LEFT, FixedPoint, Moves
from .rule_tables import outcome_table

MOST_DIVISOR = 6
"""The largest divisor in a formula of f, for each remainder."""
MOST_MODULUS = 6
"""The largest modulus of remainders that have orbits of their own."""
MOST_TERMS = 100_000
"""The largest number of P-positions that are computed one after another."""
MOST_NUMBER = 1 << 100_000
"""The bound of numbers in formulas of f."""
SAMPLE = 48
"""The number of heaps p with which a formula of f is compared before it is proved."""
TABLE = 128
"""The orbits begin with P-positions below this heap."""


@dataclass(frozen=True)
class Orbit:
    """A law of the P-positions of one heap: they are p, f(p), f(f(p)), ... from certain heaps p on, for one function f.

    Let m be the number of orbits. If m > 1, moves and f do not change the remainder of a heap by m.

    Attributes:
        formula: An expression of p for f(p), or "" if none is known. If `free` is not None, f(p) is the least heap that
            a move can leave and that is at least the value of this expression.
        after: The relation of p and n = f(p).
        starts: The first P-position of each orbit; `starts[r]` has the remainder r by m.
        small: The P-positions that are smaller than the first one of the orbit with the same remainder.
        free: None if moves can leave every heap. Otherwise the relation of p and the heaps n > p that no move leaves
            and that have no move to p; such n are P-positions if p < n < f(p).
    """

    formula: str
    after: Relation
    starts: tuple[int, ...] = (0,)
    small: tuple[int, ...] = ()
    free: Relation | None = None

    def terms(self, stop: int) -> list[int]:
        """Return the P-positions below a bound."""
        found = [heap for heap in self.small if heap < stop]
        for start in self.starts:
            heap = start
            while heap < stop:
                found.append(heap)
                following = self.following(heap)
                if self.free is not None:
                    between = range(heap + 1, min(stop, following))
                    found += [n for n in between if self.free.holds({"p": heap, "n": n})]
                heap = following
        return sorted(found)

    def following(self, heap: int) -> int:
        """Return f(p), the next P-position of the orbit, for a P-position p of any size in an orbit."""
        if self._function is not None:
            return int(self._function((heap,)))
        return next(solutions(self.after, {"p": heap}))["n"]

    @cached_property
    def _function(self) -> Callable[[Sequence[int]], int] | None:
        if not self.formula or self.free is not None:
            return None
        return compile_node(read_number(Scanner(self.formula), ("p",)), ("p",), MOST_NUMBER)

    def last(self, heap: int) -> int | None:
        """Return the largest P-position p <= heap that has the same remainder as the heap by the modulus of the law.

        The law must be one in which every P-position is in an orbit.

        Args:
            heap: The heap.

        Returns:
            The P-position; None if the heap is smaller than the second P-position of its orbit.

        Raises:
            LimitReached: If there are too many smaller P-positions.
        """
        found = before = self.starts[heap % len(self.starts)]
        for _ in iterate_checked(range(MOST_TERMS)):
            if (following := self.following(found)) > heap:
                return found if found > before else None
            found = following
        raise LimitReached(f"more than {MOST_TERMS:,} smaller P-positions", kind="size")


def find_orbit(rule: Moves, system: System | None = None, budget: Budget | None = None) -> Orbit | None:
    """Find and prove a law of the P-positions of one heap in normal play: p, f(p), f(f(p)), ... for a function f.

    Args:
        rule: The rule, without splits and blocked moves.
        system: The numeration system of the proof; None for base 2.
        budget: Counts the work; may raise `LimitReached`.

    Returns:
        The law, or None if the proof fails.

    Raises:
        NotDefinable: If the rule is not definable in the system.

    Example:
        >>> from .fixed_points import LinearMove
        >>> law = find_orbit(Moves(("n",), (LinearMove("k >= 1 and 3 * k <= n", {"n": "n - k"}, ("k",)),)))
        >>> law.formula, law.terms(40)
        ('(3 * p + 2) // 2', [0, 1, 2, 4, 7, 11, 17, 26])
    """
    if rule.heaps != ("n",) or rule.misere or rule.blocks or any(move.parts for move in rule.moves):
        raise NotDefinable("an orbit needs a rule on one heap n in normal play, without splits and blocked moves")
    budget = budget or Budget()
    game = FixedPoint(rule, Arithmetic(system or Base(2), budget))
    moves = reduce(Relation.__or__, (step for step, _ in game.steps)).rename({"n" + LEFT: "p"})
    lost = [n for n, entry in enumerate(outcome_table(rule, TABLE, budget).entries) if entry]
    return next(filter(None, (case.law(lost) for case in _variants(game, moves))), None)


def _variants(game: FixedPoint, moves: Relation) -> Iterator[_Variant]:
    everything = game.arithmetic.natural("p")
    yield _Variant(game, moves, everything, 1)
    for modulus in range(MOST_MODULUS, 1, -1):
        if (moves - game.arithmetic.congruent({"n": 1, "p": -1}, 0, modulus)).empty:
            yield _Variant(game, moves, everything, modulus)
            return
    yield _Variant(game, moves, moves.some("n"), 1)


class _Variant:
    """One way to search for the function f such that the P-positions are p, f(p), f(f(p)), ...

    Only heaps in the relation `inside` are used as p and f(p). There is one such sequence (orbit) for each remainder of
    the heaps by `modulus`. Automata decide the conditions of the theorem that the docstring of the module states.
    """

    def __init__(self, game: FixedPoint, moves: Relation, inside: Relation, modulus: int) -> None:
        self.game, self.moves, self.inside, self.modulus = game, moves, inside, modulus
        self.partial = inside != game.arithmetic.natural("p")
        read = game.formulas.read
        alike = game.arithmetic.congruent({"n": 1, "p": -1}, 0, modulus)
        self.above = read("n > p") & inside
        free = (self.above - moves) & inside.rename({"p": "n"}) & alike
        self.after = free - (free.rename({"n": "m"}) & read("m < n")).some("m")
        beyond = (self.after.rename({"n": "f"}) & read("n >= f")).some("f")
        lower = (moves.rename({"p": "q"}) & read("q <= p")).some("q")
        self.bad = (inside - self.after.some("n")) | (beyond & lower).some("n")

    def law(self, lost: list[int]) -> Orbit | None:
        """Return the law if each remainder has a P-position from which on the theorem applies, else None.

        `lost` are the P-positions that were computed.
        """
        text, wrong = self._formula()
        found = (text, self._starts(lost, self.bad | wrong)) if text else ("", [])
        formula, starts = found if found[1] else ("", self._starts(lost, self.bad))
        if not starts:
            return None
        small = tuple(n for n in lost if n < starts[n % self.modulus])
        free = self.above - self.moves - self.inside.rename({"p": "n"}) if self.partial else None
        return Orbit(formula, self.after, tuple(starts), small, free)

    def _starts(self, lost: list[int], bad: Relation) -> list[int]:
        """Return for each remainder the first P-position from which on no heap is in `bad`; [] if one has none.

        `lost` are the P-positions that were computed, in ascending order.
        """
        if not (bad & self.game.formulas.read(f"p >= {TABLE}")).empty:
            return []
        wrong, starts = [p for p in range(TABLE) if bad.holds({"p": p})], []
        for rest in range(self.modulus):
            last = max((p for p in wrong if p % self.modulus == rest), default=-1)
            here = (p for p in lost if p > last and p % self.modulus == rest and self.inside.holds({"p": p}))
            starts += [next(here, -1)]
        return [] if -1 in starts else starts

    def _formula(self) -> tuple[str, Relation]:
        """Return f(p) as an expression in p, and the relation of the heaps p for which the expression is wrong.

        The expression is "p + c", "a * p + b", "(a * p + b) // c" or "p + m * ((a * p + b) // c)", or "" if none of
        these agrees with f. If moves never leave some heaps, the expression is not f(p), but the least n such that no
        heap from n on has a move to p.
        """
        read, m, after = self.game.formulas.read, self.modulus, self.after
        if self.partial:
            later = (self.moves.rename({"n": "m"}) & read("m >= n")).some("m")
            after = self.above - later
            after -= (after.rename({"n": "m"}) & read("m < n")).some("m")
        sample = []
        for p in (p for p in range(TABLE, TABLE + SAMPLE * m) if self.inside.holds({"p": p})):
            here = after & self.game.arithmetic.constant("p", p)
            sample.append((p, ((here.least() or {"n": 0})["n"] - (p if m > 1 else 0)) // m))
        (first, low), (last, high) = sample[len(sample) // 2], sample[-1]
        for c in range(1, MOST_DIVISOR * m + 1):
            a = round(c * (high - low) / (last - first))
            begin = max(c * n - a * p for p, n in sample)
            for b in range(begin, begin + c):
                if all((a * p + b) // c == n for p, n in sample):
                    text = _shown(a, b, c) if m == 1 else f"p + {m} * ({_shown(a, b, c)})"
                    return text, ((after & self.inside) - read(f"n == {text}")).some("n")
        return "", self.game.arithmetic.never


def _shown(a: int, b: int, c: int) -> str:
    term = "p" if a == 1 else f"{a} * p"
    whole = term if not b else f"{term} + {b}" if b > 0 else f"{term} - {-b}"
    return whole if c == 1 else f"({whole}) // {c}"
