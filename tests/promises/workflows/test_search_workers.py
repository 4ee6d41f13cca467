from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest
from tests.promises.cluster.process_actors import ProcessActors

from grundy.cluster import Workers
from grundy.core import InputError, Limits, MissingExtra, Outcome
from grundy.workflows.library.solution import search
from grundy.workflows.searching.question import SearchSettings

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
ROOT = Path(__file__).parents[3]


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes of this machine do what the actors of a cluster do."""
    monkeypatch.setattr("grundy.workflows.searching.workers.RayActors", partial(ProcessActors, 2))


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize(
    "game", ["cram: 3x8", "node-kayles: grid(4x5)", "cram: ...../...../...#./.....; ......./#......"]
)
def test_the_actors_of_a_cluster_answer_as_one(game: str) -> None:
    asked = SearchSettings(method="proof-numbers")
    alone, together = search(game, asked), search(game, asked._replace(workers="ray"))
    assert (alone.value, alone.outcome, alone.status) == (together.value, together.outcome, together.status)
    assert alone.winning_moves == together.winning_moves
    assert "shared by the workers of a cluster" in together.explain()
    assert not active_children()


@pytest.mark.parametrize(
    "game", ["cram: 3x8", "node-kayles: grid(4x5)", "cram: ...../...../...#./.....; ......./#......"]
)
def test_two_threads_answer_as_one(game: str) -> None:
    asked = SearchSettings(method="proof-numbers")
    alone, together = search(game, asked), search(game, asked._replace(workers=2))
    assert (alone.value, alone.outcome, alone.status) == (together.value, together.outcome, together.status)
    assert alone.winning_moves == together.winning_moves
    assert "shared by 2 threads" in together.explain()


@pytest.mark.nightly
@pytest.mark.usefixtures("cluster")
def test_workers_that_are_killed_change_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.search.split_search.VISITS", 500)
    killed: list[int] = []

    def kill(_: object) -> None:
        reports.append(len(reports))
        if len(killed) < 3 and len(reports) % 12 == 0:
            children = active_children()
            killed.append(children[len(killed) % len(children)].pid or 0)
            os.kill(killed[-1], signal.SIGKILL)

    reports: list[int] = []
    found = search("cram: 5x6", SearchSettings("value", workers="ray", report=kill))
    assert found.value == 2
    assert killed


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("workers", [2, "ray"])
def test_what_workers_found_is_kept_in_the_database(workers: Workers, tmp_path: Path) -> None:
    database = tmp_path / "values.db"
    first = search("cram: 3x9", SearchSettings("value", database=database, workers=workers))
    again = search("cram: 3x9", SearchSettings("value", database=database))
    assert first.value == again.value
    assert again.visited < first.visited / 4
    third = search("cram: 3x9", SearchSettings("value", database=database, workers=workers))
    assert third.value == first.value
    assert third.visited < first.visited / 4


@pytest.mark.nightly
@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("workers", [2, "ray"])
def test_a_limit_of_seconds_stops_the_workers(workers: Workers) -> None:
    start = time.monotonic()
    found = search("cram: 7x9", SearchSettings("value", Limits(seconds=3), workers=workers))
    assert found.status == "limit"
    assert "the 3-second limit" in found.reason
    assert time.monotonic() - start < 100
    assert not active_children()


def test_workers_have_nothing_to_share_in_misere_play() -> None:
    with pytest.raises(InputError, match="workers share Grundy values"):
        search("cram: 3x3", SearchSettings(misere=True, workers=2))


def test_a_small_position_needs_no_workers() -> None:
    found = search("cram: 2x3", SearchSettings(workers=2))
    assert found.outcome is Outcome.N
    assert "workers" not in found.explain()


def test_without_ray_a_search_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match="work on a cluster needs ray"):
        search("cram: 5x6", SearchSettings(workers="ray"))


def test_a_rule_that_has_no_name_cannot_travel() -> None:
    from grundy.core import Budget
    from grundy.games.boards.cram import Cram
    from grundy.notation import read_game
    from grundy.workflows.searching.workers import split_search

    class Own(Cram):
        """A rule of one's own."""

        name = "own-cram"

    _, position = next(iter(read_game("cram: 4x5").parts))
    with (
        pytest.raises(InputError, match="own-cram: a cluster needs a built-in ruleset"),
        split_search(Own(), position, Budget()),
    ):
        pass


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("workers", [2, "ray"])
def test_memory_that_is_used_up_in_a_worker_is_a_limit(workers: Workers) -> None:
    found = search("cram: 7x9", SearchSettings("value", Limits(memory=1 << 23, seconds=60), workers=workers))
    assert found.status == "limit"
    assert "memory" in found.reason


@pytest.mark.nightly
def test_ctrl_c_saves_what_the_workers_found(tmp_path: Path) -> None:
    database = tmp_path / "values.db"
    command = [sys.executable, "-m", "grundy", "search", "cram: 7x9", "--workers", "2", "--db", str(database)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(20)
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, said = process.communicate(timeout=20)
    assert time.monotonic() - start < 5
    assert process.returncode == 130
    assert "Traceback" not in said
    done = subprocess.run(
        [sys.executable, "-m", "grundy", "store", "verify", str(database), "--json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert json.loads(done.stdout)


@pytest.mark.nightly
def test_ray_finds_the_same_value() -> None:
    pytest.importorskip("ray", reason="Ray is not installed (group cluster)")
    done = subprocess.run(
        [sys.executable, "-m", "grundy", "search", "cram: 5x6", "--workers", "ray", "--want", "value", "--json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[-1])["value"] == 2
