"""Routes from a formula to exported code: drawn expressions, with negative numbers on the way, in Python and in C++."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.promises.ladder.place import Allowance, Place
from tests.promises.ladder.solving import Unknown

from grundy.core import RuleError, Scanner
from grundy.core.evaluation import compile_node
from grundy.core.expressions import CLAIM_FUNCTIONS, Node, read_number
from grundy.workflows.exploring.code_cpp import cpp_text
from grundy.workflows.exploring.code_python import Source, python_text
from grundy.workflows.exploring.explore import explore

FAR = (2**31 - 1, 2**31, 2**32, 2**53, 2**62, 2**63 - 1, 2**63, 10**19)
"""Heaps at which machine words end."""
TOGETHER = 12
"""Formulas of one program."""
COMPILER = shutil.which("g++")
_BOUND = re.compile(r"0 <= n < 2\^([0-9]+)")


def drawn(rng: Random, depth: int = 3) -> str:
    """Return an expression over n in the language of claims; whatever is divided by is a positive number."""
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(["n", "n", str(rng.randrange(10))])
    one, two = drawn(rng, depth - 1), drawn(rng, depth - 1)
    m = rng.randint(2, 9)
    return rng.choice(
        [
            *(f"({one} {op} {two})" for op in "+-^&|"),
            *(f"({one} {op} {m})" for op in ("*", "//", "%", "-", "^", "&", "|")),
            *(f"{name}({one}, {two})" for name in ("min", "max", "gcd")),
            *(f"{name}({one})" for name in ("abs", "popcount", "popcount", "popcount")),
            f"v2(abs({one}) + 1)",
            f"(-{one} // {m})",
        ]
    )


def read(text: str) -> Node:
    """Read an expression."""
    return read_number(Scanner(text), ("n",), CLAIM_FUNCTIONS)


def formula(place: Place, _: Allowance) -> bool:
    """Write a formula as a function in Python; it has the values of the language of rules, also where words end."""
    text = drawn(place.rng)
    node = read(text)
    right = compile_node(node, ("n",))
    room: dict[str, object] = {}
    exec(compile(python_text(Source("formula", ("Drawn.",), node=node)), "exported", "exec"), room)
    function = room["grundy_value"]
    for heap in (*range(12), *place.rng.sample(range(12, 5000), 8), *FAR):
        known = _known(right, heap)
        told = None if known is None else function(heap)  # type: ignore[operator]
        place.must(told == known, f"{text}: in Python {told} at {heap}, not {known}")
    return True


def _known(evaluate: Callable[[tuple[int, ...]], int], heap: int) -> int | None:
    """Return a value in the language of rules; None where a number on the way has 64 bits or more."""
    try:
        return int(evaluate((heap,)))
    except RuleError:
        return None


def formula_compiled(place: Place, _: Allowance) -> bool:
    """Write formulas as functions in C++ and compile them; they have the same values as far as they say they go."""
    if COMPILER is None:
        raise Unknown
    texts = [drawn(place.rng) for _ in range(TOGETHER)]
    codes = [cpp_text(Source("formula", ("Drawn.",), node=read(text))) for text in texts]
    heaps = [_heaps(place.rng, code) for code in codes]
    told = in_cpp(codes, heaps)
    for text, asked, found in zip(texts, heaps, told, strict=True):
        right = [_known(compile_node(read(text), ("n",)), heap) for heap in asked]
        wrong = [heap for heap, known, value in zip(asked, right, found, strict=True) if known not in (None, value)]
        place.must(not wrong, f"{text}: in C++ {found} at {asked}, not {right}")
    return True


def _heaps(rng: Random, code: str) -> list[int]:
    """Return heaps up to the bound that the code tells."""
    found = _BOUND.search(code)
    most = 2 ** int(found[1]) - 1 if found else 1000
    return [n for n in (*range(9), *rng.sample(range(9, 5000), 5), *FAR, most - 1, most) if n <= most]


def patterns_compiled(place: Place, allowed: Allowance) -> bool:
    """Compile the best pattern of an explored rule; it has the values, and those of the function in Python far out."""
    if COMPILER is None:
        raise Unknown
    rule = place.game.summands[0].ruleset
    found = explore(rule, 60, misere=place.misere, limits=allowed.limits)
    if found.shape != "heaps":
        raise Unknown
    code, room = found.code("cpp"), dict[str, Any]()
    exec(compile(found.code("python"), "exported", "exec"), room)
    name = "is_p_position" if "is_p_position" in room else "grundy_value"
    bound = _BOUND.search(code)
    most = 2 ** int(bound[1]) - 1 if bound else found.checked_to
    loops = "preperiod" not in code and "Proved" not in code
    asked, right = list[int](), list[int]()
    for heap in (*range(found.sample.start, found.checked_to + 1), *(() if loops else (*FAR, most))):
        try:
            right += [int(room[name](heap))] if heap <= most else []
        except ValueError:
            continue
        asked += [heap] if heap <= most else []
    told = in_cpp([code], [asked], name)[0]
    place.must(told == right, f"{rule.name}: in C++ {told} at {asked}, in Python {right}")
    for heap, value in zip(asked, right, strict=True):
        if heap <= found.checked_to:
            known = found.values[heap - found.sample.start]
            place.must(value == (int(known == 0) if name == "is_p_position" else known), f"{rule.name}, heap {heap}")
    return True


def in_cpp(codes: Sequence[str], heaps: Sequence[Sequence[int]], name: str = "grundy_value") -> list[list[int]]:
    """Compile functions into one program, each in a namespace of its own, and return what they give."""
    used = dict.fromkeys(line for code in codes for line in code.splitlines() if line.startswith("#include"))
    codes = ["\n".join(line for line in code.splitlines() if line not in used) for code in codes]
    lines = ["#include <cstdio>", *used, *(f"namespace t{i} {{\n{code}\n}}" for i, code in enumerate(codes))]
    calls = [f'printf("%lld ", (long long) t{i}::{name}({n}LL));' for i, asked in enumerate(heaps) for n in asked]
    lines.append(f"int main() {{ {' '.join(calls)} }}")
    with TemporaryDirectory() as folder:
        source = Path(folder) / "code.cpp"
        source.write_text("\n".join(lines), encoding="utf-8")
        build = [COMPILER or "g++", "-std=c++11", "-o", f"{folder}/code", str(source)]
        subprocess.run(build, check=True, capture_output=True)
        done = subprocess.run([f"{folder}/code"], check=True, capture_output=True, text=True)
    numbers = iter(map(int, done.stdout.split()))
    return [[next(numbers) for _ in asked] for asked in heaps]
