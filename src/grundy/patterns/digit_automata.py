"""Claims about several heaps, proved by one automaton that reads the binary digits of all heaps together.

Every position leads to one state. If claim and truth agree at all states that can be reached, they agree at every
position (sources in `digit_machines`). The truth is given by one of these facts:

- The nim-sum of the values of the heaps, if each value is a multiple of its heap plus a periodic function; in misère
  play, Bouton's rule for these values.
- A theorem that every binary column has a multiple of k + 1 ones (`ProvedFacts.columns`).
- The rules themselves, if they subtract one of finitely many vectors. If the claim about each position follows from the
  claim about its options, it is true by induction on the number of tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ..core import Budget, iterate_checked
from ..core.expressions import Node
from .claims import Claim, Comparison
from .courses import Unsettled
from .digit_formulas import Formulas, compared, heap, number
from .knowledge import SPRAGUE_GRUNDY, Judgement, Proved, ProvedFacts, Vector

MOST_TABLE = 1 << 10
"""The largest heap by which a value must become periodic."""
MOST_STEPS = 16
"""The largest number of vectors in the rules."""
AUTOMATON = (
    "an automaton that reads the binary digits of all heaps together finds at each of its states {what} (V. Bruyere, "
    'G. Hansel, C. Michaux and R. Villemaire, "Logic and p-recognizable sets of integers", 1994)'
)
TAME = (
    "in misère play the sum is decided like misère nim on the values of its heaps: "
    'C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901'
)
AGREES = AUTOMATON.format(what="that claim and theorem agree")
FOLLOWS = AUTOMATON.format(what="that the claim about a position agrees with its consequence for the options")


def digit_automata(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    """Prove a claim from theorems that give the nim-sum of the heaps' values or a condition on binary columns.

    Args:
        claim: The claim.
        known: What is proved about the ruleset.
        least: The smallest heap size that the claim is about.

    Returns:
        The judgement, or None if the claim is not proved.

    Example:
        >>> from .claims import read_claim
        >>> claim = read_claim("P iff a == b and b == c")
        >>> digit_automata(claim, ProvedFacts(columns=3, source="E. H. Moore, 1910"), 0) is not None
        True
        >>> digit_automata(claim, ProvedFacts(columns=4, source="E. H. Moore, 1910"), 0) is not None
        False
    """
    if not isinstance(claim, Comparison):
        return None
    truth = _by_columns(claim, known) or _by_values(claim, known)
    if truth is None:
        return None
    rule = TAME if known.misere else SPRAGUE_GRUNDY
    facts = (rule, *(fact.grounds for fact in known.values)) if known.values else ()
    grounds = dict.fromkeys((known.source, *(() if known.misere and known.source else facts), AGREES))
    return _proved(claim, truth, least, "; ".join(filter(None, grounds)), known.budget)


def digit_induction(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    """Prove a claim by induction: for every position it follows from the claim about the options.

    Args:
        claim: The claim.
        known: What is proved about the ruleset, with the vectors that its moves subtract.
        least: Not used, because an induction begins at the end of play.

    Returns:
        The judgement, or None if the claim is not proved.

    Example:
        >>> from .claims import read_claim
        >>> steps = frozenset({(1, 1)})
        >>> digit_induction(read_claim("value == min(a, b) % 2"), ProvedFacts(steps=steps), 0) is not None
        True
        >>> digit_induction(read_claim("value == max(a, b) % 2"), ProvedFacts(steps=steps), 0) is not None
        False
    """
    del least  # an induction begins with the end of play
    steps = known.steps
    if not isinstance(claim, Comparison) or claim.sign != "==" or steps is None or len(steps) > MOST_STEPS:
        return None
    if any(len(step) != len(claim.names) or min(step) < 0 or not any(step) for step in steps):
        return None
    follows = _value_follows if claim.kind == "value" else _outcome_follows
    statement = follows(claim, sorted(steps), misere=known.misere)
    return _proved(claim, statement, 0, f"{FOLLOWS}; so it is true by induction on the number of tokens", known.budget)


def _proved(claim: Comparison, statement: Node, least: int, theorem: str, budget: Budget) -> Judgement | None:
    small = [compared(heap(name), "<", number(least)) for name in claim.names if least]
    formulas = Formulas(claim.names)
    truth = formulas.truth(Node("or", (*small, statement)))
    return Judgement(theorem) if formulas.machines.always(truth, budget) else None


def _lost(claim: Comparison) -> Node:
    return Node("not", (claim.node,)) if claim.kind == "N" else claim.node


def _by_columns(claim: Comparison, known: ProvedFacts) -> Node | None:
    if claim.kind == "value" or known.columns is None or known.columns < 2:
        return None
    heaps = tuple(map(heap, claim.names))
    lost = Node("columns", (number(known.columns),))
    if known.misere:
        total = reduce(lambda left, right: Node("+", (left, right)), heaps)
        ones = compared(Node("%", (total, number(known.columns))), "==", number(1))
        lost = Node(
            "or", (Node("and", (_all_below(heaps), ones)), Node("and", (Node("not", (_all_below(heaps),)), lost)))
        )
    return Node("iff", (_lost(claim), lost))


def _by_values(claim: Comparison, known: ProvedFacts) -> Node | None:
    """Return the condition that a claim agrees with the nim-sum of the heaps' values; None if they do not decide it."""
    if known.values is None or len(known.values) != len(claim.names) or (known.misere and claim.kind == "value"):
        return None
    terms = tuple(_term(name, fact) for name, fact in zip(claim.names, known.values, strict=True))
    total = reduce(lambda left, right: Node("^", (left, right)), terms)
    if claim.kind == "value":
        return compared(total, claim.sign, claim.node)
    lost = compared(total, "==", number(0))
    if known.misere:
        lost = Node("iff", (lost, Node("not", (_all_below(terms),))))
    return Node("iff", (_lost(claim), lost))


