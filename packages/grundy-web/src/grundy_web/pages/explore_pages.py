"""The pages that explore a ruleset or a position, or check a claim, and their downloads."""

from __future__ import annotations

import json
import re
from typing import Any

from grundy.core import InputError
from grundy.operations import MOST_TEXT
from grundy.workflows.computing import MOST_DRAWN

from ..guard.refusals import FailedAnswer, Refused, headers_of, status_of
from ..questions.explore_pictures import whole
from . import explore_view as view
from .page_requests import PageRequest, PageResponse, Query
from .rendering import page

FILES = {
    "csv": ("values.csv", "text/csv; charset=utf-8"),
    "bfile": ("values.txt", "text/plain; charset=utf-8"),
    "json": ("values.json", "application/json"),
    "u16": ("values.u16", "application/octet-stream"),
}
"""Form of a file of values -> its name and its type."""
CERTIFIED_TO = 1 << 14
"""The last heap of which a certificate is made."""
PICTURE_TYPES = {"svg": "image/svg+xml", "png": "image/png"}


async def explore(request: PageRequest) -> PageResponse:
    """Show the page that explores the ruleset in the parameter `g` of the query.

    If `g` also has a position, after a colon, show the page that explores this position.
    """
    state = view.read_state(request.query)
    data: dict[str, Any] = {"state": state, "error": None, "found": None, "kind": "", "field": ""}
    data |= {
        "examples": view.EXAMPLES,
        "reaches": view.REACHES,
        "rows_of": view.rows_of,
        "bars": view.bars,
        "oeis": view.OEIS,
    }
    if not state.g.strip():
        return await page(request, "explore.html", place="explore", **data)
    answer = await _explored(request, state)
    kind = "lengths" if answer.get("family") else "position" if view.is_position(state.g) else "ruleset"
    field = str(answer.get("field", "g"))
    error = view.seen_error(answer, getattr(state, field) if field in ("g", "other") else "")
    data |= {"error": error, "found": None if error else answer, "kind": kind, "field": field}
    status, headers = status_of(answer), headers_of(answer)
    return await page(request, "explore.html", place="explore", status=status, headers=headers, **data)


async def _explored(request: PageRequest, state: view.ExploreState) -> dict[str, Any]:
    """Return the data of the page about a ruleset, a position, or a family of positions with two lengths.

    An error object has the name of the wrong parameter of the query as `field`. `state` is the query of the page.
    """
    if view.is_position(state.g):
        if view.may_be_family(state.g):
            found = await _family(request, state)
            if "family" not in found or found["family"]:
                return found
        return await request.ask("graph", g=state.g, play=state.play, view=state.view)
    look: dict[str, Any] = {"log": bool(state.log), "deep": bool(state.deep), "other": state.other}
    look |= {"t": view.LONGER} if state.longer else {}
    for field, name in (("to", "heaps up to"), ("length", "length of a row")):
        try:
            look[field] = view.number_of(getattr(state, field), name)
        except InputError as error:
            return error.to_dict() | {"field": field}
    return await request.ask("explore", g=state.g, play=state.play, **look)


async def _family(request: PageRequest, state: view.ExploreState) -> dict[str, Any]:
    """Return the data of the page about a family of positions with two lengths b and c.

    The entry "family" is None if the text in the address names no such family.
    """
    try:
        to = view.number_of(state.to, "lengths up to")
    except InputError as error:
        return error.to_dict() | {"field": "to"}
    longer = {"t": view.LONGER} if state.longer else {}
    return await request.ask("lengths", g=state.g, play=state.play, to=to, deep=bool(state.deep), **longer)


async def claim(request: PageRequest) -> PageResponse:
    """Show the page of a claim about a ruleset: whether it is proved, refuted, or true for all heaps compared."""
    state = view.read_state(request.query)
    data: dict[str, Any] = {"state": state, "examples": view.CLAIMS, "error": None, "found": None, "field": ""}
    if not state.g.strip() or not state.c.strip():
        return await page(request, "claim.html", place="claim", **data)
    try:
        to = view.number_of(state.to, "compare up to")
        seconds = view.LONGER if state.longer else view.FAMILY if view.may_be_family(state.g) else 0
        longer = {"t": seconds} if seconds else {}
        answer = await request.ask("claim", g=state.g, c=state.c, play=state.play, to=to, **longer)
    except InputError as mistake:
        answer = mistake.to_dict() | {"field": "to"}
    field = str(answer.get("field", ""))
    error = view.seen_error(answer, {"g": state.g, "c": state.c}.get(field, ""))
    data |= {"error": error, "found": None if error else answer, "field": field}
    return await page(request, "claim.html", place="claim", status=status_of(answer), **data)


