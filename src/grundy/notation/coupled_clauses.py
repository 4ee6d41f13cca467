"""Reads rules of games on several heaps of which a move may change more than one.

    rule    = clause { "or" clause } [ "until" condition ] [ "blocking" number ]
    clause  = "take" numbers "of" heaps [ "where" condition ] | "move" heaps "to" numbers [ "where" condition ]
    numbers = number { "," number }                heaps = name { "," name }

`games.heaps.coupled_rules` states what the rules mean, and `core.expressions` describes numbers and conditions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..core import CoupledMove, NotationError, RuleError, Ruleset, Scanner
from ..core.expressions import FUNCTIONS, Node, read_condition, read_number
from ..games import BlockedRule, CoupledClause, CoupledRule

WORDS = ("take", "move", "split", "of", "to", "where", "until", "blocking", "or", "and", "not", "in")
"""The words of rules, which are not names."""
_NEXT = r"(?:take|move)\b"
_NAME = r"[a-z_][a-zA-Z_0-9]*"
MOST_HEAPS, MOST_CHOSEN = 8, 4
"""The largest numbers of heaps of a rule, and of numbers that a move chooses."""


class _AnyName(Sequence[str]):
    """A sequence that contains every name except words of rules and names of functions."""

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word not in WORDS and word not in FUNCTIONS

    def __len__(self) -> int:
        return 0

    def __getitem__(self, place: object) -> str:
        raise IndexError(place)


_ANY = _AnyName()


def read_coupled(text: str) -> Ruleset[Any]:
    """Read a rule of a game on several heaps, of which a move may change more than one.

    Args:
        text: The rule.

    Returns:
        The ruleset.

    Raises:
        NotationError: If the text is not such a rule.
        RuleError: If nothing shows that play ends, or that each position has finitely many options.

    Example:
        >>> read_coupled("take i, j of a, b where abs(i - j) < 2 or i == 0 or j == 0 until a+b <= 3 blocking 1").name
        'take i, j of a, b where abs(i - j) < 2 or i == 0 or j == 0 until a + b <= 3 blocking 1'
    """
    heaps = _all_heaps(text)
    scanner = Scanner(text)
    clauses = [_read_clause(scanner, heaps)]
    while scanner.take("or"):
        clauses.append(_read_clause(scanner, heaps))
    until = read_condition(scanner, heaps) if scanner.take("until") else None
    blocks = 0
    if scanner.take("blocking"):
        scanner.blanks()
        start = scanner.at
        blocks = scanner.integer("a number of options to block")
        if blocks < 1:
            raise scanner.error("a number of options of at least 1", at=start, number=True)
    scanner.end('"or", "until", "blocking" or the end of the rule' if not (until or blocks) else "the end of the rule")
    try:
        rule = CoupledRule(heaps, clauses, until)
    except RuleError as error:
        raise error.within(text, 0) from None
    return BlockedRule(rule, blocks) if blocks else rule


def _all_heaps(text: str) -> tuple[str, ...]:
    """Return the names of the heaps in all clauses of a rule, in the order of the text."""
    names: dict[str, None] = {}
    for found in re.finditer(rf"\b(?:of|move)\s+({_NAME}(?:\s*,\s*{_NAME})*)", text):
        names.update(dict.fromkeys(re.split(r"\s*,\s*", found[1])))
    return tuple(name for name in names if name in _ANY)


def _read_clause(scanner: Scanner, heaps: tuple[str, ...]) -> CoupledClause:
    scanner.blanks()
    start = scanner.at
    if taking := scanner.take("take"):
        amounts = _read_numbers(scanner)
        scanner.expect("of", '"," or "of" and the heaps')
        own = _read_heaps(scanner, heaps)
    else:
        scanner.expect("move", '"take" or "move"')
        own = _read_heaps(scanner, heaps)
        scanner.expect("to", '"," or "to" and the new sizes')
        amounts = _read_numbers(scanner)
    if len(amounts) != len(own):
        what = ("amounts" if taking else "new sizes") if len(own) > 1 else "amount" if taking else "new size"
        message = f"expected {len(own)} {what} for {', '.join(own)}, found {len(amounts)}"
        raise NotationError(message, text=scanner.text, at=start)
    written = [str(node.value) for amount in amounts for node in amount.walk() if node.op == "name"]
    chosen = tuple(dict.fromkeys(name for name in written if name not in heaps))
    if len(chosen) > MOST_CHOSEN:
        raise scanner.error(f"at most {MOST_CHOSEN} chosen numbers", at=start)
    condition = read_condition(scanner, (*heaps, *chosen), _NEXT) if scanner.take("where") else None
    first, second = ", ".join(map(str, amounts)), ", ".join(own)
    text = f"take {first} of {second}" if taking else f"move {second} to {first}"
    text += f" where {condition}" if condition else ""
    needed = [condition] if condition else []
    results = dict(zip(own, amounts, strict=True))
    if taking:
        needed = _taken(results) + needed
        results = {heap: Node("-", (Node("name", value=heap), amount)) for heap, amount in results.items()}
    whole = needed[0] if len(needed) == 1 else Node("and", tuple(needed)) if needed else _TRUE
    return CoupledClause(text, CoupledMove(whole, results, chosen), start)


_ZERO = Node("number", value=0)
_TRUE = Node("compare", (_ZERO, _ZERO), signs=("==",))


def _taken(amounts: dict[str, Node]) -> list[Node]:
    """Return conditions for amounts taken from heaps: none is negative or larger than its heap, and one is positive."""
    found, total = [], None
    for heap, amount in amounts.items():
        found.append(Node("compare", (_ZERO, amount, Node("name", value=heap)), signs=("<=", "<=")))
        total = amount if total is None else Node("+", (total, amount))
    return [*found, Node("compare", (total or _ZERO, _ZERO), signs=(">",))]


def _read_numbers(scanner: Scanner) -> list[Node]:
    found = [read_number(scanner, _ANY)]
    while scanner.take(","):
        found.append(read_number(scanner, _ANY))
    return found


def _read_heaps(scanner: Scanner, heaps: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    while True:
        scanner.blanks()
        start = scanner.at
        name = scanner.match(_NAME)
        if name not in heaps or name in found:
            raise scanner.error("the name of another heap" if found else "the name of a heap", at=start)
        found.append(name)
        if len(found) > MOST_HEAPS:
            raise scanner.error(f"at most {MOST_HEAPS} heaps", at=start)
        if not scanner.take(","):
            return found
