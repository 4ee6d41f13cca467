"""Long runs: the same bytes whatever happened on the way, and every end is a typed one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.cases import few
from tests.promises.cli.test_values_run import rows

from grundy.core import (
    Budget,
    CorruptStore,
    DiskFull,
    InputError,
    Interrupted,
    Knowledge,
    LimitReached,
    Limits,
    StoreBusy,
    StoreMismatch,
    facet,
    read_code,
)
from grundy.notation import read_ruleset
from grundy.sequences import (
    candidates,
    code_values,
    octal_stages,
    pieces,
    plain_code_values,
    subtraction_values,
)
from grundy.sequences.periods import quick_search
from grundy.sequences.sparse import sparse_pieces
from grundy.workflows.computing.export import Form, exported
from grundy.workflows.computing.run import Progress, Wishes, can_run, run_values, store_of
from grundy.workflows.persistence import store as stores

KAYLES = read_ruleset("kayles")
RIGHT = code_values(read_code("0.77"), 5000)
RESUME = Wishes(resume=True, every=0)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small pieces, so that short runs are saved often."""
    monkeypatch.setattr(pieces, "MOST", 100)
    monkeypatch.setattr(pieces, "LEAST", 100)


def stopping(at: int, how: Callable[[], object]) -> Wishes:
    """Wishes under which something happens once `at` values are saved."""

    def saved(n: int) -> None:
        if n >= at:
            how()

    return replace(RESUME, saved=saved)


def harness(count: int, seed: int, bug: str = "") -> Counter[str]:
    """What so many kills do, in a process that has no threads."""
    call = f"kills({count}, {seed}, {bug!r})"
    code = f"import json; from tests.promises.workflows.killed_runs import kills; print(json.dumps({call}))"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True)
    return Counter(json.loads(done.stdout))


# The same values and the same bytes.