async def raster(request: PageRequest) -> PageResponse:
    """Send data for a picture of a section of a sequence of Grundy values, as little-endian 16-bit numbers.

    The query contains the ruleset `g`, the play convention `play`, the first and the last heap `start` and `to`, and
    the largest numbers of columns and rows, `width` and `height`. For up to 2000 heaps the numbers are the values. For
    more heaps they count the points (heap, value) in each cell of a grid, row by row from the smallest values up. The
    header `x-raster` contains the fields of `RasterResult` as JSON. If `t` seconds are not enough, its `status` is
    "limit", and the data end at an earlier heap.
    """
    query = request.query
    asked = _sequence(query) | {
        "start": query.number("start", 0, 0, MOST_DRAWN),
        "stop": query.number("to", 1000, 0, MOST_DRAWN),
        "width": query.number("width", 720, 1, 2000),
        "height": query.number("height", 320, 1, 800),
    }
    asked |= {"t": seconds} if (seconds := query.number("t", 0, 0, 20)) else {}
    reply = await request.answer("raster", **asked)
    keep = "no-store" if reply.answer["status"] == "limit" else "max-age=600"
    head = {"x-raster": json.dumps(reply.answer), "content-encoding": "gzip", "cache-control": keep}
    return PageResponse(reply.data, "application/octet-stream", headers=head)


async def table(request: PageRequest) -> PageResponse:
    """Send the Grundy values of positions of two heaps below `side`, row by row, as little-endian 16-bit numbers.

    The query contains the ruleset `g`, the play convention `play`, and `side`. The number 65534 means that the position
    is not lost and its value is unknown; 65535 means that the position does not exist.
    """
    query = request.query
    reply = await request.answer("two_heaps", **_sequence(query), side=query.number("side", 64, 1, 400))
    return PageResponse(reply.data, "application/octet-stream", headers={"content-encoding": "gzip"})


async def values(request: PageRequest) -> PageResponse:
    """Send the Grundy values of heaps 0 to `to` as a file; the parameter `form` is "csv", "bfile" (OEIS) or "json"."""
    query = request.query
    to, form = query.number("to", 1000, 0, 10**6), query.word("form", tuple(FILES))
    asked = _sequence(query) | {"to": min(to, 10**5) if form == "json" else to, "format": form}
    reply = await request.answer("value_file", **asked)
    return _download(reply.data or json.dumps(reply.answer), asked["ruleset"], *FILES[form])


async def certificate(request: PageRequest) -> PageResponse:
    """Send the certificate of a proved period, which `grundy verify` checks."""
    text, kind = request.query.text("g", MOST_TEXT), "text/plain; charset=utf-8"
    if not view.may_be_family(text):
        reply = await request.answer("certificate", ruleset=text, to=CERTIFIED_TO, certificate=True)
        return _download(reply.answer["certificate"], text, "period.cert", kind)
    found = await _family(request, view.read_state(dict(request.query) | {"deep": "1"}))
    if "error" in found:
        raise FailedAnswer(found)
    if not found.get("certificate"):
        raise Refused(404, "path", "no period was proved within the limits")
    return _download(found["certificate"], text, "period.cert", kind)


async def picture(request: PageRequest) -> PageResponse:
    """Send a plot of the Grundy values of heaps 0 to `to`, for print, as a file of the type `form`: "svg" or "png"."""
    query = request.query
    form = query.word("form", tuple(PICTURE_TYPES))
    text, play = query.text("g", MOST_TEXT), query.word("play", view.PLAY)
    reply = await request.answer("picture", g=text, play=play, to=query.number("to", 1000, 0, MOST_DRAWN), form=form)
    return _download(reply.data, text, f"values.{form}", PICTURE_TYPES[form])


async def drawing(request: PageRequest) -> PageResponse:
    """Send the picture of the explore page as an SVG file: a game graph, a map of two heaps, or a plot of values."""
    state = view.read_state(request.query)
    found = await _explored(request, state)
    if "error" in found:
        raise FailedAnswer(found)
    svg = found.get("svg") or found.get("heat") or found.get("plot")
    if not svg:
        raise Refused(404, "path", "no picture exists for this")
    return _download(whole(svg), state.g, "drawing.svg", "image/svg+xml")


def _sequence(query: Query) -> dict[str, Any]:
    return {"ruleset": query.text("g", MOST_TEXT), "play": query.word("play", view.PLAY)}


def _download(data: bytes | str, text: str, name: str, kind: str) -> PageResponse:
    """Return a response that saves data as a file named after a game, such as "kayles-values.csv".

    `text` is the game in notation, `name` the end of the file name, and `kind` the content type.
    """
    stem = re.sub("[^A-Za-z0-9.]+", "-", text).strip("-.")[:40] or "game"
    head = {"content-disposition": f'attachment; filename="{stem}-{name}"'}
    return PageResponse(data.encode("utf-8") if isinstance(data, str) else data, kind, headers=head)
