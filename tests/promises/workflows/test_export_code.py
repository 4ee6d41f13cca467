from __future__ import annotations

import json
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cases import few

import grundy
from grundy.cli.generate import explore as explore_command
from grundy.core import HeapRuleset, InputError, Scanner
from grundy.core.expressions import CLAIM_FUNCTIONS, read_number
from grundy.notation import read_ruleset
from grundy.workflows.exploring.code_cpp import cpp_text
from grundy.workflows.exploring.code_python import Function
from grundy.workflows.exploring.explore import Exploration, explore

RULES = (
    *(
        "take 1..3",
        "divisors",
        "kayles",
        "lasker",
        "take {2, 3, 7}",
        "take {1, 4, 10}",
        "0.137",
        "0.8",
        "grundy",
        "0.14",
    ),
    *("take k where n & k == k", "take squares", "split", "4.127", "take k where 2 * k >= n", "mock-turtles"),
    "take k where popcount(n) > popcount(n - k)",
)
"""Rules whose functions are formulas, periods, growing periods, automata, loops over smaller heaps, and tables."""
PAIRS = (
    "wythoff",
    "moore(k=2)",
    "euclid(end=positive)",
    pytest.param("vectors(steps={(1,1),(2,2)}, rays={(1,0),(0,1)})", marks=pytest.mark.nightly),
    pytest.param("vectors(steps={(1,0),(0,1),(3,3)})", marks=pytest.mark.nightly),
    pytest.param("euclid", marks=pytest.mark.nightly),
    pytest.param("vectors(steps={(1,1)}, rays={(1,0),(0,1)})", marks=pytest.mark.nightly),
)
COMPILER = shutil.which("g++")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="g++ is not installed")
_EXPLORED: dict[str, Exploration] = {}


def explored(text: str) -> Exploration:
    if text not in _EXPLORED:
        _EXPLORED[text] = explore(read_ruleset(text), 700 if text not in PAIRS else 40)
    return _EXPLORED[text]


def in_python(code: str, arguments: list[list[int]], name: str = "grundy_value") -> list[int]:
    program = f"{code}\nimport json\nprint(json.dumps([int({name}(*a)) for a in {arguments!r}]))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[int] = json.loads(done.stdout)
    return found


