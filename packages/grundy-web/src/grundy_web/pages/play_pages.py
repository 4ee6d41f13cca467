"""The pages on which a visitor plays a match, prints a worksheet, or downloads or shares the match."""

from __future__ import annotations

import csv
import io
import re
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

from grundy.core import GrundyError, InputError
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.operations import MOST_TEXT
from grundy_learn.course import lessons_from

from ..guard.refusals import FailedAnswer, headers_of, status_of
from .explore_view import seen_error
from .page_requests import PageRequest, PageResponse, json_answer, leading_to
from .play_state import FRIENDLY, SAMPLE, PlayState, read_state
from .rendering import page
from .sharing import card, film, is_loopback, tags

WELL_KNOWN = ("nim: 3 5 7", "kayles: 9", "chomp: 3x4")
"""Games that are offered if a text resembles the name of none."""
MOST_NAME = 40
"""The largest length of a name that is compared with those of games."""
FEW_HEAPS = re.compile("(?: [0-9]{1,3}){1,8}")
"""Positions that are quickly read, because this is done in the server itself."""


async def play(request: PageRequest) -> PageResponse:
    """Show the page of the match that the query describes."""
    return await _match_page(request, "play.html")


async def worksheet(request: PageRequest) -> PageResponse:
    """Show a worksheet for print: the board, an empty table of moves, questions, and answers on the second page."""
    return await _match_page(request, "worksheet.html", v=False, hint=0, sel="", why="0")


async def play_json(request: PageRequest) -> PageResponse:
    """Send the match as JSON."""
    found = await _whole_match(request)
    kept = ("start", "game", "m", "turn", "over", "history", "review")
    return json_answer({"schema": 1} | {name: found[name] for name in kept}, _saved("match.json"))


async def play_csv(request: PageRequest) -> PageResponse:
    """Send the moves of a match as a CSV table."""
    found = await _whole_match(request, v=True)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["number", "player", "move", "verdict"])
    table.writerows([turn["number"], turn["player"] + 1, turn["words"], turn["verdict"]] for turn in found["history"])
    return PageResponse(text.getvalue().encode("utf-8"), "text/csv; charset=utf-8", headers=_saved("match.csv"))


async def play_txt(request: PageRequest) -> PageResponse:
    """Send the match as a text that `grundy` can replay."""
    state = _state(request)
    asked = {name: getattr(state, name) for name in ("misere", "you", "err", "seed", "m")}
    found = await request.answer("record", g=state.g or SAMPLE, **asked)
    text = found.answer["text"]
    return PageResponse(text.encode("utf-8"), "text/plain; charset=utf-8", headers=_saved("match.txt"))


async def record(request: PageRequest) -> PageResponse:
    """Redirect to the page of the match whose text record a visitor pasted (the parameter `text`)."""
    found = await request.ask("record.read", text=request.query.get("text", "")[:MOST_TEXT])
    if "error" in found:
        return await _wrong(request, PlayState(), found, "")
    return leading_to(PlayState(**found["state"]).address())


async def board_svg(request: PageRequest) -> PageResponse:
    """Send the position as an SVG picture."""
    state = _state(request)
    found = await request.answer("board", g=state.g or SAMPLE, m=state.m, f=state.f)
    return PageResponse(found.answer["svg"].encode("utf-8"), "image/svg+xml", headers=_saved("board.svg"))


async def sharing(request: PageRequest) -> PageResponse:
    """Show the ways to share a match: link, card, film, QR code, worksheet, and code to embed."""
    return await _match_page(request, "sharing.html", v=False, hint=0, sel="", why="", say="", go=False)


async def card_svg(request: PageRequest) -> PageResponse:
    """Send the card of the position, a picture that is shown as preview of a link."""
    state = _state(request)
    return await card(request, state._replace(g=state.g or SAMPLE, v=False, hint=0, why="", say="", go=False))


async def film_svg(request: PageRequest) -> PageResponse:
    """Send the match as an animated SVG picture."""
    state = _state(request)
    return await film(request, state._replace(g=state.g or SAMPLE))


