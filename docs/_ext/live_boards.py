"""Boards that can be played on a page of the documentation: every listed move is drawn when the site is built.

A press shows your move and then the reply of a perfect player, by pictures in the page; no program runs. A game with
too many moves for that can be looked at; the command below it, or its link, plays it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from markupsafe import Markup

from grundy import Game, Match
from grundy.core import GrundyError, LimitReached, Limits
from grundy.workflows import Opponent
from grundy.workflows.playing import MatchView, after, read_numbers
from grundy_web.pages.play_state import PlayState
from grundy_web.pages.rendering import environment, words
from grundy_web.questions.figure_data import figure_data

MOST_PICTURES = 90
"""The largest number of pictures of a board; a game with more is not played on the page."""
QUICK = Limits(positions=2000)
"""The limit of a reply; a game that needs more is not played on the page."""
MOST_MOVES = 20
"""The largest number of first moves of a game that is played on the page."""
MOST_BYTES = 160_000
"""The largest size of these pictures."""
STATIC = files("grundy_web.pages") / "static"


class Links(NamedTuple):
    """The links of the pieces of a board: to a picture on the page, or to the page of play.

    Attributes:
        at: The number of the board.
        address: The address of the page that plays the game, or "" for none.
        played_here: Whether the moves lead to pictures on the page.
    """

    at: int
    address: str
    played_here: bool
    you: str = "1"

    def played(self, number: str, _: int = 0) -> str:
        """Return the link of a move, by its number in base 36; the way in which it is drawn does not matter."""
        return f"#{self.at}.{read_numbers(number)[0]}" if self.played_here else self.address or "#"

    def calm(self, sel: str = "") -> str:
        """Return the link of a piece that is selected: to the page of play."""
        return f"{self.address}&sel={sel}" if self.address else "#"


def live_board(game: Game, address: str) -> str:
    """Return the HTML of a board on which the listed moves can be played, or of its picture if there are too many.

    Args:
        game: The position.
        address: The address of the page that plays it, or "" for none.

    Returns:
        The HTML.

    Example:
        >>> from grundy.notation import read_game
        >>> found = live_board(read_game("take 1..3: 3"), "")
        >>> found.count("<template"), 'data-material="felt"' in found
        (3, True)
    """
    pictures = _pictures(game, address)
    size = sum(len(text) for _, text, _ in pictures)
    if not 0 < len(pictures) <= MOST_PICTURES or size > MOST_BYTES:
        pictures = [("", _drawn(MatchView((), game), [], Links(0, address, played_here=False)), "")]
    first, *others = pictures
    material = figure_data(MatchView((), game), [])["material"]
    kept = "".join(f'<template data-id="{name}"{more}>{text}</template>' for name, text, more in pictures if others)
    start = '<button type="button" class="again" hidden>Start over</button>' if others else ""
    told = "Press a piece to move." if others else ""
    board = f'<div class="board" data-material="{material}"><div class="pieces">{first[1]}</div></div>'
    return f'<div class="grundy-table">{board}<p class="said" role="status">{told}</p>{start}{kept}</div>'


def _pictures(game: Game, address: str) -> list[tuple[str, str, str]]:
    """Return pictures by name, with further attributes: each position after a reply, and after each of its moves."""
    numbers, waiting, found = {str(game): 0}, [Match(game, limits=QUICK)], list[tuple[str, str, str]]()
    if (game.count_moves() or MOST_MOVES + 1) > MOST_MOVES or MatchView((), game).sketches:
        return found
    for match in waiting:
        at, moves = numbers[str(match.game)], match.moves()
        links = Links(at, address, played_here=True)
        found.append((f"{at}", _drawn(MatchView(match.history, match.game), moves, links), ""))
        for i, move in enumerate(moves):
            mine = match.copy()
            mine.play(move)
            said = f"You: {match.words(move)}."
            picture = _drawn(MatchView(mine.history, mine.game), [], links)
            if mine.over:
                found.append((f"{at}.{i}", picture, f' data-say="{said} You win."'))
                continue
            try:
                reply = Opponent(100, 0).choose(mine).move
            except LimitReached:
                return []
            said += f" grundy: {mine.words(reply)}."
            mine.play(reply)
            if mine.over:
                said += " grundy wins."
            key = str(after(mine.history[-1].game, reply))
            if key not in numbers:
                numbers[key] = len(numbers)
                waiting.append(mine)
            found.append((f"{at}.{i}", picture, f' data-say="{Markup.escape(said)}" data-next="{numbers[key]}"'))
            if len(found) > MOST_PICTURES:
                return found
    return found


def _drawn(view: MatchView, moves: list[Any], links: Links) -> str:
    try:
        data = figure_data(view, moves)
    except GrundyError:
        return ""
    table = environment().get_template("_figures.html").module.table  # type: ignore[attr-defined]
    text = str(table(data["groups"], data["tallest"], links))
    return re.sub(r"\s*\n\s*", "\n", text).replace('href="play?', 'href="#')


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


FILES = ("disc.svg", "pin.svg", "icon.svg", "fraunces-600.woff2", "inter-400.woff2", "inter-600.woff2")
"""The files that the style refers to."""


def play_address(config: str, docname: str, game: str) -> str:
    """Return the address that plays a game, from a page of the documentation; "" if none was configured."""
    if not config:
        return ""
    above = "" if "://" in config else "../" * docname.count("/")
    return PlayState(g=game).address(above + config)
