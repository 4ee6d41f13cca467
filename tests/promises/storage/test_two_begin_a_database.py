from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import Any

from tests.unit.storage.small_database import database, load


def both(path: Path, start: int, meeting: Any) -> None:
    meeting.wait()
    with database(path) as store:
        for i in range(start, start + 30):
            keys = [b"%d" % j for j in range(i * 10, i * 10 + 20)]
            store.add(keys, [int(key) % 7 for key in keys])


def test_two_processes_begin_and_fill_one_database_at_once(tmp_path: Path) -> None:
    path = tmp_path / "v.db"
    forks = multiprocessing.get_context("fork")
    meeting = forks.Barrier(2)
    workers = [forks.Process(target=both, args=(path, start, meeting)) for start in (0, 15)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert load(path) == {b"%d" % i: i % 7 for i in range(460)}
    assert list(tmp_path.iterdir()) == [path]
