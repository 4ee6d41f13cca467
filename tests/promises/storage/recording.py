"""Power failures under SQLite: its calls are recorded with strace, then replayed on the simulated disk.

`python -m tests.promises.storage.recording PATH ACKS [SETTING]...` is the writer that is watched: it adds batches to an
existing database and notes a sign for each batch that is safe in the file ACKS. (Pillai and others, "All file systems
are not created equal: on the complexity of crafting crash-consistent applications", 2014, replay calls in this way.)
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.promises.storage.database_harness import Kind, add, folder, judge, opened, resumed
from tests.unit.storage.simulated import SimulatedDisk

from grundy.storage import NoSpace, ValueDatabase
from grundy.storage import value_database as plain

ROOT = Path(__file__).parents[3]
CALLS = "pwrite64,write,ftruncate,fsync,fdatasync,unlink"
LINE = re.compile(r'(\w+)\((?:\d+<([^>]*)>)?(?:, )?(?:"([^"]*)", )?([^)"]*)\) += \d+$')
STRACE = shutil.which("strace")
ROWS, STEP = 480, 40


class Call(NamedTuple):
    """A call that changes a file: `at` is an offset or a size, `data` the bytes written."""

    name: str
    file: str
    at: int
    data: bytes


def writer(path: Path, acks: Path, settings: Collection[str]) -> None:
    """Add rows, a batch at a time, and end as if killed; `settings` are those of SQLite and bugs to plant.

    "early" acknowledges too early, "no move" leaves the log to SQLite, which moves it now and then.
    """
    if "no move" in settings:
        plain._move_log = lambda connection: None  # noqa: ARG005  # called by this name
    file = os.open(acks, os.O_WRONLY | os.O_CREAT)
    try:
        database = opened(ValueDatabase, path)
        for setting in {"wal_autocheckpoint = 40", *settings} - {"no move", "early"}:
            database._connection.execute(f"PRAGMA {setting}")
        for start in range(0, ROWS, STEP):
            if "early" in settings:
                os.write(file, b"+")
            add(database, start, start + STEP)
            if "early" not in settings:
                os.write(file, b"+")
    except NoSpace:
        os._exit(28)
    os._exit(0)


def watched(home: Path, *options: str, settings: Collection[str] = ()) -> int:
    command = [str(STRACE), *options, sys.executable, "-m", "tests.promises.storage.recording"]
    return subprocess.run(
        [*command, str(home / "r.db"), str(home / "acks"), *settings], cwd=ROOT, check=False
    ).returncode


def record(home: Path, *settings: str) -> tuple[bytes, list[Call]]:
    """Return an empty database, and the calls by which the writer fills it."""
    path, log = home / "r.db", home / "calls"
    opened(ValueDatabase, path).close()
    before = path.read_bytes()
    options = ["-y", "-xx", "-s", "100000", "-e", f"trace={CALLS}", "-o", str(log)]
    assert watched(home, *options, settings=settings) == 0
    return before, list(calls(log.read_text(encoding="ascii"), home))


def calls(text: str, home: Path) -> Iterator[Call]:
    """Yield the calls to files of a directory; one to the directory itself has an empty name."""
    for line in text.splitlines():
        found = LINE.match(line)
        if found is None or found[2] is None:
            continue
        file = Path(_bytes(found[2]).decode())
        numbers = found[4].split(", ")
        if file == home or (file.parent == home and file.suffix != ".db-shm"):
            at = int(numbers[-1]) if numbers[-1].isascii() and found[1] in {"pwrite64", "ftruncate"} else 0
            yield Call(found[1], "" if file == home else file.name, at, _bytes(found[3] or ""))


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def apply(disk: SimulatedDisk, call: Call) -> None:
    if call.name == "pwrite64":
        disk.write(call.file, call.at, call.data)
    elif call.name == "ftruncate":
        disk.truncate(call.file, call.at)
    elif call.file == "":
        disk.sync_dir()
    else:
        disk.sync(call.file)


def states(recorded: tuple[bytes, list[Call]], seed: int, times: int) -> Iterator[tuple[dict[str, bytes], int]]:
    """Yield what a power failure leaves before each call, `times` times each, and how many rows were safe then.

    The first of each is what a killed process leaves: everything that was written.
    """
    before, made = recorded
    disk, saved = SimulatedDisk(seed), 0
    disk.write("r.db", 0, before)
    disk.sync("r.db")
    disk.sync_dir()
    for call in made:
        if call.file == "acks":
            saved += STEP
            continue
        for i in range(times):
            left = disk.after_crash() if i else disk
            yield {name: bytes(file.content) for name, file in left._names.items()}, saved
        apply(disk, call)


def failing(call: str, error: str, n: int) -> str:
    """Let the n-th call of its kind fail, go on in a new process, and judge; "harmless" if the writer went on."""
    with folder() as home:
        opened(ValueDatabase, home / "r.db").close()
        code = watched(home, "-e", f"inject={call}:error={error}:when={n}", "-e", f"trace={call}", "-o", os.devnull)
        saved = (home / "acks").stat().st_size * STEP
        verdict = resumed(ValueDatabase, home / "r.db", saved, ROWS) if code in {0, 28} else "refused"
        return "harmless" if verdict == "good" and code == 0 else verdict


def power(kind: Kind, recorded: tuple[bytes, list[Call]], seed: int, times: int = 3) -> Counter[str]:
    """Judge the database after a power failure before each of its calls; now and then go on to the end as well."""
    verdicts: Counter[str] = Counter()
    with folder() as home:
        path = home / "r.db"
        for i, (left, saved) in enumerate(states(recorded, seed, times)):
            for name, data in left.items():
                (home / name).write_bytes(data)
            on = i % 20 == 0
            verdicts[resumed(kind, path, saved, ROWS) if on else judge(kind, path, saved)] += 1
            for file in home.iterdir():
                file.unlink()
    return verdicts


if __name__ == "__main__":
    writer(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
