"""Reads built pages: what they link, load, name and say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = dict.fromkeys(("script", "img", "iframe", "source", "audio", "video", "embed"), "src")
"""Element -> the attribute by which it loads a file as soon as it is shown; all of `link` but a link to a page does."""
PAGES_ONLY = {"next", "prev", "search", "index", "author", "canonical", "copyright"}
"""Relations of a `link` that load nothing."""


class PageReader(HTMLParser):
    """Collects the ids of a page and of its boards' pictures, where its links lead, what it loads, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids.update(given[name] for name in ("id", "name") if name in given)
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and not PAGES_ONLY & set(given.get("rel", "").split()):
            self.loads.append(given["href"])
        if (attribute := LOADED.get(tag)) in given:
            self.loads.append(given[attribute or ""])

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script" and data.startswith('{"0": {"html"'):
            self.ids.update(json.loads(data))  # the pictures of a board by name
        self.text += data


def read_pages(site: Path) -> dict[Path, PageReader]:
    """Return all pages of a site."""
    pages = {}
    for path in sorted(site.rglob("*.html")):
        pages[path] = PageReader()
        pages[path].feed(path.read_text(encoding="utf-8"))
    return pages


def broken_links(pages: Mapping[Path, PageReader]) -> Iterator[str]:
    """Yield the links inside a site that lead nowhere: to no file, or to no place of a page."""
    for path, page in pages.items():
        for link in [*page.links, *page.loads]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            aim = unquote(parts.fragment)
            if not target.is_file() or (aim and target in pages and aim not in pages[target].ids):
                yield f"{path.name}: {link}"


def foreign_loads(site: Path, pages: Mapping[Path, PageReader]) -> Iterator[str]:
    """Yield what pages and style sheets would ask of another origin."""
    for path, page in pages.items():
        yield from (f"{path.name}: {load}" for load in page.loads if re.match(r"(?:[a-z]+:)?//", load))
    for path in site.rglob("*.css"):
        for load in re.findall(r"(?:url\(|@import)\s*[\"']?([^\"')\s;]+)", path.read_text(encoding="utf-8")):
            if re.match(r"(?:https?:)?//", load):
                yield f"{path.name}: {load}"
