"""Computes the table of first values that the package ships; every value comes from the package itself.

    python benchmarks/known_sequences.py

It takes about a minute. The same program writes the same file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

from grundy.notation import read_ruleset
from grundy.workflows.computing.values import heap_values
from grundy.workflows.exploring.heaps import KEPT

TABLE = Path(__file__).parents[1] / "src" / "grundy" / "data" / "known_sequences.csv"
HEAD = "ruleset,values"
"""The first row of the table."""
COMPARED = 1000
"""Heaps on which classes of octal codes are distinguished when the table is made."""
COMPARED_MANY = 200
"""The same for codes that leave three heaps."""
NAMED = (
    *("nim", "divisors", "kayles", "dawsons-chess", "dawsons-kayles", "officers", "guiles", "grundy", "lasker"),
    *("split", "take squares", "take primes", "take {1} or take primes", "take prime-powers"),
    *("take powers(2)", "take powers(4)", "take all-but {1}", "take all-but {2}", "take all-but {1, 2}"),
)
"""Rulesets that have rows of their own."""
_DIGITS = "0123456789ABCDEF"


def main() -> None:
    """Write the table."""
    rows = list(sequences())
    TABLE.write_text(table_of_sequences(rows), encoding="ascii", newline="\n")
    print(f"{len(rows)} sequences in {TABLE.name}")


def sequences() -> Iterator[tuple[str, list[int]]]:
    """Yield the rows: the named rulesets, then one code of every class that no earlier row belongs to."""
    seen = set()
    for name in NAMED:
        values = heap_values(read_ruleset(name), COMPARED)
        seen |= {class_key(values, length) for length in (COMPARED - 16, COMPARED_MANY - 16)}
        yield name, values[:KEPT]
    for code in codes():
        many = bool(set(code) & set("89ABCDEF"))
        most = COMPARED_MANY if many else COMPARED
        values = heap_values(read_ruleset(code), most)
        keys = {class_key(values, length) for length in (most - 16, COMPARED_MANY - 16)}
        if class_key(values, most - 16) not in seen and any(values):
            yield code, values[:KEPT]
        seen |= keys


def codes() -> Iterator[str]:
    """Yield the codes of the table and all that they stand for, the simplest first."""
    yield from _codes(_DIGITS[:8], 3)
    yield from (code for code in _codes(_DIGITS, 2) if set(code) & set(_DIGITS[8:]))


def _codes(digits: str, most: int) -> Iterator[str]:
    for count in range(1, most + 1):
        for first, rest in product("04", product(digits, repeat=count)):
            if rest[-1] != "0":
                yield f"{first}.{''.join(rest)}"


def class_key(values: Iterable[int], length: int) -> tuple[int, ...]:
    """Return `length` values that the sequences of one class share, from the first that is not 0."""
    found = list(values)
    first = next((n for n, value in enumerate(found) if value), len(found))
    return tuple(found[first : first + length])


def table_of_sequences(rows: Iterable[tuple[str, Iterable[int]]]) -> str:
    """Return the table of rulesets with their values, in their order; a name with a comma is in quotes."""
    quoted = ((f'"{name}"' if "," in name else name, " ".join(map(str, values))) for name, values in rows)
    return HEAD + "\n" + "".join(f"{name},{values}\n" for name, values in quoted)


if __name__ == "__main__":
    main()
