"""Claims about rules that take one of finitely many vectors, proved by induction from a box of positions.

Theorem. A rule subtracts one of finitely many vectors v (whole numbers, none negative, not all 0) from the heaps x,
where v <= x in every heap. Let F be a function of positions with F(x + p_i e_i) = F(x) wherever x_i >= n_i, for every
heap i, and let m_i be the most that a vector takes from heap i. If F says of each position x of the box x_i < n_i + m_i
+ p_i what follows from F at its options (the least number that none of them has; P where none is P; at
the end of play 0 or P, in misere play 1 or N), then F is the value (the outcome) of every position.

Proof. Let y be any position and x the one in the box to which the periods bring it, each heap y_i >= n_i + m_i + p_i
down to n_i + m_i <= x_i < n_i + m_i + p_i. A heap that was lowered is at least m_i before and after, so the
same vectors fit x and y; and y_i - v_i and x_i - v_i are at least n_i and differ by a multiple of p_i, so that
F(y - v) = F(x - v), as F(y) = F(x). Hence F says of y what follows from its options. This being so everywhere, F is
true by induction on the number of tokens, which every move lowers.

If F fails at a position of the box, let x be the least such position in the order of size. No position y outside the
box fails before it: the x of y fails too and is smaller. All positions with fewer tokens are as F says, so what follows
from F at the options of x is true there, and x is the first counterexample.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from math import prod

from ..core import mex, patiently
from ..core.evaluation import compile_node
from .claims import Claim, Comparison
from .courses import course_of
from .knowledge import Judgement, Knowledge, Vector

MOST_WORK = 1 << 20
"""Options of positions of the box that are looked at."""


def box_induction(claim: Claim, known: Knowledge, least: int) -> Judgement | None:
    """Judge a claim that repeats in every heap, about a rule that takes vectors, from one box of positions.

    >>> from .claims import read_claim
    >>> steps = frozenset({(1, 0), (0, 1), (1, 1)})
    >>> box_induction(read_claim("P iff a % 2 == 0 and b % 2 == 0"), Knowledge(steps=steps), 0).counterexample
    >>> box_induction(read_claim("P iff (a + b) % 2 == 0"), Knowledge(steps=steps), 0).counterexample
    (1, 1)
    """
    if not isinstance(claim, Comparison) or claim.sign != "==" or known.steps is None:
        return None
    if any(len(step) != len(claim.names) or min(step) < 0 or not any(step) for step in known.steps):
        return None
    courses = [course_of(claim.node, name) for name in claim.names]
    if any(course.saltus for course in courses):
        return None
    reach = [max(taken, default=0) for taken in zip(*known.steps, strict=True)] or [0] * len(courses)
    sides = [course.window + most for course, most in zip(courses, reach, strict=True)]
    if prod(sides) * (1 + len(known.steps)) > MOST_WORK:
        return None
    claimed = compile_node(claim.node, claim.names)
    lost = claim.kind == "P"
    table = [
        int(claimed(x)) if claim.kind == "value" else bool(claimed(x)) != lost
        for x in patiently(product(*map(range, sides)))
    ]
    failure = first_failure(table, sides, known.steps, values=claim.kind == "value", misere=known.misere)
    if failure is not None and least:
        return None
    box = " and ".join(f"{name} < {side}" for name, side in zip(claim.names, sides, strict=True))
    if failure is None:
        text = f"the claim repeats in every heap, and for all positions with {box} it says what follows from it for "
        text += "their options; larger ones repeat these, moves and all, so it is true by induction on the number of "
        return Judgement(text + "tokens")
    first, said, true = failure
    text = (
        f"the claim repeats in every heap; of the positions with {box} the first of which it does not say what follows "
    )
    text += f"from it for the options is {' '.join(map(str, first))}, and those with fewer tokens are as claimed"
    if claim.kind != "value":  # the table holds 1 for N
        said, true = 1 - said, 1 - true
    return Judgement(text, first, claimed=said, actual=true)


def first_failure(
    table: Sequence[int], sides: Sequence[int], steps: Collection[Vector], *, values: bool, misere: bool
) -> tuple[Vector, int, int] | None:
    """Return the first position of a box where a table does not follow from the options, with both entries.

    `table` holds, the last heap fastest, values or (`values` False) 0 for P and 1 for N. The order is that of size.
    """
    strides = [prod(sides[i + 1 :]) for i in range(len(sides))]
    back = [(step, sum(taken * stride for taken, stride in zip(step, strides, strict=True))) for step in steps]
    wrong = []
    for place, x in enumerate(patiently(product(*map(range, sides)))):
        options = {
            table[place - offset]
            for step, offset in back
            if all(heap >= taken for heap, taken in zip(x, step, strict=True))
        }
        if not options:
            truth = int(misere)
        elif values:
            truth = mex(options)
        else:
            truth = int(0 in options)
        if table[place] != truth:
            wrong.append((x, table[place], truth))
    return min(wrong, key=lambda found: (sum(found[0]), found[0]), default=None)
