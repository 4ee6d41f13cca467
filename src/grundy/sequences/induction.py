"""Proofs by induction that the values of a code grow by a saltus per period, decided by automata.

An observed period gives a formula f: f(n) = g(n) for the first heaps, and f(n + p) = f(n) + s from heap n0 on. If f
gives the values of smaller heaps, then f(n) is the value of heap n under two conditions: no option has the value f(n),
and every smaller number is the value of an option. So f is correct for all heaps exactly if both conditions hold for
all n. In base 2, finite automata decide the relations v = f(n) and u ^ v = w, and so both conditions (J. R. Büchi,
"Weak second-order arithmetic and finite automata", 1960; V. Bruyère, G. Hansel, C. Michaux and R. Villemaire, "Logic
and p-recognizable sets of integers", 1994). This method is for codes whose digits repeat and for hexadecimal codes (R.
J. Nowakowski and S. Howse, "Periodicity and arithmetic-periodicity in hexadecimal games", 2004).

The reference implementation is the definition, `values.code_values`.
"""

from __future__ import annotations

from itertools import chain

from ..automatic import Arithmetic, Base, Relation
from ..core import Budget, Code, LimitReached
from .period import Period

THEOREM = "induction over all heaps, decided by automata: Büchi, Weak second-order arithmetic and finite automata, 1960"
MOST_HEAPS = 3
"""The largest number of heaps that a move may leave."""
THIRD = 16
"""The largest third heap of the moves examined, apart from those that leave two equal heaps."""


def obstacle(code: Code, seen: Period, budget: Budget) -> str:
    """Try to prove that the values of a code are those that an observed period predicts.

    Args:
        code: The code.
        seen: The observed period, with or without a saltus.
        budget: Counts the work, in states of automata.

    Returns:
        What prevents the proof, in words; "" if the period is proved.

    Raises:
        LimitReached: If a limit of the budget is exceeded.

    Example:
        >>> from grundy.core import read_code
        >>> from grundy.sequences import code_values, observed_period
        >>> code = read_code("0.8")
        >>> obstacle(code, observed_period(code_values(code, 40)), Budget())
        ''
    """
    items = {item for digit in chain(code.digits, code.tail) for item in digit.items}
    if any(item.limit or item.more for item in items):
        return "no theorem covers its digits"
    if any(item.heaps > MOST_HEAPS for item in items):
        return "no theorem covers moves that leave four or more heaps"
    try:
        return _Induction(code, seen, budget).obstacle()
    except LimitReached as error:
        if error.kind != "size":
            raise
        return f"its proof needs {error.message}"


