"""Terms where they stand: the first time that a page says "mex" the word opens a sentence that explains it.

The sentences are the words `term.NAME.means` of the locale, which the glossary of the documentation shows, too. In
`term.NAME.forms` stand the forms of a term that are looked for in texts, as a pattern. No script is needed: the word is
a button that opens a popover. A browser that knows none shows the sentence at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup, escape

PREFIX, MEANS, FORMS = "term.", ".means", ".forms"
OPENING = Markup(
    '<span class="term"><button type="button" popovertarget="{0}">{1}</button><span popover id="{0}" class="meaning" '
    'role="note"><dfn>{2}</dfn> {3} <a href="glossary#{0}">{4}</a></span></span>'
)


class GlossaryTerm(NamedTuple):
    """A term: its name, the address within a page, what it means, and a pattern of its forms ("" for none)."""

    name: str
    place: str
    means: str
    forms: str = ""


def terms_of(texts: Mapping[str, object]) -> list[GlossaryTerm]:
    """Return the terms of the words of a language, in the order of the alphabet.

    >>> terms_of({"term.nim-sum": "nim-sum", "term.nim-sum.means": "A sum.", "skip": "Skip"})
    [GlossaryTerm(name='nim-sum', place='term-nim-sum', means='A sum.', forms='')]
    """
    names = [key.removesuffix(MEANS).removeprefix(PREFIX) for key in texts if key.endswith(MEANS)]
    found = (
        GlossaryTerm(
            str(texts[PREFIX + name]),
            "term-" + name.replace(" ", "-").lower(),
            str(texts[PREFIX + name + MEANS]),
            str(texts.get(PREFIX + name + FORMS, "")),
        )
        for name in names
    )
    return sorted(found, key=lambda term: term.name.lower())


class Explained:
    """Marks terms in the texts of one page, each where it comes first.

    >>> told = Explained([GlossaryTerm("mex", "term-mex", "The least number missing.", "mex")], "All words")
    >>> told("the <mex>").startswith('the &lt;<span class="term"><button'), str(told("a mex"))
    (True, 'a mex')
    """

    def __init__(self, terms: list[GlossaryTerm], more: str) -> None:
        """Take the terms, and the words of the link to all of them."""
        self.more = more
        ordered = sorted(terms, key=lambda term: -len(term.name))  # "misere quotient" before "misere"
        self._left = {f"t{i}": term for i, term in enumerate(ordered) if term.forms}
        either = "|".join(f"(?P<{name}>{term.forms})" for name, term in self._left.items())
        self._pattern = re.compile(rf"(?<![\w-])(?:{either})(?![\w-])", re.IGNORECASE)

    def __call__(self, text: object) -> Markup:
        """Return a text with the terms that were not explained yet as buttons; everything else is escaped."""
        said, at, parts = str(text), 0, list[Markup]()
        for found in self._pattern.finditer(said) if self._left else ():
            term = self._left.pop(found.lastgroup or "", None)
            if term is not None:
                parts += [escape(said[at : found.start()]), self._opening(term, found[0])]
                at = found.end()
        return Markup().join([*parts, escape(said[at:])])

    def _opening(self, term: GlossaryTerm, word: str) -> Markup:
        return OPENING.format(term.place, word, f"{term.name}:", term.means, self.more)
