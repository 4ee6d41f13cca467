"""Claims about rules with parameters: `claim "take 1..K" "P iff n % (K + 1) == 0 for all K >= 1"`.

    rule    = "take" clause { "or take" clause }
    clause  = number ".." number | "{" number { "," number } "}" | "k where" condition | number
    claim   = ("P" | "N") "iff" condition "for all" domain | "value ==" number "for all" domain
    domain  = condition on the parameters | name { "," name }

A parameter is written as a name that begins with a capital letter. Its values are natural numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ...automatic import Arithmetic, Base, NotDefinable
from ...automatic.formulas import compared, number, variable
from ...core import Budget, InputError, LimitReached, NotationError, RuleError, Scanner
from ...core.evaluation import compile_node
from ...core.expressions import CLAIM_FUNCTIONS, Node, read_condition, read_number
from ...drawing.fit import prose
from ...patterns import Comparison, FixedPoint, LinearMove, Moves
from ...patterns.claims import names_in
from ...patterns.families import RuleFamily
from ...patterns.rule_tables import listed_table, value_table
from .verdict import Word

WORK = 400_000
"""The largest number of states of the automata."""
MEMBERS, COMPARED = 24, 30
"""The number of rules of the family that are compared with the definition, and of their heaps."""
MOST_LISTED = 1000
"""Counterexamples up to this heap are compared with the definition."""
HEAP = variable("n")
THEOREM = (
    "{what}; automata in base 2 decide it for all heaps and parameters at once (J. R. Büchi, Weak second-order "
    "arithmetic and finite automata, 1960)"
)
OUTCOMES = (
    "no move leads from one claimed P-position to another, and from every other position {last}a move leads to one"
)
VALUES = "the claimed value of every heap is the least number that no option has"
EXAMPLE = 'for instance grundy claim "take 1..K" "P iff n % (K + 1) == 0 for all K >= 1"'


@dataclass(frozen=True)
class ParameterVerdict:
    """The verdict on a claim about all rules of a family with parameters.

    Attributes:
        rule: The rule in notation.
        claim: The claim in notation.
        play: The play convention.
        verdict: "proved", "refuted", or "holds" if small parameters and heaps were compared without contradiction.
        counterexample: The least parameters, and the least heap of this rule, for which the claim is false, or None.
        claimed: The claimed outcome or value of the counterexample, or "".
        actual: The true outcome or value of the counterexample, or "".
        theorem: The proof, or None.
        obstacle: The reason why the claim is not decided, or "".
    """

    rule: str
    claim: str
    play: str
    verdict: Word
    counterexample: dict[str, int] | None = None
    claimed: str = ""
    actual: str = ""
    theorem: str | None = None
    obstacle: str = ""

    def explain(self) -> str:
        """Return the verdict in words."""
        play = " in misère play" if self.play == "misere" else ""
        head = f"{self.rule}{play}: {self.claim}"
        compared = f"Compared with the definition for {MEMBERS} rules or fewer, heaps 0 to {COMPARED - 1}."
        if self.counterexample is not None:
            return f"{head}\nRefuted at {self._at()}: the claim says {self.claimed}, but it is {self.actual}."
        if self.theorem is not None:
            return "\n".join([head, "Proved for all parameters and heaps.", prose(f"{self.theorem}."), compared])
        return "\n".join([head, f"{compared} This is not a proof.", f"Automata do not decide it: {self.obstacle}."])

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that `grundy claim --json` prints."""
        example = None
        if self.counterexample is not None:
            example = {"position": self._at(), "claimed": self.claimed, "actual": self.actual}
        answer = {"schema": 1, "rule": self.rule, "claim": self.claim, "play": self.play, "verdict": self.verdict}
        answer |= {"counterexample": example, "theorem": self.theorem, "explanation": self.explain()}
        return answer | ({"obstacle": self.obstacle} if self.obstacle else {})

    def _at(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in (self.counterexample or {}).items())


def has_parameters(claim: str) -> bool:
    """Return whether a claim is about a rule with parameters, which is so if it contains "for all".

    >>> has_parameters("P iff n % (K + 1) == 0 for all K >= 1"), has_parameters("P iff n % 4 == 0")
    (True, False)
    """
    return re.search(r"\bfor\s+all\b", claim) is not None


