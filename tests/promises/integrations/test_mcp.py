"""The server for agents, asked by the client of the official SDK over standard input and output."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

import pytest
from tests.terminal import Terminal

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, Tool

from grundy_web.mcp_server import agent_tools

ASKED: dict[str, tuple[str, Mapping[str, Any]]] = {
    "solve": ("solve", {"game": "nim: 3 5 7"}),
    "moves": ("moves", {"game": "kayles: 4"}),
    "explain": ("explain", {"game": "nim: 3 5"}),
    "play-move": ("play-move", {"game": "nim: 3 5 7"}),
    "values": ("values", {"ruleset": "kayles", "n": 6}),
    "period": ("period", {"ruleset": "kayles", "n": 1000}),
    "claim": ("claim", {"ruleset": "take 1..3", "claim": "value == n % 4"}),
    "explore": ("explore", {"ruleset": "take 1..3", "n": 40}),
    "misere": ("solve", {"game": "nim: 1 1", "play": "misere"}),
    "unknown name": ("solve", {"game": "frob: 3"}),
    "missing field": ("solve", {}),
    "wrong type": ("values", {"ruleset": "kayles", "n": "many"}),
    "another field": ("solve", {"game": "nim: 3", "x": 1}),
    "a form of the page": ("values", {"ruleset": "kayles", "format": "u8"}),
    "a file": ("solve", {"game": "rules.py:Mine: 3"}),
    "no tool": ("frob", {}),
    "a limit": ("solve", {"game": "cram: 7x9", "limits": {"milliseconds": 3000}}),
    "too much": ("period", {"ruleset": "kayles", "limits": {"milliseconds": 10**6}}),
    "afterwards": ("solve", {"game": "nim: 2 2"}),
}


async def asked() -> tuple[list[Tool], dict[str, CallToolResult]]:
    program = StdioServerParameters(command=sys.executable, args=["-m", "grundy", "mcp", "--seconds", "20"])
    async with Client(program, read_timeout_seconds=60) as client:
        tools = (await client.list_tools()).tools
        return tools, {what: await client.call_tool(name, dict(given)) for what, (name, given) in ASKED.items()}


@pytest.fixture(scope="module")
def told() -> tuple[list[Tool], dict[str, CallToolResult]]:
    """All answers of one server."""
    return asyncio.run(asked())


@pytest.mark.nightly
def test_the_tools_have_captions_and_strict_schemas(told: tuple[list[Tool], dict[str, CallToolResult]]) -> None:
    assert [(tool.name, tool.description) for tool in told[0]] == [
        (name, tool.caption) for name, tool in agent_tools().items()
    ]
    for tool in told[0]:
        assert tool.input_schema["additionalProperties"] is False
        assert not {"job", "format"} & tool.input_schema["properties"].keys()


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("solve", {"outcome": "N", "value": 1, "status": "proved"}),
        ("moves", {"move_count": 4, "outcome": "N"}),
        ("explain", {"outcome": "N", "value": 6}),
        ("play-move", {"reason": "win", "value": 0, "outcome": "P"}),
        ("values", {"values": [0, 1, 2, 3, 1, 4, 3]}),
        ("period", {"status": "proved", "preperiod": 71, "period": 12}),
        ("claim", {"verdict": "proved"}),
        ("explore", {"status": "proved", "checked_to": 40}),
        ("misere", {"outcome": "N", "play": "misere"}),
        ("a limit", {"status": "limit", "outcome": None}),
        ("afterwards", {"outcome": "P", "value": 0}),
    ],
)
def test_a_tool_answers_what_the_json_interface_says(
    told: tuple[list[Tool], dict[str, CallToolResult]], what: str, expected: dict[str, Any]
) -> None:
    found = told[1][what]
    assert not found.is_error
    assert expected.items() <= found.structured_content.items()
    assert json.loads(found.content[0].text) == found.structured_content  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("what", "code", "message"),
    [
        ("unknown name", "notation", "expected the name of a ruleset, found 'frob'"),
        ("missing field", "schema", "game: this field is missing"),
        ("wrong type", "schema", "n: expected a whole number, found 'many'"),
        ("another field", "schema", "x: there is no such field"),
        ("a form of the page", "input", "format: this field is for the web app only"),
        ("a file", "trusted_only", "rules in Python files are not allowed here"),
        ("no tool", "input", f"expected one of the tools {', '.join(agent_tools())}, found 'frob'"),
        ("too much", "schema", "limits.milliseconds: expected at most 30000, found 1000000"),
    ],
)
def test_bad_input_is_answered_by_a_typed_error_and_the_server_continues(
    told: tuple[list[Tool], dict[str, CallToolResult]], what: str, code: str, message: str
) -> None:
    found = told[1][what]
    assert found.is_error
    assert (found.structured_content["error"]["code"], found.structured_content["error"]["message"]) == (code, message)


def test_without_the_sdk_the_command_names_the_package_to_install(terminal: Terminal) -> None:
    with patch("grundy_web.mcp_server.find_spec", return_value=None):
        code, out, err = terminal.run("mcp")
    assert (code, out, err) == (2, "", "grundy: the server for agents needs mcp: pip install mcp\n")
