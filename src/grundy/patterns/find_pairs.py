"""Finds the law of the P-positions of a game on two heaps: a formula, pairs given by a mex, or periodic pairs.

A formula, such as "a % 3 == b % 3", is in the language of claims. It states that a function of one heap is equal for
both; or that a number computed from both heaps is 0, small, or has certain remainders; or it lists the remainders of
both. Formulas are derived from the small heaps of a table and compared with the whole table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby, product
from operator import itemgetter
from typing import NamedTuple

from ..core import Budget, InputError, Scanner
from ..core.evaluation import Closure, compile_node
from ..core.expressions import CLAIM_FUNCTIONS, read_condition, read_number
from .claims import Comparison
from .pairs import AdditivePairs, MexPairs
from .pattern import Pattern

LEAST_SIZE = 12
"""The smallest size of a table."""
LEAST_PAIRS = 8
"""The number of pairs from the start on that a law of pairs needs."""
MOST_S = 8
"""The largest factor s of b_n = s * a_n + t * n + c."""
SHARE = 4
"""Pairs that are listed or excluded must be at most 1/`SHARE` of those from which a law is derived."""
BEGINNING = 8
"""A law of pairs may be wrong for heaps up to 1/`BEGINNING` of the size."""
CORNER = 48
"""The number of rows of the corner from which laws are derived."""
MOST_CLAUSES = 3
"""The largest number of products of sets of remainders that a law joins by "or"."""
REPEATS = 4
"""A remainder modulo m needs a table with at least `REPEATS` times m rows."""
NAMES = ("a", "b")
_EQUAL = ("{x}", "{x} % {m}", "{x} // {d}", "{x} % {m} // {d}")
_COUNTS = ("a ^ b", "abs(a - b)", "a + b", "min(a, b)", "max(a, b)", "a * b")
_MARKS = ("gcd(a, b)", "a & b", "a | b")
_GOLDEN = "abs(a * a - b * b) < a * b"
_EUCLID = (_GOLDEN, f"a != b and {_GOLDEN}")
"""The larger heap is less than the golden ratio times the smaller one.

