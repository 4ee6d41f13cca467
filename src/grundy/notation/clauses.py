"""Reads rules of heap games that a user states in words: take ..., split ..., joined by or.

    rule   = clause { "or" clause }
    clause = "take" set { "or" set } | "take" "k" "where" condition
           | "split" [ "a" "," "b" "where" condition ]
    set    = a ".." b | number | "{" numbers "}" | "squares" | "primes" | "prime-powers" | "any"
           | "powers" "(" base ")" | "all-but" "{" numbers "}"

Conditions are described in `core.expressions`.
"""

from __future__ import annotations

from ..core import Ruleset, Scanner
from ..core.expressions import read_condition
from ..games import NAMED_SETS, Clause, HeapRule, Split, TakeSet, TakeWhere

_SET = rf"(?={'|'.join(NAMED_SETS)}|powers|all-but|\{{|[0-9])"
_NEXT = r"take\b|split\b"
MOST_MEMBERS = 10_000
"""The largest number of members of a subtraction set in braces; longer ones can be written as ranges."""


def read_clauses(text: str) -> Ruleset[int]:
    """Read a heap game in words: clauses such as "take 1..3" or "split", joined by "or".

    >>> read_clauses("take k where k * k <= n or split").name
    'take k where k * k <= n or split'
    >>> read_clauses("take {1} or primes").name
    'take {1} or take primes'
    """
    scanner = Scanner(text)
    clauses = [_read_clause(scanner)]
    while scanner.take("or"):
        goes_on = isinstance(clauses[-1], TakeSet) and scanner.match(_SET) is not None
        clauses.append(_read_set(scanner) if goes_on else _read_clause(scanner))
    if scanner.match("(?=,)") is not None:
        raise scanner.error('"or" or the end of the rule', hint="write several amounts as take {1, 3, 4}")
    scanner.end('"or" or the end of the rule')
    return HeapRule(*clauses)


def _read_clause(scanner: Scanner) -> Clause:
    if scanner.take("split"):
        if scanner.match(r"a\b") is None:
            return Split()
        scanner.expect(",")
        scanner.expect("b")
        scanner.expect("where")
        return Split(read_condition(scanner, ("n", "a", "b"), _NEXT))
    scanner.expect("take", '"take" or "split"')
    if scanner.match(r"k\b") is not None:
        scanner.expect("where")
        return TakeWhere(read_condition(scanner, ("n", "k"), _NEXT))
    return _read_set(scanner)


def _read_set(scanner: Scanner) -> TakeSet:
    for word, named in NAMED_SETS.items():
        if scanner.take(word):
            return named
    if scanner.take("powers"):
        scanner.expect("(")
        base = _at_least(scanner, 2, "a base of at least 2")
        scanner.expect(")")
        return TakeSet.powers(base)
    if scanner.take("all-but"):
        return TakeSet.all_but(_read_members(scanner))
    if scanner.match(r"(?=\{)") is not None:
        return TakeSet.of(_read_members(scanner))
    words = ", ".join(NAMED_SETS)
    least = _at_least(scanner, 1, f"a number of tokens, a range 1..3, a list {{1, 3}} or one of {words}")
    if scanner.match(r"\.\.") is None:
        return TakeSet.of([least], f"take {least}")
    return TakeSet.range(least, _at_least(scanner, least, f"a number of at least {least}"))


def _read_members(scanner: Scanner) -> list[int]:
    scanner.expect("{")
    members = [_at_least(scanner, 1, "a number of tokens, at least 1")]
    while scanner.take(","):
        members.append(_at_least(scanner, 1, "a number of tokens, at least 1"))
        if len(members) > MOST_MEMBERS:
            raise scanner.error(f"at most {MOST_MEMBERS} numbers")
    scanner.expect("}", '"," or "}"')
    return members


def _at_least(scanner: Scanner, least: int, what: str) -> int:
    scanner.blanks()
    start = scanner.at
    value = scanner.number(what)
    if value < least:
        scanner.at = start
        raise scanner.error(what, number=True)
    return value
