"""The N-th call that opens, reads, writes or syncs a file fails, for every N, over about a hundred whole commands.

Each case is one command in a forked child, in a folder of its own, where one call fails once: files are opened by the
Python twin of `open`, whose every byte passes the functions of `os`. SQLite and other code in C meet a limit on the
size of files instead, and allocations fail by the hook of the interpreter's own tests. A command must end by itself
with a typed error, or as if nothing had happened; files of the user are the old or the new ones, whole, and nothing
else is left; what is continued later, such as databases and journals, leads to the same end.
"""

from __future__ import annotations

import _pyio  # type: ignore[import-not-found]
import builtins
import errno
import io
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.promises.workflows.interrupted_commands import quietly
from tests.soaking import Harness

CALLS: dict[str, dict[str, int]] = {
    "open": dict.fromkeys(("open", "mkdir", "link"), errno.EMFILE),
    "read": dict.fromkeys(("read", "pread"), errno.EIO),
    "write": dict.fromkeys(("write", "pwrite", "ftruncate"), errno.ENOSPC),
    "sync": dict.fromkeys(("fsync", "replace", "rename"), errno.EIO),
}
"""Kinds of calls, and how they fail."""
SIZES = "size"
"""The kind in which no file may become larger than so many kilobytes."""
MEMORY = "memory"
"""The kind in which an allocation fails."""
SECONDS = 60.0
"""A child that takes longer is ended."""
TYPED = {0, 2, 3, 4, 5, 6, 7, 9}
BAD = ("untyped", "killed", "hang", "wrong", "lost", "left")
PASSING = (".db-wal", ".db-shm", "/lock")
"""Files that change whenever a store is opened."""
INTERPRETER = (
    "SystemError",
    "Exception ignored",
    "path should be string, bytes, os.PathLike or integer, not PosixPath",
)
"""How an interpreter ends that loses a `MemoryError` in its own code in C; about one allocation in a hundred."""
NAMED = re.compile("[Cc]annot write|cannot be saved|are left out")
"""What a command says of what it continues without: the record of a match, or facts of the atlas."""
RULES = "def three(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n"
LINES = """
solve nim: 3 5 7
solve cram: 3x4 --misere
solve kayles: 7 --moves
solve take 1..3: 9 --json
solve rules.py:three: 7
solve sprouts: 2
solve chomp: 3x4
solve graph: 0>1 1>2 @ 0
solve nim: 1 2 --format latex
solve nim: 5 4 --line
nim 3/2
values take 1..3 --to 30 --format markdown
misere nim --to 3
solve nim: 1 2 --svg out.svg
solve nim: 1 2 --svg new.svg
search cram: 4x4
search chomp: 3x4 --json
values kayles --to 20
values kayles --to 20 --out out.txt
values kayles --to 20 --out new.txt
values 0.77 --to 11 --format csv
values 0.77 --to 11 --format csv --out out.txt
values wythoff --to 5
values wythoff --to 5 --out new.txt
values kayles --to 20 --misere
values kayles --to 20 --json
values kayles --to 20 --format latex --out out.txt
values rules.py:three --to 9
period kayles
period kayles --json
period kayles --certificate out.txt
period kayles --certificate new.cert
period kayles --certificate new.cert.gz
period kayles --certificate new.cert --segments 3
solve nim: 3 5 --certificate out.txt
solve cram: 3x3 --certificate new.cert --proof nimber
solve kayles: 5 --certificate new.cert.gz --proof labelling
solve kayles: 5 --misere --certificate new.cert
misere kayles --to 8
misere kayles --to 8 --json
misere 0.07 --to 6
verify old.cert
verify old.cert --json
verify old.cert.gz
verify old.cert missing
verify segments.cert
verify broken.cert
verify old.cert --limit-seconds 30
claim 'take 1..3' 'P iff n % 4 == 0'
claim kayles 'same as 0.77'
claim nim 'P iff n == 0' --json
explore take 1..3 --to 50
explore wythoff --to 9
graph nim: 2 1 --out out.svg
graph nim: 2 1 --out new.dot
graph nim: 2 1 --format markdown
quiz --list
quiz binary --count 3 --answers
quiz binary --out out.txt
quiz binary --format html --out new.html
quiz binary --format ipynb --out new.ipynb
learn
learn binary
replay match.txt --all
replay match.txt --json
replay match.txt --svg new.svg
replay missing.txt
nim 6*7
nim --table 4
problem --list
atlas find kayles misere
atlas show octal/0.77
oeis kayles
oeis kayles --to 9 --bfile out.txt
oeis kayles --to 9 --bfile new.txt
oeis kayles --to 9 --json
translate kayles: 7 --to cgsuite
translate game.heap.Kayles(7) --to grundy
games
games cram
games --json
store verify old.db
store verify old.db --json
store verify old.run
store verify missing.db
--help
"""
"""Commands that need nothing else; a game of several words needs no quotes."""
MATCH = "take 1 from heap 2\ntake 1 from heap 1\n"


