"""An expression means one thing: as it is evaluated, as a Python function and as a C++ function, also at the edges."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.promises.workflows.test_export_code import in_cpp, in_python, needs_compiler

from grundy.core import InputError, RuleError, Scanner
from grundy.core.evaluation import compile_node
from grundy.core.expressions import CLAIM_FUNCTIONS, Node, read_condition, read_number
from grundy.notation import read_ruleset
from grundy.workflows.exploring.code_cpp import cpp_text
from grundy.workflows.exploring.code_python import Function, python_text
from grundy.workflows.exploring.explore import explore

EDGES = (*range(20), 2**30, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**53 + 1, 2**61 + 7, 2**62 - 1, 2**63 - 1)
SIGNED = (
    "popcount(3 - n)",
    "popcount((n + 1 & 6) - 3)",
    "popcount(-n) - popcount(n)",
    "gcd(3 - n, 6)",
    "gcd(6, 2 - n) + gcd(-n, -4)",
    "v2(8 * (3 - n) - 4)",
    "(5 - n) % 7 + (5 - n) // 7",
    "(n - 9) // (2 - n % 2 * 4) ^ (n - 9) % (2 - n % 2 * 4)",
    "(3 - n & 12) + (3 - n | 5) + (3 - n ^ 9)",
    "abs(5 - n) + min(3 - n, n - 8, -2) + max(-n, 2 - n, n - 7)",
    "(-2) ** (n % 6)",
    "(-1) ** n + 1 ** n",
    "12021 // 10 ** (n % 5) % 10",
    "v2(n + 1) * popcount(n) & 7",
)
"""Expressions, most of them with negative numbers on the way."""
TRUTHS = (
    "is_power(n - 6, 2)",
    "is_power(-n, -2)",
    "is_power(n, 1)",
    "is_power(n - 3, 0)",
    "is_power(2 - n, -1)",
    "is_power(3 ** (n % 5), 3)",
    "is_square(n - 4)",
    "is_square(9 - n)",
)


def valued(text: str) -> Node:
    """An expression, or a condition."""
    if text in TRUTHS:
        return read_condition(Scanner(text), ("n",), functions=CLAIM_FUNCTIONS)
    return read_number(Scanner(text), ("n",), CLAIM_FUNCTIONS)


def drawn(rng: Random, depth: int) -> str:
    """A random expression, negative on the way about every other time."""
    if depth == 0:
        return rng.choice(["n", "n", "n", str(rng.randrange(1, 12)), f"(n - {rng.randrange(9)})", "(-n)"])
    one, other = drawn(rng, depth - 1), drawn(rng, rng.randrange(depth))
    op = rng.choice(["+", "-", "*", "//", "%", "&", "|", "^", "gcd", "min", "max", "popcount", "abs", "neg", "%3"])
    if op in {"gcd", "min", "max"}:
        return f"{op}({one}, {other})"
    if op in {"popcount", "abs"}:
        return f"{op}({one})"
    if op in {"neg", "%3"}:
        return f"(-{one})" if op == "neg" else f"({one} % {rng.randrange(2, 9)})"
    return f"({one} {op} {other})"


LOT = Random(20261123)
DRAWN = tuple(drawn(LOT, 1 + i % 4) for i in range(150))


def expected(node: Node, bits: int) -> dict[int, int]:
    """The values at the heaps where there are any, below 2^bits."""
    found, evaluate = {}, compile_node(node, ("n",))
    for heap in EDGES:
        if heap < 1 << bits:
            try:
                found[heap] = int(evaluate((heap,)))
            except RuleError:
                continue
    return found


def of(node: Node) -> Function:
    return Function(("A test.",), [("return", node)])


@pytest.mark.parametrize("texts", [SIGNED, TRUTHS, DRAWN[:60]], ids=["signed", "truths", "drawn"])
def test_a_python_function_has_the_values_of_the_expression_at_the_edges(texts: tuple[str, ...]) -> None:
    code, asked, values = "", [], []
    for i, text in enumerate(texts):
        code += python_text(of(valued(text))).replace("def grundy_value(", f"def f{i}(") + "\n"
        for heap, value in expected(valued(text), 63).items():
            asked.append([i, heap])
            values.append(value)
    assert in_python(f"{code}\ndef chosen(i, n):\n    return globals()[f'f{{i}}'](n)\n", asked, "chosen") == values


@needs_compiler
@pytest.mark.parametrize("texts", [SIGNED, TRUTHS, DRAWN], ids=["signed", "truths", "drawn"])
def test_a_cpp_function_has_the_values_of_the_expression_up_to_its_bound(
    texts: tuple[str, ...], tmp_path: Path
) -> None:
    code, asked, values = "#include <cmath>\n", [], []
    for i, text in enumerate(texts):
        written = cpp_text(of(valued(text)))
        bits = int(written.partition("0 <= n < 2^")[2].split(".")[0])
        code += f"namespace t{i} {{ {written} }}\n".replace("#include <cmath>", "")
        for heap, value in expected(valued(text), bits).items():
            asked.append([i, heap])
            values.append(value)
    calls = "\n".join(f"    if (t == {i}) return t{i}::grundy_value(n);" for i in range(len(texts)))
    code += f"long long chosen(long long t, long long n) {{\n{calls}\n    return -1;\n}}"
    assert len(asked) > 15 * len(texts)
    assert in_cpp(code, asked, tmp_path, "chosen") == values


@pytest.mark.nightly
@needs_compiler
def test_a_formula_found_with_negative_numbers_on_the_way_is_exported_right(tmp_path: Path) -> None:
    found = explore(read_ruleset("take k where k == n or k == 4"), 2000)
    assert "popcount(" in str(found.discoveries)
    heaps = [[n] for n in range(300)]
    values = list(found.values[:300])
    assert in_python(found.code("python"), heaps) == values
    assert in_cpp(found.code("cpp"), heaps, tmp_path) == values
    assert "the ones in binary, without the sign" in " ".join(found.explain().split())


def test_numbers_that_no_bound_keeps_small_are_refused_in_cpp() -> None:
    node = read_number(Scanner("2 ** n + 2 ** n"), ("n",), CLAIM_FUNCTIONS)
    with pytest.raises(InputError, match="may be too large for C"):
        cpp_text(of(node))


@needs_compiler
def test_a_formula_with_a_root_is_exported_with_the_root(tmp_path: Path) -> None:
    node = Node("+", (Node("name", value="sqrt(n)"), Node("number", value=-3)))
    heaps = [[n] for n in (0, 1, 3, 4, 8, 9, 10**12 - 1, 10**12)]
    values = [-3, -2, -2, -1, -1, 0, 10**6 - 4, 10**6 - 3]
    assert in_python(python_text(of(node)), heaps) == values
    assert in_cpp(cpp_text(of(node)), heaps, tmp_path) == values
