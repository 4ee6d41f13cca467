"""Writes functions in C++11 without dependencies, with 64-bit numbers.

In formulas every operation is in brackets, because C++ has another operator precedence than Python. If numbers may be
negative, // and % are written as calls of functions that round down as in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from textwrap import indent, wrap

from ...core import InputError
from ...core.expressions import Node, is_natural
from .code_python import WIDTH, Function, Statement, helpers

MOST = 62
"""The largest number of bits of a number."""
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
STATEMENTS = {
    "if": "if ({0}) return {1};",
    "refuse": 'if ({0}) throw std::out_of_range("{1}");',
    "return": "return {0};",
    "digits": """\
int state = 0;
long long place = 1;
while (place <= n / {0}) place *= {0};
if (n) for (; place; place /= {0}) state = NEXT[state * {0} + n / place % {0}];""",
    "Wythoff": """\
long long d = absolute(a - b), i = d / {0};
return d % {0} == 0 && least(a, b) == quotient(({1}) * i + root({2} * i * i), 2);""",
    "pairs": """\
for (int i = 0; i < {0}; i += 2) {{
    long long x = least(a, b) - PAIRS[i], y = most(a, b) - PAIRS[i + 1];
    if (i < {1} && x == 0 && y == 0) return true;
    if (i >= {1} && x >= 0 && x % {2} == 0 && y == x / {2} * {3}) return true;
}}
return false;""",
    "smaller heaps": """\
static std::vector<long long> values;
while ((long long)values.size() <= n) {{
    long long m = values.size(), value = 0;
    std::set<long long> seen;
    {0}
    while (seen.count(value)) value++;
    values.push_back(value);
}}
return values[n];""",
    "takes": """\
for (long long k : TAKES)
    if (k <= m) seen.insert(values[m - k]);""",
    "code": """\
for (long long taken = 0; taken < {0} && taken <= m; taken++) {{
    long long left = m - taken;
    // what may be left: nothing (1), one heap (2), two heaps (4), which are different (limit 1) or equal (limit 2)
    if (DIGITS[taken] & 1 && left == 0) seen.insert(0);
    if (DIGITS[taken] & 2 && left > 0) seen.insert(values[left]);
    if (DIGITS[taken] & 4)
        for (long long a = 1; a <= left / 2; a++)
            if (!LIMITS[taken] || (LIMITS[taken] == 2) == (2 * a == left)) seen.insert(values[a] ^ values[left - a]);
}}""",
}
"""The statements of exported functions by name, with places for their arguments; they are those of Python."""
_HEADERS = {"std::sqrt": "cmath", "std::set": "set", "std::out_of_range": "stdexcept", "std::vector": "vector"}
_CALLED = {"min": "least", "max": "most", "abs": "absolute", "**": "power", "//": "quotient", "%": "rest"}
_FUNCTIONS = ("gcd", "popcount", "v2", "is_square", "is_power", "abs", "**")
"""Operations that are written as calls; "least" and "most" are nested calls with two arguments."""
_SIGNS = {"and": "&&", "or": "||", "//": "/"}


def cpp_text(function: Function) -> str:
    """Write the C++ source of the function `grundy_value`, or of `is_p_position` if only outcomes are known."""
    body = "\n".join(_statement(one) for one in function.statements)
    formulas = [arg for one in function.statements for arg in one if isinstance(arg, Node)]
    bits = min([function.bits, *map(_bound, formulas)])
    used = helpers(body, HELPERS)
    if HELPERS["is_square("] in used and HELPERS["root("] not in used:
        used.insert(0, HELPERS["root("])
    arrays = [_array(name, items) for name, items in function.arrays.items()]
    code = "\n".join([*used, body])
    includes = [f"#include <{header}>" for name, header in _HEADERS.items() if name in code]
    bound = f"Numbers of 64 bits: 0 <= {', '.join(function.names)} < 2^{bits}."
    comment = "".join(f"// {line}\n" for line in (*function.notes, bound))
    name = "bool is_p_position" if function.lost else "long long grundy_value"
    arguments = ", ".join(f"long long {name}" for name in function.names)
    text = f"{comment}{name}({arguments}) {{\n{indent(body, '    ')}\n}}"
    pieces = (includes, arrays, [f"static {piece}" for piece in used], [text])
    return "\n\n".join("\n".join(piece) for piece in pieces if piece) + "\n"


def _statement(statement: Statement) -> str:
    name, *args = statement
    return STATEMENTS[str(name)].format(*map(_argument, args))


def _argument(arg: str | int | Node | Statement) -> str:
    if isinstance(arg, Node):
        text = _expression(arg)
        return text[1:-1] if text.startswith("(") else text
    if isinstance(arg, tuple):
        return indent(_statement(arg), "    ").lstrip()
    return str(arg).replace(" // ", " / ").replace(" or ", " || ")


def _array(name: str, items: Sequence[int]) -> str:
    text = ", ".join(map(str, items))
    inside = text if len(text) < WIDTH - 30 else "\n    " + "\n    ".join(wrap(text, WIDTH)) + "\n"
    return f"static const long long {name}[] = {{{inside}}};"


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


def _bound(node: Node) -> int:
    """Return the largest b such that the formula needs no number of more than 62 bits for heaps below 2^b."""
    bits = next((bits for bits in range(MOST, 0, -1) if _bits(node, bits)[1] <= MOST), 0)
    if not bits:
        raise InputError(f"{node}: intermediate numbers may be too large for C++; use --code python")
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