class Case(NamedTuple):
    """A command, the names of files that it continues later, and the words that continue it, None for the same ones."""

    words: tuple[str, ...]
    kept: tuple[str, ...] = ()
    again: tuple[str, ...] | None = None
    said: str = ""


def cases() -> Iterator[Case]:
    for line in LINES.strip().splitlines():
        yield Case(tuple(split(line)))
    yield Case(("store", "copy", "old.db", "new.db"), ("new.db",), ("store", "verify", "new.db"))
    yield Case(("search", "cram: 4x5", "--db", "old.db"), ("old.db",))
    yield Case(("search", "cram: 4x5", "--db", "new.db"), ("new.db",))
    yield Case(("search", "cram: 4x5", "--want", "outcome", "--db", "new.db"), ("new.db",))
    for form in ("npy", "csv"):
        values = ("values", "kayles", "--to", "3000", "--format", form, "--out", f"new.{form}")
        yield Case(values, (f"new.{form}.run",), (*values, "--resume"))
    sweep = ("sweep", "0.0x", "--to", "200", "--out", "new.sweep")
    yield Case(sweep, ("new.sweep",), (*sweep, "--resume"))
    resumed = ("sweep", "0.00x", "--to", "200", "--out", "old.sweep", "--resume")
    yield Case(resumed, ("old.sweep",))
    yield Case(("verify", "segments.cert", "--segments", "1..2"), ("segments.cert.checked",))
    yield Case(("verify", "segments.cert", "--segments", "1..2", "--record", "old.checked"), ("old.checked",))
    for name in ("new.txt", "out.svg"):
        match = ("replay", name)
        yield Case(("play", "nim: 1 2", "--record", name), (name,), match, MATCH)


def split(text: str) -> list[str]:
    """Return the words of a command line; a game is one word, as any command takes it in several."""
    import shlex

    return shlex.split(text.replace("'", '"')) if "'" in text else text.split(" ")


@cache
def template() -> Path:
    """Make the folder that every command begins in, once for this process and those that it forks."""
    import atexit

    folder, maker = Path(tempfile.mkdtemp()), os.getpid()

    def remove() -> None:
        if os.getpid() == maker:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    before = Path.cwd()
    os.chdir(folder)
    try:
        Path("rules.py").write_text(RULES, encoding="utf-8")
        for name in ("out.txt", "broken.cert"):
            Path(name).write_text("old\n", encoding="utf-8")
        Path("out.svg").touch()
        for line in (
            "period kayles --certificate old.cert",
            "period kayles --certificate old.cert.gz",
            "period kayles --certificate segments.cert --segments 3",
            "search cram:4x5 --db old.db",
            "sweep 0.00x --to 200 --out old.sweep",
        ):
            assert quietly(line.split(" ")) == 0, line
        quietly(["verify", "segments.cert", "--segments", "1", "--record", "old.checked"])
        said(["play", "nim: 1 2", "--record", "match.txt"], MATCH)
        shutil.rmtree("old.run", ignore_errors=True)
        from grundy.storage import FILES, Disk, SequenceFile

        store = SequenceFile(Disk(Path("old.run"), FILES), "a game")
        store.close()
    finally:
        os.chdir(before)
    return folder


def said(words: list[str], text: str) -> int:
    before, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        return quietly(words)
    finally:
        sys.stdin = before


