"""Claims as text: statements about every position of a ruleset.

    claim   = ("P" | "N") "iff" condition [ "from" least ]
            | "value" (== != < <= > >=) number [ "from" least ]
            | "periodic" period "from" preperiod
            | "same as" ruleset [ "shifted by" [ "-" ] integer ]

Conditions and numbers are expressions of one heap n or of heaps a, b, c, d in this order; the last letter that is used
determines the number of heaps. `least` is the smallest heap size of the claim. The text is never evaluated by Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from ..core import InputError, NotationError, Scanner
from ..core.expressions import CLAIM_FUNCTIONS, Node, read_condition, read_number
from ..core.scanner import MAX_TEXT

LETTERS = ("a", "b", "c", "d")
"""The names of several heaps."""
SAMPLE = '"P iff n % 4 == 0", "value == n % 4", "periodic 12 from 71" or "same as 0.07"'
"""Examples of claims."""


class Comparison(NamedTuple):
    """A claim such as "P iff n % 4 == 0" or "value <= n": about the outcomes or the values of all positions.

    Attributes:
        kind: "P", "N" or "value".
        sign: The comparison of the value with the number; "==" for outcomes.
        node: The condition, or the number with which values are compared.
        names: The variables of the claim, one for each heap of a position: ("n",), or the first of "a", "b", "c", "d".
        least: The smallest size of every heap, or None if the claim does not state it.
    """

    kind: Literal["P", "N", "value"]
    sign: str
    node: Node
    names: tuple[str, ...]
    least: int | None = None

    def __str__(self) -> str:
        head = f"value {self.sign}" if self.kind == "value" else f"{self.kind} iff"
        return f"{head} {self.node}" + ("" if self.least is None else f" from {self.least}")


class Periodic(NamedTuple):
    """The claim that heaps n + period and n have the same Grundy value for every n >= preperiod."""

    period: int
    preperiod: int

    def __str__(self) -> str:
        return f"periodic {self.period} from {self.preperiod}"


class Same(NamedTuple):
    """The claim that heap n + shift has the value of heap n in another ruleset, for all n >= 0 with n + shift >= 0."""

    ruleset: str
    shift: int = 0

    def __str__(self) -> str:
        return f"same as {self.ruleset}" + (f" shifted by {self.shift}" if self.shift else "")


Claim: TypeAlias = Comparison | Periodic | Same


def read_claim(text: str) -> Claim:
    """Read a claim about all positions of a ruleset; raise `InputError` that marks the place of a mistake.

    >>> print(read_claim("P iff n % 7 in {0, 2}"), "|", read_claim("same as 0.07 shifted by 1"))
    P iff n % 7 == 0 or n % 7 == 2 | same as 0.07 shifted by 1
    >>> read_claim("P iff a ^ b ^ c == 0").names
    ('a', 'b', 'c')
    """
    if len(text) > MAX_TEXT:
        raise NotationError(f"expected a claim of at most {MAX_TEXT} characters, found {len(text)}")
    if not text.isprintable():
        raise NotationError("expected one line of printable text, found a control character")
    scanner = Scanner(text)
    if scanner.take("periodic"):
        start = scanner.at
        period = scanner.number("a period")
        if not period:
            scanner.at = start
            raise scanner.error("a period of at least 1", number=True)
        preperiod = scanner.number("a preperiod") if scanner.take("from") else 0
        scanner.end('"from" and the first heap, or the end of the claim')
        return Periodic(period, preperiod)
    if scanner.match(r"same\s+as\b") is not None:
        ruleset = scanner.match(r".*?(?=\s+shifted\s+by\b|$)") or ""
        if not ruleset.strip():
            raise scanner.error("a ruleset")
        if scanner.match(r"shifted\s+by\b") is None:
            return Same(ruleset.strip())
        sign = -1 if scanner.take("-") else 1
        shift = scanner.integer("how many tokens larger the heap is")
        scanner.end()
        return Same(ruleset.strip(), sign * shift)
    kind = scanner.match(r"[PN](?=\s+iff\b)|value\b")
    if kind is None:
        raise scanner.error("a claim", hint=f"for instance {SAMPLE}")
    return _comparison(scanner, kind)


def _comparison(scanner: Scanner, kind: str) -> Comparison:
    known = ("n", *LETTERS)
    if kind == "value":
        sign = scanner.match("==|!=|<=|>=|<|>")
        if sign is None:
            raise scanner.error("a comparison, as in value == n % 4")
        node = read_number(scanner, known, CLAIM_FUNCTIONS)
    else:
        scanner.match("iff")
        sign, node = "==", read_condition(scanner, known, functions=CLAIM_FUNCTIONS)
    least = scanner.number("the smallest heap") if scanner.take("from") else None
    if scanner.match("(?=/)") is not None:
        raise scanner.error("an operator", hint="write // for division without remainder, as in n // 2")
    scanner.end('an operator, "from" and the smallest heap, or the end of the claim')
    heaps: Literal["P", "N", "value"] = "P" if kind == "P" else "N" if kind == "N" else "value"
    used = set(names_in(node))
    if "n" in used and len(used) > 1:
        raise InputError("expected one heap n or several heaps a, b, ..., found both", text=scanner.text, at=0)
    names = ("n",) if used <= {"n"} else LETTERS[: 1 + max(map(LETTERS.index, used))]
    return Comparison(heaps, sign, node, names, least)


def names_in(node: Node) -> Iterator[str]:
    """Yield the variable names in an expression, each as often as it occurs."""
    return (str(one.value) for one in node.walk() if one.op == "name")
