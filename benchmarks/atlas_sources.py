"""Derives who was first and the OEIS number of the facts of the atlas, so that facts with equal values agree.

Codes with equal values, also shifted by some heaps, form a class: codes with one standard form (proved in
`sequences/standard_form.py`), and codes with proved periods whose values are equal up to the end of the first period.
A sequence of boards is compared by its games. A fact states "not found in" only if nothing with equal values has a
source.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from grundy.core import read_code
from grundy.sequences import code_values, standard_form
from grundy.workflows.exploring.oeis_entries import oeis_table
from grundy_atlas.drafts import NO_ENTRY

Fields = dict[str, Any]
ANEW = 5
"""Characters of codes of three digits."""
SHORT = 3000
"""The largest end of a first period up to which all values of two codes are compared."""
GUY_SMITH: Fields = {
    "source": "R. K. Guy and C. A. B. Smith, The G-values of various games, 1956",
    "mark": "second-hand",
}
TABLE: Fields = {"source": "A. Flammenkamp's table of octal games", "mark": "memory"}
OCTAL_FIRST: Fields = {
    "0.77": GUY_SMITH,
    "0.07": GUY_SMITH,
    "0.137": GUY_SMITH,
    "0.156": {"source": "J. C. Kenyon, 1967, named in tczajka's SolvedGames.md", "mark": "second-hand"},
    "0.165": {"source": "R. B. Austin, 1976, named in tczajka's SolvedGames.md", "mark": "second-hand"},
    "0.356": {"source": "R. B. Austin, 1976, named in tczajka's SolvedGames.md", "mark": "second-hand"},
    "0.644": {"source": "R. B. Austin, 1976, named in tczajka's SolvedGames.md", "mark": "second-hand"},
    "0.16": {"source": "A. Gangolli and T. Plambeck, IJGT 18 (1989) 311-320", "mark": "second-hand"},
    "0.56": {"source": "A. Gangolli and T. Plambeck, 1989, as OEIS A071436 says", "mark": "second-hand"},
    "0.127": {"source": "A. Gangolli and T. Plambeck, 1989, as OEIS A071464 says", "mark": "second-hand"},
    "0.376": {"source": "A. Gangolli and T. Plambeck, IJGT 18 (1989) 311-320", "mark": "second-hand"},
    "0.354": {"source": "A. Flammenkamp, 2002, named in tczajka's SolvedGames.md", "mark": "second-hand"},
    "0.454": {"source": "A. Flammenkamp, named in OEIS A071509", "mark": "second-hand"},
    "0.106": TABLE,
    "0.104": TABLE,
    "0.054": TABLE,
}
"""Code -> who was first, where it is known to us."""
FARTHER: Fields = {
    code: {"source": f"the README of rogalski-wmii-uni-lodz-pl/octal: no period to 2^{power}", "mark": "seen"}
    for code, power in {"0.014": 36, "0.034": 37, "0.161": 38, "0.167": 40, "0.172": 36}.items()
}
"""Codes without a known period whose values others computed farther than we did."""
THREE: Fields = {"source": "A. Flammenkamp's tables, of all codes of three digits as they say", "mark": "seen"}
FOUR: Fields = {"not_found_in": "stored public pages, searched for tables of four-digit codes in November 2026"}


def with_sources(facts: Iterable[Fields]) -> list[Fields]:
    """Return facts with who was first and the OEIS number derived from tables and from facts with equal values.

    Args:
        facts: The facts, each with the fields that its manifest shares.

    Returns:
        The facts in the same order; only `first` and `oeis` may differ.
    """
    all_facts = [dict(fact) for fact in facts]
    classes = _classes(all_facts)
    numbers = {classes[code]: number for code, number in _numbered()}
    members = defaultdict(list)
    for code, name in classes.items():
        members[name].append(code)
    for fact in all_facts:
        if _has_code(fact):
            code = fact["data"]["ruleset"]
            number = numbers.get(classes[code])
            fact["oeis"] = number or NO_ENTRY
            fact["first"] = _first_of(code, members[classes[code]], number)
    _share_board_sources(all_facts)
    return all_facts


def _has_code(fact: Fields) -> bool:
    return fact["data"]["kind"] in {"period", "open"}


@cache
def form_of(code: str) -> str:
    """Return the standard form of a code as text."""
    return str(standard_form(read_code(code)).code)


@cache
def _values(code: str, end: int) -> tuple[int, ...]:
    """Return the values of a code from the first that is not 0 to heap `end` - 1."""
    values = [int(value) for value in code_values(read_code(code), end - 1)]
    zeros = next((place for place, value in enumerate(values) if value), len(values))
    return tuple(values[zeros:])


def _classes(facts: list[Fields]) -> dict[str, str]:
    """Map every code of the facts and of the OEIS table to the name of its class of equal values."""
    parent: dict[str, str] = {}

    def top(name: str) -> str:
        while parent.setdefault(name, name) != name:
            name = parent[name]
        return name

    codes = {fact["data"]["ruleset"] for fact in facts if _has_code(fact)} | {code for code, _ in _numbered()}
    for code in codes:
        parent[top(form_of(code))] = top(code)
    seen: dict[tuple[int, tuple[int, ...]], str] = {}
    for fact in facts:
        data = fact["data"]
        if data["kind"] == "period" and (end := data["preperiod"] + data["period"]) <= SHORT:
            key = data["period"], _values(data["ruleset"], end)
            parent[top(data["ruleset"])] = top(seen.setdefault(key, data["ruleset"]))
    return {code: top(code) for code in codes}


def _numbered() -> Iterator[tuple[str, str]]:
    """Yield the codes of the OEIS table with the number of their values."""
    for rule, entries in oeis_table().items():
        if rule[0] in "0123456789":
            yield from ((rule, entry.number) for entry in entries if entry.what == "values")


def _first_of(code: str, alike: list[str], number: str | None) -> Fields:
    """Return the author who first found the values of a code, given the codes with equal values."""
    known = OCTAL_FIRST | FARTHER
    for other in (code, *sorted(alike, key=lambda other: (other not in known, len(other), other))):
        if other in known or len(other) <= ANEW:
            first: Fields = known.get(other, THREE)
            return first if other == code else first | {"source": f"{first['source']}; {other} has the same values"}
    return FOUR if number is None else {"source": f"OEIS {number}, the same values", "mark": "seen"}


def _share_board_sources(facts: list[Fields]) -> None:
    """Give board facts without a source the source of facts that together state the same about all of their games."""
    sources: dict[tuple[str, str, Any], Fields] = {}
    for fact in facts:
        if "source" in fact["first"]:
            sources.update((one, fact["first"]) for one in statements(fact))
    for fact in facts:
        stated = list(statements(fact))
        found = [sources.get(one) for one in stated]
        if "source" not in fact["first"] and found and all(found):
            fact["first"] = found[-1]


def statements(fact: Fields) -> Iterator[tuple[str, str, Any]]:
    """Yield what a fact about boards states: a game, the play, and its value or outcome."""
    data = fact["data"]
    play, kind = data.get("play", "normal"), data["kind"]
    if kind in {"value", "outcome"}:
        yield data["game"], play, data[kind]
    if kind in {"values", "outcomes"}:
        for place, result in enumerate(data[kind], data["from"]):
            yield data["games"].replace("{n}", str(place)), play, result
    if kind == "quotient":
        yield data["ruleset"], play, data["order"]
