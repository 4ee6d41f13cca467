from __future__ import annotations

import pytest
from click.testing import CliRunner, Result
from tests.golden.reading import golden

from grundy.core import InputError, LimitReached
from grundy_learn.commands import problem as module
from grundy_learn.commands.problem import problem
from grundy_learn.problems import PROBLEMS


def called(*words: str, data: str | bytes = "") -> Result:
    return CliRunner().invoke(problem, words, input=data, standalone_mode=False)


def test_an_input_is_answered_on_standard_output() -> None:
    case = golden("contest")["P1_CF705B_spider_man"]["cases"][0]
    result = called("cf705b", data=case["input"])
    assert (result.exception, result.stdout, result.stderr) == (None, case["output"], "")


def test_the_plain_rule_gives_the_same_output() -> None:
    data = "3\n2 1 3 4\n7 6\n1 1 2 3\n1\n1 1 2 2\n3\n"
    assert called("cf1312f", "--plain", data=data).stdout == called("cf1312f", data=data).stdout == "2\n3\n0\n"


def test_the_plain_rule_stops_at_a_limit() -> None:
    result = called("m23ba", "--plain", "--limit-seconds", "0.1", data="1000\n")
    assert isinstance(result.exception, LimitReached)
    assert not result.stdout


def test_the_list_has_a_line_with_name_and_title_for_every_problem() -> None:
    lines = called("--list").stdout.splitlines()
    assert lines[0].split() == ["name", "problem", "game"]
    for line, entry in zip(lines[-len(PROBLEMS) :], PROBLEMS.values(), strict=True):
        assert line.split()[0] == entry.name
        assert f"  {entry.title}  " in line
        assert line.rstrip().endswith(entry.caption)


def test_explain_gives_the_reason_and_reads_nothing() -> None:
    text = called("cf705b", "--explain", data="no input").stdout
    assert "Theorem. " in text
    assert "Source: " in text


@pytest.mark.parametrize(
    ("words", "data", "message"),
    [
        (["cf705b"], "3\n1 2\n", "line 2: expected a pile (number 3 of 3), found nothing"),
        (["cf705x"], "", "expected the name of a problem, found 'cf705x'"),
        ([], "", "missing argument NAME, or --list"),
    ],
)
def test_what_cannot_be_read_is_refused_and_nothing_is_printed(words: list[str], data: str, message: str) -> None:
    result = called(*words, data=data)
    assert message in str(result.exception)
    assert isinstance(result.exception, InputError) or not words
    assert not result.stdout


def test_an_input_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    assert isinstance(called("m23ba", data=" " * 11).exception, LimitReached)