class _Induction:
    """The proof of one period by induction on heaps, with relations between numbers that automata accept.

    In the relations, `n` is a heap, `v` is a value, and `t` is a number of tokens that a move takes.
    """

    def __init__(self, code: Code, seen: Period, budget: Budget) -> None:
        self.code, self.seen = code, seen
        self.arithmetic = Arithmetic(Base(2), budget)
        self.formula = self._formula()
        self.one = self.formula & self.arithmetic.linear({"n": 1}, -1, ">=")
        """The pairs (n, v) such that a heap n >= 1 has the value v."""
        self.xor = self.arithmetic.columns(("u", "v", "w"), lambda u, v, w: u ^ v == w)

    def obstacle(self) -> str:
        two = self._summed(self.one, self.one, {"a": 1, "b": 1, "n": -1})
        shown = self._options(0, self.arithmetic.constant("n", 0) & self.arithmetic.constant("v", 0))
        shown = shown | self._options(1, self.one) | self._options(2, two)
        wrong = self.formula & shown
        takes = self._takes(MOST_HEAPS)
        if not takes.empty:  # a move to three heaps and the heap before it: f(a) ^ f(n) is the value of the other two
            whole = self._summed(self.one, self.formula, {"b": 1, "a": -1, "n": -1})
            wrong = wrong | (whole & self._after(takes, two))
        if not wrong.empty:
            return "it ends at a larger heap, as an option has the value that it predicts"
        lower = self.arithmetic.linear({"u": 1, "v": -1}, -1, ">=")
        missing = (self.formula.rename({"v": "u"}) & lower - shown).some("u")
        if not takes.empty:
            equal = self.arithmetic.linear({"a": 1, "b": 2, "n": -1}, 0, "==")
            pairs = self.one.rename({"n": "a"}) & self.arithmetic.linear({"b": 1}, -1, ">=") & equal
            missing = missing - self._options(MOST_HEAPS, pairs.some("a", "b"))
        for third in range(1, THIRD + 1):
            if missing.empty or takes.empty:
                break
            with_it = self.arithmetic.constant("n", third) & self.formula
            with_pairs = self._summed(with_it, two, {"a": 1, "b": 1, "n": -1})
            missing = missing - self._options(MOST_HEAPS, with_pairs)
        if (least := missing.least(("n",))) is not None:
            return f"no option of heap {least['n']} was found to have the value {least['v']}"
        return ""

    def _formula(self) -> Relation:
        """Return the relation v = f(n), where f(n) is the value that the observed period predicts for heap n.

        From the preperiod on, f(n) depends on the remainder of n modulo the period p and grows by s per period. So each
        remainder fixes the number p v - s n, which the automaton computes.
        """
        n0, p, s, values = self.seen.preperiod, self.seen.period, self.seen.saltus, self.seen.values
        rest = {(n0 + i) % p: p * values[n0 + i] - s * (n0 + i) for i in range(p)}
        bound = 2 * (p + s) + max(map(abs, rest.values()))

        def after(state: tuple[int, int], letter: int) -> tuple[int, int]:
            form = 2 * state[0] + p * (letter & 1) - s * (letter >> 1)
            return max(-bound, min(bound, form)), (2 * state[1] + (letter >> 1)) % p

        def accepts(state: tuple[int, int]) -> bool:
            return rest[state[1]] == state[0]

        found = self.arithmetic.automaton(("n", "v"), (0, 0), after, accepts)
        found = found & self.arithmetic.linear({"n": 1}, -n0, ">=")
        for heap in range(n0):
            found = found | self._pair(heap, values[heap])
        return found

    def _pair(self, heap: int, value: int) -> Relation:
        return self.arithmetic.constant("n", heap) & self.arithmetic.constant("v", value)

    def _takes(self, heaps: int) -> Relation:
        """Return the set of numbers t such that a move may take t tokens and leave `heaps` heaps, as a relation."""
        code, found = self.code, self.arithmetic.never
        for taken in range(int(heaps < 2), len(code.digits) + len(code.tail)):
            if any(item.heaps == heaps for item in code.digit(taken).items):
                if taken < len(code.digits):
                    found = found | self.arithmetic.constant("t", taken)
                else:
                    later = self.arithmetic.linear({"t": 1}, -taken, ">=")
                    found = found | later & self.arithmetic.congruent({"t": 1}, -taken, len(code.tail))
        return found

    def _options(self, heaps: int, left: Relation) -> Relation:
        """Return the pairs (n, v) such that a move from heap n may leave `heaps` heaps with the nim-sum v of values.

        `left` has the pairs (m, v) such that m tokens can be divided into this number of heaps with the nim-sum v.
        """
        return self._after(self._takes(heaps), left)

    def _after(self, takes: Relation, left: Relation) -> Relation:
        step = self.arithmetic.linear({"n": 1, "m": -1, "t": -1}, 0, "==")
        return (left.rename({"n": "m"}) & (takes & step).some("t")).some("m")

    def _summed(self, first: Relation, second: Relation, form: dict[str, int]) -> Relation:
        """Return the pairs (n, u ^ w) for which (a, u) is in `first`, (b, w) is in `second`, and an equation holds.

        The equation is that a linear form in a, b and n is 0; `form` has the coefficients of the form.
        """
        found = (second.rename({"n": "b", "v": "w"}) & self.xor).some("w")
        found = (found & first.rename({"n": "a", "v": "u"})).some("u")
        return (found & self.arithmetic.linear(form, 0, "==")).some("a", "b")
