"""Exports the best pattern of an exploration as a function in Python or C++, with its grade in a comment.

The function uses the first of the following methods that is possible: a closed formula, a period as a table, an
automaton, a loop over smaller heaps by the rule of a code or a finite subtraction set, a search with the rule of a
Python function, or a table of the values. It uses only the standard library of its language.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from textwrap import wrap

from ...core import Code, Course, FunctionRuleset, InputError, Scanner, Structure, facet, has_misere_rule
from ...core.expressions import CLAIM_FUNCTIONS, Node, read_condition, read_number
from ...patterns import AdditivePairs, Automaton, MexPairs
from .code_cpp import MOST, cpp_text
from .code_python import WIDTH, Function, Statement, python_text, stated_rule
from .exploration import Discovery, Explored

MOST_ENTRIES = 20_000
"""The largest number of entries in a table."""
PLAIN = 1000
"""The largest number of values in a table for a ruleset without a pattern."""
PAIR_BITS = 30
"""The largest number of bits of a heap in a pair."""
NO_PATTERN = "no pattern was found"


def exported_code(found: Explored, language: str = "python") -> str:
    """Write a Python or C++ function that computes the values of an explored ruleset.

    If the patterns describe only the P-positions, the function returns whether a position is a P-position.

    Args:
        found: The exploration, with the patterns found in the values.
        language: "python" or "cpp".

    Returns:
        The source code.

    Raises:
        InputError: If the language is not supported, or if no function can be written, for example for boards.
    """
    if language not in {"python", "cpp"}:
        raise InputError(f"expected python or cpp, found {language!r}")
    function = function_of(found)
    if language == "python":
        return python_text(function)
    if function.parts:
        function = _computed(found, f"{NO_PATTERN}, and a search of the rule can only be written in Python")
    return cpp_text(function)


def function_of(found: Explored) -> Function:
    """Return a function that uses the best pattern, as data from which Python or C++ code can be written.

    If the patterns describe only the P-positions, the function returns whether a position is a P-position. Raise
    `InputError` for boards.
    """
    if found.shape in {"pairs", "tuples"}:
        return _of_pairs(found) or _search(found) or _computed(found)
    if found.shape == "boards":
        raise InputError(f"{found.ruleset.name}: code can be written for heaps and pairs of heaps")
    values = _formula(found) or _period(found) or _automaton(found, lost=False) or _rule(found)
    return values or _law(found) or _automaton(found, lost=True) or _search(found) or _computed(found)


def _formula(found: Explored) -> Function | None:
    for one in found.patterns:
        if one.kind == "formula" and isinstance(one.detail, Node) and "**" not in str(one.detail):  # ** hides a table
            values = found.values[: one.start - found.sample.start]
            return _after(values, found.sample.start, Function(_notes(found, one), [("return", one.detail)]))
    return None


def _law(found: Explored) -> Function | None:
    for one in found.patterns:
        if one.kind == "progression" and one.expression is not None and "is_prime(" not in one.expression:
            node = read_condition(Scanner(one.expression), ("n",), functions=CLAIM_FUNCTIONS)
            law = Function(_notes(found, one), [("return", node)], lost=True)
            lost = [int(value == 0) for value in found.values[: one.start - found.sample.start]]
            return _after(lost, found.sample.start, law)
    return None


def _period(found: Explored) -> Function | None:
    for one in found.patterns:
        course, start = one.detail, found.sample.start
        if one.kind == "period" and isinstance(course, Course):
            n0, p, saltus = course
            if course.window - start <= min(len(found.values), MOST_ENTRIES):
                since = f"(n - {n0})" if n0 else "n"
                place = f"{n0 - start} + {since}" if n0 > start else since
                value = f"VALUES[{place} % {p}]" + (f" + {since} // {p} * {saltus}" if saltus else "")
                early: list[Statement] = [("if", f"n < {n0}", f"VALUES[{_place(start)}]")] if n0 > start else []
                arrays = {"VALUES": found.values[: course.window - start]}
                bits = MOST - saltus.bit_length()
                return Function(_notes(found, one), [*early, ("return", value)], arrays, bits=bits)
    return None


def _automaton(found: Explored, *, lost: bool) -> Function | None:
    for one in found.patterns:
        machine = one.detail
        if isinstance(machine, Automaton) and one.text.startswith(("1 where", "P iff")) == lost:
            arrays = {"NEXT": [*chain.from_iterable(machine.transitions)], "OUTPUT": machine.outputs}
            statements: list[Statement] = [("digits", machine.base), ("return", "OUTPUT[state]")]
            return Function(_notes(found, one), statements, arrays, lost=lost)
    return None


def _after(values: Sequence[int], start: int, function: Function) -> Function:
    """Return a function that gives `values` for heaps `start`, `start` + 1, ..., and then the results of `function`."""
    if not values:
        return function
    several = len(values) > 1
    first: Statement = ("if", f"n < {start + len(values)}", f"FIRST[{_place(start)}]" if several else values[0])
    arrays = {"FIRST": values, **function.arrays} if several else function.arrays
    return function._replace(statements=[first, *function.statements], arrays=arrays)


def _place(start: int) -> str:
    return f"n - {start}" if start else "n"


def _rule(found: Explored) -> Function | None:
    rule = facet(found.ruleset, Structure).sequence()
    if found.play == "misere" or has_misere_rule(found.ruleset) or rule is None:
        return None
    notes = _title(found, f"{NO_PATTERN}, so the values of all smaller heaps are computed by the rule")
    if not isinstance(rule, Code):
        return Function(notes, [("smaller heaps", ("takes",))], {"TAKES": rule})
    digits, limits = [], []
    for digit in rule.digits:
        conditions = {item.limit for item in digit.items if item.heaps == 2}
        if len(conditions) > 1 or any(item.heaps > 2 or item.more for item in digit.items):
            return None
        digits.append(sum(1 << item.heaps for item in digit.items))  # what may be left
        limits.append(("", "!", "=").index("".join(conditions)))  # of two heaps: 0 any, 1 different, 2 equal
    arrays = {"DIGITS": digits, "LIMITS": limits}
    return None if rule.tail else Function(notes, [("smaller heaps", ("code", len(digits)))], arrays)


def _search(found: Explored) -> Function | None:
    rule = stated_rule(found.ruleset) if isinstance(found.ruleset, FunctionRuleset) else None
    if rule is None:
        return None
    many, names = f"{len(found.values) or sum(map(len, found.rows)):,} positions", _numbers(found)
    what = f"no simple pattern was found in {many}, so the function searches the rule, each position once"
    start = f"({', '.join(names)})" if len(names) > 1 else names[0]
    search = ("search", rule.name, start, "0 if left else 1" if found.play == "misere" else 0)
    return Function(_title(found, what), [search], names=names, parts=rule.parts)


def _of_pairs(found: Explored) -> Function | None:
    names = _numbers(found)
    for one in found.patterns:
        law, lost, start = one.detail, one.kind != "formula", one.start
        small = " or ".join(f"{name} < {start}" for name in names)
        refused: list[Statement] = [("refuse", small, f"expected heaps from {start} on")] if start else []
        function = Function(_notes(found, one), refused, names=names, lost=lost)
        if one.expression is not None:
            read = read_condition if lost else read_number
            node = read(Scanner(one.expression), names, functions=CLAIM_FUNCTIONS)
            return function._replace(statements=[*refused, ("return", node)])
        if isinstance(law, MexPairs) and law.beatty is not None:
            statement: Statement = ("Wythoff", law.t, 2 - law.t, law.t * law.t + 4)
            return function._replace(statements=[*refused, statement], bits=PAIR_BITS)
        if isinstance(law, AdditivePairs):
            pairs = [*chain.from_iterable(law.first)]
            statement = ("pairs", len(pairs), 2 * law.preperiod, *law.growth)
            return function._replace(statements=[*refused, statement], arrays={"PAIRS": pairs}, bits=PAIR_BITS)
    return None


def _numbers(found: Explored) -> tuple[str, ...]:
    return {"pairs": ("a", "b"), "tuples": tuple(found.sample.form.split())}.get(found.shape, ("n",))


def _computed(found: Explored, why: str = NO_PATTERN) -> Function:
    if found.shape not in {"pairs", "tuples"}:
        return _table(found, why)
    names = _numbers(found)
    values = found.values or tuple(-1 if value is None else value for row in found.rows for value in row)
    reach = found.sample.reach if found.shape == "tuples" else len(found.rows) - 1
    side = next(side for side in range(reach + 1, 0, -1) if side ** len(names) <= MOST_ENTRIES)
    cells = zip(product(range(reach + 1), repeat=len(names)), values, strict=True)
    first = [value for at, value in cells if max(at) < side]
    place = names[0]
    for name in names[1:]:
        place = f"({place}) * {side} + {name}" if " " in place else f"{place} * {side} + {name}"
    outside = " or ".join(f"{name} {bound}" for name in names for bound in ("< 0", f">= {side}"))
    refused = ("refuse", outside, f"only positions with numbers below {side} are known")
    notes = _title(found, f"{why}; the function contains the values of positions with numbers below {side} only")
    return Function(notes, [refused, ("return", f"VALUES[{place}]")], {"VALUES": first}, names)


def _table(found: Explored, why: str) -> Function:
    values, start = found.values[:PLAIN], found.sample.start
    last = start + len(values) - 1
    refused = ("refuse", f"n < {start} or n > {last}", f"only heaps {start} to {last} are known")
    notes = _title(found, f"{why}; the function contains the values of heaps {start} to {last} only")
    return Function(notes, [refused, ("return", f"VALUES[{_place(start)}]")], {"VALUES": values})


def _title(found: Explored, what: str) -> tuple[str, ...]:
    misere = found.play == "misere"
    kind = "Misère Grundy values (0 exactly in P-positions)" if misere else "Grundy values"
    if what.startswith(("P iff", "1 where")):
        kind = "P-positions in misère play" if misere else "P-positions"
    return tuple(wrap(f"{kind} of {found.ruleset.name}: {what}.", WIDTH))


def _notes(found: Explored, one: Discovery) -> tuple[str, ...]:
    known = {
        "proved": f"Proved: {one.grounds}.",
        "holds": f"Not proved: it holds up to {one.checked_to}, where every position was compared.",
        "fits": f"Not proved: it fits the values up to {one.checked_to}; no others were computed.",
    }
    return (*_title(found, one.text), *wrap(known[one.grade], WIDTH))
