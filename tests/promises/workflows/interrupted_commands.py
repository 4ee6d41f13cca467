"""Long commands that are interrupted, and what each may leave: how it is gone on with, and how that must end."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

VALUES = ["values", "0.106", "--to", "600000", "--format", "npy"]
SWEEP = ["sweep", "0.xx", "--to", "3000", "--work", "1000000"]
SHORT = ("--limit-seconds", "0.5")
RULES = '''"""A rule without end, for all that matters."""
import grundy


@grundy.rule
def mixed(n: int):
    return [n - k for k in (1, 2, 5, 9) if k <= n] + ([grundy.Sum(n // 3, n // 2)] if n > 9 else [])


@grundy.rule
def loop(n: int):
    return [(3 * n + 1) % 100000007, (n * n + 5) % 100000007]
'''


def nothing_done(_folder: Path, _output: str) -> bool:
    """A command that does not end in time has not answered."""
    return False


def nothing_left(folder: Path, _saved: int) -> str:
    """Return the verdict on a command that writes nothing."""
    return "left" if any(folder.iterdir()) else "good"


class Case(NamedTuple):
    """A command, what it is called with, when it has answered, and the verdict on what an interrupt left.

    `mean` is how many seconds after its start it is stopped, in the mean; `short` is what makes it end soon, to be run
    once before all interrupts, None where nothing need be made ready.
    """

    name: str
    words: Callable[[Path], list[str]]
    short: tuple[str, ...] | None = SHORT
    done: Callable[[Path, str], bool] = nothing_done
    left: Callable[[Path, int], str] = nothing_left
    mean: float = 0.2


class Files(NamedTuple):
    """Files that several commands read, and the bytes that finished commands write."""

    rules: Path
    certificate: Path
    values: bytes
    sweep: bytes


@cache
def shared_files() -> Files:
    """Make the files, once for this process and those that it forks."""
    folder = Path(tempfile.mkdtemp())
    maker = os.getpid()

    def remove() -> None:
        if os.getpid() == maker:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    rules, certificate = folder / "rules.py", folder / "long"
    rules.write_text(RULES, encoding="utf-8")
    quietly(["period", "0.16", "--certificate", str(certificate)])
    quietly([*VALUES, "--out", str(folder / "values.npy")])
    quietly([*SWEEP, "--out", str(folder / "sweep")])
    return Files(rules, certificate, (folder / "values.npy").read_bytes(), (folder / "sweep").read_bytes())


def quietly(words: list[str]) -> int:
    """Run a command in this process without its output, and return its exit code."""
    from grundy.cli.main import _run

    null, kept = os.open(os.devnull, os.O_WRONLY), [os.dup(1), os.dup(2)]
    try:
        os.dup2(null, 1)
        os.dup2(null, 2)
        return _run(words)
    finally:
        os.dup2(kept[0], 1)
        os.dup2(kept[1], 2)
        for number in (null, *kept):
            os.close(number)


def always(*words: str) -> Callable[[Path], list[str]]:
    """Return what gives these words."""
    return lambda _folder: list(words)


def ruled(name: str, position: str) -> Callable[[Path], list[str]]:
    """Return what solves a position of one of the rules in Python."""
    return lambda _folder: ["solve", f"{shared_files().rules}:{name}: {position}"]


def into(words: list[str], option: str, name: str) -> Callable[[Path], list[str]]:
    """Return what calls a command that writes a file."""
    return lambda folder: [*words, option, str(folder / name)]


def resumed(words: list[str], name: str, right: Callable[[], bytes]) -> Callable[[Path, int], str]:
    """Return the judge of a command that is resumed: the same file in the end, and nothing else."""

    def left(folder: Path, saved: int) -> str:
        store = folder / f"{name}.run"
        if saved and not (store / "mark").exists():
            return "lost"
        if saved:
            from grundy.workflows.persistence import store as stores

            if stores.verify_store(store).values < saved:
                return "lost"
        if quietly([*words, "--out", str(folder / name), "--resume"]) != 0:
            return "lost"
        return same_alone(folder, name, right())

    return left


def same_alone(folder: Path, name: str, right: bytes) -> str:
    """Return whether a file has the right bytes, and stands alone."""
    if (folder / name).read_bytes() != right:
        return "wrong"
    return "good" if [path.name for path in folder.iterdir()] == [name] else "left"


def verified_database(folder: Path, _saved: int) -> str:
    """Return whether a database that is there verifies, and stands alone."""
    from grundy.storage import StoreFault, ValueDatabase

    path = folder / "values.db"
    if path.exists():
        try:
            with ValueDatabase(path) as values:
                values.verify()
        except StoreFault:
            return "lost"
    return "good" if all(found.name.startswith(path.name) for found in folder.iterdir()) else "left"


def verified_certificate(folder: Path, _saved: int) -> str:
    """Return whether a certificate that is there is accepted, and stands alone."""
    from grundy_check import check

    path = folder / "proof"
    if path.exists() and check(str(path)).status != "ACCEPTED":
        return "wrong"
    return "good" if all(found == path for found in folder.iterdir()) else "left"


def answered(text: str) -> Callable[[Path, str], bool]:
    """Return what sees that a command has said what it has to say."""
    return lambda _folder, output: text in output


CASES = (
    Case("definition", ruled("mixed", "100000000")),
    Case("loopy", ruled("loop", "7")),
    Case("misere", always("solve", "grundy: 40 41 42 43 44", "--misere")),
    Case("sides", always("solve", "tic-tac-toe: 4x4")),
    Case("board", always("solve", "cram: 7x7")),
    Case("search", always("search", "cram: 7x9")),
    Case("search-misere", always("search", "cram: 7x9", "--misere")),
    Case("search-two", always("search", "cram: 7x9", "--workers", "2")),
    Case("search-db", into(["search", "cram: 7x9"], "--db", "values.db"), left=verified_database),
    Case("period", always("period", "0.106", "--to", "10^12")),
    Case("claim", always("claim", "take squares", "value <= 1000", "--to", "10^7")),
    Case("explore", always("explore", "cram", "--to", "64")),
    Case("quotient", always("misere", "0.3102", "--to", "400")),
    Case(
        "values",
        into(VALUES, "--out", "values.npy"),
        None,
        lambda folder, _: same_alone(folder, "values.npy", shared_files().values) == "good",
        resumed(VALUES, "values.npy", lambda: shared_files().values),
        0.6,
    ),
    Case(
        "sweep",
        into(SWEEP, "--out", "sweep"),
        None,
        lambda folder, _: same_alone(folder, "sweep", shared_files().sweep) == "good",
        resumed(SWEEP, "sweep", lambda: shared_files().sweep),
    ),
    Case(
        "certificate",
        into(["solve", "chomp: 7x8"], "--certificate", "proof"),
        None,
        lambda folder, _: (folder / "proof").exists() and verified_certificate(folder, 0) == "good",
        verified_certificate,
        0.9,
    ),
    Case("verify", lambda _folder: ["verify", str(shared_files().certificate)], None, answered("ACCEPTED")),
)
