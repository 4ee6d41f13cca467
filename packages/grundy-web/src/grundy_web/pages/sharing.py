"""Presents a match outside its page: a card for previews of its link, an animated picture, and Open Graph tags."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from grundy.games import CATALOGUE
from grundy.operations import MOST_TEXT

from ..pictures.card_svg import CardText, card_svg, pins, sheet, stacks
from .page_requests import PageRequest, PageResponse
from .play_state import PlayState
from .rendering import stated, titled, words

LOOPBACK = {"127.0.0.1", "localhost", "::1"}
"""Hosts that only the same computer reaches."""
KEPT = {"cache-control": "max-age=600"}


def is_loopback(base: str) -> bool:
    """Return whether only this computer can open addresses that begin with `base`.

    >>> is_loopback("http://127.0.0.1:8642/"), is_loopback("https://example.org/grundy/")
    (True, False)
    """
    return urlsplit(base).hostname in LOOPBACK


def card_text(found: dict[str, Any]) -> CardText:
    """Return the texts for the card of a match, a picture that is shown as preview of its link.

    Args:
        found: The answer to the question "match".

    Returns:
        The texts.
    """
    t = words()
    standing = found["standing"] or {}
    outcome, wins, count = standing.get("outcome"), *(int(n or 0) for n in (standing.get("wins"), found["count"]))
    if found["over"]:
        lines = [t("card.over")]
    elif outcome == "win" and wins and count:
        lines = [t("card.wins", n=wins, count=_counted(wins))]
        lines += [t("card.away", n=count - wins, count=_counted(count - wins))] if count > wins else []
    else:
        lines = t(f"card.{outcome if outcome in ('win', 'lose', 'draw') else 'unknown'}").split("|")
    known = CATALOGUE.get(found["names"][0]) if len(found["names"]) == 1 else None
    rule = t.texts.get(f"caption.{known.name}", known.caption) if known else stated(found["rules"], found["names"])
    rule = f"{str(rule).rstrip('.')}. {found['aim']}"
    rule = rule[:1].upper() + rule[1:]
    return CardText(t("card.head"), lines, titled(found["names"], found["start"]), rule, t("name"))


def tags(request: PageRequest, state: PlayState, found: dict[str, Any]) -> dict[str, str]:
    """Return the tags of the Open Graph protocol, which describe the page of a match in previews of its link, by name.

    Args:
        request: The request for the page.
        state: The state of the page.
        found: The data of the match, as a child process returns them.

    Returns:
        The tags; addresses are absolute.
    """
    text = card_text(found)
    return {
        "og:title": text.name[:MOST_TEXT],
        "og:description": " ".join([text.head, *text.lines]),
        "og:url": request.base + state.address(),
        "og:image": request.base + state.calm_address("card.svg"),
        "og:image:type": "image/svg+xml",
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }


async def card(request: PageRequest, state: PlayState) -> PageResponse:
    """Send the card of a match, a picture that is shown as preview of its link, as an SVG file.

    Args:
        request: The request.
        state: The state of the match.

    Returns:
        The card.
    """
    found = await request.answer("match", **state.asked())
    answer = found.answer
    table = _table(answer)
    if table is None:
        drawn = (await request.answer("board", g=state.g, m=answer["m"], f=answer["f"])).answer["svg"]
        size = re.search(r'width="([\d.]+)" height="([\d.]+)"', drawn)
        assert size is not None  # noqa: S101  # every picture has a size
        table = sheet(re.sub(r"<style>.*?</style>", "", drawn, count=1), (float(size[1]), float(size[2])))
    return PageResponse(card_svg(table, card_text(answer), _fonts()).encode("utf-8"), "image/svg+xml", headers=KEPT)


async def film(request: PageRequest, state: PlayState) -> PageResponse:
    """Send a match as an animated SVG file, one position after the other.

    Args:
        request: The request.
        state: The state of the match.

    Returns:
        The picture.
    """
    asked = {name: getattr(state, name) for name in ("g", "misere", "you", "err", "seed", "m")}
    found = await request.answer("film", **asked)
    head = {"content-disposition": 'attachment; filename="match.svg"'}
    return PageResponse(found.answer["svg"].encode("utf-8"), "image/svg+xml", headers=head)


def _table(found: dict[str, Any]) -> str | None:
    """Return the picture of a match for its card, as SVG elements: one row of pins, or heaps and rows as stacks.

    `found` is the answer to the question "match". The result is None for other games.
    """
    figures = [figure for group in found["groups"] for figure in group["figures"]]
    sizes: list[str] = []
    for figure in figures:
        if figure["kind"] == "pins":
            upright = [piece["mark"] == "I" and not piece["gone"] for piece in figure["pieces"]]
            if len(figures) == 1:
                return pins(upright)
            sizes.append(str(sum(upright)))
        elif figure["kind"] == "heaps":
            sizes += [heap["size"] for heap in figure["heaps"]]
        else:
            return None
    if sizes and all(re.fullmatch("[0-9]+", size) for size in sizes):
        return stacks([int(size) for size in sizes])
    return None


def _counted(number: int) -> str:
    """Return a number at the beginning of a sentence, in words if it is small.

    >>> _counted(3), _counted(40)
    ('Three', '40')
    """
    named = words()("card.numbers").split()
    return named[number] if number < len(named) else str(number)


@cache
def _fonts() -> dict[str, bytes]:
    static = files(__package__) / "static"
    names = {"Fraunces": "fraunces-600.woff2", "Inter": "inter-400.woff2"}
    return {family: (static / name).read_bytes() for family, name in names.items()}
