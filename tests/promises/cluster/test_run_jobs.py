from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from importlib.util import find_spec
from itertools import islice
from multiprocessing import active_children
from pathlib import Path

import pytest
from tests.promises.cluster.scripts import started

from grundy.cluster import MOST_LOSSES, ClusterJob, Workers, WorkersDisagree, run_jobs
from grundy.core import GrundyError, LimitReached, MissingExtra

HERE = "tests.promises.cluster.work"


def jobs(name: str, numbers: range, *more: object) -> list[ClusterJob]:
    return [ClusterJob(str(n), f"{HERE}:{name}", (n, *more)) for n in numbers]


def squares(numbers: range) -> list[tuple[str, int]]:
    return [(str(n), n * n) for n in numbers]


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_jobs(workers: Workers) -> None:
    assert list(run_jobs(jobs("square", range(50)), workers)) == squares(range(50))


@pytest.mark.nightly
def test_as_they_are_done_the_slow_job_comes_last() -> None:
    work = [ClusterJob("0", f"{HERE}:slow_square", (0, 1.0)), *jobs("square", range(1, 20))]
    found = list(run_jobs(work, 2, in_order=False))
    assert sorted(found) == sorted(squares(range(20)))
    assert found[-1] == ("0", 0)


@pytest.mark.parametrize("in_order", [True, False])
def test_a_second_job_of_the_same_key_is_the_same_job(in_order: bool) -> None:
    work = [
        ClusterJob("a", f"{HERE}:square", (3,)),
        ClusterJob("b", f"{HERE}:square", (4,)),
        ClusterJob("a", f"{HERE}:square", (5,)),
    ]
    assert list(run_jobs(work, in_order=in_order)) == [("a", 9), ("b", 16)]


def test_no_jobs_give_no_results() -> None:
    assert list(run_jobs([], 2)) == []


def test_jobs_may_be_endless_and_are_taken_as_they_are_needed() -> None:
    work = (ClusterJob(str(n), f"{HERE}:square", (n,)) for n in iter(int, 1) for n in range(10**9))
    with closing(run_jobs(work)) as results:
        assert list(islice(results, 3)) == squares(range(3))


def test_a_job_whose_worker_is_killed_is_done_by_another(tmp_path: Path) -> None:
    work = [ClusterJob(str(n), f"{HERE}:die_first", (str(tmp_path), n, int(n == 7))) for n in range(12)]
    assert list(run_jobs(work, 2)) == squares(range(12))
    assert (tmp_path / "7.0").exists()


def test_a_job_that_loses_its_last_worker_is_given_up(tmp_path: Path) -> None:
    work = [ClusterJob("3", f"{HERE}:die_first", (str(tmp_path), 3, 100))]
    with pytest.raises(LimitReached, match="3: 5 workers were lost while computing it") as error:
        list(run_jobs(work, 2))
    assert error.value.kind == "workers"
    assert len(list(tmp_path.iterdir())) == MOST_LOSSES


def test_workers_killed_from_outside_change_no_result() -> None:
    work = jobs("slow_square", range(16), 0.1)
    found = []
    with closing(run_jobs(work, 2)) as results:
        for result in results:
            found.append(result)
            if result[0] in {"2", "9"}:
                for child in active_children():
                    os.kill(child.pid or 0, signal.SIGKILL)
    assert found == squares(range(16))


@pytest.mark.nightly
def test_a_job_that_outlives_its_lease_is_given_to_another_worker(tmp_path: Path) -> None:
    work = [ClusterJob(str(n), f"{HERE}:hang_first", (str(tmp_path), n)) for n in range(1)]
    start = time.monotonic()
    assert list(run_jobs(work, 2, lease=1.5)) == [("0", 0)]
    assert time.monotonic() - start < 120


@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_done_twice_with_one_result_is_accepted(workers: Workers) -> None:
    assert list(run_jobs(jobs("square", range(20)), workers, recheck=1.0)) == squares(range(20))


@pytest.mark.parametrize("workers", [1, 2])
def test_two_answers_for_one_job_stop_the_run(workers: Workers) -> None:
    with pytest.raises(WorkersDisagree, match="two workers disagree about 4: ") as error:
        list(run_jobs(jobs("me", range(4, 5)), workers, recheck=1.0))
    assert error.value.exit_code == 10
    first, second = error.value.answers
    assert first != second
    assert (first == os.getpid()) == (workers == 1)


