"""Reads expressions of nimbers for the calculator; they are parsed and never run as Python.

    question = "log(" sum "," sum ")" | "order(" sum ")" | "roots(" sum "," sum ")" | "mex(" sum { "," sum } ")" | sum
    sum      = product { "+" product }              the nim-sum
    product  = power { ( "*" | "/" ) power }        the nim product, and its inverse operation
    power    = atom [ "^" [ "-" ] integer ]         an ordinary integer as exponent
    atom     = integer | "sqrt(" sum ")" | "(" sum ")"

log(b, a) is the least n with b^n = a, order(a) is the least n >= 1 with a^n = 1, and roots(a, b) are the x with x*x +
a*x = b. mex(a, b, ...) is the least number that is none of these. The values of these functions are ordinary integers
or several nimbers, so they are allowed only as the outermost function.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..core import NotationError, Scanner

MAX_TEXT = 20_000
"""The largest length of an expression, in characters."""
MAX_DEPTH = 40
"""The deepest nesting of brackets."""
MOST_BITS = 4096
"""The largest number of bits of an operand, so that every result can be written."""
QUESTIONS = {"log": 2, "order": 1, "roots": 2, "mex": 0}
"""The functions that are allowed only outermost, with their numbers of arguments; 0 for any number."""
_BINDS = {"+": 1, "*": 2, "^": 3}


class NimTerm(NamedTuple):
    """A parsed expression of nimbers: an operation with its arguments and its place in the text.

    A sum or product is one term with all its operands as arguments. A divisor is an argument with the operation "/", so
    6 / 3 is "*" of the terms 6 and "/" of 3.

    Attributes:
        op: "number", "+", "*", "/" (the inverse of its argument), "^", "sqrt", "log", "order" or "roots".
        args: The operands; empty for "number".
        value: The number of a "number", or the exponent of "^".
        at: The index in the text to which an error points; not used for "+" and "*".
    """

    op: str
    args: tuple[NimTerm, ...] = ()
    value: int = 0
    at: int = 0

    def __str__(self) -> str:
        if self.op == "number":
            return str(self.value)
        if self.op == "^":
            return f"{_shown(self.args[0], 3)}^{self.value}"
        if self.op in _BINDS:
            first, *others = self.args
            binds = _BINDS[self.op]
            signed = (("/", arg.args[0]) if arg.op == "/" else (self.op, arg) for arg in others)
            return _shown(first, binds) + "".join(f" {sign} {_shown(arg, binds + 1)}" for sign, arg in signed)
        return f"{self.op}({', '.join(map(str, self.args))})"


def _shown(term: NimTerm, outer: int) -> str:
    return f"({term})" if _BINDS.get(term.op, 4) < outer else str(term)


def read_nim_expression(text: str) -> NimTerm:
    """Read an expression of nimbers, such as "(6 + 7) * 3^-2"; raise `NotationError` with the place of a mistake.

    >>> str(read_nim_expression("(6 + 7)*3^-2"))
    '(6 + 7) * 3^-2'
    """
    if len(text) > MAX_TEXT:
        raise NotationError(f"expected at most {MAX_TEXT} characters, found {len(text)}", text=text, at=MAX_TEXT)
    scanner = Scanner(text)
    word = scanner.match("(?:log|order|roots|mex)\\b")
    term = _sum(scanner, 0) if word is None else _call(scanner, word, QUESTIONS[word], 0)
    if not scanner.done():
        expected = "an operator (+ * / ^) or the end of the expression" if word is None else "the end of the expression"
        raise scanner.error(expected, hint=_meant(scanner))
    return term


def _meant(scanner: Scanner) -> str | None:
    """Return a hint for several numbers without operators, or for "xor"."""
    words = scanner.text.replace(",", " ").split()
    if re.fullmatch("[0-9 ]+", " ".join(words)) is not None:
        return f'for the nim-sum "{" + ".join(words)}"; for heaps grundy solve "nim: {" ".join(words)}"'
    return "write + for the nim-sum" if scanner.match("(?=xor\\b|XOR\\b|⊕|\\|)") is not None else None


def _sum(scanner: Scanner, depth: int) -> NimTerm:
    terms = [_product(scanner, depth)]
    while scanner.take("+"):
        terms.append(_product(scanner, depth))
    return terms[0] if len(terms) == 1 else NimTerm("+", tuple(terms))


def _product(scanner: Scanner, depth: int) -> NimTerm:
    terms = [_power(scanner, depth)]
    while (sign := scanner.match("[*/]")) is not None:
        at = scanner.at - 1
        term = _power(scanner, depth)
        terms.append(term if sign == "*" else NimTerm("/", (term,), at=at))
    return terms[0] if len(terms) == 1 else NimTerm("*", tuple(terms))


def _power(scanner: Scanner, depth: int) -> NimTerm:
    term = _atom(scanner, depth)
    if not scanner.take("^"):
        return term
    at = scanner.at - 1
    sign = -1 if scanner.take("-") else 1
    return NimTerm("^", (term,), sign * scanner.integer("a whole number as exponent"), at)


def _atom(scanner: Scanner, depth: int) -> NimTerm:
    if depth > MAX_DEPTH:
        raise scanner.error(f"at most {MAX_DEPTH} brackets in each other")
    if scanner.match("sqrt\\b") is not None:
        return _call(scanner, "sqrt", 1, depth + 1)
    if scanner.take("("):
        term = _sum(scanner, depth + 1)
        scanner.expect(")", 'an operator or ")"')
        return term
    scanner.blanks()
    start = scanner.at
    if (word := scanner.match("(?:log|order|roots|mex)\\b")) is not None:
        scanner.at = start
        raise scanner.error(f"a number or a bracket: {word} is allowed only outermost")
    value = scanner.integer("a number, a bracket or sqrt(...)")
    if value >> MOST_BITS:
        scanner.at = start
        raise scanner.error(f"a number below 2^{MOST_BITS}")
    return NimTerm("number", value=value, at=start)


def _call(scanner: Scanner, function: str, count: int, depth: int) -> NimTerm:
    at = scanner.at - len(function)
    scanner.expect("(", f'"(" after {function}')
    args = [_sum(scanner, depth)]
    while not count and scanner.take(","):
        args.append(_sum(scanner, depth))
    while len(args) < count:
        scanner.expect(",", f'an operator or "," ({function} takes {count} numbers)')
        args.append(_sum(scanner, depth))
    scanner.expect(")", 'an operator or ")"')
    return NimTerm(function, tuple(args), at=at)
