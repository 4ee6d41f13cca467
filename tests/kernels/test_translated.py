"""Functions over words translated for LLVM give what Python gives; what is not translated is refused, never guessed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from grundy.core import BitRule, RuleError
from grundy.games.heaps.nim import Nim
from grundy.kernels import sealed
from grundy.kernels.boards.rule_digest import RuleData
from grundy.kernels.boards.source_trees import Untranslatable
from grundy.kernels.boards.translated import Translation
from grundy.kernels.compiled import kept_code
from grundy.kernels.lookup import host_lookup
from grundy.kernels.machine import Machine, define
from grundy.testing import check_compiled

ORDER = (3, -1, 4, 1, -5)
HALF = 1 << 62


def helper(a: int, b: int = 5) -> int:
    return a - b


def length(a: int, known: int = 0) -> int:
    return known if a <= 0 else length(a >> 1, known + 1)


def filled(out: Any, value: int) -> None:
    for i in range(4):
        out[i] += value * i


def logic(a: int, b: int, out: Any) -> int:
    if -9 < a <= b != 7 and not (a == 3 or b % 5 == 1):
        return 1 + (a > b) + (a and b) * 3 + (a or b)
    out[1] = a and (b or out[2])
    return (a < b) - ~a if a != b else 0 or b or 9


def arithmetic(a: int, b: int, out: Any) -> int:
    c, d = b, a
    c, d = (d, c) if a > b else (c + 1, d - 1)
    e = f = c % 7 + d // 3
    e += -a % 12 - (-b) // 5
    out[e & 3] ^= f << 2
    out[3] = out[e & 3] >> 1 | (a & b) ^ c
    return e * f - helper(c) + helper(d, 2) + HALF % 1000 - (min(a, b, 4) | max(a, d))


def loops(a: int, b: int, out: Any) -> int:
    total = 0
    for number in ORDER:
        if number == 4 and a > b:
            continue
        total += number * a
        number = 100  # noqa: PLW2901
    for i in range(10, a & 7, -2):
        for j in range(i):
            if j * i > 30:
                break
            total += ORDER[-1 - j % 5] + ORDER[(a & 3) - 2]
        i = 3  # noqa: PLW2901
        pass  # noqa: PIE790
    left = a & 31
    while True:
        left -= 1
        if left < 0:
            break
        total ^= left
    filled(out, a)
    return total + length(a)


CALLED = {function.__name__: function for function in (logic, arithmetic, loops)}


def machine_of(function: Callable[..., Any]) -> Callable[..., int]:
    """Translate a function of two words and an array."""
    translation = Translation(RuleData({"called": function}), inside=True)
    build, (a, b, out) = define(translation.module, "door", ["a", "b", "out"], result=True)
    build.ret(translation.call(build, function, [a, b, build.inttoptr(out, a.type.as_pointer())]))
    return Machine(translation.module, host_lookup()).function("door", 3, result=True)


@pytest.mark.parametrize("name", CALLED)
def test_a_translated_function_returns_and_writes_the_same_as_python(name: str) -> None:
    translated, random = machine_of(CALLED[name]), Random(name)
    for number in range(400):
        size = 20 if number % 2 else 10**9
        a, b = random.randrange(-size, size), random.randrange(-size, size)
        right, found = [1, 2, 3, 4], np.array([1, 2, 3, 4], np.int64)
        assert translated(a, b, found.ctypes.data) == CALLED[name](a, b, right), (a, b)
        assert found.tolist() == right


REFUSED = {
    "a float": "return a * 1.5",
    "a method": "return {1: 2}.get(a, b)",
    "a divisor that is not known": "return a // b",
    "a shift beyond the word": "return a << 60 << 4 >> 64",
    "a number beyond the word": "return a & 0xFFFFFFFFFFFFFFFF",
    "else behind a loop": "for i in range(3):\n        out[i] = i\n    else:\n        return 1",
    "a loop over an array": "for item in out:\n        a += item",
    "another array": "out = ORDER\n    return out[0]",
    "a constant that is changed": "ORDER[0] = 1",
    "an array from behind": "return out[-1]",
    "a name of an argument": "return helper(a, b=b)",
    "a generator": "return sum(x for x in ORDER)",
    "another function": "print(a)",
    "a tuple": "return (a, b)[0]",
    "a tuple that is kept": "a = b, c = 1, 2",
    "an unknown name": "return nothing",
    "a step that is not known": "for i in range(1, 9, b):\n        a += i",
    "a power": "return a**2",
    "a sameness": "return a is b",
}
"""What a function holds -> its body."""


def imported(path: Path, text: str) -> Any:
    path.write_text(text)
    name = path.stem
    found = import_module(name)
    del sys.modules[name]
    return found


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_not_translated_is_refused(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    text = f"ORDER = (1, 2)\ndef helper(a, b):\n    return a\ndef rule(a, b, out):\n    {REFUSED[kind]}\n"
    with pytest.raises(Untranslatable):
        machine_of(imported(tmp_path / "refused_here.py", text).rule)


def test_functions_without_one_source_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    found = imported(tmp_path / "two_in_a_line.py", "two = (lambda a, b, out: a), (lambda a, b, out: b)\n")
    for function in (min, found.two[0], eval("lambda a, b, out: a")):
        with pytest.raises(Untranslatable):
            machine_of(function)


def test_a_source_that_says_something_else_by_now_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    path = tmp_path / "changed_since.py"
    rule = imported(path, "def rule(a, b, out):\n    return a + b\n").rule
    path.write_text("def rule(a, b, out):\n    return a - b\n")
    with pytest.raises(Untranslatable, match="rule has no source"):
        machine_of(rule)


def test_a_rule_that_is_not_translated_is_refused_with_its_line() -> None:
    known = {1: "one"}

    def told(state: int) -> int:
        return -1 if state in known else 0

    def less(state: int, out: Any) -> int:
        for heap in range(state):
            out[heap] = heap
        return state

    rule = BitRule(1, 100, less, pack=lambda heap: [heap], unpack=lambda words: words[0])
    check_compiled(Nim(), 40, packed=rule)
    with pytest.raises(RuleError, match="cannot be compiled: line "):
        check_compiled(Nim(), 40, packed=replace(rule, known=told))


def test_code_is_made_once_and_again_where_it_was_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"code" * len(made)

    monkeypatch.setattr("grundy.kernels.compiled.cache_folder", lambda _: tmp_path / "new")
    assert [kept_code("it", make), kept_code("it", make), kept_code("other", make)] == [b"code", b"code", b"code" * 2]
    (kept,) = tmp_path.rglob("it-*.o")
    kept.write_bytes(kept.read_bytes()[:-1])
    monkeypatch.setattr(sealed, "_warned", [])
    with pytest.warns(UserWarning, match=r"^compiled code is damaged \(it-\w+\.py\d+\.o\): it is compiled again$"):
        assert [kept_code("it", make), kept_code("it", make)] == [b"code" * 3] * 2
    assert len(list(tmp_path.rglob("*"))) == 3, "nothing else is left in the folder"
    monkeypatch.setattr("grundy.kernels.compiled.cache_folder", lambda _: tmp_path / "new" / "it.o")
    monkeypatch.setattr("grundy.kernels.compiled._unsaved", dict[str, bytes]())
    assert [kept_code("it", make), kept_code("it", make)] == [b"code" * 4] * 2, "code that cannot be kept is made once"
