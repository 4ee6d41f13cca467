"""Writes functions in C++11 without dependencies, with 64-bit numbers.

Every operation is in brackets, because the precedence differs from Python. // and % round down if numbers may be
negative.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import chain
from textwrap import indent, wrap

from ...core import InputError
from ...core.expressions import Node, is_natural
from .code_python import WIDTH, Source, helpers, minus

MOST, MOST_PAIRS = 62, 30
"""The largest number of bits of a heap, and of a heap in a pair."""
HELPERS = {
    "v2(": "long long v2(long long n) { return __builtin_ctzll(n); }  // how often 2 divides n > 0",
    "popcount(": "long long popcount(long long n) { return __builtin_popcountll(n < 0 ? -n : n); }  // of |n|",
    "log2(": "long long log2(long long n) { return 63 - __builtin_clzll(n); }  // rounded down",
    "digit_sum(": "long long digit_sum(long long n, long long b) { return n ? digit_sum(n / b, b) + n % b : 0; }",
    "v(": "long long v(long long n, long long p) { return n % p ? 0 : 1 + v(n / p, p); }  // how often p divides n > 0",
    "gcd(": "long long gcd(long long a, long long b) { return b ? gcd(b, a % b) : a < 0 ? -a : a; }",
    "power(": (
        "long long power(long long b, long long e) {\n    long long r = 1;\n    while (e) {\n"
        "        if (e & 1) r *= b;\n        if (e >>= 1) b *= b;\n    }\n    return r;\n}"
    ),
    "absolute(": "long long absolute(long long n) { return n < 0 ? -n : n; }",
    "least(": "long long least(long long a, long long b) { return a < b ? a : b; }",
    "most(": "long long most(long long a, long long b) { return a < b ? b : a; }",
    "quotient(": "long long quotient(long long a, long long b) { return a / b - (a % b && (a < 0) != (b < 0)); }",
    "root(": (
        "long long root(long long n) {\n    long long r = std::sqrt((long double)n);\n"
        "    while (r * r > n) r--;\n    while ((r + 1) * (r + 1) <= n) r++;\n    return r;\n}"
    ),
    "is_square(": "bool is_square(long long n) { return n >= 0 && root(n) * root(n) == n; }",
    "is_power(": (
        "bool is_power(long long n, long long b) {\n    if (b > -2 && b < 2) return n == 1 || n == b;\n"
        "    while (n && n % b == 0) n /= b;\n    return n == 1;\n}"
    ),
    "rest(": "long long rest(long long a, long long b) { return (a % b + b) % b; }",
}
"""Definitions for the calls in formulas, by the beginning of the call."""
_CALLED = {"min": "least", "max": "most", "abs": "absolute", "**": "power", "//": "quotient", "%": "rest"}
_FUNCTIONS = ("gcd", "popcount", "v2", "is_square", "is_power", "abs", "**")
"""Operations that are written as calls; "least" and "most" are nested calls with two arguments."""
_SIGNS = {"and": "&&", "or": "||", "//": "/"}


def cpp_text(source: Source) -> str:
    """Write the C++ source of the function `grundy_value`, or of `is_p_position` if only outcomes are known."""
    head, body = _WRITERS[source.kind](source)
    result, name = ("bool", "is_p_position") if source.lost else ("long long", "grundy_value")
    arguments = ", ".join(f"long long {name}" for name in source.arguments)
    bound = f"0 <= {', '.join(source.arguments)} < 2^{_bound(source)}"
    comment = "".join(f"// {line}\n" for line in (*source.notes, f"Numbers of 64 bits: {bound}."))
    function = f"{comment}{result} {name}({arguments}) {{\n{indent(body, '    ')}\n}}"
    called = helpers(body, HELPERS)
    if HELPERS["is_square("] in called and HELPERS["root("] not in called:
        called.insert(0, HELPERS["root("])
    used = [f"static {piece}" for piece in called]
    named = "\n".join([*(["#include <cmath>"] if "std::sqrt" in "".join(used) else []), *head])
    return "\n\n".join(filter(None, [named, "\n".join(used), function])) + "\n"


def _expression(node: Node) -> str:
    if node.op == "number":
        return f"{node.value}LL" if int(node.value) >= 0 else f"({node.value}LL)"
    if node.op == "name":
        return str(node.value).replace("sqrt(", "root(")
    args = [_expression(arg) for arg in node.args]
    if node.op in _FUNCTIONS or (node.op in {"//", "%"} and not all(map(is_natural, node.args))):
        return f"{_CALLED.get(node.op, node.op)}({', '.join(args)})"
    if node.op in {"min", "max"}:
        return reduce(lambda left, right: f"{_CALLED[node.op]}({left}, {right})", args)
    if node.op == "compare":
        links = zip(args, node.signs, args[1:], strict=False)
        return "(" + " && ".join(f"{left} {sign} {right}" for left, sign, right in links) + ")"
    if node.op in {"neg", "not"}:
        return f"({'-' if node.op == 'neg' else '!'}{args[0]})"
    return "(" + f" {_SIGNS.get(node.op, node.op)} ".join(args) + ")"


def _bound(source: Source) -> int:
    """Return the largest b for which heaps below 2^b cause no intermediate number of more than 62 bits."""
    if source.kind == "pairs" and source.node is None:
        return MOST_PAIRS
    if source.node is None:
        return MOST - source.course.saltus.bit_length()
    bits = next((bits for bits in range(MOST, 0, -1) if _bits(source.node, bits)[1] <= MOST), 0)
    if not bits:
        raise InputError(f"{source.node}: intermediate numbers may be too large for C++; use --code python")
    return bits


def _bits(node: Node, heap: int) -> tuple[int, int]:
    if node.op == "number":
        return (int(node.value).bit_length(),) * 2
    if node.op == "name":
        small = heap // 2 + 1 if str(node.value).startswith("sqrt(") else heap.bit_length() + 4
        return (heap if len(str(node.value)) == 1 else small,) * 2
    found = [_bits(arg, heap) for arg in node.args]
    sizes = [size for size, _ in found]
    size = max(sizes)
    if node.op in {"+", "-"}:
        size += 1
    elif node.op == "*":
        size = sum(sizes)
    elif node.op == "//":
        size = sizes[0]
    elif node.op == "%":
        size = sizes[1]
    elif node.op in {"popcount", "v2"}:
        size = heap.bit_length()
    elif node.op == "**":
        size = MOST if sizes[0] > 1 else 1
    return size, max(size, *(way for _, way in found))


def _formula(source: Source) -> tuple[list[str], str]:
    lines, head = [f"return {_of(source)};"], []
    if source.first:
        several = len(source.first) > 1
        head = [_array("FIRST", source.first)] if several else []
        found = f"FIRST[n{minus(source.start)}]" if several else str(source.first[0])
        lines.insert(0, f"if (n < {source.start + len(source.first)}) return {found};")
    return head, "\n".join(lines)


def _of(source: Source) -> str:
    text = "0" if source.node is None else _expression(source.node)
    return text[1:-1] if text.startswith("(") else text


def _pairs(source: Source) -> tuple[list[str], str]:
    head, lines = [], []
    if source.start:
        refused = f'throw std::out_of_range("expected heaps from {source.start} on")'
        head, lines = ["#include <stdexcept>"], [f"if (a < {source.start} || b < {source.start}) {refused};"]
    if source.node is not None:
        return head, "\n".join([*lines, f"return {_of(source)};"])
    if (pairs := source.pairs) is not None:  # shifted by a multiple of the growth
        s, u = pairs.growth
        lines += [f"for (int i = 0; i < {2 * len(pairs.first)}; i += 2) {{"]
        lines += ["    long long x = least(a, b) - PAIRS[i], y = most(a, b) - PAIRS[i + 1];"]
        if pairs.preperiod:
            lines += [f"    if (i < {2 * pairs.preperiod} && x == 0 && y == 0) return true;"]
        again = f"i >= {2 * pairs.preperiod} && x >= 0 && x % {s} == 0 && y == x / {s} * {u}"
        lines += [f"    if ({again}) return true;", "}", "return false;"]
        return [*head, _array("PAIRS", chain.from_iterable(pairs.first))], "\n".join(lines)
    t = source.takes[0]
    lines += [f"long long d = absolute(a - b), i = d / {t};"]
    lines.append(f"return d % {t} == 0 && least(a, b) == quotient(({2 - t}) * i + root({t * t + 4} * i * i), 2);")
    return head, "\n".join(lines)


def _period(source: Source) -> tuple[list[str], str]:
    n0, p, saltus = source.course
    head = [f"{_array('VALUES', source.first)}  // preperiod {n0}, period {p}"]
    behind = f"(n - {n0})" if n0 else "n"
    within = f"{n0 - source.start} + " if n0 > source.start else ""
    later = f"return VALUES[{within}{behind} % {p}]" + (f" + {behind} / {p} * {saltus}" if saltus else "") + ";"
    return head, f"if (n < {n0}) return VALUES[n{minus(source.start)}];\n{later}" if n0 > source.start else later


def _automaton(source: Source) -> tuple[list[str], str]:
    machine = source.automaton
    head = [_array("NEXT", chain.from_iterable(machine.transitions)), _array("OUTPUT", machine.outputs)]
    base = machine.base
    read = f"state = NEXT[state * {base} + "
    if machine.least_first:
        lines = ["int state = 0;", f"for (; n; n /= {base}) {read}n % {base}];"]
    else:
        lines = ["int state = 0;", "long long place = 1;", f"while (place <= n / {base}) place *= {base};"]
        lines.append(f"if (n) for (; place; place /= {base}) {read}n / place % {base}];")
    lines.append("return OUTPUT[state];")
    if source.first:
        head.append(_array("FIRST", source.first))
        lines.insert(0, f"if (n < {len(source.first)}) return FIRST[n];")
    return head, "\n".join(lines)


_LOOP = """\
static std::vector<long long> values;
while ((long long)values.size() <= n) {{
    long long m = values.size(), value = 0;
    std::set<long long> seen;
{options}
    while (seen.count(value)) value++;
    values.push_back(value);
}}
return values[n];"""
_INCLUDES = ["#include <set>", "#include <vector>", ""]


def _takes(source: Source) -> tuple[list[str], str]:
    options = "for (long long k : TAKES)\n    if (k <= m) seen.insert(values[m - k]);"
    return [*_INCLUDES, _array("TAKES", source.takes)], _LOOP.format(options=indent(options, "    "))


def _code(source: Source) -> tuple[list[str], str]:
    options = f"""\
