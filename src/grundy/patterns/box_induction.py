"""Claims about rules that subtract one of finitely many vectors, proved by induction from a box of positions.

Theorem. The rules subtract one of finitely many vectors v (non-negative integers, not all 0) with v <= x from the heaps
x. Let F be a function of positions with F(x + p_i e_i) = F(x) for every heap i whenever x_i >= n_i, and let m_i be the
largest entry of a vector for heap i. Suppose that for each position x of the box x_i < n_i + m_i + p_i, F(x) follows
from F at the options of x. (For values this is the mex of the options; for outcomes it is P if no option is P. At the
end of play it is 0 or P, in misère play 1 or N.) Then F is the value, or the outcome, of every position.

Proof. Let y be any position, and x the position of the box that the periods give: each heap y_i >= n_i + m_i + p_i is
reduced to n_i + m_i <= x_i < n_i + m_i + p_i. A reduced heap is at least m_i before and after, so the same vectors are
possible from x and y. Also y_i - v_i and x_i - v_i are at least n_i and differ by a multiple of p_i. Hence F(y - v) =
F(x - v), and F(y) = F(x). So F(y) follows from F at the options of y. As this is true of all positions, F is right by
induction on the number of tokens, which every move reduces.

Suppose that F fails at a position of the box, and let x be the first such position in order of size. No position y
outside the box fails before it, because the x of y fails too and is smaller. F is right for all positions with fewer
tokens, so the result that follows at x is the true one, and x is the first counterexample.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from math import prod

from ..core import iterate_checked, mex
from ..core.evaluation import compile_node
from .claims import Claim, Comparison
from .courses import course_of
from .knowledge import Judgement, ProvedFacts, Vector

MOST_WORK = 1 << 20
"""The largest number of options of positions in the box."""


def box_induction(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    """Decide a claim that is periodic in every heap, for rules that subtract vectors, by finitely many positions.

    Args:
        claim: The claim.
        known: What is proved about the ruleset, with the vectors as `steps`.
        least: The smallest heap size that the claim is about.

    Returns:
        The judgement, or None if the theorem does not apply.

    Example:
        >>> from .claims import read_claim
        >>> steps = frozenset({(1, 0), (0, 1), (1, 1)})
        >>> box_induction(read_claim("P iff a % 2 == 0 and b % 2 == 0"), ProvedFacts(steps=steps), 0).counterexample
        >>> box_induction(read_claim("P iff (a + b) % 2 == 0"), ProvedFacts(steps=steps), 0).counterexample
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
        for x in iterate_checked(product(*map(range, sides)))
    ]
    failure = first_failure(table, sides, known.steps, values=claim.kind == "value", misere=known.misere)
    if failure is not None and least:
        return None
    box = " and ".join(f"{name} < {side}" for name, side in zip(claim.names, sides, strict=True))
    if failure is None:
        text = f"the claim repeats in every heap, and for all positions with {box} it agrees with its consequence for "
        text += "their options; larger ones repeat these, moves and all, so it is true by induction on the number of "
        return Judgement(text + "tokens")
    first, said, true = failure
    text = (
        f"the claim repeats in every heap; of the positions with {box} the first at which it disagrees with its "
        "consequence "
    )
    text += f"for the options is {' '.join(map(str, first))}, and those with fewer tokens are as claimed"
    if claim.kind != "value":  # in the table N is 1, in a judgement P is 1
        said, true = 1 - said, 1 - true
    return Judgement(text, first, claimed=said, actual=true)


def first_failure(
    table: Sequence[int], sides: Sequence[int], steps: Collection[Vector], *, values: bool, misere: bool
) -> tuple[Vector, int, int] | None:
    """Find the first position of a table whose entry is not what the entries of its options imply.

    Args:
        table: Values, or 0 for P and 1 for N; the index of the last heap varies fastest.
        sides: For each heap the number of its sizes in the table, which are 0, 1, ...
        steps: The vectors, one of which each move subtracts.
        values: Whether the table has values.
        misere: Whether the player who makes the last move loses.

    Returns:
        The first position in order of size, its entry and the entry that its options imply; None if all entries are
        right.
    """
    strides = [prod(sides[i + 1 :]) for i in range(len(sides))]
    back = [(step, sum(taken * stride for taken, stride in zip(step, strides, strict=True))) for step in steps]
    wrong = []
    for place, x in enumerate(iterate_checked(product(*map(range, sides)))):
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
