"""The works that theorems name, as BibTeX: what is known of each, and by which words of a source it is told.

A source that names no work of the list is given whole, as a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...core import Theorem
from .latex_text import tex


class Work(NamedTuple):
    """A work: all these words stand in a source that names it; its kind and fields in BibTeX."""

    words: tuple[str, ...]
    kind: str
    fields: Mapping[str, str]


def _article(words: str, author: str, title: str, journal: str, year: int, **more: str) -> Work:
    fields = {"author": author, "title": title, "journal": journal, "year": str(year)}
    return Work(tuple(words.split()), "article", fields | more)


def _book(words: str, author: str, title: str, publisher: str, year: int) -> Work:
    fields = {"author": author, "title": title, "publisher": publisher, "year": str(year)}
    return Work(tuple(words.split()), "book", fields)


WORKS: dict[str, Work] = {
    "bouton1901": _article(
        "Bouton 1901", "Bouton, Charles L.", "Nim, a game with a complete mathematical theory",
        "Annals of Mathematics", 1901, volume="3", pages="35--39",
    ),
    "sprague1935": _article(
        "Sprague 1935", "Sprague, R.", '{\\"U}ber mathematische {K}ampfspiele', "Tohoku Mathematical Journal", 1935,
        volume="41", pages="438--444",
    ),
    "grundy1939": _article(
        "Grundy 1939", "Grundy, P. M.", "Mathematics and games", "Eureka", 1939, volume="2", pages="6--8"
    ),
    "guysmith1956": _article(
        "Guy Smith 1956", "Guy, Richard K. and Smith, Cedric A. B.", "The {G}-values of various games",
        "Proceedings of the Cambridge Philosophical Society", 1956, volume="52", pages="514--526",
    ),
    "wythoff1907": _article(
        "Wythoff 1907", "Wythoff, W. A.", "A modification of the game of {N}im", "Nieuw Archief voor Wiskunde", 1907,
        volume="7", pages="199--202",
    ),
    "moore1910": _article(
        "Moore 1910", "Moore, E. H.", "A generalization of the game called {N}im", "Annals of Mathematics", 1910,
        volume="11", pages="93--94",
    ),
    "jenkynsmayberry1980": _article(
        "Jenkyns Mayberry", "Jenkyns, T. A. and Mayberry, J. P.",
        "The skeleton of an impartial game and the nim-function of {M}oore's nim$_k$",
        "International Journal of Game Theory", 1980, volume="9", pages="51--63",
    ),
    "whinihan1963": _article(
        "Whinihan", "Whinihan, Michael J.", "Fibonacci {N}im", "Fibonacci Quarterly", 1963, volume="1", pages="9--13"
    ),
    "schwenk1970": _article(
        "Schwenk", "Schwenk, Allen J.", "Take-away games", "Fibonacci Quarterly", 1970, volume="8", pages="225--234"
    ),
    "golomb1966": _article(
        "Golomb", "Golomb, Solomon W.", "A mathematical investigation of games of ``take-away''",
        "Journal of Combinatorial Theory", 1966, volume="1", pages="443--458",
    ),
    "coledavie1969": _article(
        "Cole Davie", "Cole, A. J. and Davie, A. J. T.",
        "A game based on the {E}uclidean algorithm and a winning strategy for it", "Mathematical Gazette", 1969,
        volume="53", pages="354--357",
    ),
    "nivasch2006": _article(
        "Nivasch", "Nivasch, Gabriel", "The {S}prague--{G}rundy function of the game {E}uclid", "Discrete Mathematics",
        2006, volume="306", pages="2798--2800",
    ),
    "gale1974": _article(
        "Gale 1974", "Gale, David", "A curious nim-type game", "American Mathematical Monthly", 1974, volume="81",
        pages="876--879",
    ),
    "smith1966": _article(
        "Smith 1966", "Smith, Cedric A. B.", "Graphs and composite games", "Journal of Combinatorial Theory", 1966,
        volume="1", pages="51--81",
    ),
    "stromquistullman1993": _article(
        "Stromquist Ullman", "Stromquist, Walter and Ullman, Daniel", "Sequential compounds of combinatorial games",
        "Theoretical Computer Science", 1993, volume="119", pages="311--321",
    ),
    "fraenkel1993": _article(
        "Fraenkel Scheinerman", "Fraenkel, Aviezri S. and Scheinerman, Edward R. and Ullman, Daniel",
        "Undirected edge geography", "Theoretical Computer Science", 1993, volume="112", pages="371--381",
    ),
    "plambecksiegel2008": _article(
        "Plambeck Siegel", "Plambeck, Thane E. and Siegel, Aaron N.", "Misere quotients for impartial games",
        "Journal of Combinatorial Theory, Series A", 2008, volume="115", pages="593--622",
    ),
    "conway1976": _book("Conway Numbers", "Conway, John H.", "On Numbers and Games", "Academic Press", 1976),
    "winningways1982": _book(
        "Winning Ways", "Berlekamp, Elwyn R. and Conway, John H. and Guy, Richard K.",
        "Winning Ways for your Mathematical Plays", "Academic Press", 1982,
    ),
    "siegel2013": _book(
        "Siegel Combinatorial Theory", "Siegel, Aaron N.", "Combinatorial Game Theory",
        "American Mathematical Society", 2013,
    ),
}  # fmt: skip
"""Key -> work. Pages of Jenkyns and Mayberry, Whinihan, Schwenk, Stromquist and Ullman, Plambeck and Siegel are as they
are usually cited, not compared with a second list; those of all other articles are.
"""
PROOFS = {"by induction", "by parity"}
"""What stands in place of a source where a line proves the theorem."""


def works_of(source: str) -> list[tuple[str, Work]]:
    """Return the works of the list that a source names, with their keys.

    >>> [key for key, _ in works_of('C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901')]
    ['bouton1901']
    """
    return [(key, work) for key, work in WORKS.items() if all(word in source for word in work.words)]


def bibtex_of(theorems: Iterable[Theorem], sources: Iterable[str] = ()) -> str:
    """Return the BibTeX of the works that theorems and sources name; a theorem's source without one is a note."""
    entries: dict[str, Work] = {}
    for number, theorem in enumerate(theorems, 1):
        found = works_of(theorem.source)
        note = {f"source{number}": Work((), "misc", {"note": tex(theorem.source)})}
        entries |= dict(found) if found or theorem.source in PROOFS else note
    for source in sources:
        entries |= dict(works_of(source))
    return "\n".join(_entry(key, work) for key, work in entries.items())


def _entry(key: str, work: Work) -> str:
    width = max(map(len, work.fields))
    lines = [f"  {name.ljust(width)} = {{{value}}}," for name, value in work.fields.items()]
    return "\n".join([f"@{work.kind}{{{key},", *lines, "}", ""])
