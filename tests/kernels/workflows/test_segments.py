"""Long runs on many workers hand out what one worker does, whatever becomes of the workers."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from functools import partial
from multiprocessing import active_children

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cases import few
from tests.kernels.sequences.exact import SEED, exact, kernels_of, learnt, small_chunks

from grundy.cluster import WorkersDisagree
from grundy.core import Budget
from grundy.sequences import CodeCourse, CodeRun, Verified, Way
from grundy.sequences.state_repeat import RepeatSearch
from grundy.workflows.computing import segments as segments_module
from grundy.workflows.computing.segments import SegmentRun, segment_hash, verify_segment

HEAPS = 1 << 12
RULES = {"0.356": SEED, "0.106": SEED, "0.71021": 1 << 10}
"""Codes with their seeds; the last has a rare heap at 2600."""


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    small_chunks(monkeypatch, HEAPS)


def codes_of(text: str, count: int) -> NDArray[np.uint8]:
    return learnt(text, RULES[text]).coding.encode(exact(text, 30_000)[:count])


def handed_out(run: CodeRun, chunks: int = 5) -> list[object]:
    """What a run hands out in its first chunks, and what it says of itself at every moment."""
    told: list[object] = []
    running = iter(run)
    for _ in range(chunks):
        verified = next(running, None)
        if verified is None:
            break
        told.append((verified.heap, verified.codes.tobytes(), verified.anchors, run.heap, run.lost, run.deepest))
    told.append((run.heap, run.lost, run.deepest))
    if hasattr(running, "close"):
        running.close()
    return told


def course(text: str) -> CodeCourse:
    return CodeCourse(kernels_of(text, RULES[text]), codes_of(text, RULES[text]), RULES[text])


def segments(text: str, workers: int) -> SegmentRun:
    return SegmentRun(kernels_of(text, RULES[text]), codes_of(text, RULES[text]), RULES[text], workers, HEAPS)


@pytest.mark.parametrize("text", few(RULES, "0.106", "0.71021"))
def test_segments_are_the_chunks_of_a_course(text: str) -> None:
    expected = handed_out(course(text))
    assert handed_out(segments(text, 1)) == expected
    assert (course(text).lost, len(expected) > 2) == (None, text != "0.71021")


@pytest.mark.nightly
def test_a_rare_heap_ends_the_run_on_processes_too() -> None:
    found = handed_out(segments("0.71021", 2))
    assert found == handed_out(course("0.71021"))
    assert found[-1][:2] == (2600, 2600)  # type: ignore[index]


@pytest.mark.nightly
def test_workers_that_are_killed_change_nothing() -> None:
    """The answers are those of one worker, although every process is killed twice."""
    run, expected = segments("0.356", 2), handed_out(course("0.356"), 8)
    found: list[object] = []
    with closing(iter(run)) as running:  # type: ignore[type-var]
        for at in range(8):
            verified = next(running)
            found.append((verified.heap, verified.codes.tobytes(), verified.anchors, run.heap, run.lost, run.deepest))
            if at in {1, 4}:
                for child in active_children():
                    os.kill(child.pid or 0, signal.SIGKILL)
    assert found == expected[:-1]


@pytest.mark.nightly
def test_a_worker_that_generates_something_else_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def lie(*arguments: object) -> tuple[int, int, list[int], str]:
        nonlocal calls
        calls += 1
        lost, deepest, anchors, digest = verify_segment(*arguments)  # type: ignore[arg-type]
        return lost, deepest, anchors, segment_hash(b"something else") if calls == 3 else digest

    monkeypatch.setattr(segments_module, "verify_segment", lie)
    run = segments("0.356", 1)
    found: list[Verified] = []
    begin = SEED + 2 * kernels_of("0.356").chunk(HEAPS)
    with pytest.raises(WorkersDisagree, match=rf"two workers disagree about heaps {begin}\.\.") as error:
        found.extend(run)
    assert error.value.exit_code == 10
    assert run.heap == begin
    assert [verified.heap for verified in found] == [SEED, (SEED + begin) // 2]


def test_a_segment_is_verified_from_bytes_alone() -> None:
    kernels, size = kernels_of("0.106"), kernels_of("0.106").chunk(HEAPS)
    small, history = kernels.small.tobytes(), kernels.history
    for start in (SEED, SEED + 2 * size):
        codes = codes_of("0.106", start + size)
        lost, deepest, anchors, digest = verify_segment(
            kernels.rule, small, codes[start - history : start].tobytes(), size
        )
        assert (lost, digest) == (-1, segment_hash(codes[start:].tobytes()))
        assert deepest >= kernels.verifier.reach
        assert anchors == np.flatnonzero(codes[start:] >= kernels.rule.anchor).tolist()
        wrong = codes[start - history : start].copy()
        wrong[-5:] ^= 1
        assert verify_segment(kernels.rule, small, wrong.tobytes(), size)[3] != digest


@pytest.mark.parametrize("segment", [1000, HEAPS, 50_000])
def test_a_period_found_on_segments_is_that_of_a_course(segment: int) -> None:
    values, kernels = exact("0.356", SEED), kernels_of("0.356")
    found = RepeatSearch(kernels, values, Way(partial(SegmentRun, segment=segment))).run(10**6, Budget())
    expected = RepeatSearch(kernels, values, Way()).run(10**6, Budget())
    assert found is not None
    assert expected is not None
    assert found.evidence is not None
    assert expected.evidence is not None
    assert (found.preperiod, found.period, found.evidence.witnesses) == (7315, 142, expected.evidence.witnesses)
    assert found.evidence.depth >= expected.evidence.depth or segment < HEAPS