class Ended(NamedTuple):
    """How a child ended: its exit code, None if it was killed or ended late; what it said; whether a call failed."""

    code: int | None
    output: str
    errors: str
    failed: bool
    folder: dict[str, bytes]


class Plan(NamedTuple):
    """The kind of call that fails, and which one, from 1 on."""

    kind: str
    number: int


def run(case: Case, plan: Plan | None, folder: Path) -> Ended:
    shutil.copytree(template(), folder, dirs_exist_ok=True)
    told = [folder.parent / f"{folder.name}.{name}" for name in ("out", "err", "failed")]
    pid = os.fork()
    if not pid:
        _child(case, plan, folder, told)
    code = _ended(pid)
    output, errors, failed = (path.read_bytes() if path.exists() else b"" for path in told)
    for path in told:
        path.unlink(missing_ok=True)
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
    return Ended(code, output.decode(errors="replace"), errors.decode(errors="replace"), bool(failed), found)


def _ended(pid: int) -> int | None:
    end = time.monotonic() + SECONDS
    while not (done := os.waitpid(pid, os.WNOHANG))[0]:
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return -1
        time.sleep(0.002)
    code = os.waitstatus_to_exitcode(done[1])
    return code if code >= 0 else None


def _child(case: Case, plan: Plan | None, folder: Path, told: list[Path]) -> None:
    warnings.simplefilter("default")  # pytest makes errors of them
    code = 71
    try:
        for number, path in enumerate(told[:2], 1):
            os.dup2(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), number)
        mark = os.open(told[2], os.O_CREAT | os.O_WRONLY, 0o600)
        os.chdir(folder)
        sys.stdin = io.StringIO(case.said)
        for number, name in ((1, "stdout"), (2, "stderr")):
            setattr(sys, name, _pyio.open(number, "w", encoding="utf-8", closefd=False))
        from grundy.cli.main import _run

        words = list(case.words)  # before an allocation may fail
        if plan is not None:
            _plant(plan, mark)
        code = _run(words)
        if plan is not None and plan.kind == MEMORY:
            import _testcapi  # type: ignore[import-not-found]

            _testcapi.remove_mem_hooks()  # what follows is not part of the command
        with suppress(BaseException):
            sys.stderr.flush()
    except BaseException:  # noqa: BLE001  # told as an untyped end
        import traceback

        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)


def _plant(plan: Plan, mark: int) -> None:
    if plan.kind == SIZES:
        os.write(mark, b"!")
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, ((plan.number - 1) * 1024,) * 2)
        return
    if plan.kind == MEMORY:
        import _testcapi

        os.write(mark, b"!")
        _testcapi.set_nomemory(plan.number, plan.number + 1)
        return
    _plant_call(plan, mark)


def _plant_call(plan: Plan, mark: int) -> None:
    """Let one call of the functions of `os` fail; those about `/proc`, the memory that is used, never do."""
    left, write, opened, system = [plan.number], os.write, os.open, set[int]()

    def opening(path: Any, *more: Any, **named: Any) -> int:
        file = opened(path, *more, **named)
        (system.add if str(path).startswith("/proc") else system.discard)(file)
        return file

    def planted(name: str, call: Callable[..., Any], number: int) -> Callable[..., Any]:
        def failing(*arguments: Any, **named: Any) -> Any:
            if arguments[0] not in system and not str(arguments[0]).startswith("/proc"):
                left[0] -= 1
                if left[0] == 0:
                    write(mark, name.encode())
                    raise OSError(number, os.strerror(number))
            return call(*arguments, **named)

        return failing

    builtins.open = io.open = _pyio.open
    os.open = opening
    for name, number in CALLS[plan.kind].items():
        setattr(os, name, planted(name, getattr(os, name), number))


