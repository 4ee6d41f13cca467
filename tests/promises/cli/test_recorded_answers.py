"""The answers of commands and of the API are the recorded ones; keys may be added."""

from __future__ import annotations

import pytest
from tests.recorded_answers import BODIES, COMMANDS, answers_of, api_answers, differs, options_of, recorded


@pytest.mark.nightly
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_answers_as_it_was_recorded(command: str) -> None:
    now = answers_of(command)
    assert [call for call, answer in recorded()[command]["answers"].items() if differs(answer, now[call])] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_keeps_its_name_and_its_help(command: str) -> None:
    now = options_of(command)
    assert {one: now.get(one) for one in recorded()[command]["options"]} == recorded()[command]["options"]


@pytest.mark.nightly
@pytest.mark.parametrize("endpoint", BODIES)
def test_an_endpoint_answers_as_it_was_recorded(endpoint: str) -> None:
    pytest.importorskip("pydantic")
    now = api_answers(endpoint)
    assert [call for call, answer in recorded()["api"][endpoint].items() if differs(answer, now[call])] == []
