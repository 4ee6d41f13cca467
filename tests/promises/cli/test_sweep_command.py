from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grundy.cli.sweep import sweep
from grundy.core import InputError, NotationError, StoreMismatch
from grundy.workflows.computing.sweep import read_sweep

PLAN = ["0.xy", "--to", "800", "--work", "10^6"]


def outcome(*words: str) -> Result:
    return CliRunner().invoke(sweep, words, standalone_mode=False)


def answer(*words: str) -> str:
    result = outcome(*words)
    assert result.exception is None, result.exception
    return result.stdout


def start(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "grundy", "sweep", *words]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, env=os.environ
    )


def wait_for_lines(path: Path, lines: int) -> None:
    end = time.monotonic() + 300
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < end, "the sweep writes no lines"
        time.sleep(0.005)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "sweep"
    answer(*PLAN, "--out", str(path))
    return path.read_bytes()


@pytest.mark.nightly
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_sweep_that_is_killed_again_and_again_ends_with_the_same_bytes(
    tmp_path: Path, whole: bytes, workers: str
) -> None:
    path = tmp_path / "sweep"
    for lines in (2, 17, 40):
        process = start(*PLAN, "--out", str(path), "--resume", "--workers", workers)
        wait_for_lines(path, lines)
        process.kill()
        process.communicate()
        assert whole.startswith(path.read_bytes())
    answer(*PLAN, "--out", str(path), "--resume")
    assert path.read_bytes() == whole


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_sweep_with_nothing_lost(tmp_path: Path, whole: bytes, workers: str) -> None:
    path = tmp_path / "sweep"
    process = start(*PLAN, "--out", str(path), "--workers", workers)
    wait_for_lines(path, 6)
    os.killpg(process.pid, signal.SIGINT)
    said, complaint = process.communicate()
    assert (process.returncode, said, complaint.strip()) == (130, "", "grundy: interrupted")
    assert whole.startswith(path.read_bytes())
    assert path.read_bytes().endswith(b"\n")


@pytest.mark.nightly
def test_without_a_file_the_same_lines_are_the_answer(whole: bytes) -> None:
    assert answer(*PLAN).encode("ascii") == whole


def test_the_summary_counts_the_codes_and_names_the_longest_periods(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "sweep"
    path.write_bytes(whole)
    lines = read_sweep(path)[1]
    text = answer(*PLAN, "--out", str(path), "--resume")
    proved, none, limit = (sum(line["status"] == status for line in lines) for status in ("proved", "none", "limit"))
    assert f"\n{proved:>6}  {none:>4}  {limit:>5}\n" in text
    assert "\n0.4       34         54\n" in text
    summary = json.loads(answer(*PLAN, "--out", str(path), "--resume", "--json"))
    longest = summary.pop("longest")
    assert summary == {"schema": 1, "pattern": "0.xy", "proved": proved, "none": none, "limit": limit}
    assert {"ruleset": "0.4", "preperiod": 54, "period": 34} in longest


@pytest.mark.nightly
def test_what_an_earlier_sweep_proved_is_taken_over(tmp_path: Path, whole: bytes) -> None:
    earlier = tmp_path / "earlier"
    answer("0.xy", "--to", "300", "--out", str(earlier))
    answer(*PLAN, "--earlier", str(earlier), "--out", str(tmp_path / "sweep"))
    assert (tmp_path / "sweep").read_bytes() == whole


def test_an_earlier_file_that_is_not_a_sweep_is_refused(tmp_path: Path) -> None:
    assert isinstance(outcome(*PLAN, "--earlier", str(tmp_path / "missing")).exception, InputError)
    (tmp_path / "notes").write_text("my notes\n", encoding="utf-8")
    assert isinstance(outcome(*PLAN, "--earlier", str(tmp_path / "notes")).exception, StoreMismatch)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["0.x", "--workers", "0"], "expected 1 to 256 workers, found 0"),
        (["0.x", "--workers", "many"], "expected a number of workers or \"ray\", found 'many'"),
        (["0.x", "--to", "-1"], "'-1' (negative)"),
        (["0.x", "--resume"], "--resume needs --out FILE"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(words: list[str], message: str) -> None:
    assert message in str(outcome(*words).exception)


def test_the_codes_of_a_file_are_swept_in_its_order(tmp_path: Path) -> None:
    (tmp_path / "codes.txt").write_text("0.77\n0.07\n", encoding="utf-8")
    lines = answer(f"@{tmp_path / 'codes.txt'}", "--to", "500").splitlines()
    assert [json.loads(line).get("ruleset") for line in lines] == [None, "0.77", "0.07"]


def test_a_file_of_codes_that_cannot_be_read_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "codes.txt"
    for data, message in [
        (None, f"cannot read {path}: no such file"),
        (b"0.7\n0.9x\n", f"{path}: line 2: "),
        (b"\xff\xfe", f"{path}: expected octal codes, one per line, found a file that is not text"),
    ]:
        if data is not None:
            path.write_bytes(data)
        error = outcome(f"@{path}", "--to", "500").exception
        assert isinstance(error, InputError)
        assert error.message.startswith(message)


def test_a_pattern_that_cannot_be_read_is_refused_with_its_place() -> None:
    error = outcome("0.x9").exception
    assert isinstance(error, NotationError)
    assert error.place() == ["  0.x9", "     ^"]


def test_progress_shows_rate_and_remaining_work_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("grundy.cli.sweep.SECONDS", {True: 0.0, False: 0.0})
    result = outcome("0.x", "--to", "100", "--out", str(tmp_path / "sweep"))
    lines = result.stderr.splitlines()
    assert len(lines) == 8
    assert lines[0].startswith("1 codes, ")
    assert lines[0].endswith(" s")
    assert " a second, 7 left, about " in lines[0]
    assert "codes, " not in result.stdout
