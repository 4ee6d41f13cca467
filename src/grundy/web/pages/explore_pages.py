"""The pages that explore: a ruleset or a position, a claim; and the files that can be downloaded from them."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from ...core import InputError
from ...workflows.computing.raster import MOST
from ..guard.refusals import failed, status_of
from ..questions.explore_pictures import whole
from ..questions.reading import MOST_TEXT
from ..service.desk import ask, ask_whole
from . import explore_view as view
from .rendering import page

router = APIRouter(include_in_schema=False)

Text = Annotated[str, Query(max_length=MOST_TEXT)]
Play = Annotated[str, Query(pattern="^(normal|misere)$")]
Heap = Annotated[int, Query(ge=0, le=MOST)]
FILES = {
    "csv": ("values.csv", "text/csv; charset=utf-8"),
    "bfile": ("values.txt", "text/plain; charset=utf-8"),
    "json": ("values.json", "application/json"),
}
"""Form of a file of values -> its name and its type."""


@router.get("/explore")
async def explore(request: Request) -> Response:
    """Show a ruleset, or the position behind a colon."""
    state = view.read_state(request.query_params)
    data: dict[str, Any] = {"state": state, "examples": view.EXAMPLES, "error": None, "found": None, "kind": ""}
    data |= {"reaches": view.REACHES, "rows_of": view.rows_of, "bars": view.bars}
    if not state.g.strip():
        return page(request, "explore.html", place="explore", **data)
    kind = "position" if view.is_position(state.g) else "ruleset"
    answer = await _explored(request, state, kind)
    error = view.seen_error(answer, state.g)
    shown = data | {"error": error, "found": None if error else answer, "kind": kind}
    return page(request, "explore.html", place="explore", status=status_of(answer), **shown)


async def _explored(request: Request, state: view.ExploreState, kind: str) -> dict[str, Any]:
    if kind == "position":
        return await ask(request.app, "graph", g=state.g, play=state.play, view=state.view)
    try:
        to, length = view.number_of(state.to, "heaps up to"), view.number_of(state.length, "length of a row")
    except InputError as error:
        return error.to_dict()
    look = {"to": to, "length": length, "log": bool(state.log), "deep": bool(state.deep)}
    return await ask(request.app, "explore", g=state.g, play=state.play, **look)


@router.get("/claim")
async def claim(request: Request) -> Response:
    """Show what became of a claim."""
    state = view.read_state(request.query_params)
    data: dict[str, Any] = {"state": state, "examples": view.CLAIMS, "error": None, "found": None, "field": ""}
    if not state.g.strip() or not state.c.strip():
        return page(request, "claim.html", place="claim", **data)
    try:
        to = view.number_of(state.to, "compare up to")
        answer = await ask(request.app, "claim", g=state.g, c=state.c, play=state.play, to=to)
    except InputError as mistake:
        answer = mistake.to_dict()
    field = str(answer.get("field", ""))
    error = view.seen_error(answer, {"g": state.g, "c": state.c}.get(field, ""))
    shown = data | {"error": error, "found": None if error else answer, "field": field}
    return page(request, "claim.html", place="claim", status=status_of(answer), **shown)


@router.get("/explore/raster")
async def raster(  # noqa: PLR0913  # a stretch and a grid
    request: Request,
    g: Text,
    play: Play = "normal",
    start: Heap = 0,
    to: Heap = 1000,
    width: Annotated[int, Query(ge=1, le=2000)] = 720,
    height: Annotated[int, Query(ge=1, le=800)] = 320,
) -> Response:
    """Send a stretch of a sequence as 16-bit words, the smaller byte first; the header `x-raster` describes them."""
    asked = {"ruleset": g, "play": play, "start": start, "stop": to, "width": width, "height": height}
    reply = await ask_whole(request.app, "raster", asked)
    if "error" in reply.answer:
        return failed(reply.answer)
    head = {"x-raster": json.dumps(reply.answer), "content-encoding": "gzip", "cache-control": "max-age=600"}
    return Response(reply.data, media_type="application/octet-stream", headers=head)


@router.get("/explore/values")
async def values(
    request: Request,
    g: Text,
    play: Play = "normal",
    to: Annotated[int, Query(ge=0, le=10**6)] = 1000,
    form: Annotated[str, Query(pattern="^(csv|bfile|json)$")] = "csv",
) -> Response:
    """Send the values of heaps 0 to `to` as a file."""
    name, kind = FILES[form]
    asked = {"ruleset": g, "play": play, "n": min(to, 10**5) if form == "json" else to, "form": form}
    return await _file(request, "value_file", asked, name, kind)


@router.get("/explore/certificate")
async def certificate(request: Request, g: Text) -> Response:
    """Send the certificate of a period, for `grundy verify`."""
    return await _file(request, "certificate", {"g": g}, "period.cert", "text/plain; charset=utf-8")


@router.get("/explore/picture")
async def picture(
    request: Request,
    g: Text,
    play: Play = "normal",
    to: Heap = 1000,
    form: Annotated[str, Query(pattern="^(svg|png)$")] = "svg",
) -> Response:
    """Send a picture of the values for print."""
    kind = "image/svg+xml" if form == "svg" else "image/png"
    return await _file(request, "picture", {"g": g, "play": play, "to": to, "form": form}, f"values.{form}", kind)


@router.get("/explore/drawing")
async def drawing(request: Request) -> Response:
    """Send a picture of the page as a file: the graph of a position, the map of two heaps, or the plot."""
    state = view.read_state(request.query_params)
    kind = "position" if view.is_position(state.g) else "ruleset"
    found = await _explored(request, state, kind)
    svg = found.get("svg") or found.get("heat") or found.get("plot")
    if "error" in found or not svg:
        return failed(found)
    return _download(whole(svg), state.g, "drawing.svg", "image/svg+xml")


async def _file(request: Request, question: str, asked: dict[str, Any], name: str, kind: str) -> Response:
    """Send the bytes of an answer as a download, named after its ruleset; an error as JSON."""
    reply = await ask_whole(request.app, question, asked)
    if "error" in reply.answer:
        return failed(reply.answer)
    text = str(asked.get("g", asked.get("ruleset")))
    return _download(reply.data or json.dumps(reply.answer), text, name, kind)


def _download(data: bytes | str, text: str, name: str, kind: str) -> Response:
    stem = re.sub("[^A-Za-z0-9.]+", "-", text).strip("-.")[:40] or "game"
    head = {"content-disposition": f'attachment; filename="{stem}-{name}"'}
    return Response(data, media_type=kind, headers=head)
