from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from grundy.cli.bench import NOTE, bench, short_rate
from grundy.core import NotationError
from grundy.workflows.computing import bench as bench_module
from grundy.workflows.computing.bench import LONG


@pytest.fixture(autouse=True)
def few_first_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_module, "START", 1 << 10)
    monkeypatch.setattr(bench_module, "START_SLOW", 1 << 5)


def called(*words: str) -> Result:
    return CliRunner().invoke(bench, [*words, "--seconds", "0.05"], standalone_mode=False)


def test_a_ruleset_gives_the_json_of_the_contract() -> None:
    answer = json.loads(called("take {2, 5, 7}", "--json").stdout)
    assert answer["schema"] == 1
    assert answer["ruleset"] == "take {2, 5, 7}"
    assert answer["generation_rate"] >= answer["verified_rate"] > 0
    assert set(answer["ratios"]) == {"reference kernel", "pieces", LONG}


def test_a_game_gives_the_time_of_a_solution() -> None:
    answer = json.loads(called("nim: 10 12 5", "--json").stdout)
    assert answer["game"] == "nim: 10 12 5"
    assert answer["solve_seconds"] > 0


@pytest.mark.nightly
def test_without_a_name_every_ruleset_of_the_suite_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_module, "SUITE", ("0.77", "take {2, 5, 7}", "nim"))
    answer = json.loads(called("--json").stdout)
    assert answer["schema"] == 1
    assert [found["ruleset"] for found in answer["suite"]] == ["0.77", "take {2, 5, 7}", "nim"]
    lines = called().stdout.splitlines()
    assert lines[0] == "Values a second"
    assert lines[2].split("  ")[0].strip() == "ruleset"
    assert [line.split("  ")[0].strip() for line in lines[4:7]] == ["0.77", "take {2, 5, 7}", "nim"]
    assert lines[-1] == NOTE


def test_the_table_of_a_ruleset_has_a_row_for_every_method() -> None:
    lines = called("take {2, 5, 7}").stdout.splitlines()
    assert lines[0] == "take {2, 5, 7}, heaps from 1024 on"
    rows = [line.split("  ")[0].strip() for line in lines[4:-2]]
    assert rows == ["plain twin", "reference kernel", "pieces", LONG]
    assert lines[4].split()[-1] == "-"
    assert lines[5].split()[-2] == "x"
    assert all(len(line) <= 100 and line == line.rstrip() for line in lines)


def test_markup_in_a_rule_is_shown_as_it_is() -> None:
    assert "0.[3], heaps from" in called("0.[3]").stdout


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        (841_973_000, "842 M"),
        (12_340, "12.3 k"),
        (7.5, "7.50"),
        (999, "999"),
        (1000, "1.00 k"),
        (0.02, "0.02"),
        (2e9, "2.00 G"),
    ],
)
def test_rates_are_short(rate: float, text: str) -> None:
    assert short_rate(rate) == text


def test_mistakes_are_left_to_the_main_command() -> None:
    assert isinstance(called("nimm").exception, NotationError)
    refused = CliRunner().invoke(bench, ["nim", "--seconds", "soon"])
    assert refused.exit_code == 2
    assert "expected seconds such as 60 or 0.5, found 'soon'" in refused.stderr