def judged(case: Case, right: Ended, ended: Ended, folder: Path) -> str:
    if ended.code is None:
        return "killed"
    if ended.code == -1:
        return "hang"
    said = ended.output + ended.errors
    if ended.code not in TYPED or "Traceback" in said or "internal error" in said:
        return "untyped"
    if ended.code == right.code == 0 and untimed(ended.output) != untimed(right.output) and not NAMED.search(said):
        return "wrong"
    old = {path.relative_to(template()).as_posix(): path for path in template().rglob("*") if path.is_file()}
    for name in {*ended.folder, *old}:
        if name.startswith(case.kept or ("\0",)) or name.endswith(PASSING):
            continue
        known = [files[name] for files in (right.folder,) if name in files]
        known += [old[name].read_bytes()] if name in old else []
        if name not in ended.folder:
            return "lost"
        if ended.folder[name] not in known:
            return "left" if not known else "lost"
    if ended.code == 0 and {name for name in right.folder if not name.endswith(PASSING)} - ended.folder.keys():
        return "lost"
    return continued(case, right, folder) if case.kept else "good"


def untimed(text: str) -> str:
    return re.sub(r"[0-9.]+ s\b|\"seconds\": [0-9.e-]+", "", text)


def continued(case: Case, right: Ended, folder: Path) -> str:
    words = case.words if case.again is None else case.again
    reads = words[0] in {"replay", "store"}
    if reads and not any((folder / name).exists() and (folder / name).stat().st_size for name in case.kept):
        return "good"
    before = Path.cwd()
    os.chdir(folder)
    try:
        code = quietly(list(words))
    finally:
        os.chdir(before)
    if code != (0 if reads else right.code):
        return "lost"
    if not reads:
        for name, data in right.folder.items():
            path = folder / name
            if name.endswith(PASSING):
                continue
            if not path.exists():
                return "lost"
            if not name.endswith(".db") and path.read_bytes() != data:
                return "wrong"
    return "good"


@cache
def known(number: int) -> tuple[Case, Ended]:
    """Return a case and how it ends when nothing fails; output that changes from run to run is not compared."""
    case = [*cases()][number]
    found = []
    warmed(case)
    for _ in range(2):
        with tempfile.TemporaryDirectory() as place:
            found.append(run(case, None, Path(place) / "here"))
    one, two = found
    assert one.code == two.code in TYPED, (case.words, one)
    assert untimed(one.output) == untimed(two.output), case.words
    return case, two


def failures(number: int, kinds: tuple[str, ...] = (*CALLS, SIZES), most: int = 10**9) -> Counter[str]:
    """Fail every call of one command, one after the other, until it ends unharmed."""
    counts = Counter[str]()
    case, right = known(number)
    for kind in kinds:
        for n in range(1, most + 1):
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place) / "here"
                ended = run(case, Plan(kind, n), folder)
                verdict = judged(case, right, ended, folder)
            over = not ended.failed if kind != SIZES else ended.code == right.code and verdict == "good"
            if over and verdict == "good":
                break
            counts[verdict] += 1
            counts["failures"] += 1
            if verdict in BAD:
                tell(verdict, case, f"{kind} {n}", ended)
    return counts


def tell(verdict: str, case: Case, what: str, ended: Ended) -> None:
    """Print a bad verdict with all that is needed to see it again."""
    sys.stderr.write(f"{verdict}: {' '.join(case.words)}: {what}: {ended.code} {ended.errors[-300:]!r}\n")


@cache
def warmed(case: Case) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder, before = Path(place) / "here", Path.cwd()
        shutil.copytree(template(), folder)
        os.chdir(folder)
        try:
            said([*case.words], case.said)
        finally:
            os.chdir(before)


def every_call(seed: int) -> Counter[str]:
    return failures(seed % len([*cases()]))


def allocations(seed: int) -> Counter[str]:
    """Fail allocations of the command that a seed stands for, early and late ones."""
    rng, counts = Random(seed), Counter[str]()
    case, right = known(seed % len([*cases()]))
    for _ in range(10):
        n = 1 + round(10 ** rng.uniform(0, 5.5))
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "here"
            ended = run(case, Plan(MEMORY, n), folder)
            verdict = judged(case, right, ended, folder)
        if verdict == "untyped" and any(sign in ended.output + ended.errors for sign in INTERPRETER):
            verdict = "interpreter"
        counts[verdict] += 1
        if verdict in BAD:
            tell(verdict, case, f"allocation {n}", ended)
    counts["failures"] = 10
    return counts


HARNESSES = {
    "calls": Harness("failures", 10, every_call, BAD),
    "memory": Harness("failures", 10, allocations, BAD),
}