for (long long taken = 0; taken < {len(source.digits)} && taken <= m; taken++) {{
    long long left = m - taken;
    if (DIGITS[taken] & 1 && left == 0) seen.insert(0);
    if (DIGITS[taken] & 2 && left > 0) seen.insert(values[left]);
    if (DIGITS[taken] & 4)
        for (long long a = 1; a <= left / 2; a++)
            if (!LIMITS[taken] || (LIMITS[taken] == 2) == (2 * a == left)) seen.insert(values[a] ^ values[left - a]);
}}"""
    limits = [0 if not limit else 2 if limit == "=" else 1 for _, limit in source.digits]
    head = [_array("DIGITS", [digit for digit, _ in source.digits]) + "  // what may be left after taking 0, 1, ..."]
    head.append(_array("LIMITS", limits) + "  // of two heaps: 0 any, 1 different, 2 equal")
    return [*_INCLUDES, *head], _LOOP.format(options=indent(options, "    "))


def _cells(source: Source) -> tuple[list[str], str]:
    side, place = source.start, source.names[0]
    for name in source.names[1:]:
        place = f"({place}) * {side} + {name}" if " " in place else f"{place} * {side} + {name}"
    outside = " || ".join(f"{name} < 0 || {name} >= {side}" for name in source.names)
    error = f'throw std::out_of_range("only positions with numbers below {side} are known");'
    head = ["#include <stdexcept>", "", _array("VALUES", source.first)]
    return head, f"if ({outside}) {error}\nreturn VALUES[{place}];"


def _table(source: Source) -> tuple[list[str], str]:
    last = source.start + len(source.first) - 1
    error = f'throw std::out_of_range("only heaps {source.start} to {last} are known");'
    body = f"if (n < {source.start} || n > {last}) {error}\nreturn VALUES[n{minus(source.start)}];"
    return ["#include <stdexcept>", "", _array("VALUES", source.first)], body


def _array(name: str, items: Iterable[int]) -> str:
    text = ", ".join(map(str, items))
    inside = text if len(text) < WIDTH - 30 else "\n    " + "\n    ".join(wrap(text, WIDTH)) + "\n"
    return f"static const long long {name}[] = {{{inside}}};"


_WRITERS = {
    "formula": _formula,
    "pairs": _pairs,
    "period": _period,
    "automaton": _automaton,
    "takes": _takes,
    "code": _code,
    "cells": _cells,
    "table": _table,
}
