"""Renders the pages that a site shows before Python is awake: they are the pages that Python shows, with its start.

A scene is a whole page under its address, such as `play?g=kayles%3A+9&err=20`. If the game on it has few moves, the
pictures of the moves and of the replies are part of the page, and `static/listed.js` plays them until Python is awake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy_learn.course import LESSONS
from grundy_learn.puzzles import LEVELS

from ..offline import answer, first_pages, site_foot
from ..pages.home_page import FIRST
from ..pages.play_state import FRIENDLY, SAMPLE, PlayState
from ..pages.rendering import environment
from ..questions.answering import QUESTIONS
from .listed_board import MOST_BYTES, first_moves, listed_board

GRACE = 6.0
"""Seconds beyond its own limit after which a question is stopped, because browsers are slower than this machine."""
DATED = ("record", "puzzles")
"""First pages without a scene of their own: they depend on what a visitor sends, or on the day."""
PRACTICE = 10
"""The puzzles for practice of each level that have a scene."""
WAITING = "waiting"
"""The name of the page for addresses without a scene; it has a board to play."""
SCRIPT = re.compile(r'<script type="module" src="(static/[^"]+)"></script>')
LIGHT = 30_000
"""Pictures of fewer bytes come before the board, so that it is played at once; others would delay it."""
FOOT = re.compile('<footer class="foot">.*?</footer>', re.DOTALL)


def scenes(told: Mapping[str, object]) -> dict[str, str]:
    """Return every scene by its address, and the page `WAITING`.

    Args:
        told: What the scripts of the site need to know: whether it has the documentation (`docs`) and numpy (`numpy`),
            and the name of the memory of Python (`memory`).

    Returns:
        The pages as HTML.
    """
    late = max(question.seconds for question in QUESTIONS.values()) + GRACE
    parts = {name: rendered(f"_{name}.html", late=late, **told) for name in ("begin", "waking")}
    foot = rendered("_foot.html", foot=site_foot(docs=bool(told["docs"])))
    dated = dict.fromkeys(DATED, WAITING)
    return {name: _started(page, dated.get(name, name), foot, **parts) for name, page in _pages().items()}


def still_page() -> str:
    """Return a page on which the game of the first page is played by links alone, without a script."""
    return rendered("still.html", pictures=listed_board(read_game(FIRST.g)))


def below(page: str) -> str:
    """Return a scene for an address one folder below the root, such as that of the file `play/index.html`."""
    return page.replace('<script src="site/first.js">', '<base href="../"><script src="site/first.js">')


def _started(page: str, address: str, foot: str, begin: str, waking: str) -> str:
    """Return a page with the scripts of the site, which start those of the page if its address is the right one."""
    page = page.replace("<html ", f'<html data-scene="{address.replace("&", "&amp;")}" ', 1)
    page = page.replace('<meta charset="utf-8">', '<meta charset="utf-8">\n<script src="site/first.js"></script>', 1)
    page = page.replace('<script src="static/theme.js"></script>', "", 1)
    page = SCRIPT.sub(r'<link rel="module" href="\1">', FOOT.sub(lambda _: foot, page))
    return page.replace("</head>", f"{begin}</head>", 1).replace("</body>", f"{waking}</body>", 1)


@cache
def _pages() -> dict[str, str]:
    found = {WAITING: rendered("start.html", meanwhile=listed_board(read_game(FIRST.g)))}
    for name in (path[1:] for path in first_pages()):
        found[name] = found[WAITING] if name in DATED else _page(name, "")
    found[""] = _page("", "show=start", _listed(FIRST.g))
    for state in _matches():
        address = state.address()
        found[address] = _page("play", address.partition("?")[2], _listed(state.g) if state.err else "")
    for lesson in LESSONS:
        found[f"learn?lesson={lesson}"] = _page("learn", f"lesson={lesson}")
    for level in LEVELS:
        for n in range(1, PRACTICE + 1):
            found[f"puzzles?level={level}&n={n}"] = _page("puzzles", f"level={level}&n={n}")
    return found


def _matches() -> Iterator[PlayState]:
    """Yield the matches to which the first page links, and those of the documentation."""
    yield FIRST
    for text in dict.fromkeys([SAMPLE, *(entry.example for entry in CATALOGUE.values())]):
        yield PlayState(g=text, err=FRIENDLY)
        yield PlayState(g=text)


def _page(name: str, query: str, more: str = "") -> str:
    _, _, body = answer("GET", f"/{name}", query)
    page = body.decode("utf-8")
    old, new = ("<main ", f"{more}<main ") if len(more) < LIGHT else ("</main>", f"</main>{more}")
    return page.replace(old, new, 1)


@cache
def _listed(text: str) -> str:
    game = read_game(text)
    for pictures in (listed_board(game), first_moves(game)):
        found = rendered("_listed_only.html", pictures=pictures)
        if len(pictures) > 1 and len(found) <= MOST_BYTES:
            return found
    return ""


def rendered(template: str, **data: Any) -> str:  # noqa: ANN401  # what the template needs
    """Render a template of the pages for a static site.

    Args:
        template: The file name of the template.
        data: What the template needs. The place, the links in the footer and the root are empty by default.

    Returns:
        The HTML.
    """
    names = {"place": "", "big": False, "foot": {}, "root": ""}
    return environment().get_template(template).render(names | data)
