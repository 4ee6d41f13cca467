"""A period is looked for as far as was asked, or the answer says what came before and how to go on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grundy import Limits, game
from grundy.cli.main import main
from grundy.core import Budget, LimitReached, read_code
from grundy.notation import read_ruleset
from grundy.operations.period import period
from grundy.sequences import shown_period
from grundy.workflows.computing import period as rooms
from grundy.workflows.computing.period import find_period, looked_to


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int | str | None, str]:
    with pytest.raises(SystemExit) as end:
        main(["period", *words])
    return end.value.code, capsys.readouterr().out


@pytest.mark.parametrize(("text", "to"), [("take squares", 2_500), ("0.G", 500), ("bash(min=2, max=10^100)", 2_100)])
def test_every_requested_heap_is_examined(text: str, to: int, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = told(capsys, text, "--to", str(to), "--json")
    answer = json.loads(out)
    assert (code, answer["checked_to"]) == (0, to)
    assert answer["status"] in {"none", "observed"}
    assert "reason" not in answer


@pytest.mark.nightly
def test_a_limit_is_reported_with_the_progress_the_reason_and_how_to_continue(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("0.G", "--to", "100000", "--limit-seconds", "0.8")
    code, out = told(capsys, *words)
    assert code == 4
    assert out.startswith("0.G: period 4 from heap 1 on, growing by 1 each time, observed up to heap ")
    assert "Incomplete: the 0.8-second limit was reached" in out
    assert out.endswith("; to continue, raise --limit-seconds\n")
    code, out = told(capsys, *words, "--json")
    answer: dict[str, Any] = json.loads(out)
    assert (code, answer["status"], answer["period"]) == (4, "observed", 4)
    assert answer["checked_to"] < 100_000
    assert "0.8-second limit" in answer["reason"]


def test_memory_that_is_too_small_is_a_limit_with_what_was_seen(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = told(capsys, "bash(min=2, max=10^100)", "--to", "10^9", "--limit-memory", "100K")
    assert code == 4
    assert "growing by 1 each time, observed up to heap 2560, not proved" in out
    assert out.endswith("heaps exceed the memory limit; to continue, raise --limit-memory\n")


def test_an_unfinished_answer_offers_to_continue(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = told(capsys, "bash(min=2, max=10^100)")
    assert (code, "no period found up to heap 2000" in out) == (0, True)
    assert out.endswith("; --to N searches further\n")
    assert told(capsys, "0.07") == told(capsys, "0.07", "--to", "2^20")


@pytest.mark.nightly
def test_library_and_command_look_equally_far(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("take all-but {2}", "0.3F", "0.G", "0.07"):
        seen = game(text).period()
        answer = json.loads(told(capsys, text, "--json")[1])
        assert seen is not None
        assert (seen.status, seen.preperiod, seen.period, seen.saltus, seen.checked_to) == tuple(
            answer[key] for key in ("status", "preperiod", "period", "saltus", "checked_to")
        )


def test_nothing_found_before_a_limit_is_the_status_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        error = LimitReached("no more time", kind="time")
        error.partial = [0, 1, 0, 2, 0, 3]
        raise error

    monkeypatch.setattr(rooms, "find_period", stopped)
    found = period("take squares")
    assert (found.to_dict()["status"], found.to_dict()["checked_to"], found.exit_code) == ("limit", 5, 4)
    assert period("take squares", to=5).to_dict()["status"] == "limit"


def test_a_stage_that_a_limit_ends_leaves_the_stage_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def values(_: object, stop: int, *, budget: Budget) -> list[int]:
        if budget.limits == Limits() and stop > 40:
            raise LimitReached("enough", kind="time")
        return list(range(stop + 1))

    monkeypatch.setattr(rooms, "heap_values", values)
    monkeypatch.setattr(rooms, "STAGE", 5)
    with pytest.raises(LimitReached, match="enough") as stopped:
        find_period(read_ruleset("take squares"), 1000, Budget(Limits()))
    assert stopped.value.partial == list(range(41))
    assert looked_to(read_ruleset("take squares"), 1000) == 1000


def test_values_prove_the_period_of_a_code_as_its_search_does() -> None:
    code = read_code("0.07")
    values = game("0.07").values(400)
    found, searched = shown_period(code, values), game("0.07").period()
    assert found is not None
    assert searched is not None
    assert (found.preperiod, found.period, found.status) == (searched.preperiod, searched.period, "proved")
    assert shown_period(code, values[:170]) is None
    assert shown_period(read_code("4!.0"), values) is None
