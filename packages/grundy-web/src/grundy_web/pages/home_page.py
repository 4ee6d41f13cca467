"""The first page: a board on which a click is a move, and the catalogue in groups, with pictures and search."""

from __future__ import annotations

from functools import cache
from typing import Any

from grundy.games import CATALOGUE, Entry
from grundy.notation import read_game
from grundy.workflows.playing import MatchView, legal_moves, part_sizes
from grundy_learn.course import LESSONS

from ..questions.figure_data import figure_data
from .page_requests import PageRequest, PageResponse
from .play_state import FRIENDLY, SAMPLE, PlayState
from .rendering import page, words

FIRST = PlayState(g="take 1..3: 10", err=FRIENDLY, lesson=LESSONS[0])
"""The first game; the computer makes mistakes now and then."""
LEVELS = ((6, "easy"), (14, "medium"))
"""Largest number of first moves -> difficulty; with more moves a game is hard."""
MOST_FIND = 80
"""The largest length of a search text."""
_WHOLE: dict[bool | None, PageResponse] = {}
"""The rendered page with the whole catalogue, without and with sharing; it never changes."""


async def home(request: PageRequest) -> PageResponse:
    """Show the first page with a game to play and the catalogue.

    If the query has the parameter `find`, only games are shown whose name or description contains all of its words.
    """
    find = request.query.get("find", "").strip()[:MOST_FIND]
    kept = None if request.query else request.shares
    if kept in _WHOLE:
        return _WHOLE[kept]
    asked = find.lower().split()
    cards = [card | {"shown": all(word in card["text"] for word in asked)} for card in _catalogue()]
    groups = list(dict.fromkeys(card["group"] for card in cards))
    data: dict[str, Any] = {
        "cards": cards,
        "groups": groups,
        "find": find,
        "count": sum(card["shown"] for card in cards),
    }
    data |= {"first": FIRST, "table": _first(), "state": PlayState(g=SAMPLE, err=FRIENDLY)}
    found = await page(request, "home.html", place="home", **data)
    if kept is not None:
        _WHOLE[kept] = found
    return found


@cache
def _first() -> dict[str, Any]:
    """Return the pictures of the game of the first page, with its moves as links."""
    game = read_game(FIRST.g)
    return figure_data(MatchView((), game), list(legal_moves(game)))


@cache
def _catalogue() -> list[dict[str, Any]]:
    """Return the cards of the catalogue, sorted by group: name, caption, difficulty and pictures of every game."""
    cards = [_card(entry) for entry in CATALOGUE.values()]
    groups = list(dict.fromkeys(card["group"] for card in cards))
    return sorted(cards, key=lambda card: groups.index(card["group"]))


def _card(entry: Entry) -> dict[str, Any]:
    game, group = read_game(entry.example), entry.group
    level = difficulty(sum(part_sizes(game)))
    said = (entry.name, entry.caption, words()(f"home.group.{group}"), words()(f"home.level.{level}"))
    card = {"name": entry.name, "caption": entry.caption, "game": entry.example, "group": group, "level": level}
    return card | {"text": " ".join(said).lower()} | figure_data(MatchView((), game), [])


def difficulty(moves: int) -> str:
    """Return the difficulty of a game, by the number of its first moves.

    >>> difficulty(4), difficulty(10), difficulty(200)
    ('easy', 'medium', 'hard')
    """
    return next((level for most, level in LEVELS if moves <= most), "hard")