async def qr_svg(request: PageRequest) -> PageResponse:
    """Send a QR code of the address of a match, or of the page on which viewers watch a published match.

    The address contains the access token if one is needed.
    """
    import segno

    watched = request.query.get("watch", "")
    shown = f"watch?id={watched}" if re.fullmatch(r"[\w-]{16}", watched) else _state(request).address()
    text = request.base + shown
    if request.key:
        text += ("&" if "?" in text else "?") + f"token={request.key}"
    try:
        code = segno.make(text, error="l", micro=False)
    except segno.DataOverflowError as error:
        raise InputError(str(error)) from None
    out = io.BytesIO()
    code.save(out, kind="svg", scale=4, border=2, dark="#22262e", light="#ffffff", svgclass=None, lineclass=None)
    return PageResponse(out.getvalue(), "image/svg+xml", headers={"cache-control": "no-store"} if request.key else {})


async def watched(request: PageRequest) -> PageResponse:
    """Show a published match to viewers, without hints and without input.

    The query has the same fields as that of the page of play.
    """
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
        return await _wrong(request, state, found, "" if found["error"]["code"] == InputError.code else state.g)
    state = state._replace(m=found["m"], r=found["r"], f=found["f"], say="", go=False, sel="_".join(found["sel"]))
    known = {name: value for name, value in found.items() if name != "status"}
    known["offered"] = state if request.query.get("g") else state._replace(err=FRIENDLY)
    known["lessons"] = lessons_from(state.lesson) if state.lesson else ()
    known |= {"base": request.base, "loopback": is_loopback(request.base), "tags": tags(request, state, found)}
    words = {move["words"]: move for move in found["moves"]} if said else {}
    known["meant"] = [words[each] for each in get_close_matches(typed, words, cutoff=0)]
    known |= {"state": state, "hurried": found["late"], "said": said, "typed": typed if said else ""}
    return await page(request, template, place="play", status=status_of(found) if said is None else status, **known)


def similar_games(text: str, hint: str) -> list[str]:
    """List three games that a text which cannot be read may mean.

    Args:
        text: The text.
        hint: The hint of the error.

    Returns:
        The first three of these: the suggestion of the hint, games with similar names and the same heaps, the examples
        of games with similar names, and well-known games.

    Example:
        >>> similar_games("kayels: 9", ""), similar_games("3 5 7", 'did you mean "nim: 3 5 7"?')
        (['kayles: 9', 'arc-kayles: 9', 'kayles: 7'], ['nim: 3 5 7', 'kayles: 9', 'chomp: 3x4'])
    """
    name, _, position = text.partition(":")
    names = get_close_matches(name.strip().lower()[:MOST_NAME], CATALOGUE)
    found = re.findall('did you mean "(.*:.*)"', hint)
    for each in names if FEW_HEAPS.fullmatch(position) else ():
        with suppress(GrundyError):
            found.append(str(read_game(f"{each}:{position}", files=False)))
    return list(dict.fromkeys([*found, *(CATALOGUE[each].example for each in names), *WELL_KNOWN]))[:3]


async def _wrong(request: PageRequest, state: PlayState, found: dict[str, Any], text: str) -> PageResponse:
    data: dict[str, Any] = {"state": state, "error": seen_error(found, text), "cycle": found["error"].get("cycle", ())}
    data["meant"] = similar_games(text, data["error"].hint) if data["error"].place else ()
    return await page(request, "wrong.html", place="play", status=status_of(found), headers=headers_of(found), **data)


async def _match(request: PageRequest, **changes: Any) -> tuple[PlayState, dict[str, Any]]:  # noqa: ANN401  # any field
    """Read the state of a match from the query, and compute the data that its page shows.

    `changes` are fields of the state with new values, which affect only the data. Return the state and the data. If the
    query is invalid, the data are an error object.
    """
    try:
        state = _state(request)
    except FailedAnswer as error:
        return PlayState(g=request.query.get("g", "")[:MOST_TEXT]), error.answer
    state = state._replace(g=state.g or SAMPLE)
    return state, await request.ask("match", **state._replace(**changes).asked())


async def _whole_match(request: PageRequest, **changes: Any) -> dict[str, Any]:  # noqa: ANN401  # any field
    _, found = await _match(request, **changes)
    if "error" in found:
        raise FailedAnswer(found)
    return found


def _state(request: PageRequest) -> PlayState:
    try:
        return read_state(request.query)
    except GrundyError as error:
        raise FailedAnswer(error.to_dict()) from None


def _saved(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
