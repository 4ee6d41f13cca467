"""Every page by its path, for the server and for a browser without one."""

from __future__ import annotations

from . import build_pages, explore_pages, glossary_page, home_page, learn_pages, play_pages, puzzle_pages
from .page_requests import Routes

ROUTES = Routes()
for _room in (home_page, play_pages, explore_pages, build_pages, learn_pages, puzzle_pages, glossary_page):
    ROUTES |= _room.router
