"""Pages made of templates: one environment, the words, and what every page knows.

A page knows its words as `t`, the address of a static file as `static(name)`, of a page as `address(path, g=...)`, a
picture drawn by us as `picture(svg)`, the place it has in the navigation as `place`, and whether it is shown for a
projector (`big`); `explained(text)` opens the terms in a text (`terms.py`). All addresses are relative; before them
stands `root`, empty except on a page that may lie deeper.
Everything is escaped unless a template says otherwise, and no template may.
The words have keys in `locale/*.json`: a string such as "Play {game}", or a mapping {"one": ..., "other": ...} from
which the slot `n` chooses; a second language is a second file with the same keys.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from ...core import InputError, read_json
from .explore_view import address, picture
from .terms import Explained, terms_of
from .visits import Shown, Visit

LANGUAGE = "en"
"""The language that every key has."""

Text = str | dict[str, str]
"""One entry: a text, or its plural forms."""
PLACES = ("play", "explore", "claim", "build", "learn", "puzzles")
"""The pages of the navigation: their addresses, and keys of the words `place.KEY`."""

PIECES = 20
"""Pieces of a page that are written without a pause; some of them take milliseconds."""
FOOT = {"glossary": "glossary", "api": "api"}
"""What stands at the foot of every page: keys of the words `foot.KEY`, and where they lead."""


async def page(
    visit: Visit,
    template: str,
    *,
    place: str,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **data: Any,  # noqa: ANN401
) -> Shown:
    """Return a page made of a template; `place` may be one of `PLACES`, `data` are its names.

    Other requests are answered between its pieces: a board of hundreds of squares takes a tenth of a second.
    """
    big = visit.query.get("big") == "1"
    explained = Explained(terms_of(words().texts), words()("terms.all"))
    names = {"place": place, "big": big, "shares": visit.shares, "explained": explained}
    pieces: list[str] = []
    for piece in environment().get_template(template).generate(names | data):
        pieces.append(piece)
        if len(pieces) % PIECES == 0:
            await asyncio.sleep(0)
    return Shown("".join(pieces).encode("utf-8"), status=status, headers=headers or {})


@cache
def environment() -> Environment:
    """Return the environment of the templates; an unknown name in one of them is an error."""
    made = Environment(
        loader=PackageLoader("grundy.web.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shortly,
    )
    shared = {
        "t": words(),
        "static": "static/{}".format,
        "places": PLACES,
        "address": address,
        "picture": picture,
        "root": "",
        "foot": FOOT,
    }
    made.globals |= shared
    return made


def compile_templates() -> None:
    """Compile every template, for which the first visitor of its page would wait."""
    for name in environment().list_templates():
        environment().get_template(name)


def _shortly(value: Any) -> Any:  # noqa: ANN401  # whatever a template writes
    """Return a whole number in place of 44.0: a picture has hundreds."""
    return int(value) if type(value) is float and value.is_integer() else value


class Words:
    """The texts of one language.

    >>> words = Words("en", {"moves": {"one": "{n} move", "other": "{n} moves"}, "hello": "Hello, {name}"})
    >>> words("moves", n=1), words("moves", n=3), words("hello", name="Ada")
    ('1 move', '3 moves', 'Hello, Ada')
    """

    def __init__(self, language: str, texts: Mapping[str, Text]) -> None:
        """Keep the texts of a language, given by its tag, for instance "en"."""
        self.language = language
        self.texts = texts

    def __call__(self, key: str, /, **slots: object) -> str:
        """Return the text of a key with its slots filled; raises `KeyError` for an unknown key or a missing slot."""
        text = self.texts[key]
        if isinstance(text, dict):
            text = text["one" if slots["n"] == 1 else "other"]
        return text.format_map(slots) if slots else text

    def some(self, prefix: str) -> dict[str, Text]:
        """Return the texts whose keys begin with `prefix`, without it: what a script of the page needs."""
        return {key.removeprefix(prefix): text for key, text in self.texts.items() if key.startswith(prefix)}


@cache
def words(language: str = LANGUAGE) -> Words:
    """Return the words of a language; raises `InputError` when there is no file for it."""
    path = files(__package__) / "locale" / f"{language}.json"
    if not language.isalpha() or not path.is_file():
        raise InputError(f"there is no text in the language {language!r}")
    return Words(language, read_json(path.read_text(encoding="utf-8")))