def check_parameters(rule: str, text: str, *, misere: bool = False, budget: Budget | None = None) -> ParameterVerdict:
    """Decide a claim about a rule with parameters, for all parameters and heaps.

    Args:
        rule: The rule in notation.
        text: The claim in notation.
        misere: Whether the player who makes the last move loses.
        budget: Counts the work.

    Returns:
        The verdict.

    Raises:
        InputError: If the rule or the claim cannot be read.

    Example:
        >>> check_parameters("take 1..K", "P iff n % (K + 1) == 0 for all K >= 1").verdict
        'proved'
        >>> check_parameters("take 1..K", "P iff n % (K + 2) == 0 for all K >= 1").counterexample
        {'K': 1, 'n': 2}
    """
    case = _Case(rule, text, misere, budget or Budget())
    failure, obstacle = case.compared(), ""
    if failure is None:
        try:
            with case.budget.sub_budget(WORK) as own:
                failure = case.decided(own)
        except NotDefinable as error:
            obstacle = f"not definable: {error.message}"
        except LimitReached as error:
            obstacle = f"limit: {error.message}"
    stated = rule.strip(), text.strip(), "misere" if misere else "normal"
    if failure is not None:
        return ParameterVerdict(*stated, "refuted", failure, *case.disagreement(failure))
    if obstacle:
        return ParameterVerdict(*stated, "holds", obstacle=obstacle)
    last = "that has a move, " if misere else ""
    what = VALUES if case.claim.kind == "value" else OUTCOMES.format(last=last)
    return ParameterVerdict(*stated, "proved", theorem=THEOREM.format(what=what[0].upper() + what[1:]))


class _Case:
    """A rule with parameters, such as "take 1..K", and a claim about it."""

    def __init__(self, rule: str, text: str, misere: bool, budget: Budget) -> None:  # one caller
        self.misere, self.budget = misere, budget
        claim, _, domain = re.split(r"\s+(for\s+all)\s+", text.strip(), maxsplit=1)
        words = re.findall(r"\b[A-Z][A-Za-z_0-9]*\b", f"{rule} {domain}")
        self.parameters = tuple(sorted(set(words) - {"P", "N"}))
        if not self.parameters:
            raise InputError("expected parameters that begin with a capital letter", text=rule, at=0, hint=EXAMPLE)
        self.condition = _rule(rule, self.parameters)
        self.claim = _claim(claim, self.parameters)
        self.domain = _domain(domain, self.parameters)

    def decided(self, budget: Budget) -> dict[str, int] | None:
        """Decide the claim by automata.

        Return the least parameters and heap for which the claim is false, or None if it is proved.
        """
        node, values = self.claim.node, self.claim.kind == "value"
        if values and self.misere:
            raise NotDefinable("a value in misère play")
        lost = node if values or self.claim.kind == "P" else Node("not", (node,))
        rests = {one for one in node.walk() if one.op == "%" and one.args[0] == HEAP and any(names_in(one.args[1]))}
        if len(rests) == 1:
            rest = rests.pop()
            family = RuleFamily(self.condition, self.parameters, self.domain, rest.args[1], budget)
            lost = lost.replaced(rest, variable("r"))
            if HEAP not in {*lost.walk()}:
                claimed = compared(variable("v"), "==", lost)
                found = family.values(claimed) if values else family.outcome(lost, misere=self.misere)
                return found.counterexample
        game = FixedPoint(self._rule(), Arithmetic(Base(2), budget))
        if values:
            return game.values(game.formulas.relation(compared(variable("v"), "==", lost))).counterexample
        return game.outcome(game.formulas.relation(lost)).counterexample

    def compared(self) -> dict[str, int] | None:
        """Compare the claim with the definition for small parameters and heaps.

        Return the parameters and the heap of the first failure, such as {"K": 1, "n": 2}, or None if there is none.
        """
        evaluate = compile_node(self.claim.node, ("n", *self.parameters))
        for numbers in self._members():
            truth = self._truth(numbers, COMPARED)
            for n, actual in enumerate(truth):
                if self._stated(evaluate((n, *numbers))) != actual:
                    return dict(zip(self.parameters, numbers, strict=True)) | {"n": n}
        return None

    def disagreement(self, failure: dict[str, int]) -> tuple[str, str]:
        """Return the claimed and the actual outcome or value at a counterexample.

        `failure` has the parameters and the heap of the counterexample, by name.
        """
        numbers = tuple(failure[name] for name in self.parameters)
        claimed = self._stated(compile_node(self.claim.node, ("n", *self.parameters))((failure["n"], *numbers)))
        if failure["n"] > MOST_LISTED:
            actual = -1 if self.claim.kind == "value" else 1 - claimed
        else:
            actual = self._truth(numbers, failure["n"] + 1)[-1]
        if claimed == actual:
            at = ", ".join(f"{name} = {value}" for name, value in failure.items())
            raise RuleError(f"a proof and the definition differ at {at}; please report this")
        if self.claim.kind == "value":
            return f"value {claimed}", f"value {actual}" if actual >= 0 else "another value"
        return ("P" if claimed else "N"), ("P" if actual else "N")

    def _stated(self, result: int) -> int:
        return int(result) if self.claim.kind == "value" else int(bool(result) == (self.claim.kind == "P"))

    def _members(self) -> Iterator[tuple[int, ...]]:
        """Yield small values of the parameters that the claim allows, ordered by sum, at most `MEMBERS` tuples."""
        inside, count = compile_node(self.domain, self.parameters), 0
        side = 24 if len(self.parameters) == 1 else 8
        for numbers in sorted(product(range(side), repeat=len(self.parameters)), key=lambda one: (sum(one), one)):
            if inside(numbers):
                yield numbers
                count += 1
                if count == MEMBERS:
                    return

    def _truth(self, numbers: Sequence[int], stop: int) -> bytes:
        condition = self.condition
        for name, value in zip(self.parameters, numbers, strict=True):
            condition = condition.replaced(variable(name), number(value))
        rule = Moves(("n",), (_take(condition),), self.misere)
        table = (value_table if self.claim.kind == "value" else listed_table)(rule, stop, self.budget)
        if table is None:
            raise LimitReached("a value above 255", kind="size")
        return table.entries

    def _rule(self) -> Moves:
        """Return the rule in which the parameters are additional heaps that no move changes."""
        return Moves(("n", *self.parameters), (_take(self.condition),), self.misere, where=str(self.domain))


