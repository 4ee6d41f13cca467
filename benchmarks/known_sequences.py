"""Computes the table of first values that the package ships; every value comes from the package itself.

    python benchmarks/known_sequences.py

It takes about a minute. The same program writes the same file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grundy.notation import read_ruleset
from grundy.workflows.known_sequences import (
    COMPARED,
    COMPARED_MANY,
    KEPT,
    NAMED,
    class_key,
    codes,
    table_of_sequences,
)
from grundy.workflows.values import heap_values

TABLE = Path(__file__).parents[1] / "src" / "grundy" / "data" / "known_sequences.csv"


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


if __name__ == "__main__":
    main()
