"""Laws of one heap that no automaton holds: the P-positions 0, f(0), f(f(0)), ... of one function f.

Let f(p) be the least n > p without a move to p. If no n >= f(p) moves to any heap q <= p, the P-positions are exactly
the orbit of 0: the heaps between p and f(p) move to p, and f(p) moves to none of the orbit, by induction. Both are
sentences of linear arithmetic, although the orbit itself may grow like a power of 3/2, as for "take k where 3 * k <=
n". The orbits of that rule are those of the problem of Josephus: A. M. Odlyzko and H. S. Wilf, "Functional iteration
and the Josephus problem", 1991.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from ..automatic import Arithmetic, Base, NotDefinable, Relation, System
from ..core import Budget
from .fixed_points import LEFT, FixedPoint, Moves

MOST_DIVISOR = 6
"""The largest divisor in a formula of f."""
SAMPLE = 48
"""The number of heaps p with which a formula of f is compared before it is proved."""


@dataclass(frozen=True)
class Orbit:
    """The law that the P-positions of one heap are 0, f(0), f(f(0)), ...

    Attributes:
        formula: An expression of p for f(p), or "" if none is known.
        after: The relation of p and n = f(p).
    """

    formula: str
    after: Relation

    def terms(self, stop: int) -> list[int]:
        """Return the P-positions below a bound."""
        found, heap = list[int](), 0
        while heap < stop:
            found.append(heap)
            here = self.after & Arithmetic(self.after.system).constant("p", heap)
            heap = (here.least() or {"n": stop})["n"]
        return found


def find_orbit(rule: Moves, system: System | None = None, budget: Budget | None = None) -> Orbit | None:
    """Prove that the P-positions of one heap in normal play are the orbit of a function, if they are.

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
    game = FixedPoint(rule, Arithmetic(system or Base(2), budget))
    read, arithmetic = game.formulas.read, game.arithmetic
    moves = reduce(Relation.__or__, (step for step, _ in game.steps)).rename({"n" + LEFT: "p"})
    free = read("n > p") - moves
    after = free - (free.rename({"n": "m"}) & read("m < n")).some("m")
    if not (arithmetic.natural("p") - after.some("n")).empty:
        return None  # from some heap on every heap moves to one P-position
    beyond = (after.rename({"n": "f"}) & read("n >= f")).some("f")
    if not (beyond & (moves.rename({"p": "q"}) & read("q <= p")).some("q")).empty:
        return None
    return Orbit(_formula(game, after), after)


def _formula(game: FixedPoint, after: Relation) -> str:
    """Return f(p) as "p + c", "a * p + b" or "(a * p + b) // c", or "" if it has no such form."""
    sample = []
    for p in range(SAMPLE):
        here = after & game.arithmetic.constant("p", p)
        sample.append((here.least() or {"n": 0})["n"])
    for c in range(1, MOST_DIVISOR + 1):
        a = round(c * (sample[-1] - sample[SAMPLE // 2]) / (SAMPLE - 1 - SAMPLE // 2))
        least = max(c * n - a * p for p, n in enumerate(sample))
        for b in range(least, least + c):
            text = _shown(a, b, c)
            if all((a * p + b) // c == n for p, n in enumerate(sample)):
                right = game.formulas.read(f"n == {text}")
                return text if (after - right).empty else ""
    return ""


def _shown(a: int, b: int, c: int) -> str:
    term = "p" if a == 1 else f"{a} * p"
    whole = term if not b else f"{term} + {b}" if b > 0 else f"{term} - {-b}"
    return whole if c == 1 else f"({whole}) // {c}"
