"""`grundy values` into files: saved on the way, resumed, killed for real; and `grundy store`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.terminal import Terminal

from grundy.cli.commands import COMMANDS
from grundy.cli.main import main
from grundy.core import read_code
from grundy.operations import values as command
from grundy.sequences import code_values
from grundy.workflows.computing.run import store_of
from grundy.workflows.persistence.store import game_text, open_store, verify_store

KAYLES = code_values(read_code("0.77"), 70_000)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(COMMANDS, "store", "looks after the stores of long runs")


def rows(values: Iterable[int], style: str, start: int = 0) -> str:
    head, between = ("n,value\n", ",") if style == "csv" else ("", " ")
    return head + "".join(f"{n}{between}{value}\n" for n, value in enumerate(values, start))


def files() -> list[str]:
    return sorted(file.name for file in Path().iterdir())


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", "grundy", "values", *arguments], stderr=subprocess.PIPE, text=True)


def ended(run: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for the end; return the exit code and what was said."""
    told = run.communicate()[1]
    return run.returncode, told


def saved_in(out: Path, more_than: int) -> int:
    """Wait until a run has saved more than so many values; return how many."""
    mark = store_of(out) / "mark"
    for _ in range(1200):
        if mark.exists() and (values := json.loads(mark.read_bytes())["values"]) > more_than:
            return int(values)
        time.sleep(0.05)
    raise AssertionError("nothing was saved within a minute")


@pytest.mark.parametrize("style", ["npy", "csv", "bfile", "json", "text"])
def test_a_file_is_the_same_saved_on_the_way_or_computed_at_once(
    terminal: Terminal, style: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = ("values", "kayles", "--to", "70000", "--format", style, "--out")
    assert terminal.run(*wanted, "saved") == (0, "", "")
    monkeypatch.setattr(command, "STORED", 10**9)
    assert terminal.run(*wanted, "at-once") == (0, "", "")
    assert Path("saved").read_bytes() == Path("at-once").read_bytes()
    assert terminal.run(*wanted, "resumed", "--resume") == (0, "", "")
    assert Path("resumed").read_bytes() == Path("at-once").read_bytes()
    assert files() == ["at-once", "resumed", "saved"]


@pytest.mark.parametrize("style", ["csv", "bfile"])
def test_the_offset_is_the_index_of_heap_0_in_files_and_on_the_terminal(terminal: Terminal, style: str) -> None:
    right = rows(KAYLES[:71], style, 1)
    wanted = ("values", "kayles", "--to", "70", "--format", style, "--offset", "1")
    assert terminal.run(*wanted) == (0, right, "")
    assert terminal.run(*wanted, "--out", "f", "--resume")[0] == 0
    assert Path("f").read_text() == right


REFUSED = [
    (["kayles", "--offset", "1"], "the format text has no lines to number\n  help: --offset is for csv and bfile\n"),
    (["kayles", "--resume"], "--resume needs --out FILE\n  help: --out FILE\n"),
    (["kayles", "--plot", "x.pdf"], "expected a file name that ends in .svg or .png, found 'x.pdf'"),
    (["kayles", "--workers", "0"], "--workers: expected a number from 1 to 4096, found 0"),
    (["kayles", "--resume", "--misere", "--out", "f"], "there is nothing to resume: only values in normal play of"),
    (["take squares", "--resume", "--out", "f"], "there is nothing to resume: only values in normal play of"),
    (["kayles", "--resume", "--out", os.devnull], "there is nothing to resume: only values in normal play of"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=[" ".join(row[0]) for row in REFUSED])
def test_options_that_do_not_go_together_are_refused(terminal: Terminal, arguments: list[str], message: str) -> None:
    code, out, err = terminal.run("values", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"grundy: {message}")
    assert files() == []


def test_a_missing_folder_is_reported_in_one_line(terminal: Terminal) -> None:
    code, out, err = terminal.run("values", "kayles", "--to", "70000", "--out", "no/file.npy", "--format", "npy")
    assert (code, out) == (2, "")
    assert err.endswith("no/file.npy.run: no such directory\n")


def officers(stop: int, out: str, *more: str) -> subprocess.Popen[str]:
    return started("0.6", "--to", str(stop), "--format", "csv", "--out", out, *more)


@pytest.mark.nightly
def test_ctrl_c_saves_and_the_run_continues_to_the_same_file() -> None:
    out = Path("officers.csv")
    run = officers(10**8, str(out))
    before = saved_in(out, 0)
    began = time.monotonic()
    run.send_signal(signal.SIGINT)
    code, told = ended(run)
    assert code == 130
    assert time.monotonic() - began < 60  # a second of its own, on a quiet machine
    saved = verify_store(store_of(out)).values
    assert told == f"grundy: interrupted; heaps 0 to {saved - 1} are saved, --resume continues from there\n"
    assert saved >= before
    assert ended(officers(10**8, str(out)))[0] == 2
    assert ended(officers(saved + 999, str(out), "--resume")) == (0, f"resuming at heap {saved}\n")
    assert out.read_text() == rows(code_values(read_code("0.6"), saved + 999), "csv")
    assert files() == [str(out)]


@pytest.mark.nightly
def test_ctrl_c_ends_a_run_while_its_kernels_are_compiled_for_the_first_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "empty"))
    out = Path("officers.csv")
    run = officers(10**8, str(out))
    before = saved_in(out, 1 << 16)  # now ten seconds of compiling begin
    began = time.monotonic()
    run.send_signal(signal.SIGINT)
    assert ended(run)[0] == 130
    assert time.monotonic() - began < 5
    assert verify_store(store_of(out)).values >= before


