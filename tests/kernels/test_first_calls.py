"""Kernels that are not ready: small questions never wait for the compiler, larger ones wait for it once."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import numpy as np
import pytest

from grundy import Limits
from grundy.core import Budget, read_code
from grundy.kernels import native_kernels, ready
from grundy.kernels.compiled import kept_code
from grundy.kernels.ready import are_ready, compile_missing
from grundy.sequences import code_values, quick_search
from grundy.sequences.digits import Octal
from grundy.sequences.plainly import split_values
from grundy.sequences.subtraction import p_positions
from grundy.workflows.library.solution import search
from grundy.workflows.searching import solvers
from grundy.workflows.searching.question import SearchSettings

TINY = "boards.ranked_table"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return the modules that are compiled, where no kernel is ready at first."""
    monkeypatch.setattr(ready, "has_kept", lambda _: False)
    monkeypatch.setattr(ready, "_ready", set[str]())
    done: list[str] = []

    def record(*modules: str) -> None:
        done.extend(modules)
        ready._ready.update(modules)

    for module in (ready, native_kernels):
        monkeypatch.setattr(module, "compile_missing", record)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield done


def test_small_questions_are_answered_in_plain_python(compiled: list[str]) -> None:
    wanted = [v for piece in split_values(Octal((0, 6)), [0], 5000, Budget()) for v in piece]
    assert code_values(read_code("0.6"), 5000) == [0, *wanted]
    assert p_positions([1, 4, 9, 16], 22).tolist() == [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]
    quick_search(read_code("0.6"))
    found = search("cram: 4x5")
    assert (found.value, len(found.winning_moves), found.parts[0].method) == (2, 5, "proof-numbers")
    assert found.parts[0].reason == solvers.NOT_YET
    assert compiled == []


def test_a_misere_search_is_answered_in_plain_python(compiled: list[str]) -> None:
    found = search("cram: 4x4", SearchSettings(misere=True))
    assert str(found.outcome) == "P"
    assert "not compiled yet" in found.parts[0].reason
    assert compiled == []


@pytest.mark.usefixtures("compiled")
def test_a_search_that_takes_longer_continues_with_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solvers, "PLAIN_SECONDS", 0.05)
    found = search("cram: 4x7")
    assert (found.value, found.parts[0].method) == (3, "proof-numbers")


@pytest.mark.nightly
@pytest.mark.usefixtures("compiled")
def test_a_misere_search_that_takes_longer_continues_with_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.workflows.solving.deep_misere.PLAIN_SECONDS", 0.05)
    found = search("cram: 5x5", SearchSettings(misere=True))
    assert (str(found.outcome), len(found.winning_moves), found.parts[0].method) == ("N", 4, "sums")


def test_under_a_short_limit_nothing_is_compiled(compiled: list[str]) -> None:
    found = search("cram: 6x7", SearchSettings(limits=Limits(seconds=1)))
    assert (found.status, found.parts[0].reason) == (
        "limit",
        "in plain Python because too little time is left to compile",
    )
    assert compiled == []


@pytest.mark.nightly
def test_kernels_are_compiled_once_and_the_user_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("grundy.kernels.compiled.READY", tmp_path / "none")
    monkeypatch.setattr(ready, "_ready", set[str]())
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not are_ready(TINY)
    with pytest.warns(UserWarning, match=f"compiling {TINY}, once"):
        compile_missing(TINY)
    ready._ready.clear()  # as in the next process
    assert are_ready(TINY)
    compile_missing(TINY)


def test_a_loaded_function_holds_its_code_while_another_thread_loads_the_kernel_again() -> None:
    kernel = native_kernels.ArrayKernel("heaps.bitsets.stamp_kernel", "qIIn", "")
    code = kept_code(kernel.name, kernel._compiled)
    first = kernel._load(code)
    held = ref(first.code)  # type: ignore[attr-defined]
    kernel._load(code)  # as a second thread does from Python 3.12 on, where `cached_property` has no lock
    assert held() is not None
    values = np.zeros(9, np.uint32)
    kernel.run(first, (np.array([1, 2]), values, np.zeros(4, np.uint32), 0))
    assert values.tolist() == [0, 1, 2, 0, 1, 2, 0, 1, 2]
