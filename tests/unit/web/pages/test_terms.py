"""Terms in texts: found in every form, explained once a page, and nothing else of a text is changed."""

from __future__ import annotations

import re

import pytest

from grundy_web.pages.rendering import words
from grundy_web.pages.terms import Explained, terms_of

TERMS = terms_of(words().texts)


def opened(text: str) -> list[str]:
    return re.findall('popovertarget="term-([^"]+)"', Explained(TERMS, "All")(text))


def test_every_meaning_is_a_sentence_with_a_place_of_its_own() -> None:
    assert len({term.place for term in TERMS}) == len(TERMS) > 40
    assert all(term.means[0].isupper() and term.means[-1] == "." for term in TERMS)
    assert all(re.fullmatch("term-[a-z-]+", term.place) for term in TERMS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(P-position, Grundy value 0)", ["p-position", "grundy-value"]),
        ("N-positions and a D-position", ["n-position", "draw"]),
        ("The options have the values {1, 3}; the least number missing (mex) is 0.", ["option", "mex"]),
        ("A draw: nobody can force a win.", ["draw"]),
        ("draw a line between two dots", []),
        ("knock down one pin (code 0.77)", ["octal-code"]),
        ("a rule in code, periodic, optional, mexican", []),
        ("In misere play (misère)", ["misere"]),
        ("period 12 from the preperiod on", ["period", "preperiod"]),
        ("mex, mex and mex", ["mex"]),
        ("", []),
    ],
)
def test_terms_are_found_in_their_forms_and_similar_words_are_not(text: str, found: list[str]) -> None:
    assert opened(text) == found


def test_a_term_is_explained_once_a_page_and_the_text_is_escaped() -> None:
    explained = Explained(TERMS, "All words")
    assert explained("<b>no term</b>") == "&lt;b&gt;no term&lt;/b&gt;"
    first, second = explained("the mex & more"), explained("the mex again")
    assert first.startswith('the <span class="term"><button type="button" popovertarget="term-mex">mex</button>')
    assert first.endswith("</span> &amp; more")
    assert second == "the mex again"


def test_every_term_with_forms_is_found_by_its_own_name() -> None:
    for term in TERMS:
        if term.forms and term.name != "draw":
            assert opened(f"so {term.name} is") == [term.place.removeprefix("term-")], term.name
