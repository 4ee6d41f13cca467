"""Harnesses for value databases: killed writers, damaged files, full disks; also for ones with a planted bug."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random

from grundy.storage import Damaged, Mismatch, NoSpace, StoreFault, ValueDatabase

Kind = type[ValueDatabase]
FAST = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""A file system in memory, where there is one."""
ENOUGH = 4000
"""A file with so many rows is followed by a new one."""


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=FAST) as name:
        yield Path(name)


def key(i: int) -> bytes:
    """The i-th key; they come in no order and have many lengths."""
    scattered = (i * 2654435761 % (1 << 32)).to_bytes(4)
    return scattered + b"." * (i % 50)


def right(found: bytes) -> int:
    return zlib.crc32(found) % 1000 << zlib.adler32(found) % 40


def opened(kind: Kind, path: Path) -> ValueDatabase:
    return kind.open(path, ruleset="a game", encoding="scattered", version=1, play="normal")


def add(database: ValueDatabase, start: int, stop: int) -> None:
    keys = [key(i) for i in range(start, stop)]
    database.add(keys, [right(found) for found in keys])


def judge(kind: Kind, path: Path, saved: int) -> str:
    """Open what is there, read all of it, and compare with what was promised: the first `saved` rows."""
    try:
        with opened(kind, path) as database:
            found = dict(database.load())
    except (Damaged, Mismatch):
        return "refused"
    if any(value != right(known) for known, value in found.items()):
        return "wrong"
    return "good" if all(key(i) in found for i in range(saved)) else "lost"


# Killed writers.


def write(kind: Kind, path: Path, pipe: int, seed: int, start: int) -> None:
    """Add batches of chance until the kill, telling through the pipe what is safe."""
    random = Random(seed)
    with opened(kind, path) as database:
        while True:
            stop = start + random.randrange(1, 60)
            add(database, start, stop)
            os.write(pipe, f"{stop}\n".encode())
            start = stop


def child(work: Callable[[], object], pipe: int) -> int:
    """Do the work in a forked process; what goes wrong is told through the pipe as -1, no space as -2."""
    if pid := os.fork():
        return pid
    try:
        work()
    except NoSpace:
        os.write(pipe, b"-2\n")
    except BaseException:  # noqa: BLE001  # whatever it is, the parent must hear of it
        os.write(pipe, b"-1\n")
    finally:
        os._exit(0)


def told(reader: int) -> list[int]:
    with os.fdopen(reader, "rb") as file:
        return [int(line) for line in file.read().split(b"\n")[:-1]]


def one_kill(kind: Kind, path: Path, random: Random, writers: int, start: int) -> list[int]:
    reader, pipe = os.pipe()

    def written(seed: int) -> None:
        os.close(reader)  # so a writer whose parent was ended finds that nobody listens, and ends too
        write(kind, path, pipe, seed, start)

    pids = [child(partial(written, random.randrange(10**9)), pipe) for _ in range(writers)]
    os.close(pipe)
    time.sleep(random.expovariate(1 / 0.02))
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    for pid in pids:
        os.waitpid(pid, 0)
    return told(reader)


def kills(kind: Kind, count: int, seed: int, writers: int = 1) -> Counter[str]:
    """Kill writers at moments of chance and let the next go on; a verdict a kill, and how many savings were told."""
    verdicts: Counter[str] = Counter()
    random, n = Random(seed), 0
    with folder() as home:
        saved = 0
        for _ in range(count):
            path = home / f"{n}.db"
            told = one_kill(kind, path, random, writers, saved)
            verdicts["savings"] += len(told)
            saved = max([saved, *told])
            verdict = "refused" if -1 in told else judge(kind, path, saved)
            verdicts[verdict] += 1
            if verdict != "good" or saved > ENOUGH:
                n, saved = n + 1, 0
    return verdicts


# Damaged files.


