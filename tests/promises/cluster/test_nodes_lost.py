"""Commands on a cluster that loses nodes: the answers of one worker, or a word that says why there is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.promises.cluster.ray_nodes import SETTINGS, RayNodes

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        find_spec("ray") is None or sys.platform != "linux", reason="ray, and an address for every node"
    ),
]
IMPATIENT = "from grundy.cluster import executors; executors.GONE = 2.0; from grundy.cli import main; main()"
SWEEP = ("sweep", "0.xy", "--to", "10000")
LATE = 300
"""Seconds after which a command hangs."""


@pytest.fixture(scope="module")
def nodes() -> Iterator[RayNodes]:
    try:
        started = RayNodes()
    except RuntimeError as error:
        pytest.skip(f"Ray does not start here: {error}")
    with closing(started) as nodes:
        yield nodes


@pytest.fixture(scope="module")
def alone() -> str:
    """What one worker says of the sweep."""
    return subprocess.run([sys.executable, "-m", "grundy", *SWEEP], capture_output=True, text=True, check=True).stdout


def begun(nodes: RayNodes, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", IMPATIENT, *words, "--workers", "ray"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | SETTINGS | {"RAY_ADDRESS": nodes.address},
    )


def ended(command: subprocess.Popen[str]) -> tuple[int, str, str]:
    try:
        out, err = command.communicate(timeout=LATE)
    finally:
        command.kill()
    return command.returncode, out, err


def lose(nodes: RayNodes, *numbers: int) -> None:
    nodes.wait_for_work(numbers[0])
    for number in numbers:
        nodes.kill(number)


def test_a_sweep_on_two_nodes_gives_the_bytes_of_one_worker(nodes: RayNodes, alone: str) -> None:
    nodes.have(2)
    assert ended(begun(nodes, *SWEEP)) == (0, alone, "")


def test_a_period_is_proved_by_the_nodes_that_are_left(nodes: RayNodes) -> None:
    lost, _ = nodes.have(2)
    command = begun(nodes, "period", "0.104", "--to", "10^9")
    lose(nodes, lost)
    code, out, err = ended(command)
    assert (code, err) == (0, "")
    assert out.startswith("0.104: period 11770282 from heap 197769598 on, proved\nchecked up to heap 209544106: ")


def test_a_search_finds_the_value_when_a_node_is_lost_for_ever(nodes: RayNodes) -> None:
    _, lost = nodes.have(2)
    command = begun(nodes, "search", "cram: 5x8", "--want", "value", "--json")
    lose(nodes, lost)
    code, out, err = ended(command)
    assert (code, err) == (0, "")
    assert (json.loads(out)["value"], json.loads(out)["status"]) == (1, "proved")


def test_a_search_says_so_when_no_node_with_a_processor_is_left(nodes: RayNodes) -> None:
    lost = nodes.have(1)
    command = begun(nodes, "search", "cram: 5x9", "--want", "value", "--json")
    lose(nodes, *lost)
    code, out, err = ended(command)
    assert (code, err) == (4, "")
    assert json.loads(out)["reason"] == "the cluster had no worker for 2 seconds"


@pytest.mark.usefixtures("nodes")
def test_a_sweep_whose_cluster_is_lost_ends_with_an_error_and_continues_elsewhere(alone: str, tmp_path: Path) -> None:
    file = tmp_path / "sweep.jsonl"
    with closing(RayNodes()) as short_lived:
        lost = short_lived.have(1)
        command = begun(short_lived, *SWEEP, "--out", str(file))
        lose(short_lived, *lost, 0)
        code, _, err = ended(command)
    assert (code, err) == (4, "grundy: the cluster had no worker for 2 seconds\n")
    again = [sys.executable, "-m", "grundy", *SWEEP, "--out", str(file), "--resume"]
    subprocess.run(again, capture_output=True, check=True)
    assert file.read_text() == alone


@pytest.mark.parametrize("address", ["127.0.0.1:1", "127.0.0.1:99999999"])
def test_an_address_at_which_no_cluster_answers_is_refused_within_seconds(address: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "grundy", *SWEEP, "--workers", "ray"]
    env = os.environ | SETTINGS | {"RAY_ADDRESS": address, "RAY_TMPDIR": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=LATE, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"grundy: no cluster answers at RAY_ADDRESS={address}: ")
    assert "Traceback" not in done.stderr
