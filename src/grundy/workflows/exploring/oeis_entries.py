"""Lists the entries of the OEIS for a ruleset, from a table.

The table `data/oeis.csv` has one row for each sequence of the On-Line Encyclopedia of Integer Sequences that is known
here: its number, the kind of its terms, its offset, its rules, and its first terms. Rules are written such as `0.07@1`
(the term a(n) belongs to heap n + 1) or `0.6(01)` (0.60 and 0.61). A test compares the terms with the values of every
rule of the row. The rows come from the text of the entries; only those of A125829, A125913, A125914, A125920, A125925
and A125944 come from public programs that quote them. The encyclopedia may have sequences that are not in this table.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, NamedTuple

from ...core import Code, Ruleset, Structure, facet
from ...core.codes import read_code
from ...notation import read_ruleset


class OeisEntry(NamedTuple):
    """An entry of the OEIS (On-Line Encyclopedia of Integer Sequences) that lists values or P-positions of a ruleset.

    Attributes:
        number: The identifier of the entry, such as "A002187".
        what: "values" if the terms are Grundy values, or "P-positions" if they are the heaps of value 0.
        offset: The index of the first term.
        shift: For values, the term a(n) is the value of heap n + `shift`.
        terms: The first terms.

    Example:
        >>> entry = oeis_entries("kayles")[0]
        >>> str(entry), entry.terms[:6]
        ('A002186: a(n) is the value of heap n, offset 0', (0, 1, 2, 3, 1, 4))
    """

    number: str
    what: str
    offset: int
    shift: int
    terms: tuple[int, ...]

    def __str__(self) -> str:
        if self.what != "values":
            return f"{self.number}: the heaps of value 0 (P-positions), offset {self.offset}"
        heap = f"heap n + {self.shift}" if self.shift else "heap n"
        return f"{self.number}: a(n) is the value of {heap}, offset {self.offset}"


@cache
def oeis_table() -> dict[str, tuple[OeisEntry, ...]]:
    """Return the known entries of the OEIS, by the name or take-and-break code of a ruleset.

    >>> [str(entry) for entry in oeis_table()["0.07"]]
    ['A002187: a(n) is the value of heap n + 1, offset 0']
    """
    found: dict[str, tuple[OeisEntry, ...]] = {}
    text = files("grundy").joinpath("data", "oeis.csv").read_text(encoding="ascii")
    for row in csv.DictReader(text.splitlines()):
        terms = tuple(map(int, row["terms"].split()))
        for rule, shift in _rules(row["rules"]):
            entry = OeisEntry(row["number"], row["what"], int(row["offset"]), shift, terms)
            found[rule] = (*found.get(rule, ()), entry)
    return found


def _rules(text: str) -> Iterator[tuple[str, int]]:
    """Yield the names and shifts of rulesets from a text of the table such as "kayles|0.07@1|0.6(01)"."""
    for pattern in text.split("|"):
        rule, _, shift = pattern.partition("@")
        pieces = re.split(r"\(([0-7]+)\)", rule)
        choices = [piece if number % 2 else [piece] for number, piece in enumerate(pieces)]
        for spelled in map("".join, product(*choices)):
            yield str(read_code(spelled)) if "." in spelled else spelled, int(shift or 0)


def oeis_entries(ruleset: Ruleset[Any] | str) -> tuple[OeisEntry, ...]:
    """Return the known entries of the OEIS for a ruleset; others may exist.

    Args:
        ruleset: The ruleset, or its name.

    Returns:
        The entries.

    Raises:
        NotationError: If the name cannot be read.

    Example:
        >>> [entry.number for entry in oeis_entries("kayles")], oeis_entries("0.123")
        (['A002186'], ())
    """
    rules = read_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    rule = facet(rules, Structure).sequence()
    return oeis_table().get(str(rule) if isinstance(rule, Code) else rules.name, ())
