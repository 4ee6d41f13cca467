"""BibTeX entries of the publications that theorems cite, from the list `data/references.bib`.

If the source of a theorem names no publication of the list, its text becomes a BibTeX note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from ...core import Theorem
from .latex_text import tex

PROOFS = {"by induction", "by parity"}
"""Sources of theorems that are proved in one line."""


@cache
def references() -> dict[str, tuple[tuple[str, ...], str]]:
    """Return the list of publications: for each BibTeX key a pair (words, entry in BibTeX).

    A text cites a publication if it contains all of its words, such as an author, a word of the title and a year.
    """
    text = files("grundy").joinpath("data", "references.bib").read_text(encoding="ascii")
    blocks = re.findall(r"^named by: (.+)\n(@\w+\{(\w+),\n(?:  .+\n)+\}\n)", text, re.MULTILINE)
    return {key: (tuple(words.split()), entry) for words, entry, key in blocks}


def keys_of(source: str) -> list[str]:
    """Return the BibTeX keys of the publications that the source of a theorem names.

    >>> keys_of('C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901')
    ['bouton1901']
    """
    return [key for key, (words, _) in references().items() if all(word in source for word in words)]


def bibtex_of(theorems: Iterable[Theorem], sources: Iterable[str] = ()) -> str:
    """Write BibTeX entries of the publications that theorems and other texts name.

    Args:
        theorems: The theorems; if the source of one names no listed publication, its entry is a note.
        sources: Other texts that may name publications.

    Returns:
        The entries, each publication once.
    """
    entries: dict[str, str] = {}
    for number, theorem in enumerate(theorems, 1):
        keys = keys_of(theorem.source)
        entries |= {key: references()[key][1] for key in keys}
        if not keys and theorem.source not in PROOFS:
            entries[f"source{number}"] = f"@misc{{source{number},\n  note = {{{tex(theorem.source)}}},\n}}\n"
    entries |= {key: references()[key][1] for source in sources for key in keys_of(source)}
    return "\n".join(entries.values())