def in_cpp(code: str, arguments: list[list[int]], folder: Path, name: str = "grundy_value") -> list[int]:
    calls = "".join(f"show({name}({', '.join(f'{n}LL' for n in a)}));" for a in arguments)
    show = '#include <cstdio>\nstatic void show(long long v) { printf("%lld\\n", v); }\n'
    source = folder / "code.cpp"
    source.write_text(f"{code}\n{show}int main() {{ {calls} }}\n")
    build = [COMPILER or "g++", "-std=c++11", "-Wall", "-Werror", "-o", str(folder / "code"), str(source)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    done = subprocess.run([str(folder / "code")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [int(line) for line in done.stdout.split()]


def fresh(text: str) -> tuple[list[list[int]], list[int]]:
    """Return heaps, also such as were not explored, with their values."""
    seen = explored(text)
    last = seen.checked_to if "the function contains the values of heaps" in seen.code().replace("\n# ", " ") else 900
    heaps = [*range(seen.sample.start, 120), *range(last - 40, last + 1)]
    ruleset = read_ruleset(text)
    values = grundy.game(text).values(last) if isinstance(ruleset, HeapRuleset) else list(explore(ruleset, last).values)
    return [[n] for n in heaps], [values[n - seen.sample.start] for n in heaps]


@pytest.mark.parametrize("text", RULES)
def test_the_python_function_gives_the_values_of_fresh_heaps(text: str) -> None:
    heaps, values = fresh(text)
    assert in_python(explored(text).code("python"), heaps) == values


@needs_compiler
@pytest.mark.parametrize("text", [*RULES[:5], "grundy", "4.127", "take squares", "mock-turtles"])
def test_the_cpp_function_gives_the_values_of_fresh_heaps(text: str, tmp_path: Path) -> None:
    heaps, values = fresh(text)
    assert in_cpp(explored(text).code("cpp"), heaps, tmp_path) == values


@pytest.mark.parametrize("text", PAIRS)
def test_functions_of_pairs_agree_with_the_rule(text: str, tmp_path: Path) -> None:
    seen, rule = explored(text), grundy.game(text)
    least = max(seen.patterns[0].start, int(text == "euclid(end=positive)"))
    pairs = [[a, b] for a in range(least, 25) for b in range(least, 25)]
    name = "is_p_position" if "is_p_position" in seen.code() else "grundy_value"
    lost = name == "is_p_position"
    expected = [int(str(rule.outcome((a, b))) == "P") if lost else rule.value((a, b)) for a, b in pairs]
    assert in_python(seen.code("python"), pairs, name) == expected
    if COMPILER is not None:
        assert in_cpp(seen.code("cpp"), pairs, tmp_path, name) == expected


@pytest.mark.nightly
def test_a_function_known_from_some_heap_on_refuses_smaller_heaps() -> None:
    found = explore(read_ruleset("wythoff"), 40, misere=True)
    code = found.code("python")
    rule = grundy.game("wythoff")
    pairs = [[a, b] for a in range(3, 20) for b in range(3, 20)]
    expected = [int(str(rule.outcome((a, b), misere=True)) == "P") for a, b in pairs]
    assert in_python(code, pairs, "is_p_position") == expected
    assert 'raise ValueError("expected heaps from 3 on")' in code
    assert 'throw std::out_of_range("expected heaps from 3 on")' in found.code("cpp")


def test_wythoffs_pairs_are_exact_far_out(tmp_path: Path) -> None:
    code = explored("wythoff")
    i = 400_000_000
    a = (i + 894427190) // 2  # floor(i * sqrt 5) = 894427190
    pairs = [[a, a + i], [a + 1, a + i + 1], [a + i, a]]
    assert in_python(code.code("python"), pairs, "is_p_position") == [1, 0, 1]
    if COMPILER is not None:
        assert in_cpp(code.code("cpp"), pairs, tmp_path, "is_p_position") == [1, 0, 1]


def test_the_bound_of_a_cpp_function_leaves_room_for_every_number_on_the_way() -> None:
    for text, bits in (("n % 4", 62), ("n * n + n", 30), ("5 * n * n + 4", 29), ("popcount(n) * n", 56)):
        node = read_number(Scanner(text), ("n",), CLAIM_FUNCTIONS)
        assert f"0 <= n < 2^{bits}" in cpp_text(Function(("A test.",), [("return", node)]))


@pytest.mark.nightly
@needs_compiler
@pytest.mark.parametrize(
    ("text", "to"), few([("fibonacci", 300), ("take k where n ^ k > n", 2000)], ("take k where n ^ k > n", 2000))
)
def test_outcomes_are_exported_where_values_have_no_pattern(text: str, to: int, tmp_path: Path) -> None:
    seen = explore(read_ruleset(text), to)
    heaps = [[n] for n in range(280)]
    expected = [int(n in seen.p_positions) for n in range(280)]
    assert in_python(seen.code("python"), heaps, "is_p_position") == expected
    assert in_cpp(seen.code("cpp"), heaps, tmp_path, "is_p_position") == expected


def test_the_comment_says_how_the_function_is_known() -> None:
    assert "# Proved: Guy and Smith" in explored("kayles").code()
    assert ("# Not proved: it holds up to 700, where every position was compared.") in explored(
        "take k where 2 * k >= n"
    ).code()
    assert "no pattern was found" in explored("grundy").code()
    assert "0 <= n < 2^62" in explored("divisors").code("cpp")


def test_a_table_refuses_heaps_that_are_not_in_it() -> None:
    code = explored("take squares").code()
    program = f"{code}\ntry:\n    grundy_value(701)\nexcept ValueError as error:\n    print(error)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "only heaps 0 to 700 are known\n"


def test_other_languages_are_refused_and_pairs_without_a_law_are_written_as_a_table() -> None:
    with pytest.raises(InputError, match="expected python or cpp, found 'java'"):
        explored("kayles").code("java")
    found = explore(read_ruleset("vectors(steps={(1,0),(2,3)})"), 12)
    code = found.code()
    told = "no pattern was found; the function contains the values of positions with numbers below 12 only"
    assert told in code.replace("\n# ", " ")
    assert in_python(code, [[a, b] for a in range(12) for b in range(12)]) == [v for row in found.rows for v in row]


RULE_FILE = """
def options(state):
    n = state
    return [n - k for k in (1, 3, 4) if k <= n]


def two(state):
    a, b = state
    return [(a - k, b) for k in (1, 2) if k <= a] + [(a, b - k) for k in (1, 2) if k <= b]


def three(state):
    a, b, c = state
    return [(x, b, c) for x in range(a)] + [(a, x, c) for x in range(b)] + [(a, b, x) for x in range(c)]


def lost(state):
    a, b, c = state
    return [(a - (i == 0), b - (i == 1), c - (i == 2)) for i in range(3) if state[i]] + [
        (a - 1, b - 1, c - 1) for _ in range(1) if min(state)
    ]


def broken(state):
    return [
        1 // 0,
    ]


def odd(state):
    a, b, c = state
    return [(a // 2, b, c - 1)] if c and a else []
"""


@pytest.fixture
def rule_file(tmp_path: Path) -> Path:
    path = tmp_path / "rule.py"
    path.write_text(RULE_FILE)
    return path


@pytest.mark.parametrize(("name", "width"), [("options", 1), ("two", 2), ("three", 3), ("lost", 3), ("odd", 3)])
def test_a_function_in_a_file_is_exported_as_code_with_its_values(
    name: str, width: int, rule_file: Path, tmp_path: Path
) -> None:
    rules = read_ruleset(f"{rule_file}:{name}")
    found, asked = explore(rules, 60 if width == 1 else 8), grundy.game(rules)
    assert {one.grade for one in found.patterns} <= {"holds", "fits"}, "nobody proved what a function does"
    arguments = [list(at) for at in product(range(70 if width == 1 else 7), repeat=width)]
    values = [asked.value(at[0] if width == 1 else tuple(at)) for at in arguments]
    assert in_python(found.code("python"), arguments) == values
    if COMPILER is not None:
        assert in_cpp(found.code("cpp"), arguments, tmp_path) == values


def test_errors_in_a_file_are_reported_with_their_line(rule_file: Path) -> None:
    bare = rule_file.with_name("bare.py")
    bare.write_text("def two(n): return []\n")
    with pytest.raises(InputError, match=r"bare\.py has no options \(it has two\)"):
        read_ruleset(f"{bare}:options")
    with pytest.raises(InputError, match=r"raised ZeroDivisionError: .* \(line 26 of the file\)"):
        explore(read_ruleset(f"{rule_file}:broken"))


def test_a_file_alone_stands_for_its_function_options(rule_file: Path) -> None:
    result = CliRunner().invoke(explore_command, [str(rule_file), "--to", "60"], standalone_mode=False)
    assert "period 7 from heap 0 on" in result.stdout