Source: A. J. Cole and A. J. T. Davie, "A game based on the Euclidean algorithm and a winning strategy for it", 1969.
"""


def find_pairs(pairs: Iterable[tuple[int, int]], size: int, *, budget: Budget | None = None) -> list[Pattern]:
    """Find the simplest law for the P-positions of a game on two heaps, from a table of them.

    These laws are tried in order: formulas; pairs with b_n = s * a_n + t * n + c, where a_n is the least number in no
    earlier pair; and periodic pairs.

    Args:
        pairs: All P-positions (a, b) with max(a, b) < `size` of a game whose heaps may be exchanged; each in one order
            or in both.
        size: The size of the table.
        budget: Counts the positions examined; may raise `LimitReached`.

    Returns:
        One pattern or none. It is valid for positions of the table whose smaller heap is at least its `start`. Its
        `claim` is the law in the language of claims; if that is impossible, its `detail` is the law (`MexPairs` or
        `AdditivePairs`), which continues beyond the table.

    Raises:
        InputError: If a pair is outside the table.

    Example:
        >>> print(find_pairs([(a, b) for a in range(40) for b in range(a, 40) if (a + b) % 3 == 1], 40)[0])
        P iff (a + b) % 3 == 1
        >>> print(find_pairs(MexPairs(1, 2).below(40), 40)[0].detail)
        b_n = a_n + 2 * n, a_n the least number in no earlier pair
    """
    budget = budget or Budget()
    found = {(min(pair), max(pair)) for pair in pairs}
    for a, b in found:
        if not 0 <= a <= b < size:
            raise InputError(f"expected pairs of heaps from 0 to {size - 1}, found {(a, b)}")
    if size < LEAST_SIZE:
        return []
    pattern = _formula(found, size, budget) or _mex_pairs(found, size, budget) or _additive_pairs(found, size, budget)
    return [pattern] if pattern else []


def _mex_pairs(found: set[tuple[int, int]], size: int, budget: Budget) -> Pattern | None:
    """Find a law b_n = s * a_n + t * n + c of P-positions (a_n, b_n), or return None.

    Here a_n is the least number in no earlier pair. `found` has the P-positions with a_n <= b_n < `size`.
    """
    ordered, patterns = sorted(found), []
    middle = len(ordered) // 2
    for s in range(1, MOST_S + 1) if len(ordered) > LEAST_PAIRS else ():
        budget.charge(len(ordered))
        low, high = (b - s * a for a, b in ordered[middle : middle + 2])
        t = high - low
        c = low - t * middle
        if t < 0 or s + t < 2 or c < 0:
            continue
        law = MexPairs(s, t, c)
        start = max((a + 1 for a, _ in found ^ law.below(size)), default=0)
        left = sum(a >= start for a, _ in found)
        if start <= size // BEGINNING and left >= LEAST_PAIRS and SHARE * (len(found) - left) <= len(found):
            text = f"P iff the heaps are a pair (a_n, b_n): {law.beatty or law}"
            text += f"; from heaps of {start} on" if start else ""
            cost = 12 + 2 * (s > 1) + 2 * (c > 0) + start
            patterns.append(Pattern("pairs", text, cost, start, size - 1, detail=law))
    return min(patterns, key=lambda pattern: pattern.cost, default=None)


def _additive_pairs(found: set[tuple[int, int]], size: int, budget: Budget) -> Pattern | None:
    """Find a law a_(n+p) = a_n + s, b_(n+p) = b_n + u of P-positions from the first half of the pairs, or None.

    `found` has the P-positions with a_n <= b_n < `size`.
    """
    ordered = sorted(found)
    half = ordered[: len(ordered) // 2]
    for p in range(1, len(half) // SHARE + 1):
        budget.charge(len(half))
        growth = (half[-1][0] - half[-1 - p][0], half[-1][1] - half[-1 - p][1])
        n0 = len(half) - p
        while n0 and (half[n0 - 1][0] + growth[0], half[n0 - 1][1] + growth[1]) == half[n0 - 1 + p]:
            n0 -= 1
        if min(growth) < 1 or SHARE * (n0 + p) > len(half):
            continue
        law = AdditivePairs(tuple(half[: n0 + p]), n0, growth)
        if law.below(size) == found:
            listed = " ".join(f"({a}, {b})" for a, b in law.first)
            text = f"P iff the heaps are a pair (a_n, b_n): {law}, where the first are {listed}"
            return Pattern("pairs", text, 6 + 2 * len(law.first), 0, size - 1, detail=law)
    return None


class _Table(NamedTuple):
    """A table of outcomes of two heaps from `least` to `size` - 1; `lost` has the P-positions in both orders."""

    lost: Collection[tuple[int, int]]
    least: int
    size: int

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield the positions with a <= b, row by row."""
        return ((a, b) for a in range(self.least, self.size) for b in range(a, self.size))

    @property
    def moduli(self) -> range:
        return range(2, (self.size - self.least) // REPEATS + 1)

    def agrees(self, law: Closure, budget: Budget) -> bool:
        for a in range(self.least, self.size):
            budget.charge(self.size - a)
            if any(bool(law((a, b))) != ((a, b) in self.lost) for b in range(a, self.size)):
                return False
        return True


def _formula(found: set[tuple[int, int]], size: int, budget: Budget) -> Pattern | None:
    """Find the shortest formula for P-positions, perhaps except those with an empty heap, or return None.

    The cost of a formula is its number of symbols.
    """
    lost = found | {(b, a) for a, b in found}
    for least in (0, 1):
        table = _Table(lost, least, size)
        corner = table._replace(size=min(size, least + CORNER))
        if not 0 < sum(cell in lost for cell in corner.cells()) < sum(1 for _ in corner.cells()):
            continue
        texts = dict.fromkeys([*_EUCLID, *_equal(corner), *_made(corner), *_remainders(corner)])
        nodes = [read_condition(Scanner(text), NAMES, functions=CLAIM_FUNCTIONS) for text in texts]
        for cost, node in sorted(((len([*node.walk()]), node) for node in nodes), key=itemgetter(0)):
            law = compile_node(node, NAMES)
            if corner.agrees(law, budget) and table.agrees(law, budget):
                text = str(Comparison("P", "==", node, NAMES, least or None))
                return Pattern("pairs", text, cost + least, least, size - 1, claim=text)
    return None


def _function(text: str) -> Closure:
    return compile_node(read_number(Scanner(text), NAMES, CLAIM_FUNCTIONS), NAMES)


def _equal(table: _Table) -> Iterator[str]:
    """Yield laws of the form f(a) == f(b), such as "a % 3 == b % 3", that agree with the table on small heaps."""
    cells = [cell for cell in table.cells() if cell[1] < table.least + 12]
    for form, m, d in product(_EQUAL, table.moduli, table.moduli):
        idle = ("{m}" not in form and m > 2) or ("{d}" not in form and d > 2)
        if idle or ("{m}" in form and "{d}" in form and d >= m):
            continue
        one = _function(form.format(x="a", m=m, d=d))
        if all((one((a, a)) == one((b, b))) == ((a, b) in table.lost) for a, b in cells):
            yield " == ".join(form.format(x=x, m=m, d=d) for x in NAMES)


def _made(table: _Table) -> Iterator[str]:
    """Yield laws about one number computed from both heaps, such as "(a + b) % 3 == 1"."""
    for text in (*_COUNTS, *_MARKS):
        number = _function(text)
        at_p, at_n = set[int](), set[int]()
        for cell in table.cells():
            found = number(cell)
            (at_p if cell in table.lost else at_n).add(found)
            if found in at_p and found in at_n:
                break
        else:
            bounds = (
                (len(at_p) == 1, f"== {min(at_p)}"),
                (len(at_n) == 1, f"!= {min(at_n)}"),
                (max(at_p) < min(at_n), f"<= {max(at_p)}"),
                (min(at_p) > max(at_n), f"> {max(at_n)}"),
            )
            yield from (f"{text} {bound}" for holds, bound in bounds if holds)
            for m in table.moduli if text in _COUNTS else ():
                rests = {n % m for n in at_p}
                if not rests & {n % m for n in at_n}:
                    yield _among(f"({text}) % {m}", rests)


def _among(text: str, numbers: Collection[int]) -> str:
    if len(numbers) == 1:
        return f"{text} == {min(numbers)}"
    return f"{text} in {{{', '.join(map(str, sorted(numbers)))}}}"


def _remainders(table: _Table) -> Iterator[str]:
    """Yield laws about the remainders of both heaps, such as "a % 3 == 0 and b % 3 in {1, 2}"."""
    for m in table.moduli:
        at_p, at_n = set[tuple[int, int]](), set[tuple[int, int]]()
        for a, b in table.cells():
            (at_p if (a, b) in table.lost else at_n).update({(a % m, b % m), (b % m, a % m)})
            if (a % m, b % m) in at_p and (a % m, b % m) in at_n:
                break
        if at_p & at_n:
            continue
        rows = sorted((sorted(b for a, b in at_p if a == rest), rest) for rest in {a for a, _ in at_p})
        clauses = [
            f"{_among(f'a % {m}', [rest for _, rest in same])} and {_among(f'b % {m}', columns)}"
            for columns, same in groupby(rows, key=lambda row: row[0])
        ]
        if len(clauses) <= MOST_CLAUSES:
            yield " or ".join(clauses)
