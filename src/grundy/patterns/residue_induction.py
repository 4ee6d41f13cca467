"""Claims about one heap from which k tokens may be taken under a condition, proved by induction with residues.

Theorem. Let the claimed outcome F have period p from t0 on, and let the true outcomes of the heaps below t0 be known.
Let c0 be any number, let B >= t0 + c0, and let F be right for the heaps from t0 to B - 1, as a computation shows.
Suppose that for every heap n >= B

(i)   if F(n) = P, no move leads to a heap that is P (as claimed from t0 on, truly below t0), and in misère play there
is a move; and

(ii)  if F(n) = N, some move leads to a heap that is P.

Then F is right for every heap from B on, by induction on n.

Both conditions are checked for all n at once. For a fixed k <= c0 the condition of the rules is an expression of n
alone, which is periodic from some heap on (`courses`). So these k are decided for all n by one common period of these
expressions and of F. For larger k only (i) is checked: no move leads from a P-heap n to a P-heap t = n - k. If t >= t0,
such moves are excluded for each residue of n and k modulo a multiple of p (`residues`). If t < t0, they are excluded
for each such t. If a move is not excluded, it may be possible, and the theorem does not apply.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm
from typing import NamedTuple

from ..automatic.formulas import number, variable
from ..core import iterate_checked
from ..core.evaluation import Closure, compile_node
from ..core.expressions import Node
from .claims import Claim, Comparison
from .courses import Unsettled, course_of
from .knowledge import Judgement, ProvedFacts
from .residues import Known, May, Residues

SMALL = 16
"""The least number of tokens k that are examined one by one."""
MOST_CONSTANT = 64
"""The largest constant of a condition that is used as such a k or as a modulus."""
MOST_WINDOW = 1 << 10
"""The largest number of heaps on which small k are compared."""
MOST_BELOW = 600
"""The largest number of heaps whose outcome is computed."""
MOST_LEFT = 40
"""The largest number of P-heaps before the periodic part of the claim."""
MODULUS = 60
"""The largest modulus of the residues."""
N, K = variable("n"), variable("k")


class _Case(NamedTuple):
    """The data for the induction: the periods of a claim and of the rules, and the moves that take few tokens.

    Attributes:
        lost: A function that returns whether the claim says that a heap is P; it is periodic from `start` on.
        condition: The condition of the rules on n and k.
        start: The first heap of the periodic part of the claim.
        small: The largest k that is examined separately.
        takes: For each such k with a known period, the condition as a function of n.
        first: The heap from which on these functions and the claim are periodic.
        window: Their common period.
    """

    lost: Closure
    condition: Node
    start: int
    small: int
    takes: dict[int, Closure]
    first: int
    window: int


def residue_induction(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    """Decide a claim about outcomes with a period, for rules that take k tokens under a condition on n and k.

    Args:
        claim: The claim.
        known: What is proved about the ruleset.
        least: The smallest heap size that the claim is about.

    Returns:
        The judgement, or None if the theorem does not apply.

    Example:
        >>> from ..core import Scanner
        >>> from ..core.expressions import read_condition
        >>> from .claims import read_claim
        >>> rule = ProvedFacts(takes=read_condition(Scanner("n % k == 0 and k < n"), ("n", "k")))
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
    below: list[bool] = []  # whether each heap is P, by definition
    for n in iterate_checked(range(case.first)):
        options = [below[n - k] for k in range(1, n + 1) if allowed((n, k))]
        below.append(not any(options) and bool(options or not known.misere))
    wrong = next((n for n in iterate_checked(range(least, case.first)) if below[n] != bool(case.lost((n,)))), None)
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
    """Prepare the induction: for each small k, find the heaps from which k tokens may be taken, if they are periodic.

    `lost` is the claimed condition of P-positions, with this `period` from heap `start` on; `condition` is the rule.
    """
    small = max([SMALL, *_constants(condition)])
    takes, first, window = dict[int, Closure](), start + small, period
    for k in iterate_checked(range(1, small + 1)):
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
    numbers = (int(one.value) for one in node.walk() if one.op == "number")
    return (number for number in numbers if 1 <= number <= MOST_CONSTANT)


def _wins(case: _Case, left: list[int], *, misere: bool) -> bool:
    """Return whether the claimed outcomes of one period of heaps agree with the moves that take few tokens.

    No such move may lead from a P-heap to a P-heap, and from every N-heap some move must lead to a P-heap. In misère
    play every P-heap must have a move. For an N-heap, a move to one of the small P-heaps `left` counts only if residues
    show that it is always possible. `case` has the claim, the rules and their periods.
    """
    for n in iterate_checked(range(case.first, case.first + case.window)):
        moves = [k for k, allowed in case.takes.items() if allowed((n,))]
        to_lost = any(case.lost((n - k,)) for k in moves)
        if case.lost((n,)):
            if to_lost or (misere and not moves):
                return False
        elif not to_lost and not any(_leaving(case, n, case.window, t) == (True, False) for t in left):
            return False
    return True


def _leaving(case: _Case, n: int, modulus: int, t: int) -> May:
    """Return two truth values about the moves to heap t from the heaps n, n + modulus, n + 2 * modulus, ...

    The first one is False only if residues show that all these moves are impossible. The second one is False only if
    residues show that all of them are possible.
    """
    heaps = {"n": Known(n % modulus, modulus, (0, 1)), "k": Known((n - t) % modulus, modulus, (-t, 1))}
    return Residues(heaps, (case.first,)).may(case.condition)


def _is_closed(case: _Case, left: list[int], modulus: int) -> bool:
    """Return whether residues exclude all those moves between P-heaps that `_wins` does not examine.

    P-heaps are the heaps that the claim says are P-positions, and the small P-heaps `left`. `case` has the claim, the
    rules and their periods. Residues are taken modulo `modulus`.
    """
    lost = [n for n in iterate_checked(range(case.first, case.first + modulus)) if case.lost((n,))]
    rare = [k for k in range(1, case.small + 1) if k not in case.takes]
    for n in iterate_checked(lost):
        if any(_leaving(case, n, modulus, t)[0] for t in left):
            return False
        for k in rare:
            heaps = {"n": Known(n % modulus, modulus, (0, 1)), "k": Known(k, 0, (k, 0))}
            if case.lost((n - k,)) and Residues(heaps, (case.first,)).may(case.condition)[0]:
                return False
        for after in iterate_checked(lost):
            far = {"n": Known(n % modulus, modulus, (0, 1, 1)), "k": Known((n - after) % modulus, modulus, (0, 0, 1))}
            if Residues(far, (case.start, case.small + 1)).may(case.condition)[0]:  # for k above `small`
                return False
    return True