def test_one_job_in_a_hundred_is_done_twice() -> None:
    with pytest.raises(WorkersDisagree):
        list(run_jobs(jobs("me", range(1000)), recheck=0.01))
    assert len(list(run_jobs(jobs("me", range(10)), recheck=0.01))) == 10


@pytest.mark.parametrize("workers", [1, 2])
def test_a_limit_that_a_job_reaches_stops_the_run_as_that_limit(workers: Workers) -> None:
    with pytest.raises(LimitReached, match="5: 5 positions") as error:
        list(run_jobs(jobs("stop", range(5, 6)), workers))
    assert error.value.kind == "steps"


def test_memory_that_is_used_up_in_a_job_is_a_limit() -> None:
    with pytest.raises(LimitReached, match="0: a worker ran out of memory"):
        list(run_jobs(jobs("forget", range(1))))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_that_fails_says_which_and_why(workers: Workers) -> None:
    with pytest.raises(GrundyError, match="0: ZeroDivisionError: integer division or modulo by zero"):
        list(run_jobs(jobs("fail", range(1)), workers))


def test_closing_ends_the_workers_whatever_they_do() -> None:
    before = set(active_children())
    with closing(run_jobs(jobs("slow_square", range(4), 0.05) + jobs("slow_square", range(4, 6), 600), 2)) as results:
        assert next(results) == ("0", 0)
        start = time.monotonic()
    assert time.monotonic() - start < 60
    assert set(active_children()) <= before


PARENT = f"""
from tests.promises.cluster.work import *
from grundy.cluster import ClusterJob, run_jobs
import os
if __name__ == "__main__":
    squares = [ClusterJob(str(n), "{HERE}:slow_square", (n, 600)) for n in range(4)]
    jobs = [ClusterJob("me", "{HERE}:me", (0,)), *squares]
    for key, value in run_jobs(jobs, 2):
        print(value, flush=True)
"""


def start_parent(tmp_path: Path) -> tuple[subprocess.Popen[str], int]:
    """Start a process that waits for its workers, and return it with the process id of one of them."""
    parent = started(tmp_path, PARENT)
    assert parent.stdout is not None
    return parent, int(parent.stdout.readline())


def is_gone(process: int, seconds: float) -> bool:
    """Wait until a process is gone; one that nobody has collected yet counts as gone."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        except OSError:
            return True
        if status.rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.02)
    return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc whether a process lives")


@needs_proc
def test_workers_end_when_the_one_who_gave_the_jobs_is_killed(tmp_path: Path) -> None:
    parent, worker = start_parent(tmp_path)
    assert not is_gone(worker, 0.1)
    parent.kill()
    parent.communicate()
    assert is_gone(worker, 60)


@pytest.mark.nightly
@needs_proc
def test_ctrl_c_ends_everything_and_only_the_parent_speaks(tmp_path: Path) -> None:
    parent, worker = start_parent(tmp_path)
    time.sleep(0.5)
    start = time.monotonic()
    os.killpg(parent.pid, signal.SIGINT)
    _, said = parent.communicate(timeout=100)
    assert time.monotonic() - start < 60
    assert is_gone(worker, 60)
    assert said.count("KeyboardInterrupt") == 1


def test_without_ray_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"work on a cluster needs ray: pip install 'grundy\[cluster\]'"):
        list(run_jobs(jobs("square", range(1)), "ray"))


@pytest.mark.nightly
@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed")
def test_ray_gives_the_same_results_also_when_it_loses_workers(tmp_path: Path) -> None:
    done = started(
        tmp_path,
        "import ray\n"
        "from grundy.cluster import ClusterJob, run_jobs\n"
        "if __name__ == '__main__':\n"
        "    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)\n"
        f"    jobs = [ClusterJob(str(n), '{HERE}:die_first', ({str(tmp_path)!r}, n, int(n == 3))) for n in range(8)]\n"
        "    print(list(run_jobs(jobs, 'ray', recheck=0.3)))\n"
        "    assert ray.is_initialized()\n",
    )
    out, err = done.communicate()
    assert out.splitlines()[-1:] == [str(squares(range(8)))], err
    assert (tmp_path / "3.0").exists()
