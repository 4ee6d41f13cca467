from __future__ import annotations

import json
import time
from itertools import product

import pytest
from tests.cases import few
from tests.pace import spent
from tests.unit.workflows.searching.test_search_answers import asked

from grundy.core import Limits, Outcome
from grundy.workflows.library.solution import search
from grundy.workflows.searching.question import SearchSettings

QUICK = Limits(seconds=0.3)


METHODS = ("definition", "proof-numbers")


LARGE = ("treblecross: 60", "cram: 7x7")


@pytest.mark.parametrize(("game", "method"), few(product(LARGE, METHODS), *zip(LARGE, METHODS, strict=True)))
def test_every_plain_method_obeys_every_limit_and_reports_its_progress(game: str, method: str) -> None:
    for limits, words in (
        (QUICK, "the 0.3-second limit"),
        (Limits(positions=500), "limit of 500 positions"),
        (Limits(memory=1 << 20), "memory limit"),
    ):
        heard: list[str] = []
        start = time.process_time()
        found = search(game, SearchSettings("value", limits, 0, method, report=heard.append))
        assert spent(start) < 5
        assert (found.status, found.value) == ("limit", None)
        assert words in found.reason
        assert "visited" in heard[-1]
    assert found.outcome is None or found.lower == int(found.outcome is Outcome.N)


def test_a_short_limit_is_short_for_moves_too() -> None:
    start = time.process_time()
    told = asked("treblecross: 60", "--limit-seconds", "0.5", "--json")
    assert spent(start) < 5
    assert told.return_value == 4
    assert json.loads(told.stdout)["status"] == "limit"
