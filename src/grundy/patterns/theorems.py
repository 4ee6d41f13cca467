"""Theorems that decide a claim for every position; a false claim is refuted even if its counterexample is far away.

The facts about a ruleset are passed as `ProvedFacts`. Each theorem checks its own hypotheses and returns a judgement,
or None if it does not apply. The first judgement is the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ..core import Course, InputError, iterate_checked, mex
from ..core.evaluation import SIGNS, compile_node
from ..core.expressions import Node
from .box_induction import box_induction
from .claims import Claim, Comparison, Periodic, Same, names_in
from .courses import MOST_WINDOW, Unsettled, common, course_of
from .decided import decided_by_facts, decided_by_rule
from .knowledge import SPRAGUE_GRUNDY, Judgement, Proved, ProvedFacts, Theorem
from .residue_induction import residue_induction

MOST_STEPS = 1 << 14
"""The largest number of heaps that are computed to find a repeated block of values."""
WINDOW = (
    "each value follows from the max(S) values before it: S. W. Golomb, A mathematical investigation of games of "
    "take-away, 1966"
)


def judge(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    """Decide a claim about all positions by the first theorem that applies.

    Args:
        claim: The claim.
        known: What is proved about the ruleset.
        least: The smallest heap size that the claim is about.

    Returns:
        The judgement, or None if no theorem applies.
    """
    for theorem in THEOREMS:
        try:
            found = theorem(claim, known, least)
        except (Unsettled, InputError):  # a number is out of bounds, or the rules of courses fail
            continue
        if found is not None:
            return found
    return None


def _same_expression(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    """Prove a claim that states exactly the formula which a theorem about the ruleset gives.

    `known` has the facts about the ruleset, and the claim is about heaps of size `least` or more. Return None if the
    claim is not of this kind.
    """
    if not isinstance(claim, Comparison) or known.formula is None or least < 1:
        return None
    return Judgement(known.source) if claim[:3] == ("value", "==", known.formula) else None


def _one_heap(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    """Decide a claim about one heap by comparing two functions with proved arithmetic periods on one common period.

    `known` has the facts about the ruleset, and the claim is about heaps of size `least` or more. Return None if the
    claim or the facts are not of this kind.
    """
    if not isinstance(claim, Comparison) or len(claim.names) != 1:
        return None
    fact = known.value if claim.kind == "value" else known.lost
    if fact is None:
        return None
    node = Node("not", (claim.node,)) if claim.kind == "N" else claim.node
    return _compared(fact, claim.sign, _function(node, claim.names[0]), least)


def _repetition(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    if not isinstance(claim, Periodic) or known.value is None:
        return None
    course = known.value.course
    if not course.saltus and claim.period % course.period == 0 and max(claim.preperiod, least) >= course.preperiod:
        return Judgement(known.value.grounds, brief=known.value.theorem)
    return _compared(known.value, "==", known.value.shifted(claim.period), max(claim.preperiod, least))


def _same_sequence(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    if not isinstance(claim, Same) or known.value is None or known.other is None:
        return None
    return _compared(known.value.shifted(claim.shift), "==", known.other, max(least, -claim.shift))


def _nim_sum_of_heaps(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    """Prove a claim that states a nim-sum of functions of the heaps, such as "P iff a % 4 ^ b % 4 == 0".

    `known` has the facts about the ruleset, and the claim is about heaps of size `least` or more. Return None if the
    claim is not of this kind.
    """
    if not isinstance(claim, Comparison) or known.values is None or known.misere:
        return None
    terms = _terms(claim)
    if terms is None or len(known.values) != len(claim.names):
        return None
    words: dict[str, None] = {}
    for name, fact in zip(claim.names, known.values, strict=True):
        inside = [term for term in terms if set(names_in(term)) == {name}]
        terms = [term for term in terms if term not in inside]
        whole = reduce(lambda left, right: Node("^", (left, right)), inside, Node("number", value=0))
        found = _compared(fact, "==", _function(whole, name), least)
        if found.counterexample is not None:
            return None
        words[found.theorem] = None
    return None if terms else Judgement(f"{SPRAGUE_GRUNDY}; {'; '.join(words)}")


THEOREMS: tuple[Theorem, ...] = (
    _same_expression,
    _one_heap,
    _repetition,
    _same_sequence,
    _nim_sum_of_heaps,
    box_induction,
    decided_by_facts,
    decided_by_rule,
    residue_induction,
)
"""The theorems in the order in which they are tried."""


def window_course(takes: Sequence[int], *, misere: bool) -> Proved | None:
    """Find the period of the Grundy values, or misère values, of a finite subtraction set.

    From heap max(S) on, every member of the set S can be taken, so the last max(S) values determine the next one. If
    this block is repeated, all later values are repeated (S. W. Golomb, "A mathematical investigation of games of
    take-away", 1966). A heap is never split, so the same is true in misère play, with the value 1 at the end of play.

    Args:
        takes: The subtraction set, ascending.
        misere: Whether the player who makes the last move loses.

    Returns:
        The values, or None if the period is too long.

    Example:
        >>> window_course((1, 2, 3), misere=True).course
        Course(preperiod=0, period=4, saltus=0)
    """
    reach = max(takes, default=1)
    values: list[int] = []
    seen: dict[tuple[int, ...], int] = {}
    for n in iterate_checked(range(MOST_STEPS if reach <= MOST_STEPS >> 6 else 0)):
        options = {values[n - k] for k in takes if k <= n}
        values.append(mex(options) if options else int(misere))
        if n + 1 >= reach:
            before = seen.setdefault(tuple(values[-reach:]), n)
            if before < n:
                n0, p = before - reach + 1, n - before
                break
    else:
        return None
    return Proved(lambda n: values[n if n < n0 else n0 + (n - n0) % p], Course(n0, p), WINDOW)


def _compared(left: Proved, sign: str, right: Proved, least: int) -> Judgement:
    """Decide whether left(n) < right(n), or another comparison, holds for every heap n >= `least`.

    The difference changes by the same amount in every common period. If the amount is not 0, an equation that holds in
    one period fails in the next; an order continues to hold if the amount has the right sign. Otherwise `Unsettled` is
    raised.
    """
    one, other = common(left.course, right.course)
    growth = one.saltus - other.saltus
    if (growth > 0 and sign in {"<", "<="}) or (growth < 0 and sign in {">", ">="}) or (growth and sign == "!="):
        raise Unsettled
    stop = max(one.preperiod, least) + one.period * (2 if growth else 1)
    if stop - least > MOST_WINDOW:
        raise Unsettled
    holds = SIGNS[sign]
    failure = next((n for n in iterate_checked(range(least, stop)) if not holds(left.at(n), right.at(n))), None)
    grounds = "; ".join(filter(None, dict.fromkeys((left.grounds, right.grounds))))
    words = f"{grounds}; both sides have period {one.period}, and "
    brief = "; ".join(filter(None, dict.fromkeys(fact.theorem or fact.grounds for fact in (left, right))))
    if failure is None:
        return Judgement(f"{words}heaps {least} to {stop - 1} are as claimed", brief=brief)
    words += f"the first heap that is not as claimed is {failure}"
    return Judgement(words, (failure,), brief, right.at(failure), left.at(failure))


def _function(node: Node, name: str) -> Proved:
    evaluate = compile_node(node, (name,))
    return Proved(lambda n: int(evaluate((n,))), course_of(node, name), "")


def _terms(claim: Comparison) -> list[Node] | None:
    """Return the terms of the nim-sum that a claim is about, or None if the claim has another form.

    "value == a ^ b" and "P iff a ^ b == 0" give the terms a and b.
    """
    if claim.kind == "value":
        return _operands(claim.node) if claim.sign == "==" else None
    node, equal = claim.node, claim.kind == "P"
    while node.op == "not":
        node, equal = node.args[0], not equal
    if node.op != "compare" or node.signs != (("==",) if equal else ("!=",)):
        return None
    terms = [term for side in node.args for term in _operands(side)]
    return [term for term in terms if term != Node("number", value=0)]


def _operands(node: Node) -> list[Node]:
    return [found for arg in node.args for found in _operands(arg)] if node.op == "^" else [node]
