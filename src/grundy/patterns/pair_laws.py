"""Finds laws of two heaps that are formulas, such as "P iff a % 3 == b % 3", in the language of claims.

A law states that a function of one heap is equal for both; or that a number computed from both heaps is 0, small, or
has certain remainders; or it lists the remainders of both. Laws are derived from the small heaps of a table and
compared with the whole table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby, product
from typing import NamedTuple

from ..core import Budget, Scanner
from ..core.evaluation import Closure, compile_node
from ..core.expressions import CLAIM_FUNCTIONS, read_condition, read_number
from .claims import Comparison

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


class _Law(NamedTuple):
    claim: Comparison
    cost: int


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


def simple_law(lost: Collection[tuple[int, int]], size: int, budget: Budget) -> _Law | None:
    """Find the shortest formula for the P-positions of two heaps below a size, perhaps except those with an empty heap.

    Args:
        lost: The P-positions (a, b) with a, b < `size`; with (a, b) also (b, a) is given.
        size: The bound of both heaps.
        budget: Counts the positions examined; may raise `LimitReached`.

    Returns:
        The law, with the formula as a claim (`claim`) and its number of symbols (`cost`), or None if none is found.
    """
    for least in (0, 1):
        table = _Table(lost, least, size)
        corner = table._replace(size=min(size, least + CORNER))
        if not 0 < sum(cell in lost for cell in corner.cells()) < sum(1 for _ in corner.cells()):
            continue
        texts = [*_EUCLID, *_equal(corner), *_made(corner), *_remainders(corner)]
        laws = []
        for text in dict.fromkeys(texts):
            node = read_condition(Scanner(text), NAMES, functions=CLAIM_FUNCTIONS)
            laws.append(_Law(Comparison("P", "==", node, NAMES, least or None), sum(1 for _ in node.walk()) + least))
        for law in sorted(laws, key=lambda law: law.cost):
            if _holds(law.claim, corner, budget) and _holds(law.claim, table, budget):
                return law
    return None


def _holds(claim: Comparison, table: _Table, budget: Budget) -> bool:
    holds = compile_node(claim.node, NAMES)
    for a in range(table.least, table.size):
        budget.charge(table.size - a)
        if any(bool(holds((a, b))) != ((a, b) in table.lost) for b in range(a, table.size)):
            return False
    return True


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
