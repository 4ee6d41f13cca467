"""Mutants of the OCaml around the proved checker: one change each, and which of them the tests of `formal` do not find.

    python -m tests.promises.checker.mutants_formal formal --most 80 --seed 1

The folder is compiled already (`make -C formal`). A mutant differs from it in one comparison, number, operator or
condition of `reader.ml`, `families.ml`, `periods.ml`, `texts.ml`, `covers.ml`, `check.ml` or `seal.ml`, which must be
believed; what does not compile is none. Each is built apart, and the tests of `test_formal.py` run on it until one
fails.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import pytest
from tests.promises.checker import test_formal
from tests.unit.check.sealed import Data

from grundy_check import check

FILES = ["reader.ml", "families.ml", "periods.ml", "texts.ml", "covers.ml", "check.ml", "seal.ml"]
PLAIN = re.compile(r'\(\*.*?\*\)|"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.[0-9]*)\'', re.DOTALL)
"""Remarks, texts and single characters: nothing in them is changed."""
CHANGES = [
    *((r"<=", "<"), (r">=", ">"), (r"(?<![<:|-])>(?![=>}])", ">="), (r"<(?![=>-])", "<="), (r"<>", "=")),
    *((r"(?<=[\w)]) = (?=[^;\n]*\b(?:then|->|&&|\|\|))", " <> "), (r"&&", "||"), (r"\|\|", "&&")),
    *((r"(?<=[\w)] )\+(?= [\w(])", "-"), (r"(?<=[\w)] )-(?= [\w(])", "+"), (r"\bif (?!not)", "if not @@ ")),
    *((r"\bnot ", ""), (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bland\b", "lor"), (r"\blsr\b", "lsl")),
    (r"(?<![\w.#])\d+(?![\w.])", "+1"),
]
"""What is looked for, and what takes its place; "+1" is the next number."""


class Change(NamedTuple):
    file: str
    start: int
    end: int
    new: str


def changes(file: str, text: str) -> list[Change]:
    hidden = [match.span() for match in PLAIN.finditer(text)]
    return [
        Change(file, *match.span(), str(int(match.group()) + 1) if new == "+1" else new)
        for pattern, new in CHANGES
        for match in re.finditer(pattern, text)
        if not any(start <= match.start() < end for start, end in hidden)
    ]


def compiled(formal: Path, folder: Path, change: Change | None) -> bool:
    """Build the checker in a folder with one change; whether it compiles."""
    for file in [*formal.glob("*.ml*"), *formal.glob("*.v"), *formal.glob("verified.*")]:
        shutil.copy(file, folder)
    if change is not None:
        text = (folder / change.file).read_text(encoding="utf-8")
        (folder / change.file).write_text(text[: change.start] + change.new + text[change.end :], encoding="utf-8")
    made = re.search(r"-linkpkg (.*) -o", (formal / "Makefile").read_text(encoding="utf-8"))
    names = made.group(1).split() if made else []
    words = ["ocamlfind", "ocamlopt", "-w", "-a", "-package", "unix", "-linkpkg", *names, "-o", "check"]
    return subprocess.run(words, cwd=folder, capture_output=True, check=False).returncode == 0


def promises(covered: dict[str, Data]) -> list[partial[None]]:
    """The tests, each as a function of a folder with a checker and of an empty one; those of whole commands last."""
    found: list[partial[None]] = []
    for name, test in vars(test_formal).items():
        if not name.startswith("test_") or "axioms" in name or "assumed" in name:
            continue
        wanted = test.__code__.co_varnames[: test.__code__.co_argcount]
        cases: list[dict[str, Any]] = [{"covered": covered} if "covered" in wanted else {}]
        for mark in getattr(test, "pytestmark", []):
            if mark.name == "parametrize":
                names, values = mark.args
                alone = isinstance(names, str)
                rows = [
                    dict(zip([names] if alone else names, found_in(value, alone=alone), strict=True))
                    for value in values
                ]
                cases = [case | row for case in cases for row in rows]
        found += [partial(run, test, "tmp_path" in wanted, case) for case in cases]
    return sorted(
        found, key=lambda one: (bool(one.args[2].keys() - {"covered"}), "both_checkers" not in str(one.args[0]))
    )


def found_in(value: Any, *, alone: bool) -> tuple[Any, ...]:
    """Return what one case gives the names of its parameters; a soak is a case like others."""
    if hasattr(value, "marks"):
        return tuple(value.values)
    return (value,) if alone else tuple(value)


def run(test: Callable[..., Any], writes: bool, case: dict[str, Any], built: Path, folder: Path) -> None:
    test(built=built, **case, **({"tmp_path": folder} if writes else {}))


def fails(tests: list[partial[None]], built: Path) -> bool:
    for test in tests:
        signal.alarm(900)  # a mutant that goes round for ever is found, too
        said = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, redirect_stdout(said), redirect_stderr(said):
            try:
                test(built, Path(folder))
            except (Exception, SystemExit, pytest.fail.Exception):  # noqa: BLE001  # however it fails, it is found
                return True
            finally:
                signal.alarm(0)
    return False


def too_long(*_: object) -> None:
    raise TimeoutError


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("formal", type=Path, help="the compiled folder")
    parser.add_argument("--most", type=int, default=80)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1e9, help="start no mutant after so long")
    parser.add_argument("--files", nargs="+", default=FILES)
    given = parser.parse_args()
    end = monotonic() + given.seconds

    @cache
    def known(content: bytes, seconds: float) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            (file := Path(folder) / "some.cert").write_bytes(content)
            return check(str(file), seconds=seconds)

    signal.signal(signal.SIGALRM, too_long)

    def remembered(path: str, seconds: float = 600.0) -> Any:
        return known(Path(path).read_bytes(), seconds)

    pytest.MonkeyPatch().setattr(test_formal, "check", remembered)
    tests = promises(test_formal.covered_samples())
    texts = {file: (given.formal / file).read_text(encoding="utf-8") for file in given.files}
    every = [change for file, text in texts.items() for change in changes(file, text)]
    random.Random(given.seed).shuffle(every)
    counts = {file: [0, 0] for file in given.files}
    for change in [None, *every]:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if not compiled(given.formal, folder, change):
                continue
            noticed = fails(tests, folder)
        if change is None:
            assert not noticed, "the tests fail without any mutation"
            continue
        counts[change.file][0] += noticed
        counts[change.file][1] += 1
        if not noticed:
            text = texts[change.file]
            number, old = text.count("\n", 0, change.start), text[change.start : change.end]
            print(f"{change.file}:{number + 1}: {old} -> {change.new}: {text.splitlines()[number].strip()}", flush=True)  # noqa: T201
        if sum(tried for _, tried in counts.values()) == given.most or monotonic() > end:
            break
    for file, (found, tried) in counts.items():
        print(f"{file}: {found} of {tried} mutants found")  # noqa: T201


if __name__ == "__main__":
    main()
