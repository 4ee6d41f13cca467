"""Fair to everybody: moves of nim do not wait for four visitors who ask for the hardest, and would without lanes."""

from __future__ import annotations

import asyncio
from statistics import quantiles
from typing import Any

import pytest
from benchmarks.web_page import easy_moves
from tests.promises.web.servers import serving

from grundy_web.questions.answering import Asked, Reply
from grundy_web.service.dispatcher import Dispatcher
from grundy_web.settings import Settings

NO_LANES = """
from grundy_web.service.dispatcher import Dispatcher
async def compute(self, asked):
    async with self.long:
        return await self._child(asked)
Dispatcher._compute = compute
"""
SECONDS = 5.0


def slowest_of_most(before: str = "") -> float:
    """The milliseconds in which 95 of 100 easy moves are answered beside four heavy visitors."""
    with serving(before=before) as server:
        easy_moves(server.address, 1.0, 0)
        return quantiles(easy_moves(server.address, SECONDS, 4), n=20)[-1]


@pytest.mark.nightly
def test_an_easy_move_is_answered_while_four_visitors_ask_for_the_hardest() -> None:
    assert slowest_of_most() < 400  # 100 on a quiet machine: benchmarks/web_page.py --busy


@pytest.mark.nightly
def test_negative_control_without_lanes_the_easy_move_waits() -> None:
    assert slowest_of_most(NO_LANES) > 400


@pytest.mark.nightly
def test_a_game_that_was_heavy_does_not_take_a_short_seat_until_it_was_light_again() -> None:
    asked: list[tuple[float, bool]] = []
    cost = {"heavy": 0.3, "light": 0.0}

    async def child(one: Asked, *_: object, **__: object) -> Reply:
        asked.append((one.seconds, one.low))
        await asyncio.sleep(min(one.seconds, cost[one.data["m"]]))
        done = cost[one.data["m"]] < one.seconds
        return Reply({"status": "proved"}, late=not done)

    async def play() -> None:
        dispatcher = Dispatcher(Settings())
        changed: Any = dispatcher
        changed._child = child
        for m in ("heavy", "heavy", "light", "light"):
            dispatcher.answers.drop(("match", f'{{"g":"cram: 9x9","m":"{m}"}}'))
            await dispatcher.ask("match", {"g": "cram: 9x9", "m": m})
        dispatcher.sequences.close()

    asyncio.run(play())
    assert asked == [(0.2, False), (5.0, True), (5.0, True), (5.0, True), (0.2, True)]


def test_games_of_a_kind_that_was_heavy_are_tried_one_by_one_at_a_low_priority_without_a_short_seat() -> None:
    at_once, trying, low = [0], list[int](), list[bool]()

    async def child(one: Asked, *_: object, **__: object) -> Reply:
        if one.seconds > 1 or one.data["g"].startswith("nim"):
            await asyncio.sleep(0)
            return Reply({"status": "proved"})
        at_once[0] += 1
        trying.append(at_once[0])
        low.append(one.low)
        await asyncio.sleep(0.01)
        at_once[0] -= 1
        return Reply({"status": "limit"}, late=True)

    async def play() -> None:
        dispatcher = Dispatcher(Settings())
        changed: Any = dispatcher
        changed._child = child
        await dispatcher.ask("match", {"g": "cram: 9x9"})
        heavy = [asyncio.ensure_future(dispatcher.ask("match", {"g": f"cram: 9x{i}"})) for i in range(4)]
        await asyncio.sleep(0.005)
        assert dispatcher.short._slots._value == dispatcher.short.seats
        await dispatcher.ask("match", {"g": "nim: 3 5 7"})
        assert not any(one.done() for one in heavy[1:])
        await asyncio.gather(*heavy)
        dispatcher.sequences.close()

    asyncio.run(play())
    assert trying == [1] * 5
    assert low == [False, True, True, True, True]
