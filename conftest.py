"""Settings that all tests share; `tests/tiers.py` says which of them run when.

The repository root is importable, so that tests share helpers such as `tests.unit.games.oracle`. Hypothesis works
without a deadline, because the speed of a machine is no property of the code. Interrupts are delivered also when the
tests run in the background, where a shell lets processes ignore them.
"""

import gc
import os
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.terminal import Terminal
from tests.tiers import mark_other_cases, skip_missing
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from grundy.kernels.state import kernel_state

collect_ignore_glob = ["*conftest.py"]
"""Several folders have one; collected for doctests they would all be the module `conftest`."""
collect_ignore = [] if find_spec("pettingzoo") else ["examples/reinforcement_learning.py"]
collect_ignore += [] if find_spec("playwright") else ["tests/promises/web/browser"]
"""What imports a package that is not installed."""

ALL_NIGHTLY = re.compile(r"^pytestmark = \[?\s*pytest\.mark\.nightly", re.MULTILINE)
"""What a file says whose tests are all nightly."""
PLAIN = tuple(f"tests/unit/{name}" for name in ("core", "drawing", "games", "notation"))
"""Folders whose tests need no kernels, so that the first run in a fresh clone compiles none."""
LONG = ("tests/promises/", "tests/house/", "tests/kernels/")
"""Folders whose tests start processes, read the whole source, or compile: they begin first."""

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["GRUNDY_CONFIG"] = ""  # the settings of the developer are not tested
os.environ.pop("GRUNDY_LOG", None)
sys.dont_write_bytecode = False  # hundreds of tests start a process, which need not compile the sources once more

signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

settings.register_profile("house", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("house"), max_examples=1000)
settings.load_profile("house")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernels once, before workers start: a checkout would compile them in each test that needs one."""
    if hasattr(session.config, "workerinput") or not (find_spec("numba") and find_spec("llvmlite")):
        return
    if all(word.startswith(PLAIN) for word in session.config.args):
        return
    if "ready for" not in kernel_state():
        build = Path(__file__).with_name("build_kernels.py")
        subprocess.run([sys.executable, str(build), "host"], check=True)  # noqa: S603  # our own program


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import files whose tests are all nightly when these are not wanted."""
    if collection_path.suffix != ".py" or config.option.markexpr != "not nightly":
        return None
    text = collection_path.read_text(encoding="utf-8")
    return bool(ALL_NIGHTLY.search(text)) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Choose the cases of `check`, and begin with files that take long."""
    mark_other_cases(items)
    items.sort(key=lambda item: not item.nodeid.startswith(LONG))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skip a module that imports a package of a group that is not installed."""
    report = yield
    return skip_missing(report)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Skip a test that needs such a package while it runs."""
    report = yield
    return skip_missing(report)


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what stays until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    """Give a worker one file after the other, with what its tests share, in the order of the collection."""
    config.option.loadscopereorder = False
    return LoadFileScheduling(config, log)


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str]) -> Terminal:
    """The command line, run in this process."""
    return Terminal(capsys)
