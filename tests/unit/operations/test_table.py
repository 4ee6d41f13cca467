"""An operation is stated once: every interface follows from its fields, and requests hold what they promise."""

from __future__ import annotations

import json

import pytest

from grundy.core import InputError
from grundy.operations import ENDPOINTS, OPERATIONS, Context, Request, served
from grundy.operations.request import Argument, Remote, fields_of


@pytest.mark.parametrize("name", ENDPOINTS)
def test_every_operation_has_help_for_each_field_bounds_for_each_remote_text_and_examples(name: str) -> None:
    operation = served(name)
    assert (operation.name, bool(operation.summary)) == (name, True)
    assert all(line.startswith(f"grundy {name} ") for line in operation.examples)
    assert bool(operation.examples) == (name in OPERATIONS)
    for field in fields_of(operation.request):
        assert field.help, field.name
    for field in fields_of(operation.request, remote=True):
        assert field.kind not in {int, str} or field.mark(Remote), field.name
    assert fields_of(operation.request)[0].mark(Argument)


def test_a_request_is_frozen_refuses_other_fields_and_equals_one_with_the_same_fields() -> None:
    request = served("period").request
    one = request("kayles", to=9)
    assert one == request(ruleset="kayles", to=9) != request("kayles")
    assert len({one, request("kayles", to=9)}) == 1
    with pytest.raises(AttributeError):
        one.to = 3
    for wrong in ({}, {"ruleset": "kayles", "most": 3}):
        with pytest.raises(TypeError, match="PeriodRequest has the fields ruleset, to"):
            request(**wrong)
    assert isinstance(one, Request)


def test_a_caller_over_a_network_gets_the_certificate_as_text_and_reads_no_file() -> None:
    answer = served("period").answer({"ruleset": "0.07", "certificate": True}, Context())
    assert json.loads(answer["certificate"].splitlines()[0])
    with pytest.raises(InputError, match="Python files"):
        served("birthday").answer({"game": "rules.py:f: 3"}, Context())


def test_commands_api_and_agents_have_every_operation() -> None:
    pytest.importorskip("fastapi")
    from grundy.cli.commands import COMMANDS
    from grundy_web import create_app
    from grundy_web.mcp_server import agent_tools

    paths = create_app().openapi()["paths"]
    assert OPERATIONS.keys() <= COMMANDS.keys()
    for name in ENDPOINTS:
        assert name == "raster" or agent_tools()[served(name).tool].caption == served(name).summary
        assert paths[f"/api/v1/{name}"]["post"]["description"] == served(name).summary