def _all_below(terms: Sequence[Node]) -> Node:
    return Node("and", tuple(compared(term, "<=", number(1)) for term in terms))


def _term(name: str, fact: Proved) -> Node:
    """Write the value `fact` of a heap n as a multiple of n plus a periodic table; raise `Unsettled` if impossible.

    With f(n + p) = f(n) + s from n0 on and s = c * p, the function f(n) - c * n has period p from n0 on.
    """
    n0, p, saltus = fact.course
    if saltus % p or n0 + p > MOST_TABLE:
        raise Unsettled
    times = saltus // p
    table = [fact.at(n) - times * n for n in iterate_checked(range(n0 + p))]
    rest = number(table[0])
    if any(entry != table[0] for entry in table):
        place = Node("fold", (heap(name), number(n0), number(p)))
        rest = Node("lookup", (place, *map(number, table)))
    if not times:
        return rest
    multiple = heap(name) if times == 1 else Node("*", (number(times), heap(name)))
    return multiple if rest == number(0) else Node("+", (multiple, rest))


def _fits(claim: Comparison, step: Vector) -> Node:
    taken = [(name, k) for name, k in zip(claim.names, step, strict=True) if k]
    return Node("and", tuple(compared(heap(name), ">=", number(k)) for name, k in taken))


def _after(node: Node, claim: Comparison, step: Vector) -> Node:
    for name, k in zip(claim.names, step, strict=True):
        if k:
            node = node.replaced(heap(name), Node("-", (heap(name), number(k))))
    return node


def _outcome_follows(claim: Comparison, steps: Sequence[Vector], *, misere: bool) -> Node:
    lost = _lost(claim)
    none = [Node("not", (Node("and", (_fits(claim, step), _after(lost, claim, step))),)) for step in steps]
    some = [Node("or", tuple(_fits(claim, step) for step in steps))] if misere else []
    return Node("iff", (lost, Node("and", (*none, *some))))


def _value_follows(claim: Comparison, steps: Sequence[Vector], *, misere: bool) -> Node:
    """Return the condition that the claimed value is the mex of the options' values, or 1 if misère play has ended.

    The value is none of the options' values, and each j below it is one of them. Numbers j above the number of steps
    need no check, because a larger value would need more options than there are.
    """
    value = claim.node
    fits = [_fits(claim, step) for step in steps]
    options = [_after(value, claim, step) for step in steps]
    parts = [compared(value, ">=", number(0))]
    for fit, option in zip(fits, options, strict=True):
        parts.append(Node("or", (Node("not", (fit,)), compared(option, "!=", value))))
    for j in range(len(steps) + 1):
        found = [
            Node("and", (fit, compared(option, "==", number(j)))) for fit, option in zip(fits, options, strict=True)
        ]
        parts.append(Node("or", (compared(value, "<=", number(j)), *found)))
    going = Node("or", tuple(fits))
    over = Node("and", (Node("not", (going,)), compared(value, "==", number(int(misere)))))
    return Node("or", (Node("and", (going, *parts)), over))
