"""Reads expressions of nimbers for the calculator; they are parsed and never run as Python.

    question = "log(" sum "," sum ")" | "order(" sum ")" | "roots(" sum "," sum ")" | "mex(" sum { "," sum } ")" | sum
    sum      = product { "+" product }              the nim-sum
    product  = power { ( "*" | "/" ) power }        the nim product, and its inverse operation
    power    = atom [ "^" [ "-" ] integer ]         an ordinary integer as exponent
    atom     = integer | "sqrt(" sum ")" | "(" sum ")" | "w" [ "^" limit ] | "[w^" exponent "]"
    limit    = "w" | "(" exponent ")"               a power of ordinals, as in w^w and w^(w*2 + 1)
    exponent = term { "+" term }                    an ordinal below w^w: terms are n, w, w*n, w^n and w^n*n

w is the first infinite ordinal. w^3 is a nim power, which is 2, and [w^3] is the ordinal. log(b, a) is the least n with
b^n = a, order(a) is the least n >= 1 with a^n = 1, and roots(a, b) are the x with x*x + a*x = b. mex(a, b, ...) is the
least number that is none of these. The values of these functions are ordinary integers or several nimbers, so they are
allowed only as the outermost function.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..core import NotationError, Scanner
from .nim_ordinals import show_ordinal

MAX_TEXT = 20_000
"""The largest length of an expression, in characters."""
MAX_DEPTH = 40
"""The deepest nesting of brackets."""
MOST_BITS = 4096
"""The largest number of bits of an operand, so that every result can be written."""
MOST_PLACE = 100
"""The largest exponent k of a term w^k in the exponent of an ordinal."""
QUESTIONS = {"log": 2, "order": 1, "roots": 2, "mex": 0}
"""The functions that are allowed only outermost, with their numbers of arguments; 0 for any number."""
_BINDS = {"+": 1, "*": 2, "^": 3}


class NimTerm(NamedTuple):
    """A parsed expression of nimbers: an operation with its arguments and its place in the text.

    A sum or product is one term with all its operands as arguments. A divisor is an argument with the operation "/", so
    6 / 3 is "*" of the terms 6 and "/" of 3.

    Attributes:
        op: "number", "ordinal" (a power of w), "+", "*", "/" (the inverse of its argument), "^", "sqrt", or a function
            of `QUESTIONS`.
        args: The operands; empty for "number".
        value: The number of a "number", or the exponent of "^".
        at: The index in the text to which an error points; not used for "+" and "*".
        power: The exponent of an "ordinal": the i-th number n stands for the term w^i * n.
    """

    op: str
    args: tuple[NimTerm, ...] = ()
    value: int = 0
    at: int = 0
    power: tuple[int, ...] = ()

    @property
    def is_finite(self) -> bool:
        """Whether no ordinal from w on occurs in the term."""
        return self.op != "ordinal" and all(arg.is_finite for arg in self.args)

    def __str__(self) -> str:
        if self.op == "ordinal":
            return show_ordinal({self.power: 1})
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
    """Return a hint for the error if several numbers have no operator between them, or "xor" is used; else None."""
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
    if term.power == (1,) and scanner.match("(?=[w(ω])") is not None:
        return term._replace(power=_limit(scanner))
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
    if scanner.match(r"\[") is not None:
        scanner.needed("[wω]", "an ordinal such as [w^3]")
        scanner.expect("^")
        bracket = scanner.take("(")
        power = _exponent(scanner)
        if bracket:
            scanner.expect(")", '"+" or ")"')
        scanner.expect("]", '"+" or "]"')
        return NimTerm("ordinal", at=start, power=power)
    if scanner.match(r"[wω](?![A-Za-z0-9])") is not None:
        return NimTerm("ordinal", at=start, power=(1,))
    if (word := scanner.match("(?:log|order|roots|mex)\\b")) is not None:
        scanner.at = start
        raise scanner.error(f"a number or a bracket: {word} is allowed only outermost")
    value = scanner.integer("a number, a bracket or sqrt(...)")
    if value >> MOST_BITS:
        scanner.at = start
        raise scanner.error(f"a number below 2^{MOST_BITS}")
    return NimTerm("number", value=value, at=start)


def _limit(scanner: Scanner) -> tuple[int, ...]:
    """Read the exponent in w^w or w^(w*2 + 1): w, or an ordinal in brackets, as a tuple of its coefficients."""
    if scanner.take("("):
        power = _exponent(scanner)
        scanner.expect(")", '"+" or ")"')
        return power
    scanner.needed("[wω]", "w or an exponent in brackets")
    return 0, 1


def _exponent(scanner: Scanner) -> tuple[int, ...]:
    """Read an ordinal below w^w, whose terms must descend, as its coefficients: w^2*3 + w + 5 gives (5, 1, 3)."""
    found: dict[int, int] = {}
    while True:
        start = scanner.at
        place = 0
        if scanner.match("[wω]") is not None:
            place = scanner.integer("a whole number, for an ordinal below w^(w^w)") if scanner.take("^") else 1
            number = scanner.integer() if scanner.take("*") else 1
        else:
            number = scanner.integer("w or a whole number")
        if place > MOST_PLACE or (found and place >= min(found)):
            what = f"terms with falling exponents, at most w^{MOST_PLACE}"
            raise scanner.error(what, at=start)
        found[place] = number
        if not scanner.take("+"):
            break
    power = [found.get(place, 0) for place in range(max(found) + 1)]
    while power and not power[-1]:
        power.pop()
    return tuple(power)


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
