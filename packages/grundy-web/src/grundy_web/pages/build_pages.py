"""The pages on which a visitor edits a maze, a graph, a board or a sum.

Every change is a link or a form, so no script is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..guard.refusals import status_of
from . import build_boards as boards
from . import build_view as build
from .editors import GRAPHS, PARTS, STARTS
from .explore_view import PLAY, address, read_words, seen_error
from .page_requests import PageRequest, PageResponse, leading_to
from .rendering import page


class Wish(NamedTuple):
    """The query of the editor page: the kind of editor, the game, what a click does, and a requested change.

    Attributes:
        kind: The kind of editor: "maze", "graph", "board" or "sum".
        g: The game in notation.
        play: "normal" or "misere".
        pen: The thing that a click puts into a maze: "wall" or "figure".
        tail: The tail of an arc to add to a graph, or a vertex to add if `head` is "".
        head: The head of this arc.
        part: A component in notation to add to a sum, or "".
        rule: The ruleset to which the game is changed, or "".
    """

    kind: str = "maze"
    g: str = ""
    play: str = "normal"
    pen: str = "wall"
    tail: str = ""
    head: str = ""
    part: str = ""
    rule: str = ""


def read_wish(query: Mapping[str, str]) -> Wish:
    """Read the query of the editor page; invalid values count as absent.

    >>> read_wish({"kind": "castle", "g": " nim: 3 "}).kind
    'maze'
    """
    choices = {"kind": tuple(STARTS), "play": PLAY, "pen": ("wall", "figure")}
    found = read_words(query, Wish._fields, choices)
    return Wish(**found | {"g": found["g"] or STARTS[found["kind"]]})


async def editor(request: PageRequest) -> PageResponse:
    """Show an editor with the game in the query, or redirect to the address of a game that a form has changed."""
    wish = read_wish(request.query)
    changed, kind = wish.g, wish.kind
    if kind == "graph" and wish.tail:
        changed = build.Graph(wish.g).with_arc(wish.tail, wish.head)
    elif kind == "sum" and wish.part:
        changed = f"{wish.g} + {wish.part}"
    elif kind == "board" and wish.rule in boards.boards():
        changed = boards.of_rule(wish.g, wish.rule)
    elif kind == "graph" and wish.rule in GRAPHS:
        changed = build.Graph(wish.g).of_rule(wish.rule)
    if changed != wish.g:
        pen = "" if wish.pen == "wall" else wish.pen
        return leading_to(address("build", kind=kind, g=changed, play=wish.play, pen=pen))
    answer = await request.ask("build", g=wish.g, kind=kind, play=wish.play)
    error = seen_error(answer, wish.g)
    data: dict[str, Any] = {"kind": kind, "text": wish.g, "play": wish.play, "pen": wish.pen, "kinds": tuple(STARTS)}
    data |= {"build": build, "offers": PARTS, "error": error, "found": None if error else answer}
    data |= _shapes(kind, wish.g, wish.pen)
    return await page(request, "build.html", place="build", status=status_of(answer), **data)


def _shapes(kind: str, text: str, pen: str) -> dict[str, Any]:
    shapes: dict[str, Any] = {"squares": [], "sizes": {}, "graph": None, "parts": []}
    shapes["rules"] = {"board": boards.boards(), "graph": [*GRAPHS]}.get(kind, [])
    if kind in {"maze", "board"}:
        _, rows = boards.split_game(text)
        if max(len(rows), *map(len, rows)) <= boards.MOST:
            shapes |= {"squares": boards.squares(text, pen if kind == "maze" else "wall"), "sizes": boards.sizes(text)}
    if kind == "graph":
        shapes["graph"] = build.Graph(text)
    if kind == "sum":
        shapes["parts"] = build.summands(text)
    return shapes
