"""The simulated page: haste, killed children and visitors who leave make no answer wrong; planted bugs are found."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from itertools import count
from math import inf
from typing import Any

import pytest
from tests.promises.web import page_simulation
from tests.promises.web.page_simulation import (
    BOARDS,
    World,
    calm_answer,
    computed,
    loses,
    questions_of,
    simulate,
    simulated,
    wins,
)

from grundy.core.limits import Budget
from grundy.notation import read_game
from grundy_web.questions.answering import Reply, answered
from grundy_web.service import dispatcher, job_store
from grundy_web.settings import Settings

FEW = ("chomp: 3x4", "sprouts: 2")
"""Boards that cost little."""
MOST = 40
"""Seeds within which a planted bug is found."""


@pytest.fixture(autouse=True)
def _simulated() -> Iterator[None]:
    computed.cache_clear()
    calm_answer.cache_clear()
    with simulated():
        yield


def test_no_haste_no_kill_and_no_leaving_makes_an_answer_wrong() -> None:
    found = Counter[str]()
    for seed in range(8):
        world = simulate(seed, FEW)
        assert world.faults == [], seed
        found += world.found
    assert found["proved"] > 20
    assert found["limit"] + found["cut"] > 0
    assert found["left"] > 0


def test_a_server_stops_although_an_old_job_expires_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = job_store.JobStore(dispatcher.Dispatcher(Settings()))
    for name in "ab":
        jobs.jobs[name] = job_store.PageJob(name, "solve")
        jobs.jobs[name].ended = 0.0
    clock = count(0.0, 2 * jobs.dispatcher.settings.times.kept)
    monkeypatch.setattr(job_store, "monotonic", lambda: next(clock))
    jobs.stop()
    assert not jobs.jobs


def test_a_seed_gives_the_same_run_again() -> None:
    first = simulate(5, FEW)
    computed.cache_clear()
    again = simulate(5, FEW)
    assert (first.found, first.loop.now) == (again.found, again.loop.now)
    assert simulate(6, FEW).loop.now != first.loop.now


@pytest.mark.parametrize("board", [*FEW, *(pytest.param(one, marks=pytest.mark.nightly) for one in BOARDS)])
def test_the_answers_without_haste_are_true_by_the_definition(board: str) -> None:
    by_name = {question.name: calm_answer(question) for question in questions_of(board)}
    won = wins(read_game(board))
    assert by_name["api.solve"]["outcome"] == by_name["api.moves"]["outcome"] == ("N" if won else "P")
    for row in by_name["api.moves"]["moves"]:
        assert row["winning"] is not wins(read_game(row["leaves"]))
    assert not any(loses(question, calm_answer(question)) for question in questions_of(board))


def found_by_a_seed(*verdicts: str) -> bool:
    return any(simulate(seed, FEW).found.keys() & set(verdicts) for seed in range(MOST))


def test_negative_control_an_answer_that_a_limit_cut_is_called_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    real = answered

    def call_proved(*args: Any, **named: Any) -> Reply:
        found = real(*args, **named)
        return found if "error" in found.answer else found._replace(answer=found.answer | {"status": "proved"})

    monkeypatch.setattr(page_simulation, "answered", call_proved)
    assert found_by_a_seed("wrong", "losing", "stored")


def test_negative_control_a_question_has_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget, "_deadline", lambda _: (inf, 0.0))
    assert found_by_a_seed("overrun")


def test_negative_control_what_is_not_proved_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "is_proved", lambda found: "error" not in found.answer)
    assert found_by_a_seed("stored")


def test_negative_control_a_seat_is_not_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio.Semaphore, "release", lambda _: None)
    assert found_by_a_seed("stuck", "leaked")


def test_negative_control_another_move_is_chosen_in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    real = World.speed

    def hurry(world: World, *, low: bool) -> tuple[float, float]:
        cost, stretch = real(world, low=low)
        return cost, stretch * 2

    def choose(found: Reply, speed: tuple[float, float]) -> Reply:
        if speed[1] > 1 and (choice := found.answer.get("choice")):
            return found._replace(answer=found.answer | {"choice": choice | {"move": "another"}})
        return found

    def in_haste(key: Any, speed: Any) -> Any:
        found = answer_of(key, speed)
        return found._replace(reply=choose(found.reply, speed))

    answer_of = page_simulation.answer_key
    monkeypatch.setattr(World, "speed", hurry)
    monkeypatch.setattr(page_simulation, "answer_key", in_haste)
    assert found_by_a_seed("moved")
