"""The table of pages by their paths; a server uses it, and so does a browser that runs Python without a server."""

from __future__ import annotations

from collections.abc import Mapping

from . import build_pages, explore_pages, home_page, learn_pages, play_pages, puzzle_pages
from .page_requests import Handler

ROUTES: Mapping[str, Handler] = {
    "/": home_page.home,
    "/play": play_pages.play,
    "/worksheet": play_pages.worksheet,
    "/play.json": play_pages.play_json,
    "/play.csv": play_pages.play_csv,
    "/play.txt": play_pages.play_txt,
    "/record": play_pages.record,
    "/board.svg": play_pages.board_svg,
    "/sharing": play_pages.sharing,
    "/card.svg": play_pages.card_svg,
    "/film.svg": play_pages.film_svg,
    "/qr.svg": play_pages.qr_svg,
    "/explore": explore_pages.explore,
    "/claim": explore_pages.claim,
    "/explore/raster": explore_pages.raster,
    "/explore/table": explore_pages.table,
    "/explore/values": explore_pages.values,
    "/explore/certificate": explore_pages.certificate,
    "/explore/picture": explore_pages.picture,
    "/explore/drawing": explore_pages.drawing,
    "/build": build_pages.editor,
    "/learn": learn_pages.learn,
    "/puzzles": puzzle_pages.puzzles,
    "/glossary": learn_pages.glossary,
}