def sample(home: Path, random: Random, *, hot: bool) -> tuple[Path, int]:
    """Make a database, `hot` with much of it in its log; return how many rows it has."""
    path, count = home / "sample.db", random.randrange(50, 700)
    with opened(ValueDatabase, path) as database:
        add(database, 0, count // 2)
        with ExitStack() as reading:
            if hot:  # a reader keeps the log in use
                reader = reading.enter_context(ValueDatabase(path))._connection
                reader.execute("BEGIN")
                reader.execute("SELECT * FROM meta").fetchall()
            add(database, count // 2, count)
            if hot:
                for file in (path, path.with_name(f"{path.name}-wal")):
                    shutil.copy(file, home / f"hot{file.name[6:]}")
    return (home / "hot.db" if hot else path), count


def damaged(data: bytes, random: Random) -> bytes:
    """Flip a bit, cut, overwrite, clear, append or exchange pages; sometimes it is another file altogether."""
    at, more = random.randrange(len(data)), random.randrange(1, 40)
    other = random.randrange(len(data)) & -4096
    page = at & -4096
    ways: list[Callable[[], bytes]] = [
        lambda: data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :],
        lambda: data[:at],
        lambda: data[:page],
        lambda: data[:at] + random.randbytes(len(data[at : at + 16])) + data[at + 16 :],
        lambda: data[:page] + bytes(len(data[page : page + 4096])) + data[page + 4096 :],
        lambda: data + random.randbytes(more),
        lambda: data[:page] + data[other : other + 4096] + data[page + 4096 :],
        lambda: random.randbytes(at),
    ]
    return random.choice(ways)()


def rot(kind: Kind, seeds: range, times: int = 1, *, hot: bool = False) -> Counter[str]:
    verdicts: Counter[str] = Counter()
    for seed in seeds:
        random = Random(seed)
        with folder() as home:
            path, count = sample(home, random, hot=hot)
            log = path.with_name(f"{path.name}-wal")
            good = {file: file.read_bytes() for file in ([path, log] if hot else [path])}
            for _ in range(times):
                for file, data in good.items():
                    file.write_bytes(data)
                victim = log if hot else path
                victim.write_bytes(damaged(good[victim], random))
                verdicts[judge(kind, path, count)] += 1
                for end in ("-wal", "-shm"):
                    path.with_name(path.name + end).unlink(missing_ok=True)
    return verdicts


# Full disks.


def limited(kind: Kind, path: Path, pipe: int, most: int, count: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    with opened(kind, path) as database:
        for start in range(0, count, 100):
            add(database, start, start + 100)
            os.write(pipe, f"{start + 100}\n".encode())


def full(kind: Kind, limits: range, count: int = 1500) -> Counter[str]:
    """Let files end at each of these sizes, so that each write that makes them longer fails once; then go on.

    Below 32 KiB nothing can be opened, as the index of the log is so large.
    """
    verdicts: Counter[str] = Counter()
    for most in limits:
        with folder() as home:
            reader, pipe = os.pipe()
            pid = child(lambda most=most, pipe=pipe, home=home: limited(kind, home / "f.db", pipe, most, count), pipe)  # type: ignore[misc]
            os.close(pipe)
            os.waitpid(pid, 0)
            found = told(reader)
            verdicts["no space"] += -2 in found
            verdicts["refused" if -1 in found else resumed(kind, home / "f.db", max([0, *found]), count)] += 1
    return verdicts


def freed(kind: Kind, home: Path, size: int) -> str:
    """Fill the small file system that holds a directory, then delete the ballast, go on, and judge."""
    (home / "ballast").write_bytes(bytes(size))
    path, saved = home / "f.db", 0
    try:
        with opened(kind, path) as database:
            while True:
                add(database, saved, saved + 100)
                saved += 100
    except NoSpace:
        (home / "ballast").unlink()
    return f"{saved > 0} {resumed(kind, path, saved, saved + 200)}"


def resumed(kind: Kind, path: Path, saved: int, count: int) -> str:
    verdict = judge(kind, path, saved)
    if verdict == "good":
        try:
            with opened(kind, path) as database:
                add(database, 0, count)
        except StoreFault:
            return "refused"
        verdict = judge(kind, path, count)
    return verdict
