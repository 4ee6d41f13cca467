"""The words of the page: keys of `locale/*.json` with slots and plural forms.

A text is a string such as "Play {game}", or a mapping {"one": ..., "other": ...} from which the slot `n` chooses.
A second language is a second file with the same keys. Formulas, moves and explanations are not texts of the page: they
come from the workflows in the words of the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from ..core import InputError, read_json

LANGUAGE = "en"
"""The language that every key has."""

Text = str | dict[str, str]
"""One entry: a text, or its plural forms."""


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