@pytest.mark.parametrize(
    "text",
    few(
        ["0.77", "0.137", "0.6", "4.3", "0.007", "0.33", "4!.0", "0.8", "0.[3]", "8.1"],
        "0.77",
        "0.6",
        "0.007",
        "4!.0",
        "0.[3]",
    ),
)
def test_pieces_give_the_values_of_the_definition_from_every_resumption_point(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(octal_stages, "SEED", 512)
    monkeypatch.setattr(pieces, "quick_search", partial(quick_search, most=4096))
    code, stop = read_code(text), 25 if text == "0.[3]" else 150 if text in {"4!.0", "0.8", "8.1"} else 3000
    right = code_values(code, stop)
    for worth, by_definition in ((0, False), (1 << 30, False), (1 << 30, stop <= 150)):
        monkeypatch.setattr(pieces, "WORTH_A_PERIOD", worth)
        if by_definition:
            monkeypatch.setattr(pieces, "octal", lambda _: None)
        for known in (0, 1, 99, 600, stop, stop + 1):
            before = np.array(right[:known], np.uint16)
            found = [v for piece in pieces.value_pieces(code, before, stop, Budget()) for v in piece.tolist()]
            assert found == right[known:]


@pytest.mark.parametrize("takes", [(1, 3, 4), (2,), (5, 700), (1, 10**9), tuple(range(1, 300))])
def test_pieces_of_subtraction_games_are_those_of_the_definition(takes: tuple[int, ...]) -> None:
    right = subtraction_values(takes, 2000)
    for known in (0, 1, 99, 699, 1999, 2001):
        before = np.array(right[:known], np.uint16)
        found = [v for piece in pieces.value_pieces(takes, before, 2000, Budget()) for v in piece.tolist()]
        assert found == right[known:]


def test_a_sparse_stage_that_gives_up_is_continued_by_the_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    right = plain_code_values((0, 1, 3, 7), 2000, Budget())
    whole = sparse_pieces
    monkeypatch.setattr(octal_stages, "SEED", 256)
    monkeypatch.setattr(octal_stages, "sparse_pieces", lambda *given: (piece[:99] for piece in list(whole(*given))[:1]))
    found = pieces.value_pieces(read_code("0.137"), np.zeros(0, np.uint8), 2000, Budget())
    assert [v for piece in found for v in piece.tolist()] == right


@pytest.mark.parametrize("style", ["npy", "csv", "bfile", "json", "text"])
def test_an_interrupted_run_ends_in_the_same_bytes_as_one_that_was_not(tmp_path: Path, style: str) -> None:
    form = Form(style, "kayles", offset=3 if style in {"csv", "bfile"} else 0)
    out, random = tmp_path / "out", Random(5)
    for _ in range(4):
        at = random.randrange(1, 4500)
        with pytest.raises(Interrupted):
            run_values(KAYLES, 5000, out, form, stopping(at, lambda: os.kill(os.getpid(), signal.SIGINT)))
        assert not out.exists()
    run_values(KAYLES, 5000, out, form, RESUME)
    assert out.read_bytes() == b"".join(exported(RIGHT, form))
    assert not store_of(out).exists()
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("most", [0, 255, 256, 65_535, 65_536])
def test_an_npy_file_is_what_numpy_saves_in_the_smallest_type(tmp_path: Path, most: int) -> None:
    values = [0] * 70_000 + [most]
    dtype = np.uint8 if most < 256 else np.uint16 if most < 65_536 else np.uint32
    np.save(tmp_path / "right.npy", np.array(values, dtype))
    assert b"".join(exported(values, Form("npy", "x"))) == (tmp_path / "right.npy").read_bytes()
    assert b"".join(exported(np.array(values, np.uint32), Form("npy", "x"))) == (tmp_path / "right.npy").read_bytes()


def test_files_in_pieces_are_the_files_at_once() -> None:
    values = [n % 7 for n in range(150_000)]
    for style in ("csv", "bfile"):
        assert b"".join(exported(values, Form(style, "x", offset=9))) == rows(values, style, 9).encode()
    answer = {"schema": 1, "ruleset": "x", "play": "misere", "from": 0, "values": values}
    assert b"".join(exported(values, Form("json", "x", "misere"))) == (json.dumps(answer) + "\n").encode()
    assert b"".join(exported([], Form("json", "x"))).endswith(b'"values": []}\n')


def test_a_theorem_fills_a_run_too(tmp_path: Path) -> None:
    run_values(read_ruleset("lasker"), 300, tmp_path / "out", Form("npy", "lasker"))
    assert np.load(tmp_path / "out").tolist() == code_values(read_code("4.[3]"), 20) + [
        facet(read_ruleset("lasker"), Knowledge).known_value(n) for n in range(21, 301)
    ]


# How a run ends before its end.


@pytest.mark.parametrize(("number", "exit_code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_saves_everything_and_says_so(tmp_path: Path, number: int, exit_code: int) -> None:
    told: list[int] = []

    def saved(n: int) -> None:
        told.append(n)
        if n >= 1000:
            os.kill(os.getpid(), number)

    with pytest.raises(Interrupted, match=r"heaps 0 to [0-9]+ are saved, --resume continues from there") as ended:
        run_values(KAYLES, 5000, tmp_path / "out", Form("npy", "kayles"), replace(RESUME, saved=saved))
    assert ended.value.exit_code == exit_code
    assert stores.verify_store(store_of(tmp_path / "out")).values == told[-1]


def test_a_limit_of_time_saves_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "WORTH_A_PERIOD", 10**7)
    wishes = Wishes(limits=Limits(seconds=0.2), every=0)
    with pytest.raises(LimitReached, match="--resume continues from there") as ended:
        run_values(read_ruleset("0.0337"), 10**6, tmp_path / "out", Form("npy", "x"), wishes)
    assert ended.value.kind == "time"
    assert ended.value.partial == []
    assert stores.verify_store(store_of(tmp_path / "out")).values > 0


def test_a_memory_limit_is_reported_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(LimitReached, match="may need 4000004 bytes, more than the memory limit of 1000000 bytes"):
        run_values(KAYLES, 10**6, tmp_path / "out", Form("npy", "x"), Wishes(limits=Limits(memory=10**6)))
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_keeps_the_saved_values_and_the_run_continues_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, write = tmp_path / "out", os.pwrite

    def full(file: int, data: bytes, at: int) -> int:
        if at > 2000:
            raise OSError(28, "No space left on device")
        return write(file, data, at)

    monkeypatch.setattr(os, "pwrite", full)
    with pytest.raises(DiskFull, match=r"No space left on device; the [0-9]+ values saved before are safe") as ended:
        run_values(KAYLES, 5000, out, Form("npy", "x"), RESUME)
    assert ended.value.exit_code == 7
    monkeypatch.setattr(os, "pwrite", write)
    assert 0 < stores.verify_store(store_of(out)).values <= 2100
    run_values(KAYLES, 5000, out, Form("npy", "x"), RESUME)
    assert np.load(out).tolist() == RIGHT


def test_a_disk_that_is_full_for_the_output_keeps_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    out.write_text("the file before")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("grundy.storage.write_whole", full)
        with pytest.raises(DiskFull, match="out: no space left on device; what was saved before is intact"):
            run_values(KAYLES, 5000, out, Form("npy", "x"), RESUME)
    assert out.read_text() == "the file before"
    run_values(KAYLES, 5000, out, Form("npy", "x"), RESUME)
    assert np.load(out).tolist() == RIGHT


# What is refused.


def half_done(out: Path) -> None:
    """Leave a run of kayles that has saved 1000 values or more."""
    with pytest.raises(Interrupted):
        run_values(KAYLES, 5000, out, Form("npy", "x"), stopping(1000, lambda: os.kill(os.getpid(), signal.SIGINT)))


def test_an_unfinished_run_is_not_restarted_without_request(tmp_path: Path) -> None:
    half_done(tmp_path / "out")
    with pytest.raises(InputError, match="contains the values of an unfinished run") as refused:
        run_values(KAYLES, 5000, tmp_path / "out", Form("npy", "x"))
    assert refused.value.hint == "add --resume to continue it, or remove it to start again"


def test_a_run_of_another_game_or_beyond_the_end_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    half_done(out)
    with pytest.raises(StoreMismatch, match=r"expected the values of 0.137, .* found those of 0.77, "):
        run_values(read_ruleset("0.137"), 5000, out, Form("npy", "x"), RESUME)
    with pytest.raises(StoreMismatch, match=r"holds heaps 0 to [0-9]+, more than the requested 10"):
        run_values(KAYLES, 10, out, Form("npy", "x"), RESUME)
    run_values(read_ruleset("0.77"), 5000, out, Form("npy", "x"), RESUME)
    assert np.load(out).tolist() == RIGHT


def test_a_store_with_damage_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    out = tmp_path / "out"
    half_done(out)
    values = store_of(out) / "values.u8"
    values.write_bytes(values.read_bytes()[:50] + b"\x63" + values.read_bytes()[51:])
    with pytest.raises(CorruptStore, match=r"values.u8: block 0 .* grundy store salvage .* copies the intact part"):
        run_values(KAYLES, 5000, out, Form("npy", "x"), RESUME)


def test_stored_values_that_a_new_computation_does_not_give_are_refused(tmp_path: Path) -> None:
    store = stores.open_store(store_of(tmp_path / "out"), stores.game_text(read_code("0.77")))
    store.append(np.array([*RIGHT[:999], RIGHT[999] ^ 1], np.uint8))
    store.acknowledge()
    store.close()
    with pytest.raises(CorruptStore, match=r"one of the last 64 saved values differs when it is computed again"):
        run_values(KAYLES, 5000, tmp_path / "out", Form("npy", "x"), RESUME)
    with pytest.raises(CorruptStore, match="one of the last 64 saved values differs when it is computed again"):
        run_values(KAYLES, 999, tmp_path / "out", Form("npy", "x"), RESUME)


def test_two_runs_into_one_file_do_not_meet(tmp_path: Path) -> None:
    store = stores.open_store(store_of(tmp_path / "out"), stores.game_text(read_code("0.77")))
    with pytest.raises(StoreBusy, match=f"in use by process {os.getpid()}"):
        run_values(KAYLES, 5000, tmp_path / "out", Form("npy", "x"), RESUME)
    store.close()


def test_only_heap_games_with_a_sequence_and_plain_files_can_be_saved_on_the_way(tmp_path: Path) -> None:
    assert can_run(KAYLES, tmp_path / "out")
    assert not can_run(KAYLES, Path(os.devnull))
    assert not can_run(read_ruleset("take squares"), tmp_path / "out")
    assert not can_run(read_ruleset("wythoff"), tmp_path / "out")


def test_progress_shows_the_remaining_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Progress] = []
    clock = iter(range(10**6))
    monkeypatch.setattr("grundy.workflows.computing.run.monotonic", lambda: float(next(clock)))
    run_values(read_ruleset("take {1, 3, 4}"), 999, tmp_path / "out", Form("npy", "x"), Wishes(progress=told.append))
    assert told[-1] == Progress(1000, 1000, 1000 / (told[-1].done / told[-1].rate), 0.0)
    assert [step.done for step in told] == list(range(100, 1001, 100))
    assert all(step.left == (1000 - step.done) / step.rate for step in told)


# Copies of stores.


def test_a_store_is_copied_and_what_is_good_of_a_damaged_one_is_salvaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    monkeypatch.setattr(candidates, "PIECE", 100)
    half_done(out)
    saved = stores.verify_store(store_of(out)).values
    assert stores.copy_store(store_of(out), tmp_path / "copy") == saved
    assert stores.verify_store(tmp_path / "copy").values == saved
    values = store_of(out) / "values.u8"
    values.write_bytes(values.read_bytes()[:950] + b"\x63" + values.read_bytes()[951:])
    with pytest.raises(CorruptStore):
        stores.copy_store(store_of(out), tmp_path / "second")
    good, of = stores.salvage_store(store_of(out), tmp_path / "second")
    assert (0 < good <= 950, of) == (True, saved)
    assert stores.verify_store(tmp_path / "second").values == good
    with pytest.raises(InputError, match="second already exists"):
        stores.salvage_store(store_of(out), tmp_path / "second")
    with pytest.raises(InputError, match="no such file"):
        stores.verify_store(tmp_path / "nothing")
    (tmp_path / "second").rename(tmp_path / "new.run")
    run_values(KAYLES, 5000, tmp_path / "new", Form("npy", "x"), RESUME)
    assert np.load(tmp_path / "new").tolist() == RIGHT


# Killed at moments of chance.


def test_a_run_killed_at_any_moment_loses_nothing_it_reported_as_saved() -> None:
    found = harness(30, 7)
    assert (found["lost"], found["wrong"], found["refused"]) == (0, 0, 0)
    assert found["saved"] > 0


@pytest.mark.nightly
@pytest.mark.parametrize(("bug", "count"), [("early", 100), ("skipping", 40)])
def test_a_planted_bug_is_found_by_killing(bug: str, count: int) -> None:
    found = harness(count, 7, bug)
    assert found["lost"] + found["wrong"] + found["refused"] > 0


def test_a_store_names_the_game_and_not_what_it_was_called() -> None:
    assert stores.game_text(read_code(".77")) == stores.game_text(read_code("0.77"))
    long = stores.game_text(tuple(range(1, 2000)))
    assert len(long) < 200
    assert long != stores.game_text(tuple(range(1, 2001)))
