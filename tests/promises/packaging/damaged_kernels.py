"""Questions to a package whose compiled code was damaged, each in a process of its own.

A question is asked once with kernels that are intact, which gives its answer and the files that it reads. Then one of
these files is damaged in a copy of the folder of kernels, and the question is asked again, with a compiler or without.
*right*: the same answer; *typed*: an error of the tree; *wrong*: another answer; *hang*: no answer in `HARD` seconds of
the processor; *crash*: the process ended by a signal or with an error of another kind.
"""

from __future__ import annotations

import atexit
import os
import resource
import shutil
import signal
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.soaking import Harness

from grundy import GrundyError, game, kernels
from grundy.kernels import compiled, native_kernels, ready, sealed
from grundy.kernels.boards import calls as boards
from grundy.kernels.heaps import calls as heaps
from grundy.workflows.library.solution import search
from grundy.workflows.searching.question import SearchSettings

HARD = 120
"""Seconds of the processor after which a question hangs."""
BAD = ("wrong", "hang", "crash")
"""What must not come out."""
THERE = 0.7
"""The share of questions with a compiler there."""
VALUE, MISERE = SearchSettings(want="value", method="proof-numbers"), SearchSettings(misere=True)
QUESTIONS: dict[str, Callable[[], object]] = {
    "chomp": lambda: search("chomp: 4x5").to_dict()["winning_moves"],
    "cram": lambda: search("cram: 3x4", VALUE).value,
    "sprouts": lambda: search("sprouts: 2", VALUE).value,
    "misere cram": lambda: str(search("cram: 4x4", MISERE).outcome),
    "code": lambda: _sum("0.6", 2000),
    "squares": lambda: _sum("take squares", 2000),
}
"""Names of questions -> what asks them; small, so that many are asked."""


class Answer(NamedTuple):
    """How a question ended, what was answered, and which files were read."""

    verdict: str
    text: str
    files: tuple[str, ...]


def _sum(name: str, to: int) -> int:
    return sum((n + 1) * value for n, value in enumerate(game(name).values(to)))


def ask(name: str, levels: Path, *, compiler_there: bool) -> Answer:
    """Ask a question in a child of this process, with kernels from a folder."""
    end, begin = os.pipe()
    child = os.fork()
    if not child:
        os.close(end)
        status = 70
        try:
            status = _child(name, levels, begin, compiler_there=compiler_there)
        finally:
            os._exit(status)
    os.close(begin)
    with os.fdopen(end, "rb") as pipe:
        told = pipe.read().decode().split("\0")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return Answer("hang" if os.WTERMSIG(status) == signal.SIGXCPU else "crash", f"signal {os.WTERMSIG(status)}", ())
    if len(told) < 2:
        return Answer("crash", f"status {status >> 8}", ())
    return Answer(told[0], told[1], tuple(sorted({*told[2:]} - {""})))


def _child(name: str, levels: Path, pipe: int, *, compiler_there: bool) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (HARD, HARD + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(silent, stream)
    warnings.simplefilter("ignore")
    compiled.READY = levels
    if not compiler_there:
        for package in [each for each in sys.modules if each.partition(".")[0] in {"numba", "llvmlite"}]:
            del sys.modules[package]
        sys.modules |= dict.fromkeys(("numba", "llvmlite"), None)  # type: ignore[arg-type]
    sealed.has_compiler.cache_clear()
    kernels._installed.cache_clear()
    ready._ready.clear()
    for kernel in [*vars(boards).values(), *vars(heaps).values()]:  # the parent may have loaded kernels
        if isinstance(kernel, native_kernels.NativeKernel):
            vars(kernel).pop("_called", None)
    files: list[str] = []
    plain = compiled.read_code

    def read(path: Path) -> bytes | None:
        files.append(path.name if path.is_relative_to(levels) and path.exists() else "")
        return plain(path)

    compiled.read_code = read
    try:
        verdict, text = "right", repr(QUESTIONS[name]())
    except GrundyError as error:
        verdict, text = "typed", str(error)
    except BaseException as error:  # noqa: BLE001  # whatever it is, it is no typed error
        verdict, text = "crash", repr(error)
    with os.fdopen(pipe, "wb") as answered:
        answered.write("\0".join([verdict, text, *files]).encode())
    return 0


@cache
def levels() -> Path:
    """Return a copy of the kernels that may be damaged."""
    folder = Path(tempfile.mkdtemp(prefix="damaged-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    digest, level = compiled.digest(), compiled.code_level() or "none"
    if not (compiled.READY / digest / level).exists():
        raise RuntimeError("kernels are not ready: python build_kernels.py host")
    shutil.copytree(compiled.READY / digest / level, folder / digest / level)
    return folder


@cache
def intact(name: str, *, compiler_there: bool) -> Answer:
    """Return the answer of a question from kernels that are intact."""
    found = ask(name, levels(), compiler_there=compiler_there)
    if found.verdict != "right":
        raise RuntimeError(f"{name}: {found}")
    return found


def damage(rng: Random, path: Path) -> str:
    """Damage a file, and return how."""
    whole = path.read_bytes()
    kind = rng.choice(["flip"] * 6 + ["short", "empty", "other", "longer", "zeros", "gone"])
    if kind == "gone":
        path.unlink()
        return kind
    changed, at = bytearray(whole), rng.randrange(len(whole))
    if kind == "flip":
        changed[at] ^= 1 << rng.randrange(8)
    elif kind == "zeros":
        changed[at : at + 64] = bytes(len(changed[at : at + 64]))
    elif kind == "other":
        changed[:] = rng.choice(sorted(path.parent.glob(f"*{path.suffix}"))).read_bytes()
    else:
        changed = changed[: {"short": at, "empty": 0}.get(kind, len(changed))] + bytes(kind == "longer")
    path.write_bytes(changed)
    return kind


def case(seed: int) -> str:
    """Damage a file at random and ask a question that reads it; return the verdict, or raise for a fault."""
    rng = Random(seed)
    name, there = rng.choice(sorted(QUESTIONS)), rng.random() < THERE
    before = intact(name, compiler_there=there)
    if not before.files:
        return "none read"
    path = next(levels().glob(f"*/*/{rng.choice(before.files)}"))
    whole = path.read_bytes()
    try:
        kind = damage(rng, path)
        after = ask(name, levels(), compiler_there=there)
    finally:
        path.write_bytes(whole)
    verdict = after.verdict if after.verdict != "right" or after.text == before.text else "wrong"
    if verdict in BAD:
        raise AssertionError(f"{verdict}: {name}, {path.name}, {kind}, compiler {there}: {after.text[:300]}")
    return verdict


@cache
def _prepared() -> None:
    """Import once for all children, and keep what they compile for one another."""
    os.environ.setdefault("NUMBA_CACHE_DIR", tempfile.mkdtemp(prefix="damaged-kept-"))
    if kernels.can_run():
        for module in ("kernels.typed", "kernels.boards.calls", "kernels.heaps.calls", "search.deep", "search.ranked"):
            import_module(f"grundy.{module}")


def damaged(seed: int) -> Counter[str]:
    """Count the verdict of one damage."""
    _prepared()
    return Counter({"damages": 1, case(seed): 1})


HARNESS = Harness("damages", 1, damaged, BAD)
