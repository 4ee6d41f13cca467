"""The pages of play: the match, the worksheet, and the downloads."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from grundy.core import GrundyError, InputError
from grundy.operations import MOST_TEXT
from grundy_learn.course import lessons_from

from ..guard.refusals import headers_of, status_of
from .explore_view import seen_error
from .page_requests import PageRequest, PageResponse, Routes, failed, json_answer, leading_to
from .play_state import FRIENDLY, SAMPLE, PlayState, read_state
from .rendering import page

router = Routes()


@router.get("/play")
async def play(request: PageRequest) -> PageResponse:
    """Show the page of the match that the query describes."""
    return await _match_page(request, "play.html")


@router.get("/worksheet")
async def worksheet(request: PageRequest) -> PageResponse:
    """Show a worksheet for print: the board, an empty table of moves, questions, and answers on the second page."""
    return await _match_page(request, "worksheet.html", v=False, hint=0, sel="", why="0")


@router.get("/play.json")
async def play_json(request: PageRequest) -> PageResponse:
    """Send the match as JSON."""
    _, found = await _match(request)
    if "error" in found:
        failed(found)
    kept = ("start", "game", "m", "turn", "over", "history", "review")
    return json_answer({"schema": 1} | {name: found[name] for name in kept}, _saved("match.json"))


@router.get("/play.csv")
async def play_csv(request: PageRequest) -> PageResponse:
    """Send the moves of a match as a CSV table."""
    _, found = await _match(request, v=True)
    if "error" in found:
        failed(found)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["number", "player", "move", "verdict"])
    table.writerows([turn["number"], turn["player"] + 1, turn["words"], turn["verdict"]] for turn in found["history"])
    return PageResponse(text.getvalue().encode("utf-8"), "text/csv; charset=utf-8", headers=_saved("match.csv"))


@router.get("/play.txt")
async def play_txt(request: PageRequest) -> PageResponse:
    """Send the match as a text that `grundy` can replay."""
    try:
        state = read_state(request.query)
    except InputError as error:
        failed(error.to_dict())
    asked = {name: getattr(state, name) for name in ("misere", "you", "err", "seed", "m")}
    found = await request.ask("record", g=state.g or SAMPLE, **asked)
    if "error" in found:
        failed(found)
    return PageResponse(found["text"].encode("utf-8"), "text/plain; charset=utf-8", headers=_saved("match.txt"))


@router.get("/record")
async def record(request: PageRequest) -> PageResponse:
    """Redirect to the page of the match whose text record was pasted."""
    text = request.query.get("text", "")[:MOST_TEXT]
    found = await request.ask("record.read", text=text)
    if "error" in found:
        data: dict[str, Any] = {"state": PlayState(), "error": seen_error(found, ""), "cycle": ()}
        return await page(request, "wrong.html", place="play", status=status_of(found), **data)
    return leading_to(PlayState(**found["state"]).address())


@router.get("/board.svg")
async def board_svg(request: PageRequest) -> PageResponse:
    """Send the position as an SVG picture."""
    try:
        state = read_state(request.query)
    except InputError as error:
        failed(error.to_dict())
    found = await request.ask("board", g=state.g or SAMPLE, m=state.m, f=state.f)
    if "error" in found:
        failed(found)
    return PageResponse(found["svg"].encode("utf-8"), "image/svg+xml", headers=_saved("board.svg"))


@router.get("/qr.svg")
async def qr_svg(request: PageRequest) -> PageResponse:
    """Send the address of a match on this server as a QR code, with the access token if needed."""
    import segno

    try:
        watched = request.query.get("watch", "")
        shown = f"watch?id={watched}" if re.fullmatch(r"[\w-]{16}", watched) else read_state(request.query).address()
        text = request.base + shown
        if request.key:
            text += ("&" if "?" in text else "?") + f"token={request.key}"
        code = segno.make(text, error="l", micro=False)
    except (InputError, segno.DataOverflowError) as error:
        failed(InputError(str(error)).to_dict())
    out = io.BytesIO()
    code.save(out, kind="svg", scale=4, border=2, dark="#22262e", light="#ffffff", svgclass=None, lineclass=None)
    return PageResponse(out.getvalue(), "image/svg+xml", headers={"cache-control": "no-store"} if request.key else {})


async def watched(request: PageRequest) -> PageResponse:
    """Show a published match to viewers, without hints and input; the address has the same query as the match."""
    return await _match_page(
        request, "watch.html", you="12", v=False, hint=0, sel="", why="", say="", go=False, t=0, longer=False
    )


async def _match_page(request: PageRequest, template: str, **changes: Any) -> PageResponse:  # noqa: ANN401  # any field
    state, found = await _match(request, **changes)
    said, typed = None, state.say
    if "error" in found and typed:  # keep the match, and show the error next to the field
        told = await request.ask("match", **state._replace(say="", **changes).asked())
        if "error" not in told and not told["over"] and state.you != "0":
            said, status, found = seen_error(found, ""), status_of(found), told
    if "error" in found:
        error = found["error"]
        seen = seen_error(found, "" if error["code"] == InputError.code else state.g)
        data: dict[str, Any] = {"state": state, "error": seen, "cycle": error.get("cycle", ())}
        return await page(
            request, "wrong.html", place="play", status=status_of(found), headers=headers_of(found), **data
        )
    state = state._replace(m=found["m"], r=found["r"], f=found["f"], say="", go=False, sel="_".join(found["sel"]))
    known = {name: value for name, value in found.items() if name != "status"}
    known["offered"] = state if request.query.get("g") else state._replace(err=FRIENDLY)
    known["lessons"] = lessons_from(state.lesson) if state.lesson else ()
    known |= {"state": state, "hurried": found["late"], "said": said, "typed": typed if said else ""}
    return await page(request, template, place="play", status=status_of(found) if said is None else status, **known)


async def _match(request: PageRequest, **changes: Any) -> tuple[PlayState, dict[str, Any]]:  # noqa: ANN401  # any field
    """Return the state of the match that the query describes, and the answer to the question about it."""
    raw = PlayState(g=request.query.get("g", "")[:MOST_TEXT])
    try:
        state = read_state(request.query)
    except GrundyError as error:
        return raw, error.to_dict()
    state = state._replace(g=state.g or SAMPLE)
    return state, await request.ask("match", **state._replace(**changes).asked())


def _saved(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
