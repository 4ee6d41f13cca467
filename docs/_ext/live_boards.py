"""Boards that can be played on a page of the documentation, with the template and the style of the web app."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from grundy import Game
from grundy_web.pages.play_state import PlayState
from grundy_web.pages.rendering import environment, words
from grundy_web.site.listed_board import MOST_BYTES, listed_board, still_board

STATIC = files("grundy_web.pages") / "static"
FILES = ("listed.js", "disc.svg", "pin.svg", "icon.svg", "fraunces-600.woff2", "inter-400.woff2", "inter-600.woff2")
"""The files of the web app that the pages need."""


def live_board(game: Game, address: str) -> str:
    """Return the HTML of a board on which the listed moves can be played, or of its picture if there are too many.

    Args:
        game: The position.
        address: The address of the page that plays it, or "" for none.

    Returns:
        The HTML.

    Example:
        >>> from grundy.notation import read_game
        >>> found = live_board(read_game("take 1..3: 4"), "")
        >>> found.count('"html"'), 'data-material="felt"' in found
        (5, True)
    """
    pictures = listed_board(game, address)
    html = _rendered("_listed.html", "listed", pictures)
    return html if len(html) <= MOST_BYTES else _rendered("_listed.html", "listed", [still_board(game, address)])


def _rendered(template: str, macro: str, *given: object) -> str:
    module = environment().get_template(template).module
    return re.sub(r"\s*\n\s*", "\n", str(getattr(module, macro)(*given)))


@cache
def styles() -> str:
    """Return the style of the tables of the web app, for boards only, and its fonts."""
    text = (STATIC / "style.css").read_text(encoding="utf-8")
    fonts = re.findall(r"@font-face \{.*?\}", text)
    rest = re.sub(r"@font-face \{.*?\}\n?", "", text)
    (root,) = re.findall(r"^:root \{(.*?)^\}", rest, re.DOTALL | re.MULTILINE)
    rest = rest.replace(root, "", 1)
    return "\n".join([*fonts, f".grundy-table {{ {root} }}", f".grundy-table {{\n{rest}\n}}"])


@cache
def materials() -> str:
    """Return the gradients of the materials, once for a page."""
    text = environment().get_template("_materials.html").render(t=words())
    return re.sub(r"\s*\n\s*", "", text)


def play_address(config: str, docname: str, game: str) -> str:
    """Return the address that plays a game, from a page of the documentation; "" if none was configured."""
    if not config:
        return ""
    above = "" if "://" in config else "../" * docname.count("/")
    return PlayState(g=game).address(above + config)
