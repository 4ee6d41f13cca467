"""The first values of known rulesets: the table `data/known_sequences.csv`, computed by this package itself.

A row is a ruleset with the values of its heaps 0, 1, ... There is one for every named heap game, and one for each
class of take-and-break codes (octal codes of up to three digits behind the point, hexadecimal ones of up to two)
that have the same values but for heaps of value 0 in front; the shortest code stands for its class. What agrees with
a row may differ from the ruleset later: a likeness is confirmed by computing both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import product

HEAD = "ruleset,values"
"""The first row of the table."""
KEPT = 128
"""Values of a row."""
COMPARED = 1000
"""Heaps on which classes of octal codes are told apart when the table is made."""
COMPARED_MANY = 200
"""The same for codes that leave three heaps."""
NAMED = (
    *("nim", "divisors", "kayles", "dawsons-chess", "dawsons-kayles", "officers", "guiles", "grundy", "lasker"),
    *("split", "take squares", "take primes", "take prime-powers"),
    *("take powers(2)", "take powers(4)", "take all-but {1}", "take all-but {2}", "take all-but {1, 2}"),
)
"""Rulesets that have rows of their own."""
_DIGITS = "0123456789ABCDEF"


@cache
def known_sequences() -> dict[str, tuple[int, ...]]:
    """Return the whole table, read once: ruleset -> the values of its first heaps.

    >>> known_sequences()["kayles"][:12]
    (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6)
    """
    text = files("grundy").joinpath("data", "known_sequences.csv").read_text(encoding="ascii")
    rows = (row.rpartition(",") for row in text.split("\n")[1:-1])
    return {name.strip('"'): tuple(map(int, values.split(" "))) for name, _, values in rows}


def codes() -> Iterator[str]:
    """Yield the codes of the table and all that they stand for, the simplest first."""
    yield from _codes(_DIGITS[:8], 3)
    yield from (code for code in _codes(_DIGITS, 2) if set(code) & set(_DIGITS[8:]))


def _codes(digits: str, most: int) -> Iterator[str]:
    """Yield the codes of so many digits at most, the last one not 0."""
    for count in range(1, most + 1):
        for first, rest in product("04", product(digits, repeat=count)):
            if rest[-1] != "0":
                yield f"{first}.{''.join(rest)}"


def class_key(values: Iterable[int], length: int) -> tuple[int, ...]:
    """Return what the sequences of one class have in common: `length` values from the first that is not 0.

    >>> class_key([0, 0, 1, 1, 2], 2), class_key([0, 0], 2)
    ((1, 1), ())
    """
    found = list(values)
    first = next((n for n, value in enumerate(found) if value), len(found))
    return tuple(found[first : first + length])


def table_of_sequences(rows: Iterable[tuple[str, Iterable[int]]]) -> str:
    """Return the table of rulesets with their values, in their order; a name with a comma stands in quotes.

    >>> print(table_of_sequences([("nim", [0, 1, 2]), ("take {1, 2}", [0, 1])]), end="")
    ruleset,values
    nim,0 1 2
    "take {1, 2}",0 1
    """
    quoted = ((f'"{name}"' if "," in name else name, " ".join(map(str, values))) for name, values in rows)
    return HEAD + "\n" + "".join(f"{name},{values}\n" for name, values in quoted)