@pytest.mark.nightly
def test_a_killed_run_continues_from_its_last_save() -> None:
    out = Path("officers.csv")
    run = officers(10**8, str(out))
    saved = saved_in(out, 0)
    run.kill()
    ended(run)
    kept = verify_store(store_of(out)).values
    assert kept >= saved
    assert ended(officers(kept + 999, str(out), "--resume"))[0] == 0
    assert out.read_text() == rows(code_values(read_code("0.6"), kept + 999), "csv")


def test_a_second_run_into_the_same_file_is_refused(terminal: Terminal) -> None:
    store = open_store(store_of(Path("f")), game_text(read_code("0.77")))
    code, out, err = terminal.run("values", "kayles", "--to", "70000", "--out", "f", "--resume")
    assert (code, out) == (6, "")
    assert err.endswith(f"f.run: in use by process {os.getpid()}\n")
    store.close()


def test_plots_are_drawn_of_the_same_values_at_once_and_saved(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, list[int], Path]] = []

    def write_plot(ruleset: Any, values: Any, out: Path, *, misere: bool) -> None:
        assert not misere
        drawn.append((ruleset.name, [int(value) for value in values], out))

    monkeypatch.setattr("grundy.workflows.computing.plot.write_plot", write_plot)
    assert terminal.run("values", "kayles", "--to", "9", "--plot", "f.svg") == (0, "", "")
    assert terminal.run("values", "kayles", "--to", "70000", "--out", "f", "--format", "npy", "--plot", "f.png")[0] == 0
    assert drawn == [("kayles", KAYLES[:10], Path("f.svg")), ("kayles", KAYLES, Path("f.png"))]


def test_p_positions_are_printed_one_per_line_or_as_json(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def p_positions(ruleset: Any, stop: int, *, misere: bool, budget: Any) -> Any:
        assert (ruleset.name, budget.visited) == ("take 1..3", 0)
        return np.array([n for n in range(stop + 1) if n % 4 == int(misere)])

    monkeypatch.setitem(sys.modules, "grundy.workflows.computing.p_positions", SimpleNamespace(p_positions=p_positions))
    wanted = ("values", "take 1..3", "--to", "9", "--p-positions")
    assert terminal.run(*wanted) == (0, "0\n4\n8\n", "")
    answer = {"schema": 1, "ruleset": "take 1..3", "play": "normal", "p_positions": [0, 4, 8], "to": 9}
    assert json.loads(terminal.run(*wanted, "--json")[1]) == answer
    assert terminal.run(*wanted, "--out", "f") == (0, "", "")
    assert Path("f").read_text() == "0\n4\n8\n"
    assert terminal.run(*wanted, "--misere") == (0, "1\n5\n9\n", "")
    code, _, err = terminal.run(*wanted, "--format", "csv")
    assert (code, err.startswith("grundy: --p-positions answers as text or --json")) == (2, True)


def test_the_default_limit_of_time_is_not_for_runs_that_are_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float | None] = []
    noting = lambda *given: asked.append(given[-1].limits.seconds)  # noqa: E731
    monkeypatch.setattr("grundy.workflows.computing.run.run_values", noting)
    for more in ([], ["--limit-seconds", "600"]):
        with pytest.raises(SystemExit):
            main(["values", "kayles", "--to", "70000", "--out", "f", *more])
    assert asked == [None, 600.0]


def test_a_store_is_verified_copied_and_salvaged_from_the_command_line(terminal: Terminal) -> None:
    store = open_store(Path("a"), game_text(read_code("0.77")))
    for start in (0, 500):
        store.append(np.array(KAYLES[start : start + 500], np.uint8))
    store.acknowledge()
    store.close()
    good = "a: intact: 1000 values of 8 bits in 2 blocks (0.77, values of heaps, normal play)\n"
    assert terminal.run("store", "verify", "a") == (0, good, "")
    assert json.loads(terminal.run("store", "verify", "a", "--json")[1])["values"] == 1000
    assert terminal.run("store", "copy", "a", "b") == (0, "b: 1000 values\n", "")
    content = bytearray(Path("b/values.u8").read_bytes())
    content[700] ^= 4
    Path("b/values.u8").write_bytes(content)
    code, out, err = terminal.run("store", "verify", "b")
    assert (code, out) == (5, "")
    assert err == (
        "grundy: b/values.u8: block 1 (heaps 500 to 999, bytes 500 to 999) does not fit its checksum "
        "(nothing was changed; grundy store salvage b NEW copies the intact part)\n"
    )
    assert terminal.run("store", "salvage", "b", "c") == (0, "c: 500 of 1000 values\n", "")
    assert terminal.run("store", "verify", "c")[0] == 0
    assert terminal.run("store", "copy", "a", "c")[0] == 2
    assert terminal.run("store", "verify", "nothing")[0] == 2


def test_short_values_start_without_the_heavy_libraries() -> None:
    script = (
        "import sys\nfrom grundy.cli.main import _run\n"
        "assert _run(['values', '0.77', '--to', '100']) == 0\n"
        "assert _run(['values', '0.77', '--to', '100', '--format', 'csv', '--out', 'f']) == 0\n"
        "sys.exit(' '.join({'numpy', 'numba', 'matplotlib'} & sys.modules.keys()) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.nightly
def test_misere_values_without_a_last_heap_end_after_about_a_second_and_say_where(terminal: Terminal) -> None:
    code, out, err = terminal.run("values", "0.07", "--misere", "--json")
    values = json.loads(out)["values"]
    assert (code, err) == (0, f"misère values up to heap {len(values) - 1}; --to N computes more\n")
    assert 30 <= len(values) <= 100
    assert terminal.json("values", "0.07", "--misere", "--to", "30")[1]["values"] == values[:31]
