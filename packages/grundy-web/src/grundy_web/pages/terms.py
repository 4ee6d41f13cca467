"""Explains terms in texts: the first occurrence of a term such as "mex" on a page opens an explanation.

The explanations are the texts `term.NAME.means` of the locale, which the glossary of the documentation uses, too.
`term.NAME.forms` is a regular expression that finds a term, and for example its plural, in texts. No script is needed:
the button opens a popover; a browser without popovers shows the explanation at once.
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
    """A term of the glossary: name, anchor within a page, meaning, and a regular expression that finds it in texts.

    The expression `forms` also finds, for example, the plural. It is "" for a term that is not explained in texts.
    """

    name: str
    place: str
    means: str
    forms: str = ""


def terms_of(texts: Mapping[str, object]) -> list[GlossaryTerm]:
    """Return the terms of the glossary, in alphabetical order, from the texts of a language.

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
    """Makes the first occurrence of each term of the glossary on one page a button that shows its meaning.

    >>> told = Explained([GlossaryTerm("mex", "term-mex", "The least number missing.", "mex")], "All words")
    >>> told("the <mex>").startswith('the &lt;<span class="term"><button'), str(told("a mex"))
    (True, 'a mex')
    """

    def __init__(self, terms: list[GlossaryTerm], more: str) -> None:
        """Prepare to mark the terms of one page.

        Args:
            terms: The terms that can occur on the page.
            more: The text of the link to the glossary, which explains all terms.
        """
        self.more = more
        ordered = sorted(terms, key=lambda term: -len(term.name))  # longer names first
        self._left = {f"t{i}": term for i, term in enumerate(ordered) if term.forms}
        either = "|".join(f"(?P<{name}>{term.forms})" for name, term in self._left.items())
        self._pattern = re.compile(rf"(?<![\w-])(?:{either})(?![\w-])", re.IGNORECASE)

    def __call__(self, text: object) -> Markup:
        """Return a text as HTML, in which each term that this object has not yet explained is a button.

        Everything else in the text is escaped.
        """
        said, at, parts = str(text), 0, list[Markup]()
        for found in self._pattern.finditer(said) if self._left else ():
            term = self._left.pop(found.lastgroup or "", None)
            if term is not None:
                parts += [escape(said[at : found.start()]), self._opening(term, found[0])]
                at = found.end()
        return Markup().join([*parts, escape(said[at:])])

    def _opening(self, term: GlossaryTerm, word: str) -> Markup:
        return OPENING.format(term.place, word, f"{term.name}:", term.means, self.more)