def _take(condition: Node) -> LinearMove:
    return LinearMove(f"1 <= k <= n and ({condition})", {"n": "n - k"}, ("k",))


def _rule(text: str, parameters: Sequence[str]) -> Node:
    """Read a rule with parameters, and return the condition under which k tokens may be taken from a heap of n."""
    scanner = Scanner(text)
    if not scanner.take("take"):
        raise scanner.error("a rule with parameters, such as take 1..K", hint=EXAMPLE)
    clauses = re.split(r"\bor\s+take\b", text[scanner.at :])
    found = tuple(_clause(Scanner(clause), parameters) for clause in clauses)
    return found[0] if len(found) == 1 else Node("or", found)


def _clause(scanner: Scanner, parameters: Sequence[str]) -> Node:
    """Read the amounts that may be taken, such as "1..K", and return them as a condition on the amount k and heap n.

    `parameters` are the names of the parameters of the rule, such as "K".
    """
    take = variable("k")
    if scanner.match(r"k\s+where\b") is not None:
        found = read_condition(scanner, ("n", "k", *parameters))
    elif scanner.match("{") is not None:
        members = [read_number(scanner, parameters)]
        while scanner.match(",") is not None:
            members.append(read_number(scanner, parameters))
        scanner.expect("}", '"," or "}"')
        found = Node("or", tuple(compared(take, "==", member) for member in members))
    else:
        low = high = read_number(scanner, parameters)
        if scanner.match(r"\.\.") is not None:
            high = read_number(scanner, parameters)
        found = Node("and", (compared(low, "<=", take), compared(take, "<=", high)))
    scanner.end('"or take", or the end of the rule')
    return found


def _claim(text: str, parameters: Sequence[str]) -> Comparison:
    scanner = Scanner(text)
    kind = scanner.match(r"[PN](?=\s+iff\b)|value\b")
    names = ("n", *parameters)
    if kind == "value":
        scanner.expect("==")
        node = read_number(scanner, names, CLAIM_FUNCTIONS)
    elif kind is not None:
        scanner.match("iff")
        node = read_condition(scanner, names, functions=CLAIM_FUNCTIONS)
    else:
        raise scanner.error("a claim", hint=EXAMPLE)
    scanner.end('an operator or "for all"')
    return Comparison("value" if kind == "value" else "P" if kind == "P" else "N", "==", node, names)


def _domain(text: str, parameters: Sequence[str]) -> Node:
    if re.fullmatch(r"\s*\w+(\s*,\s*\w+)*\s*", text):
        unknown = [name for name in re.findall(r"\w+", text) if name not in parameters]
        if unknown:
            raise NotationError(f"expected parameters after 'for all', found {unknown[0]!r}")
        return compared(number(0), "==", number(0))
    scanner = Scanner(text)
    node = read_condition(scanner, parameters)
    scanner.end("an operator, or the end of the claim")
    return node
