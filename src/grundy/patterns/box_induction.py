"""Claims about rules that subtract one of finitely many vectors, proved by comparing a box of positions.

Theorem. The rules subtract one of finitely many vectors v (non-negative integers, not all 0) with v <= x from the heaps
x. Let F be a function of positions with F(x + p_i e_i) = F(x) for every heap i whenever x_i >= n_i, and let m_i be the
largest entry of a vector for heap i. If F is the value, or the outcome, of every position x of the box x_i < n_i + m_i
+ p_i, then it is that of every position. If F is wrong somewhere, the first such position in order of size is in the
box.

Proof. Let y be a position outside the box such that F is right for all positions with fewer tokens. The periods give a
position x of the box: each heap y_i >= n_i + m_i + p_i is reduced to n_i + m_i <= x_i < n_i + m_i + p_i. A reduced heap
is at least m_i before and after, so the same vectors are possible from x and y. Also y_i - v_i and x_i - v_i are at
least n_i and differ by a multiple of p_i. Hence F(y - v) = F(x - v), and F(y) = F(x). F is right at x and at all these
options, which have fewer tokens than y. So F(y) follows from F at the options of y as F(x) does from F at the options
of x, and F is right at y. Every move reduces the number of tokens, so both statements follow by induction.
"""

from __future__ import annotations

from itertools import product
from math import prod
from operator import ge, mul

from ..core import iterate_checked, mex
from ..core.evaluation import compile_node
from .claims import Claim, Comparison
from .courses import course_of
from .knowledge import Judgement, ProvedFacts

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
    strides = [prod(sides[i + 1 :]) for i in range(len(sides))]
    back = [(step, sum(map(mul, step, strides))) for step in known.steps]
    evaluate, values = compile_node(claim.node, claim.names), claim.kind == "value"
    truth: list[int] = []  # of the positions before x; for outcomes 0 is P and 1 is N
    wrong = []
    for x in iterate_checked(product(*map(range, sides))):
        options = {truth[-offset] for step, offset in back if all(map(ge, x, step))}
        actual = (mex(options) if values else int(0 in options)) if options else int(known.misere)
        claimed = int(evaluate(x)) if values else int(bool(evaluate(x)) != (claim.kind == "P"))
        truth.append(actual)
        if claimed != actual:
            wrong.append((sum(x), x, claimed, actual))
    if wrong and least:
        return None
    box = " and ".join(f"{name} < {side}" for name, side in zip(claim.names, sides, strict=True))
    if not wrong:
        text = f"the claim repeats in every heap, and for all positions with {box} it agrees with its consequence for "
        text += "their options; larger ones repeat these, moves and all, so it is true by induction on the number of "
        return Judgement(text + "tokens")
    _, first, said, true = min(wrong)
    text = f"the claim repeats in every heap; of the positions with {box} the first at which it disagrees with its "
    text += f"consequence for the options is {' '.join(map(str, first))}, and those with fewer tokens are as claimed"
    if not values:  # in a judgement P is 1
        said, true = 1 - said, 1 - true
    return Judgement(text, first, claimed=said, actual=true)
