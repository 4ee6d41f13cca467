"""The calculator for nimbers, and their multiplication table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from ..workflows.library.nim_algebra import MOST_ROWS, calculate, multiplication_table
from .context import Context
from .request import MOST_TEXT, Argument, FieldError, Help, Remote, Request
from .result import Exact, Result
from .table import operation


class NimRequest(Request):
    """Calculate an EXPRESSION of nimbers: "6 * 7 + 3 / 2".

    + is the nim-sum, * the nim product, / the nim quotient, ^ a power with an ordinary whole exponent, and sqrt(a) the
    square root. The following functions are allowed only outermost, not as part of an expression: log(b, a), the least
    n with b^n = a; order(a), the least n >= 1 with a^n = 1; roots(a, b), the x with x*x + a*x = b; and mex(a, b, ...),
    the least number that is not among these. Numbers are below 2^4096.

    w is the first infinite ordinal. w^3 is a nim power, which is 2; [w^3], w^w and w^(w*2 + 1) are powers of ordinals.
    Ordinals below w^(w^w) can be added, multiplied, divided, and raised to powers.
    """

    expression: Annotated[str | None, Argument(), Help("nimbers and their operations"), Remote(1, MOST_TEXT)] = None
    table: Annotated[int | None, Help("Print a table of the nim products of 0 to N - 1."), Remote(1, MOST_ROWS)] = None


class NimValue(Result):
    """The result of `nim` for an expression: its number, or null if there is none, as for some logarithms."""

    expression: str
    question: str
    value: Exact | None

    def blocks(self) -> Iterator[str]:
        yield "none: there is no such number" if self.value is None else str(self.value)


class NimOrdinal(Result):
    """The result of `nim` for an expression whose value is an ordinal from w on, such as "[w^2]*3"."""

    expression: str
    question: str
    ordinal: str

    def blocks(self) -> Iterator[str]:
        yield self.ordinal


class NimRoots(Result):
    """The result of `nim` for an expression roots(a, b): the nimbers x for which x*x + a*x = b."""

    expression: str
    question: str
    roots: list[Exact]

    def blocks(self) -> Iterator[str]:
        yield " or ".join(map(str, self.roots)) or "none"


class NimTable(Result):
    """The result of `nim` with a table size n: the products of the nimbers below n, a * b in row a and column b."""

    table: list[list[int]]

    def blocks(self) -> Iterator[str]:
        from ..drawing import grid_table

        yield grid_table(self.table, width=10_000)


@operation(
    NimRequest,
    examples={
        'grundy nim "6 * 7 + 3 / 2"': "a nimber",
        'grundy nim "w * w + 1 / w"': "transfinite nimbers",
        "grundy nim --table 4": "the nim products of 0 to 3",
    },
)
def nim(request: NimRequest, context: Context) -> NimValue | NimOrdinal | NimRoots | NimTable:
    """Calculate an expression of nimbers, or the multiplication table of small nimbers.

    Args:
        request: The question: an expression, or the size of the table. The decorated function also accepts its fields:
            `nim("6 * 7")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        A `NimTable` for the size of a table, `NimRoots` for an expression roots(a, b), `NimOrdinal` for an infinite
        value, and a `NimValue` for any other expression.

    Raises:
        FieldError: If the request has both an expression and a table size, or neither.
        InputError: If the expression cannot be read, or divides by 0.
        LimitReached: If a limit was reached.
    """
    if (request.expression is None) == (request.table is None):
        raise FieldError('missing argument {expression}, such as "6 * 7", or {table} N')
    if request.table is not None:
        return NimTable(table=multiplication_table(request.table))
    found = calculate(request.expression or "", context.budget)
    if found.ordinal:
        return NimOrdinal(expression=found.expression, question=found.question, ordinal=found.ordinal)
    if found.question == "roots":
        return NimRoots(expression=found.expression, question=found.question, roots=list(found.values))
    return NimValue(expression=found.expression, question=found.question, value=next(iter(found.values), None))
