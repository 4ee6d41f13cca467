"""A server of the Model Context Protocol: the commands of the JSON interface as tools for agents, over stdio.

A tool is an operation. Its arguments are checked by the model of the API (`api/models.py`). A child
process answers under the limits of the question, so that no question can block the server or open a file. The result is
the output of `--json`, or the error object, marked as an error. The server needs the official SDK (the extra `mcp`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.core import GrundyError, InputError, MissingExtra
from grundy.operations import every_operation

from .settings import Settings

if TYPE_CHECKING:
    from mcp.server import Server

    from .api.models import Ask
    from .service.dispatcher import Dispatcher

HIDDEN = {"job", "format"}
"""Fields of the API that tools do not have."""
TOLD = (
    "Impartial combinatorial games. A game is a ruleset, a colon and a position: 'nim: 3 5 7', 'kayles: 7 + nim: 3', "
    "'0.137: 9', 'take {1, 3, 4}: 20', 'cram: 3x4'. A ruleset stands alone: 'kayles', '0.156', 'take squares'. "
    "Status 'proved' is certain, 'observed' is not, 'limit' means that time ended first. Text is never run."
)


class AgentTool(NamedTuple):
    """A tool that the server offers to agents: one of the questions of the web API.

    Attributes:
        question: The name of the question.
        model: The pydantic model of its arguments.
        caption: The description that an agent reads.
    """

    question: str
    model: type[Ask]
    caption: str

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the arguments of the tool."""
        found = self.model.model_json_schema()
        found["properties"] = {name: field for name, field in found["properties"].items() if name not in HIDDEN}
        return found


@cache
def agent_tools() -> dict[str, AgentTool]:
    """Return all tools of the server, by name."""
    from .api.models import request_model

    return {
        operation.tool: AgentTool(f"api.{operation.name}", request_model(operation), operation.summary)
        for operation in every_operation().values()
        if operation.tool
    }


async def answer(dispatcher: Dispatcher, name: str, arguments: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """Call a tool and return its result as plain data, or the error object.

    Args:
        dispatcher: Answers the questions in child processes.
        name: The name of the tool.
        arguments: The arguments of the call, not yet checked.
        seconds: The longest time that it may take.

    Returns:
        The result as data for JSON; an object with the key "error" if the call fails.
    """
    from pydantic import ValidationError

    from .guard.refusals import schema_error

    tool = agent_tools().get(name)
    try:
        if tool is None:
            raise InputError(f"expected one of the tools {', '.join(agent_tools())}, found {name[:40]!r}")
        if hidden := HIDDEN & arguments.keys():
            raise InputError(f"{min(hidden)}: this field is for the web app only")
        try:
            asked = tool.model.model_validate(dict(arguments))
        except ValidationError as error:
            raise schema_error(error.errors()) from None
        most = min(seconds, asked.limits.milliseconds / 1000)
        return (await dispatcher.at_length(tool.question, asked.data(), most)).answer
    except GrundyError as error:
        return error.to_dict()


def mcp_server(dispatcher: Dispatcher, seconds: float = 30.0) -> Server[Any]:
    """Create a server of the official MCP SDK that offers all tools of this package.

    Args:
        dispatcher: Answers the questions in child processes.
        seconds: The longest time that a tool may take.

    Returns:
        The server, which is not yet connected.
    """
    from mcp.server import Server
    from mcp.types import (
        CallToolRequestParams,
        CallToolResult,
        ListToolsResult,
        PaginatedRequestParams,
        TextContent,
        Tool,
    )

    async def list_tools(_: Any, __: PaginatedRequestParams | None) -> ListToolsResult:  # noqa: ANN401
        tools = agent_tools().items()
        return ListToolsResult(
            tools=[Tool(name=name, description=tool.caption, input_schema=tool.schema()) for name, tool in tools]
        )

    async def call_tool(_: Any, params: CallToolRequestParams) -> CallToolResult:  # noqa: ANN401
        found = await answer(dispatcher, params.name, params.arguments or {}, seconds)
        text = TextContent(type="text", text=json.dumps(found))
        return CallToolResult(content=[text], structured_content=found, is_error="error" in found)

    return Server(
        "grundy", version=version("grundy"), instructions=TOLD, on_list_tools=list_tools, on_call_tool=call_tool
    )


def serve_mcp(seconds: float = 30.0) -> None:
    """Serve agents by MCP over standard input and output until these are closed.

    Raises:
        MissingExtra: If the SDK is not installed.
    """
    if find_spec("mcp") is None:
        raise MissingExtra("the server for agents", "mcp")
    asyncio.run(_serve(seconds))


async def _serve(seconds: float) -> None:
    from mcp.server.stdio import stdio_server

    from .service.dispatcher import Dispatcher

    dispatcher = Dispatcher(Settings())
    dispatcher.start()
    try:
        server = mcp_server(dispatcher, seconds)
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
    finally:
        dispatcher.stop()
