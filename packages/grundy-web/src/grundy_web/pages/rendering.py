"""Renders pages from templates, with the texts and other names that are available on every page.

A template can use these names:

    t(key)                  a text of the web app
    static(name)            the address of a static file
    address(path, g=...)    the address of a page
    picture(svg)            a picture of this package, as HTML
    place                   the entry to mark in the navigation
    big                     whether the page is for a projector
    explained(text)         a text in which terms can be clicked for an explanation (`terms.py`)

All addresses are relative and begin with `root`, which is "" except on a page whose own address may be deeper, such as
an error page. Every value is escaped, and no template may mark a value as safe HTML.

Texts have keys in `locale/*.json`. A text is a string such as "Play {game}", or a mapping {"one": ..., "other": ...}
for singular and plural, of which the number `n` chooses one. A second language is a second file with the same keys.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from grundy.core import InputError, read_json
from grundy.games import CATALOGUE

from .explore_view import address, picture
from .page_requests import PageRequest, PageResponse
from .terms import Explained, terms_of

LANGUAGE = "en"
"""The language that has every key."""

Text = str | dict[str, str]
"""A text, or its plural forms."""
PLACES = ("play", "explore", "claim", "build", "learn", "puzzles")
"""The pages of the navigation: their addresses, and keys of the texts `place.KEY`."""

MOST_TITLE = 60
"""The largest length of a title."""
PIECES = 20
"""Parts of a page that are written without a pause; some of them take milliseconds."""
_NOTATION = re.compile(r" \((?:code|counted)[^)]*\)")
"""What the rule of a game says about its notation."""
_PARAMETER = re.compile(r"(?:; (?:with \w+=|# |path\()|,? or with \w+=)[^.]*")
"""What the rule of a game says about parameters and signs that the position does not use."""
FOOT = {"glossary": "glossary", "api": "api"}
"""The footer of every page: keys of the texts `foot.KEY`, and their links."""


async def page(
    request: PageRequest,
    template: str,
    *,
    place: str,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **data: Any,  # noqa: ANN401
) -> PageResponse:
    """Render a page from a template.

    The page is rendered in pieces, and other requests are handled between them, because a board of hundreds of squares
    takes a tenth of a second.

    Args:
        request: The request for a page.
        template: The file of the template.
        place: The entry to mark in the navigation, one of `PLACES`; no entry is marked for another word.
        status: The HTTP status.
        headers: Additional HTTP headers, by name.
        data: The names available in the template.

    Returns:
        The page.
    """
    big = request.query.get("big") == "1"
    explained = Explained(terms_of(words().texts), words()("terms.all"))
    names = {"place": place, "big": big, "shares": request.shares, "explained": explained}
    pieces: list[str] = []
    for piece in environment().get_template(template).generate(names | data):
        pieces.append(piece)
        if len(pieces) % PIECES == 0:
            await asyncio.sleep(0)
    return PageResponse("".join(pieces).encode("utf-8"), status=status, headers=headers or {})


@cache
def environment() -> Environment:
    """Return the jinja2 environment of the templates, in which an unknown name is an error."""
    made = Environment(
        loader=PackageLoader("grundy_web.pages"),
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
        "titled": titled,
        "stated": stated,
        "foot": FOOT,
    }
    made.globals |= shared
    return made


def titled(names: Sequence[str], text: str) -> str:
    """Return the title of a page about a game.

    Args:
        names: The names of its rulesets.
        text: The title if a name is not in the catalogue, for instance the game in notation.

    Returns:
        The title, for instance "Dawson's Kayles".

    Example:
        >>> titled(["dawsons-kayles"], ""), titled(["moore(k=2)", "nim"], ""), titled(["take 1..3"], "take 1..3: 9")
        ("Dawson's Kayles", "Moore's Nim + Nim", 'take 1..3: 9')
    """
    known = [name.partition("(")[0] for name in names]
    if not all(name in CATALOGUE for name in known):
        return text if len(text) < MOST_TITLE else words()("place.play")
    own = words().texts
    return " + ".join(str(own.get(f"game.{name}", name.replace("-", " ").title())) for name in known)[:MOST_TITLE]


def stated(rules: Sequence[str], names: Sequence[str]) -> str:
    """Return the rules of a game as one text; a single rule is a sentence without the name of its ruleset.

    Args:
        rules: One line for each ruleset, which begins with its name and a colon.
        names: The names of the rulesets.

    Returns:
        The text.

    Example:
        >>> stated(["nim: take any number of tokens from one heap."], ["nim"])
        'Take any number of tokens from one heap.'
        >>> stated(["bash(min=2, max=5): take min to max tokens (code 0.07)."], ["bash(min=2, max=5)"])
        'Take 2 to 5 tokens.'
    """
    text = _NOTATION.sub("", " ".join(rules))
    if len(names) != 1:
        return text
    rule = text.removeprefix(f"{names[0]}: ")
    if "(" not in names[0]:
        rule = _PARAMETER.sub("", rule)
    for name, number in re.findall(r"(\w{3,})=(\d+)", names[0]):
        rule = re.sub(rf"\b{name}\b(?!=)", number, rule)
    return text if rule == text else rule[:1].upper() + rule[1:]


def compile_templates() -> None:
    """Compile every template and keep the result, so that the first visitor of a page does not have to wait."""
    for name in environment().list_templates():
        environment().get_template(name)


def _shortly(value: Any) -> Any:  # noqa: ANN401  # any value in a template
    """Convert a whole float such as 44.0 in a template to an integer, which is shorter; keep other values."""
    return int(value) if type(value) is float and value.is_integer() else value


class Words:
    """The texts of the web app in one language, by key; some have a singular and a plural.

    >>> words = Words("en", {"moves": {"one": "{n} move", "other": "{n} moves"}, "hello": "Hello, {name}"})
    >>> words("moves", n=1), words("moves", n=3), words("hello", name="Ada")
    ('1 move', '3 moves', 'Hello, Ada')
    """

    def __init__(self, language: str, texts: Mapping[str, Text]) -> None:
        """Store the texts of a language.

        Args:
            language: The tag of the language, for instance "en".
            texts: The texts by their keys.
        """
        self.language = language
        self.texts = texts

    def __call__(self, key: str, /, **slots: object) -> str:
        """Return the text of a key with its placeholders, such as {n}, filled.

        Args:
            key: The key.
            slots: The values of the placeholders.

        Returns:
            The text.

        Raises:
            KeyError: If the key is unknown or a value is missing.
        """
        text = self.texts[key]
        if isinstance(text, dict):
            text = text["one" if slots["n"] == 1 else "other"]
        return text.format_map(slots) if slots else text


@cache
def words(language: str = LANGUAGE) -> Words:
    """Return the texts of a language; raise `InputError` if its file is missing."""
    path = files(__package__) / "locale" / f"{language}.json"
    if not language.isalpha() or not path.is_file():
        raise InputError(f"the web app has no texts in the language {language!r}")
    return Words(language, read_json(path.read_text(encoding="utf-8")))
