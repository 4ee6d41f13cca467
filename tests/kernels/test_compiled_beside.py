"""Kernels that are not ready are compiled by another process, once, while a plain method works; then they take over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grundy import Limits
from grundy.core import Meter, read_code
from grundy.kernels import beside
from grundy.kernels.beside import is_ready
from grundy.sequences import code_values
from grundy.sequences.digits import Octal
from grundy.sequences.plainly import split_values
from grundy.sequences.subtraction import p_positions
from grundy.workflows.library.solution import search
from grundy.workflows.searching.question import SearchSettings
from grundy.workflows.searching.solvers import Carried

FAKE = """
import sys, time
sys.path[:] = sys.argv[2:]
from pathlib import Path
from grundy.kernels import beside
beside.READY = Path("none")
for module in sys.argv[1].split():
    with beside._lock(module).open("ab") as file:
        while not beside._hold(file):
            time.sleep(0.01)
        {what}
        beside._mark(module).touch()
"""
"""A process that compiles nothing: what it does instead, behind the lock, and then the mark."""
TINY = "boards.nimstring_table"
LONG = 600
"""Seconds that a test never waits, however slow the machine is."""
Compiler = Callable[[str], None]


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Compiler]:
    """Return what says how the process behaves, where no kernel is known to be ready."""
    monkeypatch.setattr(beside, "READY", tmp_path / "none")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    children: dict[str, subprocess.Popen[bytes]] = {}
    for name, empty in (("_ready", set[str]()), ("_children", children), ("_looked", {})):
        monkeypatch.setattr(beside, name, empty)
    beside._folder.cache_clear()
    yield lambda what: monkeypatch.setattr(beside, "CODE", FAKE.format(what=what))
    for child in children.values():
        child.kill()
        child.wait()
    beside._folder.cache_clear()


def test_the_plain_method_answers_what_it_finishes_first(compiler: Compiler) -> None:
    compiler(f"time.sleep({LONG})")
    found = search("cram: 4x5")
    assert (found.value, len(found.winning_moves), found.parts[0].method) == (2, 5, "couples")
    assert found.parts[0].reason == "in plain Python while the kernels are compiled"


@pytest.mark.nightly
def test_kernels_take_a_search_over_with_what_the_plain_method_proved(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried: list[int] = []

    def load(self: Carried) -> Iterator[tuple[bytes, int]]:
        carried.append(len(self._values or ()))
        return iter(())

    monkeypatch.setattr(Carried, "load", load)
    compiler("time.sleep(0.3)")
    found = search("cram: 5x7", SearchSettings(want="value"))
    assert (found.value, found.parts[0].method, is_ready("boards.proof_numbers")) == (1, "proof-numbers", True)
    assert carried[0] == 0 < carried[1], "the plain method learns nothing, the compiled one what that proved"


@pytest.mark.nightly
def test_kernels_take_a_misere_search_over(compiler: Compiler) -> None:
    compiler("time.sleep(0.3)")
    found = search("cram: 5x5", SearchSettings(misere=True))
    assert (str(found.outcome), len(found.winning_moves), found.parts[0].method) == ("N", 4, "sums")


def test_kernels_take_long_values_over_where_the_plain_method_is(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [v for piece in split_values(Octal((0, 6)), [0], 5000, Meter()) for v in piece]
    looks = iter([False, False, False, True])
    monkeypatch.setattr(beside, "is_ready", lambda *_: next(looks))
    assert code_values(read_code("0.6"), 5000) == [0, *wanted]
    assert [*looks] == [], "the kernels took over after two pieces"


def test_the_values_of_a_set_are_computed_in_plain_python_while_kernels_are_compiled(compiler: Compiler) -> None:
    compiler(f"time.sleep({LONG})")
    assert p_positions([1, 4, 9, 16], 22).tolist() == [0, 2, 5, 7, 10, 12, 15, 17, 20, 22]
    assert "heaps.bitsets" in beside._children


@pytest.mark.nightly
def test_a_search_that_keeps_values_waits_for_its_kernels_and_hears_its_limit(
    compiler: Compiler, tmp_path: Path
) -> None:
    compiler(f"time.sleep({LONG})")
    start = time.monotonic()
    found = search("cram: 5x7", SearchSettings(database=tmp_path / "cram.db", limits=Limits(seconds=1)))
    assert time.monotonic() - start < LONG / 10
    assert found.status == "limit"


def test_only_one_process_compiles_and_those_that_come_later_find_the_mark(compiler: Compiler) -> None:
    compiler(f"time.sleep({LONG})")
    assert not is_ready(TINY)
    first = beside._children[TINY]
    while _holds_nothing():
        time.sleep(0.01)
    beside._children.clear()  # as another program sees it
    beside._looked.clear()
    assert not is_ready(TINY)
    assert beside._children == {}
    beside._mark(TINY).touch()
    time.sleep(beside.LOOK)
    assert is_ready(TINY)
    first.kill()
    first.wait()


def _holds_nothing() -> bool:
    with beside._lock(TINY).open("ab") as file:
        return beside._hold(file)


@pytest.mark.nightly
def test_what_a_crash_left_is_compiled_by_whoever_asks_next(compiler: Compiler) -> None:
    compiler("import os; os.kill(os.getpid(), 9)")
    assert not is_ready(TINY)
    beside._children[TINY].wait()
    time.sleep(beside.LOOK)
    assert is_ready(TINY), "the same program compiles it where it is called"
    beside._ready.clear()
    beside._children.clear()
    beside._looked.clear()
    compiler("pass")
    assert not is_ready(TINY)
    beside._children[TINY].wait()
    time.sleep(beside.LOOK)
    assert is_ready(TINY)


@pytest.mark.parametrize("why", ["no program", "no process", "no folder"])
def test_where_nothing_is_compiled_beside_it_is_compiled_where_it_is_called(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, why: str
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise BlockingIOError("no more processes")

    compiler("pass")
    if why == "no process":
        monkeypatch.setattr(subprocess, "Popen", refused)
    elif why == "no program":
        monkeypatch.setattr(sys, "executable", "")
    else:
        (tmp_path / "grundy-kernels").write_text("a file")
    assert [is_ready(TINY), is_ready(TINY)] == [True, True], "a search that ended for its kernels asks again at once"


@pytest.mark.nightly
def test_two_programs_compile_nothing_twice(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from grundy.kernels import beside, compiled; "
        f"compiled.READY = beside.READY = Path('none'); beside._folder().mkdir(exist_ok=True); beside.make(['{TINY}'])"
    )
    told = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DEBUG_CACHE": "1"}
    both = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=told) for _ in range(2)]
    saved = [program.communicate()[0].count(b"data saved to") for program in both]
    assert sorted(saved) == [0, 1], "one kernel, by one of them"


@pytest.mark.nightly
def test_an_interrupt_ends_the_question_and_lets_the_kernels_be_finished(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from grundy.kernels import beside
beside.READY = Path("none")
beside.CODE = {FAKE.format(what=f"time.sleep({LONG})")!r}
started = beside._started
def told(modules):
    child = started(modules)
    print(child.pid, flush=True)
    return child
beside._started = told
from grundy.__main__ import main
sys.argv = ["grundy", "search", "cram: 6x7"]
main()
"""
    told = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONWARNINGS": "error"}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=told,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        child = int(program.stdout.readline())
        time.sleep(0.3)
        start = time.monotonic()
        os.killpg(program.pid, signal.SIGINT)
        program.wait(LONG)
        assert time.monotonic() - start < LONG / 10
        assert "Traceback" not in program.stderr.read()
    os.kill(child, 0)  # it lives
    os.kill(child, signal.SIGKILL)
