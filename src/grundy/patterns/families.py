"""Claims about a rule with parameters, such as "take 1..K", for all values of the parameters at once.

A remainder of n by M, where M is linear in the parameters, is not definable in linear arithmetic. Write n = q M + r
with r < M. If no move takes more than c M, then a move lowers q by at most c. If the condition on n holds for every q
>= c, q matters only as one of 0, ..., c - 1 and "at least c". Everything else is linear in r, the number taken and the
parameters, and automata in base 2 decide it (sources in `automatic.relation`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..automatic import Arithmetic, Base, Formulas, NotDefinable, Relation
from ..automatic.formulas import compared, number, variable
from ..core import Budget
from ..core.evaluation import compile_node
from ..core.expressions import Node
from .claims import names_in
from .fixed_points import Decision

MOST_TIMES = 4
"""The largest factor c for which it is tried to prove that takes are at most c times the modulus."""
HEAP, TAKE, REST, LEFT = map(variable, ("n", "k", "r", "r_"))


class RuleFamily:
    """Rules on one heap n that take k tokens if a condition on n, k and parameters holds.

    Args:
        condition: The condition on n, k and the parameters; 1 <= k <= n need not be stated.
        parameters: The names of the parameters.
        domain: A condition that the parameters must fulfil.
        modulus: The number M, linear in the parameters; claims are about the remainder r of n by M.
        budget: Counts the work; may raise `LimitReached`.

    Raises:
        NotDefinable: If the claim cannot be reduced to linear arithmetic.

    Example:
        >>> from .fixed_points import Moves
        >>> from ..core import Scanner
        >>> from ..core.expressions import read_condition, read_number
        >>> read = lambda text: read_condition(Scanner(text), ["n", "k", "K", "r", "v"])
        >>> modulus = read_number(Scanner("K + 1"), ["K"])
        >>> family = RuleFamily(read("k <= K"), ["K"], read("K >= 1"), modulus)
        >>> family.outcome(read("r == 0")).proved, family.values(read("v == r")).proved
        (True, True)
        >>> family.outcome(read("r == 1")).counterexample
        {'K': 1, 'n': 0}
    """

    def __init__(
        self, condition: Node, parameters: Sequence[str], domain: Node, modulus: Node, budget: Budget | None = None
    ) -> None:
        self.parameters, self.modulus = tuple(parameters), modulus
        parts = condition.args if condition.op == "and" else (condition,)
        self.condition = Node("and", (compared(number(1), "<=", TAKE), compared(TAKE, "<=", HEAP), *parts))
        self.formulas = Formulas(Arithmetic(Base(2), budget))
        self._read = self.formulas.relation
        self.space = self._read(domain) & self._read(compared(REST, "<", modulus))
        self.times = next((c for c in range(1, MOST_TIMES + 1) if self._is_bounded(c)), 0)
        if not self.times:
            raise NotDefinable(f"it is not shown that takes are at most {MOST_TIMES} * ({modulus})")

    def outcome(self, claim: Node, *, misere: bool = False) -> Decision:
        """Decide the claim that n is a P-position exactly if a condition on r and the parameters holds.

        Args:
            claim: The condition.
            misere: Whether the player who makes the last move loses.

        Returns:
            The decision. The sum of the parameters of a counterexample is the least possible, and for these
                parameters n is the least.
        """
        lost, wrong = self._read(claim) & self.space, []
        for q in range(self.times + 1):
            into = self._into(lost, q)
            if misere:
                into |= self.space - self._into(self.space, q)
            wrong.append((lost & into) | (self.space - lost - into))
        return self._decision(wrong, lost)

    def values(self, claim: Node) -> Decision:
        """Decide the claim that the value of n is v exactly if a condition on r, v and the parameters holds."""
        space = self.space & self.formulas.arithmetic.natural("v")
        relation, wrong = self._read(claim) & space, []
        for q in range(self.times + 1):
            missing = space - self._into(relation, q)
            below = missing.rename({"v": "u"}) & self.formulas.read("u < v")
            mex = missing - below.some("u")
            wrong.append((relation - mex) | (mex - relation))
        return self._decision(wrong, relation)

    def _at(self, node: Node, quotient: int) -> Node:
        """Return an expression in which n is replaced by q M + r, with the number `quotient` for q."""
        times = Node("*", (number(quotient), self.modulus))
        return node.replaced(HEAP, Node("+", (times, REST)))

    def _is_bounded(self, c: int) -> bool:
        """Return whether no move takes more than c M tokens, and all conditions on n hold for heaps n >= c M.

        M is the modulus of the claim, such as K + 1. Both must be true for all values of the parameters.
        """
        takes, bounds = self.space, []
        for part in self.condition.args:
            if "n" in names_in(part):
                bounds.append(part)
            else:
                takes &= self._read(part)
        most = Node("*", (number(c), self.modulus))
        if not (takes & self._read(compared(TAKE, ">", most))).empty:
            return False
        return all(_grows(part) and (takes - self._read(self._at(part, c))).empty for part in bounds)

    def _into(self, targets: Relation, quotient: int) -> Relation:
        """Return the remainders r for which n = q M + r, with the number `quotient` for q, has a move into `targets`.

        Each move leaves a remainder r_ and lowers q by 0, 1, ...
        """
        allowed = self.space & self._read(self._at(self.condition, quotient))
        allowed &= self._read(compared(LEFT, "<", self.modulus))
        found, after = self.formulas.arithmetic.never, targets.rename({"r": "r_"})
        for fall in range(min(self.times, quotient) + 1):
            left = self._read(compared(LEFT, "==", Node("-", (self._at(HEAP, fall), TAKE))))
            found |= ((allowed & left).some("k") & after).some("r_")
        return found

    def _decision(self, wrong: Sequence[Relation], claimed: Relation) -> Decision:
        found = []
        size = compile_node(self.modulus, self.parameters)
        for quotient, relation in enumerate(wrong):
            at = (relation.some("v") & self.space).least(self.parameters)
            if at is not None:
                numbers = {name: at[name] for name in self.parameters}
                found.append(numbers | {"n": quotient * size(tuple(numbers.values())) + at["r"]})
        best = min(found, key=lambda at: (sum(at[name] for name in self.parameters), *at.values()), default=None)
        return Decision(best, claimed.states)


def _grows(node: Node) -> bool:
    """Return whether a condition on n is of a form that remains true when n grows, such as n >= 3."""
    if node.op != "compare" or len(node.args) > 2:
        return False
    low, high = node.args if node.signs[0] in {"<", "<="} else node.args[::-1]
    return node.signs[0] in {"<", "<=", ">", ">="} and high == HEAP and "n" not in names_in(low)
