"""Claims decided by automata: from the rule, from the values of the single heaps, or from a theorem on binary columns.

A claim can be decided from the rule alone (`fixed_points`). If the value of every heap is a multiple of its size plus a
periodic function, an automaton computes the nim-sum of the values of all heaps, which is compared with the claim. For
misère play it computes the outcome by Bouton's rule (C. L. Bouton, "Nim, a game with a complete mathematical theory",
1901). A theorem such as that of E. H. Moore gives the P-positions by the number of ones in each binary column, that is,
at each place of the base-2 digits of all heaps.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from ..automatic import Arithmetic, Base, Defined, Formulas, NotDefinable, Relation, System
from ..automatic.formulas import BITS, compared, number, variable
from ..core import Budget, LimitReached, mex
from ..core.evaluation import compile_node
from ..core.expressions import Node
from .claims import Claim, Comparison
from .courses import Unsettled
from .find_laws import Law, find_law
from .fixed_points import Decision, FixedPoint, Moves
from .knowledge import SPRAGUE_GRUNDY, Judgement, Proved, ProvedFacts
from .rule_tables import ListedMoves, listed_table, value_table

WORK = 400_000
"""The largest number of states that one claim may take."""
MOST_TABLE = 1 << 10
"""The largest heap by which a value must become periodic."""
MOST_LEAST = 1 << 10
"""The largest smallest heap of a claim about one heap."""
MOST_OPTIONS = 1 << 20
"""The largest number of options that are listed to find the value of a counterexample."""
TAME = (
    "in misère play the sum is decided like misère nim on the values of its heaps: "
    'C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901'
)
FIRST = "below this position the claim is right, and here it disagrees with its consequence for the options"
SOURCE = 'J. R. Büchi, "Weak second-order arithmetic and finite automata", 1960'


def decided_by_facts(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    """Decide a claim by the values of the heaps, or by a theorem on the binary columns of the heaps.

    Args:
        claim: The claim.
        known: What is proved about the ruleset.
        least: The smallest heap size that the claim is about.

    Returns:
        The judgement, or None if the facts do not decide the claim.

    Example:
        >>> from .claims import read_claim
        >>> claim = read_claim("P iff a == b and b == c")
        >>> decided_by_facts(claim, ProvedFacts(columns=3, source="E. H. Moore, 1910"), 0).counterexample
        >>> decided_by_facts(claim, ProvedFacts(columns=4, source="E. H. Moore, 1910"), 0).counterexample
        (1, 1, 1)
    """
    columns = known.columns is not None and known.columns > 1
    values = known.values is not None and len(getattr(claim, "names", ())) == len(known.values)
    if not isinstance(claim, Comparison) or not (columns or values):
        return None
    if claim.kind == "value" and (known.misere or not values):
        return None
    try:
        with known.budget.sub_budget(WORK) as budget:
            facts = _Facts(claim, known, Formulas(Arithmetic(Base(2), budget)))
            far = [compared(heap, ">=", number(least)) for heap in facts.heaps]
            wrong = facts.wrong(columns=columns and claim.kind != "value") & facts.read_all(far)
            at = wrong.least(claim.names)
    except NotDefinable:
        return None
    except LimitReached as error:
        if error.kind == "time":
            raise
        return None
    rule = TAME if known.misere else SPRAGUE_GRUNDY
    told = (rule, *(fact.grounds for fact in known.values)) if known.values else ()
    grounds = [known.source, *(() if known.misere and known.source else told), _by_automata(claim, Base(2))]
    theorem = "; ".join(filter(None, dict.fromkeys(grounds)))
    return Judgement(theorem) if at is None else facts.refuted(tuple(at[name] for name in claim.names), theorem)


def decided_by_rule(claim: Claim, known: ProvedFacts, least: int) -> Judgement | None:
    """Decide a claim from the rule itself, if automata that read the digits of the heaps can express claim and rule.

    Args:
        claim: The claim.
        known: What is proved about the ruleset, with its moves; `notes` receives the reason if it is not decided.
        least: The smallest heap size that the claim is about.

    Returns:
        The judgement, or None if the claim is not decided.

    Example:
        >>> from .claims import read_claim
        >>> from .fixed_points import LinearMove
        >>> rule = Moves(("n",), (LinearMove("k >= 1 and 2 * k <= n", {"n": "n - k"}, ("k",)),))
        >>> decided_by_rule(read_claim("P iff is_power(n + 1, 2)"), ProvedFacts(rule=rule), 1) is not None
        True
        >>> decided_by_rule(read_claim("P iff n % 2 == 1"), ProvedFacts(rule=rule), 1).counterexample
        (5,)
    """
    rule = known.rule
    if rule is None or not isinstance(claim, Comparison) or len(claim.names) != len(rule.heaps):
        return None
    if least > (MOST_LEAST if len(rule.heaps) == 1 else 0):
        return None
    try:
        with known.budget.sub_budget(WORK) as budget:
            return _Case(claim, rule, least, budget).judgement()
    except NotDefinable as error:
        note = f"not definable: {error.message}"
    except LimitReached as error:
        if error.kind == "time":
            raise
        note = f"limit: {error.message}"
    if known.notes is not None:
        known.notes.append(note)
    return None


def system_of(*nodes: Node) -> System:
    """Return the numeration system in which automata can compute the functions that some expressions use.

    Args:
        nodes: The expressions.

    Returns:
        The system of a base b; base 2 if every base is suitable.

    Raises:
        NotDefinable: If the expressions need two bases.
    """
    bases: dict[int, None] = {}
    for node in (one for root in nodes for one in root.walk()):
        if node.op in {*BITS, "popcount", "v2"}:
            bases[2] = None
        elif node.op == "is_power" and node.args[1].op == "number":
            power = int(node.args[1].value)
            roots = (b for b in range(2, 11) for i in range(1, power.bit_length() + 1) if b**i == power)
            bases[next(roots, power)] = None
    if len(bases) > 1:
        raise NotDefinable(" and ".join(f"powers of {base}" for base in bases) + " are not definable together")
    base = next(iter(bases), 2)
    if not 2 <= base <= 10:
        raise NotDefinable(f"powers of {base} need a base above 10")
    return Base(base)


class _Case:
    """A claim about the positions of a rule, to be decided by automata in one numeration system."""

    def __init__(self, claim: Comparison, rule: Moves, least: int, budget: Budget) -> None:
        self.claim, self.rule, self.least, self.budget = claim, rule, least, budget
        self.listed = ListedMoves(rule)
        self.system = system_of(claim.node, *self.listed.expressions)
        self.game = FixedPoint(rule, Arithmetic(self.system, budget))

    def judgement(self) -> Judgement | None:
        """Return the judgement on the claim, or None if it is not decided."""
        claim = self.claim
        if claim.kind != "value":
            return self._outcomes()
        return self._values() if claim.sign == "==" else self._bounds()

    def _outcomes(self) -> Judgement | None:
        game, claim = self.game, self.claim
        lost = game.formulas.relation(claim.node)
        if claim.kind == "N":
            lost = game.space - lost
        if self.least:
            known = listed_table(self.rule, self.least, self.budget).entries
            lost = self._with(lost, [n for n, entry in enumerate(known) if entry])
        found = game.outcome(lost)
        blocked, more, ending = "no move leads", "a move leads", "it has no move"
        if blocks := self.rule.blocks:
            blocked, more = f"at most {blocks} moves lead", f"more than {blocks} moves lead"
            ending = "all its moves lead to such positions"
        last = f" unless {ending}" if self.rule.misere else ""
        text = f"{blocked} from one claimed P-position to another, and from every other position {more} to one{last}"
        if found.counterexample is None:
            return Judgement(f"{text}: {self._automata(found)}", brief=f"{text}: automata decide both")
        heaps = tuple(found.counterexample[name] for name in claim.names)
        claimed = int(bool(compile_node(claim.node, claim.names)(heaps)) == (claim.kind == "P"))
        return Judgement(f"{FIRST}: {self._automata(found)}", heaps, "", claimed, 1 - claimed)

    def _values(self) -> Judgement | None:
        game, claim = self.game, self.claim
        relation = game.formulas.relation(compared(variable("v"), "==", claim.node)) & game.space
        truth = b""
        if self.least:
            table = value_table(self.rule, self.least, self.budget)
            if table is None or self.rule.misere:
                return None
            truth = table.entries
            small = [self._with(game.arithmetic.never, [n]) for n in range(self.least)]
            entries = (game.arithmetic.constant("v", value) for value in truth)
            relation = reduce(Relation.__or__, map(Relation.__and__, small, entries), self._from_least(relation))
        found = game.values(relation)
        text = "the claimed value of every position is the least number that no option has"
        if found.counterexample is None:
            return Judgement(f"{text}: {self._automata(found)}", brief=f"{text}: automata decide it")
        heaps = tuple(found.counterexample[name] for name in claim.names)
        if self.listed.cost(heaps) > MOST_OPTIONS or self.rule.misere:
            return None
        claimed, seen = compile_node(claim.node, claim.names), set()
        for option in self.listed.of(heaps):
            parts = [option] if len(self.rule.heaps) > 1 else [(part,) for part in option]
            values = (truth[part[0]] if part[0] < len(truth) else claimed(part) for part in parts)
            seen.add(reduce(int.__xor__, map(int, values)))
        return Judgement(f"{FIRST}: {self._automata(found)}", heaps, "", int(claimed(heaps)), mex(seen))

    def _bounds(self) -> Judgement | None:
        """Decide a claim that compares the value of a heap with an expression, such as "value <= n", by a proved law.

        Return None if no law for the values can be proved, or the law does not decide the claim.
        """
        if len(self.rule.heaps) > 1 or self.rule.misere:
            return None
        law = find_law(self.rule, values=True, systems=[self.system], budget=self.budget)
        if not isinstance(law, Law):
            return None
        wrong = self.game.arithmetic.never
        for value, level in enumerate(law.levels):
            right = self.game.formulas.relation(compared(number(value), self.claim.sign, self.claim.node))
            wrong |= level - right
        at = self._from_least(wrong & self.game.space).least()
        theorem = f"a law for the values is proved: {self._automata(Decision(None, law.states))}"
        if at is None:
            return Judgement(theorem)
        claimed = compile_node(self.claim.node, self.claim.names)((at["n"],))
        return Judgement(theorem, (at["n"],), "", int(claimed), law.at((at["n"],)))

    def _from_least(self, relation: Relation) -> Relation:
        return relation & self.game.arithmetic.linear({self.rule.heaps[0]: 1}, -self.least, ">=")

    def _with(self, relation: Relation, heaps: list[int]) -> Relation:
        """Return a relation on one heap, restricted to the heaps that the claim is about.

        The result is also true for the heap sizes in `heaps`.
        """
        name, arithmetic = self.rule.heaps[0], self.game.arithmetic
        return reduce(Relation.__or__, (arithmetic.constant(name, heap) for heap in heaps), self._from_least(relation))

    def _automata(self, found: Decision) -> str:
        states = "1 state" if found.states == 1 else f"at most {found.states} states"
        return f"{_by_automata(self.claim, self.system)} ({states}; {SOURCE})"


class _Facts:
    """Compares a claim about positions with proved facts; `wrong` finds the positions for which it is false."""

    def __init__(self, claim: Comparison, known: ProvedFacts, formulas: Formulas) -> None:
        self.claim, self.known, self.formulas = claim, known, formulas
        self.heaps = tuple(map(variable, claim.names))

    def wrong(self, *, columns: bool) -> Relation:
        """Return the positions for which the claim is false, by a theorem on columns or by the values of heaps.

        If `columns` is true, the theorem on the binary columns of the heaps is used.
        """
        claim, space = self.claim, self.formulas.arithmetic.natural(self.claim.names)
        if claim.kind == "value":
            return space - self.formulas.relation(compared(_joined("^", self._values()), claim.sign, claim.node))
        lost = self.formulas.relation(claim.node) & space
        lost = space - lost if claim.kind == "N" else lost
        true = self._columns() if columns else self._lost()
        return (lost - true) | (space & true - lost)

    def refuted(self, heaps: tuple[int, ...], theorem: str) -> Judgement:
        """Return the judgement that a claim is false, with `heaps` as the counterexample."""
        claimed = int(compile_node(self.claim.node, self.claim.names)(heaps))
        if self.claim.kind == "value":
            values = (fact.at(heap) for fact, heap in zip(self.known.values or (), heaps, strict=True))
            return Judgement(theorem, heaps, "", claimed, reduce(int.__xor__, values, 0))
        claimed = int(bool(claimed) == (self.claim.kind == "P"))
        return Judgement(theorem, heaps, "", claimed, 1 - claimed)

    def read_all(self, nodes: list[Node]) -> Relation:
        """Return the relation of the numbers for which all conditions in `nodes` are true."""
        return reduce(Relation.__and__, map(self.formulas.relation, nodes))

    def _columns(self) -> Relation:
        count = self.known.columns or 2
        names = self.claim.names
        lost = self.formulas.arithmetic.columns(names, lambda *digits: sum(digits) % count == 0)
        if not self.known.misere:
            return lost
        ones = compared(Node("%", (_joined("+", self.heaps), number(count))), "==", number(1))
        small = self.read_all([compared(heap, "<=", number(1)) for heap in self.heaps])
        return (small & self.formulas.relation(ones)) | (lost - small)

    def _lost(self) -> Relation:
        lost = self.formulas.relation(compared(_joined("^", self._values()), "==", number(0)))
        if not self.known.misere:
            return lost
        small = self.read_all([compared(value, "<=", number(1)) for value in self._values()])
        return (small - lost) | (lost - small)

    def _values(self) -> list[Node]:
        found = []
        for place, (heap, fact) in enumerate(zip(self.heaps, self.known.values or (), strict=True)):
            name = f"value{place}"
            if name not in self.formulas.defined:
                relation = _course_relation(fact, self.formulas.arithmetic)
                self.formulas.defined[name] = Defined(("n",), relation, "v")
            found.append(Node(name, (heap,)))
        return found


def _course_relation(fact: Proved, arithmetic: Arithmetic) -> Relation:
    """Return the relation that is true for a heap n and its value v, if v is c * n plus a periodic function.

    With f(n + p) = f(n) + s from n0 on and s = c * p, the function f(n) - c * n has period p from n0 on. `fact` is such
    a function with its period, and `arithmetic` makes the relations.
    """
    n0, p, saltus = fact.course
    if saltus % p or n0 + p > MOST_TABLE:
        raise Unsettled
    times, base = saltus // p, arithmetic.system.digits
    rests: dict[int, set[int]] = {}
    for n in range(n0 + p):
        rests.setdefault(fact.at(n) - times * n, set()).add(n)

    def after(n: int, digit: int) -> int:
        """Return the heap below n0 + p that has the same remainder as the number "digits of n, then `digit`"."""
        n = base * n + digit
        return n if n < n0 + p else n0 + (n - n0) % p

    found = arithmetic.never
    for rest, heaps in rests.items():
        form = {"v": -1, "n": times} if times else {"v": -1}
        found |= arithmetic.automaton(("n",), 0, after, heaps.__contains__) & arithmetic.linear(form, rest, "==")
    return found


def _joined(op: str, nodes: Iterable[Node]) -> Node:
    return reduce(lambda left, right: Node(op, (left, right)), nodes)


def _by_automata(claim: Comparison, system: System) -> str:
    *first, last = claim.names
    names = f"{', '.join(first)} and {last}" if first else last
    return f"automata that read the digits of {names} in {system.name} decide it"
