"""Exports the best pattern of an exploration as a function in Python or C++, with its grade in a comment.

In order of preference it is a closed formula, a period as a table, an automaton, the rule of a code or a finite
subtraction set as a loop over smaller heaps, a search by the rule of a function, or a table of the values. It uses only
the standard library of its language.
"""

from __future__ import annotations

from itertools import product
from textwrap import wrap

from ...core import Code, Course, FunctionRuleset, InputError, Scanner, Structure, facet, has_misere_rule
from ...core.expressions import CLAIM_FUNCTIONS, Node, read_condition, read_number
from ...patterns import AdditivePairs, Automaton, MexPairs
from .code_cpp import cpp_text
from .code_python import WIDTH, Source, python_text, stated_rule
from .exploration import Discovery, Explored

MOST_ENTRIES = 20_000
"""The largest number of entries in a table."""
PLAIN = 1000
"""The largest number of values in a table for a ruleset without a pattern."""


def exported_code(found: Explored, language: str = "python") -> str:
    """Write a Python or C++ function that computes the values of an explored ruleset.

    For pairs of heaps it computes the values, or only whether a position is a P-position.

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
    source = source_of(found)
    if language == "python":
        return python_text(source)
    if source.kind == "search":
        source = _computed(found, "no pattern was found, and a search of the rule can only be written in Python")
    return cpp_text(source)


def source_of(found: Explored) -> Source:
    """Choose the best pattern from which a function can be written, and return the data of this function."""
    if found.shape in {"pairs", "tuples"}:
        return _pair_source(found)
    if found.shape == "boards":
        raise InputError(f"{found.ruleset.name}: code can be written for heaps and pairs of heaps")
    values = _formula(found) or _period(found) or _automaton(found, lost=False) or _rule(found)
    return values or _law(found) or _automaton(found, lost=True) or _search(found) or _table(found)


def _formula(found: Explored) -> Source | None:
    """Return a function by a closed formula; None if there is none, or if it hides a table in a large number."""
    for one in found.patterns:
        if one.kind == "formula" and isinstance(one.detail, Node) and "**" not in str(one.detail):
            first = found.values[: one.start - found.sample.start]
            return Source("formula", _notes(found, one), first, found.sample.start, one.detail)
    return None


def _period(found: Explored) -> Source | None:
    for one in found.patterns:
        course = one.detail
        if one.kind == "period" and isinstance(course, Course):
            stop = course.window - found.sample.start
            if stop <= min(len(found.values), MOST_ENTRIES):
                return Source("period", _notes(found, one), found.values[:stop], found.sample.start, course=course)
    return None


def _automaton(found: Explored, *, lost: bool) -> Source | None:
    for one in found.patterns:
        if isinstance(one.detail, Automaton) and one.text.startswith("1 where") == lost:
            first = found.values[: one.start]
            first = tuple(int(value == 0) for value in first) if lost else first
            return Source("automaton", _notes(found, one), first, automaton=one.detail, lost=lost)
    return None


def _law(found: Explored) -> Source | None:
    for one in found.patterns:
        if one.kind == "progression" and one.expression is not None and "is_prime(" not in one.expression:
            node = read_condition(Scanner(one.expression), ("n",), functions=CLAIM_FUNCTIONS)
            first = tuple(int(value == 0) for value in found.values[: one.start - found.sample.start])
            return Source("formula", _notes(found, one), first, found.sample.start, node, lost=True)
    return None


def _rule(found: Explored) -> Source | None:
    rule = facet(found.ruleset, Structure).sequence()
    if found.play == "misere" or has_misere_rule(found.ruleset) or rule is None:
        return None
    notes = _title(found, "no pattern was found, so the values of all smaller heaps are computed by the rule")
    if not isinstance(rule, Code):
        return Source("takes", notes, takes=rule)
    digits = []
    for digit in rule.digits:
        limits = {item.limit for item in digit.items if item.heaps == 2}
        if len(limits) > 1 or any(item.heaps > 2 or item.more for item in digit.items):
            return None
        digits.append((sum(1 << item.heaps for item in digit.items), "".join(limits)))
    return None if rule.tail else Source("code", notes, digits=tuple(digits))


def _search(found: Explored) -> Source | None:
    rule = stated_rule(found.ruleset) if isinstance(found.ruleset, FunctionRuleset) else None
    if rule is None:
        return None
    many = f"{len(found.values) or sum(map(len, found.rows)):,} positions"
    notes = _title(
        found, f"no simple pattern was found in {many}, so the function searches the rule, each position once"
    )
    return Source("search", notes, names=_numbers(found), rule=rule, misere=found.play == "misere")


def _numbers(found: Explored) -> tuple[str, ...]:
    return {"pairs": ("a", "b"), "tuples": tuple(found.sample.form.split())}.get(found.shape, ("n",))


def _computed(found: Explored, why: str) -> Source:
    if found.shape not in {"pairs", "tuples"}:
        return _table(found, why)
    names = _numbers(found)
    values = found.values or tuple(-1 if value is None else value for row in found.rows for value in row)
    reach = found.sample.reach if found.shape == "tuples" else len(found.rows) - 1
    side = next(side for side in range(reach + 1, 0, -1) if side ** len(names) <= MOST_ENTRIES)
    cells = zip(product(range(reach + 1), repeat=len(names)), values, strict=True)
    first = tuple(value for at, value in cells if max(at) < side)
    notes = _title(found, f"{why}; the function contains the values of positions with numbers below {side} only")
    return Source("cells", notes, first, side, names=names)


def _table(found: Explored, why: str = "no pattern was found") -> Source:
    values = found.values[:PLAIN]
    last = found.sample.start + len(values) - 1
    notes = _title(found, f"{why}; the function contains the values of heaps {found.sample.start} to {last} only")
    return Source("table", notes, values, found.sample.start)


def _pair_source(found: Explored) -> Source:
    names = _numbers(found)
    for one in found.patterns:
        if one.expression is not None:
            read = read_number if one.kind == "formula" else read_condition
            node = read(Scanner(one.expression), names, functions=CLAIM_FUNCTIONS)
            return Source(
                "pairs", _notes(found, one), start=one.start, node=node, lost=one.kind != "formula", names=names
            )
        if isinstance(one.detail, MexPairs) and one.detail.beatty is not None:
            return Source("pairs", _notes(found, one), start=one.start, lost=True, takes=(one.detail.t,))
        if isinstance(one.detail, AdditivePairs):
            return Source("pairs", _notes(found, one), start=one.start, lost=True, pairs=one.detail)
    return _search(found) or _computed(found, "no pattern was found")


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
