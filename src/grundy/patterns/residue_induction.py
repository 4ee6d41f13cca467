"""Claims about one heap from which k tokens may be taken where a condition holds, proved by induction over residues.

Theorem. Let the claimed outcome F have period p from t0 on, and let what is true of the heaps below t0 be known. Let
B >= t0 + c0, and let claim and truth agree on the heaps below B (computed). If for every heap n >= B

(i)   where F(n) = P no move leads to a heap that is P (as claimed from t0 on, truly below t0), and in misere play there
      is a move; and
(ii)  where F(n) = N some move leads to a heap that is P,

then F is true of every heap from B on: by induction on n. Both are checked for all n at once. A take k <= c0 makes the
condition an expression in n alone, which repeats from some heap on (`courses`), so that one common period of
these and of F shows all n. For (i) the larger takes remain: a move from n to t = n - k >= t0 is excluded for
each residue of n and k modulo m, a multiple of p, by `residues`, and so is k = n - t for each P-heap t < t0. What is
not excluded there may be possible, and then nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm
from typing import NamedTuple

from ..core import patiently
from ..core.evaluation import Closure, compile_node
from ..core.expressions import Node
from .claims import Claim, Comparison
from .courses import Unsettled, course_of
from .digit_formulas import heap, number
from .knowledge import Judgement, Knowledge
from .residues import Known, May, Residues

SMALL = 16
"""Takes that are looked at one by one, at least."""
MOST_CONSTANT = 64
"""Constants of a condition that are taken for such takes, or for moduli."""
MOST_WINDOW = 1 << 10
"""Heaps on which small takes are compared."""
MOST_BELOW = 600
"""Heaps whose outcome is computed."""
MOST_LEFT = 40
"""P-heaps below the first from which the claim repeats."""
MODULUS = 60
"""The largest modulus of the residues."""
N, K = heap("n"), heap("k")


class _Case(NamedTuple):
    """The claim as it goes on: `lost` marks claimed P-heaps, from `start` on it repeats.

    Of the takes up to `small`, those in `takes` have a proved course; all of them and the claim repeat after `window`
    heaps from `first` on.
    """

    lost: Closure
    condition: Node
    start: int
    small: int
    takes: dict[int, Closure]
    first: int
    window: int


def residue_induction(claim: Claim, known: Knowledge, least: int) -> Judgement | None:
    """Judge a claim about outcomes that repeat, for takes under a condition on n and k.

    >>> from ..core import Scanner
    >>> from ..core.expressions import read_condition
    >>> from .claims import read_claim
    >>> rule = Knowledge(takes=read_condition(Scanner("n % k == 0 and k < n"), ("n", "k")))
    >>> residue_induction(read_claim("P iff n % 2 == 1"), rule, 1) is not None
    True
    >>> residue_induction(read_claim("P iff n % 4 == 1"), rule, 1).counterexample
    (3,)
    """
    if not isinstance(claim, Comparison) or claim.kind == "value" or claim.names != ("n",) or known.takes is None:
        return None
    lost = Node("not", (claim.node,)) if claim.kind == "N" else claim.node
    course = course_of(lost, "n")
    case = _case(lost, known.takes, max(course.preperiod, least), course.period)
    if case.first > MOST_BELOW:
        return None
    allowed = compile_node(known.takes, ("n", "k"))
    below: list[bool] = []  # which heaps are lost, by definition
    for n in patiently(range(case.first)):
        options = [below[n - k] for k in range(1, n + 1) if allowed((n, k))]
        below.append(not any(options) and bool(options or not known.misere))
    wrong = next((n for n in patiently(range(least, case.first)) if below[n] != bool(case.lost((n,)))), None)
    if wrong is not None:
        true = int(below[wrong])
        return Judgement("computed by definition", (wrong,), claimed=1 - true, actual=true)
    left = [t for t in range(case.start) if below[t]]
    if len(left) > MOST_LEFT or not _wins(case, left, misere=known.misere):
        return None
    moduli = {lcm(course.period, constant) for constant in (1, *range(2, 13), *_constants(known.takes))}
    modulus = next((m for m in sorted(moduli) if m <= MODULUS and _is_closed(case, left, m)), None)
    if modulus is None:
        return None
    text = f"heaps below {case.first} are as claimed, by definition; from there on the residues of n and k modulo "
    text += f"{modulus} exclude every move from one P-heap to another, and from every N-heap a move to a P-heap "
    text += f"is shown on one common period of {case.window} heaps; so it is true by induction on the heap"
    return Judgement(text)


def _case(lost: Node, condition: Node, start: int, period: int) -> _Case:
    """Find the small takes that are allowed by a condition which repeats, as long as they repeat together soon."""
    small = max([SMALL, *_constants(condition)])
    takes, first, window = dict[int, Closure](), start + small, period
    for k in patiently(range(1, small + 1)):
        allowed = condition.replaced(K, number(k))
        try:
            course = course_of(allowed, "n")
        except Unsettled:
            continue
        if lcm(window, course.period) <= MOST_WINDOW:
            window = lcm(window, course.period)
            first = max(first, course.preperiod)
            takes[k] = compile_node(allowed, ("n",))
    return _Case(compile_node(lost, ("n",)), condition, start, small, takes, first, window)


def _constants(node: Node) -> Iterator[int]:
    """Return the small constants of an expression."""
    numbers = (int(one.value) for one in node.walk() if one.op == "number")
    return (number for number in numbers if 1 <= number <= MOST_CONSTANT)


def _wins(case: _Case, left: list[int], *, misere: bool) -> bool:
    """Return whether small takes never join two P-heaps and some move wins from every N-heap, for all from `first` on.

    A move that leaves one of the heaps `left` counts where it is possible for certain.
    """
    for n in patiently(range(case.first, case.first + case.window)):
        moves = [k for k, allowed in case.takes.items() if allowed((n,))]
        to_lost = any(case.lost((n - k,)) for k in moves)
        if case.lost((n,)):
            if to_lost or (misere and not moves):
                return False
        elif not to_lost and not any(_leaving(case, n, case.window, t) == (True, False) for t in left):
            return False
    return True


def _leaving(case: _Case, n: int, modulus: int, t: int) -> May:
    """Return what is known of the moves to heap t from all heaps of the residue of n, from `first` on."""
    heaps = {"n": Known(n % modulus, modulus, (0, 1)), "k": Known((n - t) % modulus, modulus, (-t, 1))}
    return Residues(heaps, (case.first,)).may(case.condition)


def _is_closed(case: _Case, left: list[int], modulus: int) -> bool:
    """Return whether no other move than those of `_wins` joins two P-heaps, by residues alone."""
    lost = [n for n in patiently(range(case.first, case.first + modulus)) if case.lost((n,))]
    rare = [k for k in range(1, case.small + 1) if k not in case.takes]
    for n in patiently(lost):
        if any(_leaving(case, n, modulus, t)[0] for t in left):
            return False
        for k in rare:
            heaps = {"n": Known(n % modulus, modulus, (0, 1)), "k": Known(k, 0, (k, 0))}
            if case.lost((n - k,)) and Residues(heaps, (case.first,)).may(case.condition)[0]:
                return False
        for after in patiently(lost):
            far = {"n": Known(n % modulus, modulus, (0, 1, 1)), "k": Known((n - after) % modulus, modulus, (0, 0, 1))}
            if Residues(far, (case.start, case.small + 1)).may(case.condition)[0]:  # takes above `small`
                return False
    return True
