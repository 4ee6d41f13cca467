"""Bounds of numbers under a condition, by elimination of variables from linear inequalities.

A condition becomes alternatives, which are lists of linear inequalities. Whenever the condition is true, all
inequalities of some alternative are true. The inequality `n - k >= 0` is stored as the dictionary {n: 1, k: -1}, called
a row. The rows describe `abs`, `min`, `max`, `//` and `%` exactly; other operations become unknown numbers. So every
bound that is found is true, but some bounds may be missed. Sources: J. B. J. Fourier 1826, T. S. Motzkin 1936
(elimination); R. E. Gomory, "Outline of an algorithm for integer solutions to linear programs", 1958 (rounding of
rows).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import gcd

from ...core.expressions import Node

Row = Mapping[str, int]
"""A linear inequality: the sum of coefficient times variable, and of the constant, which has the name "", is >= 0."""
Rows = tuple[Row, ...]
Term = tuple[dict[str, int], Rows]
"""A linear expression, and inequalities between the unknown numbers in it and the variables."""
MOST_ALTERNATIVES = 128
"""A condition with more alternatives is not used."""
MOST_ROWS = 300
"""The largest number of inequalities during an elimination; more are dropped."""


def alternatives(condition: Node, *, holds: bool = True) -> list[Rows]:
    """Return lists of linear inequalities such that all inequalities of some list are true if a condition is true.

    Args:
        condition: The condition.
        holds: Whether the condition is true; if False, the lists are those for its negation.

    Returns:
        The lists, each as a tuple. There is one empty list if nothing is known, and none if the condition cannot be
        true. An inequality is a dictionary that maps each variable to its coefficient and "" to the constant. It means
        that their sum is at least 0: {"n": 1, "k": -1, "": -1} is n - k - 1 >= 0.

    Example:
        >>> from grundy.core import Scanner
        >>> from grundy.core.expressions import read_condition
        >>> alternatives(read_condition(Scanner("1 <= k < n"), ("n", "k")))
        [({'k': 1, '': -1}, {'n': 1, 'k': -1, '': -1})]
    """
    if condition.op == "not":
        return alternatives(condition.args[0], holds=not holds)
    if condition.op in {"and", "or"}:
        parts = [alternatives(arg, holds=holds) for arg in condition.args]
        return _both(parts) if (condition.op == "and") == holds else _few([one for part in parts for one in part])
    if condition.op != "compare":
        return [()]
    pairs = zip(condition.args, condition.signs, condition.args[1:], strict=False)
    compared = [_compared(left, sign if holds else _DENIED[sign], right) for left, sign, right in pairs]
    return _both(compared) if holds else _few([one for part in compared for one in part])


def term_alternatives(term: Node) -> list[Term]:
    """Return the cases in which a term is linear, as pairs of a linear expression and a tuple of inequalities.

    At least one case applies: its inequalities are true, and the term equals its expression. For example, abs(x) has
    the case x with x >= 0 and the case -x with -x >= 1. A part that is not linear becomes an unknown number named by
    its text, so that equal parts of a rule are the same number, and different parts are different ones.
    """
    if term.op == "number":
        return [({"": int(term.value)}, ())]
    if term.op == "name":
        return [({str(term.value): 1}, ())]
    found: list[Term] = []
    for chosen in product(*map(term_alternatives, term.args)):
        terms, rows = [linear for linear, _ in chosen], tuple(row for _, rows in chosen for row in rows)
        found += [(linear, (*rows, *more)) for linear, more in _applied(term, terms)]
    return found if len(found) <= MOST_ALTERNATIVES else [({f"?{term}": 1}, ())]


def follows(rows: Iterable[Row], row: Row) -> bool:
    """Return whether some inequalities imply another one for all integers; False if no proof was found.

    Args:
        rows: The inequalities, each a dictionary of coefficients, with "" for the constant.
        row: The inequality to prove.

    Returns:
        Whether it follows.

    Example:
        >>> follows([{"k": 1, "": -1}], {"k": 2, "": -2})
        True
    """
    left = [*rows, {name: -value for name, value in {"": 0, **row}.items()} | {"": -row.get("", 0) - 1}]
    for name in sorted({name for one in left for name in one if name}):
        left = eliminated(left, name)
    return any(one.get("", 0) < 0 for one in left)


def eliminated(rows: Iterable[Row], name: str) -> list[Row]:
    """Eliminate a variable: return inequalities between the other variables that follow from the given ones.

    Args:
        rows: The inequalities, each a dictionary of coefficients, with "" for the constant.
        name: The variable that is removed.

    Returns:
        The inequalities without the variable.
    """
    below = [row for row in rows if row.get(name, 0) > 0]
    above = [row for row in rows if row.get(name, 0) < 0]
    found = [row for row in rows if not row.get(name, 0)]
    for low, high in product(below, above):
        scale, other = -high[name], low[name]
        names = {**low, **high}
        found.append({one: scale * low.get(one, 0) + other * high.get(one, 0) for one in names if one != name})
    return _reduced(found)


def _reduced(rows: Iterable[Row]) -> list[Row]:
    """Simplify inequalities: divide each by the common divisor of its coefficients, and round the constant.

    Of several inequalities with the same coefficients only the strongest is kept.
    """
    best: dict[tuple[tuple[str, int], ...], int] = {}
    for row in rows:
        parts = sorted((name, value) for name, value in row.items() if name and value)
        divisor = gcd(*(value for _, value in parts)) or 1
        key = tuple((name, value // divisor) for name, value in parts)
        constant = row.get("", 0) // divisor
        if key or constant < 0:
            best[key] = min(constant, best.get(key, constant))
    ordered = sorted(best.items(), key=lambda item: len(item[0]))
    return [{**dict(key), "": constant} for key, constant in ordered[:MOST_ROWS]]


_DENIED = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _compared(left: Node, sign: str, right: Node) -> list[Rows]:
    found: list[Rows] = []
    for (x, some), (y, more) in product(term_alternatives(left), term_alternatives(right)):
        up, down = combined((y, 1), (x, -1)), combined((x, 1), (y, -1))  # y - x and x - y
        rows: list[Rows]
        if sign == "!=":
            rows = [(_lowered(up),), (_lowered(down),)]
        else:
            rows = [{"==": (up, down), "<=": (up,), ">=": (down,), "<": (_lowered(up),), ">": (_lowered(down),)}[sign]]
        found += [(*some, *more, *one) for one in rows]
    return _few(found)


def combined(*terms: tuple[Row, int]) -> dict[str, int]:
    """Return the sum of linear expressions, each multiplied by an integer.

    A linear expression is a dictionary of coefficients, with "" for the constant.
    """
    names = {name for term, _ in terms for name in term}
    return {name: sum(factor * term.get(name, 0) for term, factor in terms) for name in sorted(names, reverse=True)}


def _lowered(row: Row) -> Row:
    return {**row, "": row.get("", 0) - 1}


def _both(parts: Sequence[list[Rows]]) -> list[Rows]:
    found: list[Rows] = [()]
    for part in parts:
        if len(found) * len(part) > MOST_ALTERNATIVES:
            continue
        found = [(*one, *other) for one, other in product(found, part)]
    return found


def _few(found: list[Rows]) -> list[Rows]:
    return found if len(found) <= MOST_ALTERNATIVES else [()]


def _applied(node: Node, terms: list[dict[str, int]]) -> list[Term]:
    op, first, last = node.op, terms[0], terms[-1]
    constant = not any(value for name, value in last.items() if name)
    if op in {"+", "-"}:
        return [(combined((first, 1), (last, 1 if op == "+" else -1)), ())]
    if op == "neg":
        return [(combined((first, -1)), ())]
    if op == "*" and (constant or not any(value for name, value in first.items() if name)):
        term, factor = (first, last) if constant else (last, first)
        return [(combined((term, factor.get("", 0))), ())]
    if op == "abs":
        negative = combined((first, -1))
        return [(first, (first,)), (negative, (_lowered(negative),))]
    if op in {"min", "max"}:
        turn = 1 if op == "min" else -1
        return [(one, tuple(combined((other, turn), (one, -turn)) for other in terms)) for one in terms]
    whole = {f"?{node}": 1}
    if op in {"//", "%"} and constant and (divisor := last.get("", 0)) > 0:
        rest = combined((first, 1), (whole, -divisor))
        bounds = (rest, combined(({"": divisor - 1}, 1), (rest, -1)))
        return [(whole if op == "//" else rest, bounds)]
    if op == "%":  # at least 0 and below the divisor, if this is positive
        return [
            (whole, (_lowered(last), whole, combined((_lowered(last), 1), (whole, -1)))),
            (whole, (combined((last, -1)),)),
        ]
    return [(whole, ())]
