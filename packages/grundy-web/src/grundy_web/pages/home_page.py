"""The first page: a board on which a click is a move, and pictures of the games, by group and with a search."""

from __future__ import annotations

from functools import cache
from typing import Any

from grundy.core import Game
from grundy.games import CATALOGUE, Entry
from grundy.notation import read_game
from grundy.workflows.playing import Match, MatchView, legal_moves, part_sizes
from grundy_learn.course import LESSONS

from ..questions.figure_data import figure_data
from .page_requests import PageRequest, PageResponse
from .play_state import FRIENDLY, SAMPLE, PlayState
from .rendering import page, titled, words

FIRST = PlayState(g="take 1..3: 10", err=FRIENDLY, lesson=LESSONS[0])
"""The first game; the computer makes mistakes now and then."""
MINUTES = ((6, 1), (14, 3))
"""Largest number of first moves -> minutes of play; a game with more moves takes `LONG` minutes."""
LONG = 5
MOST_FIND = 80
"""The largest length of a search text."""
_WHOLE: dict[bool | None, PageResponse] = {}
"""The rendered page with the whole catalogue, without and with sharing; it never changes."""


async def home(request: PageRequest) -> PageResponse:
    """Show the first page with a game to play and pictures of the catalogue.

    The parameter `show` of the query is the name of a group of games, "start" for a selection (the default), or "all".
    If the query has the parameter `find`, the games are shown whose name or description contains all words of `find`.
    """
    find = request.query.get("find", "").strip()[:MOST_FIND]
    group = request.query.get("show", "start")
    kept = None if request.query else request.shares
    if kept in _WHOLE:
        return _WHOLE[kept]
    catalogue = _catalogue()
    groups = ["start", *dict.fromkeys(card["group"] for card in catalogue.values()), "all"]
    if find:
        asked, group = find.lower().split(), "all"
        cards = [card for card in catalogue.values() if all(word in card["text"] for word in asked)]
    elif group == "start" or group not in groups:
        group, cards = "start", [catalogue[name] for name in str(words().texts["home.start"]).split()]
    else:
        cards = [card for card in catalogue.values() if group in ("all", card["group"])]
    data: dict[str, Any] = {"cards": cards, "groups": groups, "group": group, "find": find, "count": len(catalogue)}
    data |= {"first": FIRST, "table": _first(), "state": PlayState(g=SAMPLE, err=FRIENDLY)}
    found = await page(request, "home.html", place="home", **data)
    if kept is not None:
        _WHOLE[kept] = found
    return found


@cache
def _first() -> dict[str, Any]:
    """Return the data of the picture of the game on the first page, in which a click is a move."""
    game = read_game(FIRST.g)
    return figure_data(MatchView((), game), list(legal_moves(game)))


@cache
def _catalogue() -> dict[str, dict[str, Any]]:
    """Return the data of a card for each game of the catalogue, by the name of the game, sorted by group.

    A card has a title, a caption, the minutes that a game takes, and a picture.
    """
    cards = [_card(entry, number) for number, entry in enumerate(CATALOGUE.values())]
    groups = list(dict.fromkeys(card["group"] for card in cards))
    return {card["name"]: card for card in sorted(cards, key=lambda card: groups.index(card["group"]))}


def _card(entry: Entry, number: int) -> dict[str, Any]:
    game, group = read_game(entry.example), entry.group
    minutes = minutes_of(sum(part_sizes(game)))
    title = titled([entry.name], entry.name)
    caption = words().texts.get(f"caption.{entry.name}", entry.caption)
    said = (entry.name, title, entry.caption, words()(f"home.group.{group}"))
    card = {"name": entry.name, "title": title, "caption": caption, "game": entry.example, "group": group}
    return card | {"minutes": minutes, "text": " ".join(said).lower()} | figure_data(_middle(game, number), [])


def _middle(game: Game, number: int) -> MatchView:
    """Play up to two moves of a game, without ending it, and return the match to be drawn.

    Args:
        game: The game.
        number: A number that chooses the second move, so that games with equal rules have different pictures.

    Returns:
        The match, prepared for drawing.
    """
    played = Match(game)
    for turn in range(2):
        moves = played.moves()
        move = moves[5 * number % len(moves) if turn else 7 * len(moves) // 8]
        trial = Match(played.game)
        trial.play(move)
        if trial.over or not trial.game.size:
            break
        played.play(move)
    return MatchView(played.history, played.game)


def minutes_of(moves: int) -> int:
    """Estimate how many minutes a game takes, by the number of legal moves in its first position.

    >>> minutes_of(4), minutes_of(10), minutes_of(200)
    (1, 3, 5)
    """
    return next((minutes for most, minutes in MINUTES if moves <= most), LONG)
