"""Makes the repository root importable, so that tests share helpers such as `tests.unit.games.oracle`.

Hypothesis works without a deadline: how fast a machine is today is no property of the code. Interrupts are answered
also where the tests run in the background, where a shell has them ignored, or without a terminal.
"""

import gc
import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from pytest_rerunfailures import StatusDB
from tests.terminal import Terminal
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

collect_ignore_glob = ["*conftest.py"]
"""Several folders have one; collected for doctests they would all be the module `conftest`."""
collect_ignore = [] if find_spec("pettingzoo") else ["src/grundy/neighbours/environments.py"]
"""What imports a package that is not installed."""

LONGEST = ("tests/promises/packaging/", "tests/promises/web/browser/", "tests/promises/documents/")
"""Folders of files that take minutes: begun last, one of them would be waited for."""
LONG = ("tests/promises/", "tests/house/", "tests/kernels/")
"""Folders whose tests start processes, read the whole house, or compile."""

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False  # hundreds of tests start a process, which need not compile the sources once more

signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

settings.register_profile("house", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("house"), max_examples=1000)
settings.load_profile("house")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let a worker count repetitions itself: its tests are repeated by it alone, and to ask another takes longer."""
    if hasattr(config, "workerinput") and hasattr(config, "failures_db"):
        config.failures_db.sock.close()
        config.failures_db = StatusDB()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files without a test apart alone where these are asked for: hundreds would be read for a few."""
    if not config.option.markexpr.startswith("apart and ") or collection_path.suffix != ".py":
        return None
    return "mark.apart" not in collection_path.read_text(encoding="utf-8") or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put files that take long before the many short ones, which fill the time of a worker that is done early."""
    items.sort(key=lambda item: (not item.nodeid.startswith(LONGEST), not item.nodeid.startswith(LONG)))


def pytest_collection_finish() -> None:
    """Let the collector of garbage leave alone what stays until the end."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling:
    """Give a worker one file after the other, with what its tests share, in the order of the collection."""
    config.option.loadscopereorder = False
    return LoadFileScheduling(config, log)


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str]) -> Terminal:
    """The command line, run in this process."""
    return Terminal(capsys)
