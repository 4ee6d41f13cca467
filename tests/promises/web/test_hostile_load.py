"""Under hostile load good clients are answered rightly and, where it is quiet, soon; without a defence they are not."""

from __future__ import annotations

import asyncio
import os

import pytest
from tests.promises.web.hostile import Load, Report
from tests.promises.web.servers import serving

SECONDS = float(os.environ.get("GRUNDY_LOAD_SECONDS", "4"))
"""How long the hostile phase takes; 3600 in a long run."""
GROWTH = 150 << 20
"""Bytes: one child that computed long sequences is kept, with 105 MB after 4 seconds of load and after 15."""
TIMES = "times=Times(header=2.0, body=2.0, write=2.0)"
IN_PROCESS = """
from grundy_web.children.pool import ChildPool
from grundy_web.questions.answering import answered
async def ask(self, asked, *_):
    return answered(asked)
ChildPool.ask = ask
"""

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # connections that are cut while they are being opened
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def load(settings: str = TIMES, before: str = "", seconds: float = SECONDS, least: int = 0) -> Report:
    async def run() -> Report:
        return await Load(server, seconds, least).run()

    with serving(settings, before) as server:
        return asyncio.run(run())


def bound(report: Report) -> float:
    """How long good clients may wait under load: 100 ms, more where the machine is busy anyway."""
    return max(0.13, 5 * report.p99("calm"))


def test_good_clients_are_served_under_hostile_load() -> None:
    report = load(least=100)
    assert report.broken == []
    assert sum(report.statuses.values()) >= 100
    assert len({status for status in report.statuses if status}) >= 6
    assert report.lost <= 0.05 * (len(report.calm) + len(report.loaded) + len(report.after))
    assert report.queue <= 32
    assert report.growth < GROWTH
    assert report.loaded
    assert report.after


@pytest.mark.nightly
def test_good_clients_are_served_soon_under_hostile_load() -> None:
    seconds = max(SECONDS, 30.0)
    report = load(seconds=seconds)
    assert report.cut_after < 2.0 + 3.0
    assert report.p99("loaded") < bound(report)
    assert report.p99("after") < max(0.1, 3 * report.p99("calm"))
    assert len(report.loaded) / seconds >= 0.5 * len(report.calm) / 2.0


@pytest.mark.nightly
def test_negative_control_computing_in_the_server_keeps_good_clients_waiting() -> None:
    report = load(TIMES, IN_PROCESS, seconds=6)
    assert report.p99("loaded") > bound(report)
