"""A rule in a Python function without a law is exported as a search in Python, and as its values in C++."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from tests.promises.workflows.test_export_code import in_cpp, in_python, needs_compiler

from grundy.core import FunctionRuleset
from grundy.notation import read_ruleset
from grundy.workflows.computing.values import heap_values
from grundy.workflows.exploring.code import exported_code, function_of
from grundy.workflows.exploring.code_python import stated_rule
from grundy.workflows.exploring.explore import explore
from grundy.workflows.solving import PartSolver

NUMBER = '''
from math import gcd


def options(n):
    """Take a number that shares a divisor with n, or one."""
    yield from (n - k for k in range(2, n + 1) if gcd(n, k) > 1 and (n + k) % 3 != 1)
    if n > 0 and (n * n // 5) % 2 == 0:
        yield n - 1
'''
CHANGED = """
STEP = 2


def options(s):
    a, b, c = s
    for i in range(2):
        if s[i] > 0 and s[i + 1] != s[i] - 1:
            t = list(s)
            t[i] -= 1
            t[i + 1] //= STEP
            yield tuple(t)
    while c > 0 and a != c:
        c -= STEP
        if c >= 0:
            yield a, b, c
"""
LISTED = """
def options(s):
    found = [tuple(sorted((s[0] - k, s[1], max(s[2] - k, 0)))) for k in range(1, s[0] + 1) if k & s[1] == 0]
    found += [(s[0], y, s[2]) for y in range(s[1]) if y not in (1, 4)]
    for i, k in enumerate(s):
        if k > sum(s) - k and (-k) // 3 < -1:
            found.append(s[:i] + (k - 1 if k % 2 else 0,) + s[i + 1 :])
    return found
"""
COMPREHENDED = """
def options(s):
    a, b, c = s
    return [(a, b, c) for a in range(a) if a % 3 != b % 2] + [(a, b, c) for c in range(c - 1, -1, -2)]
"""
CALLS = """
def far(n):
    return str(n) != "3"


def options(s):
    a, b, c = s
    return [(x, b, c) for x in range(a) if far(x)] + [(a, y, c) for y in range(b)] + [(a, b, z) for z in range(c // 2)]
"""
RULES = {"number": NUMBER, "changed": CHANGED, "listed": LISTED, "comprehended": COMPREHENDED, "calls": CALLS}


@pytest.fixture(params=RULES)
def rule(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[FunctionRuleset, list[list[int]], list[int]]:
    """A rule of a file, positions, and their values by definition."""
    file = tmp_path / f"{request.param}.py"
    file.write_text(RULES[request.param].lstrip())
    ruleset = read_ruleset(f"{file}:options")
    assert isinstance(ruleset, FunctionRuleset)
    if request.param == "number":
        return ruleset, [[n] for n in range(80)], heap_values(ruleset, 79)
    solver, cells = PartSolver(ruleset), list(product(range(6), repeat=3))
    return ruleset, [list(at) for at in cells], [solver.value(at) for at in cells]


def test_python_gives_the_values_of_the_definition(
    rule: tuple[FunctionRuleset, list[list[int]], list[int]],
) -> None:
    ruleset, positions, values = rule
    code = exported_code(explore(ruleset, 60 if len(positions[0]) == 1 else 6))
    assert "so the function searches the rule" in code.replace("\n# ", " ")
    assert in_python(code, positions) == values


@needs_compiler
def test_cpp_gives_the_values_that_were_computed(
    rule: tuple[FunctionRuleset, list[list[int]], list[int]], tmp_path: Path
) -> None:
    ruleset, positions, values = rule
    code = exported_code(explore(ruleset, 79 if len(positions[0]) == 1 else 6), "cpp")
    assert "a search of the rule can only be written in Python" in code.replace("\n// ", " ")
    assert in_cpp(code, positions, tmp_path) == values


def test_misere_values_are_searched_too(tmp_path: Path) -> None:
    file = tmp_path / "rule.py"
    file.write_text(NUMBER.lstrip())
    found = explore(read_ruleset(f"{file}:options"), 30, misere=True)
    assert function_of(found).parts
    assert in_python(exported_code(found), [[n] for n in range(31)]) == list(found.values)


def test_a_rule_without_an_equivalent_is_described_by_its_values() -> None:
    far = 3
    ruleset = FunctionRuleset(lambda s: [(x, s[1], s[2]) for x in range(s[0]) if (x + s[1]) % 5 != far], "far")
    assert stated_rule(ruleset) is None
    found = explore(ruleset, 4)
    code = exported_code(found)
    assert "no pattern was found" in code
    assert in_python(code, [list(at) for at in product(range(4), repeat=3)]) == list(found.values)
