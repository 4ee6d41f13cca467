"""Builds the table of proved periods that the package ships from the files of sweeps.

    grundy sweep 0.xyz --out three-0.jsonl
    grundy sweep 4.xyz --out three-4.jsonl
    python benchmarks/octal_periods.py three-0.jsonl three-4.jsonl

Rows of the table stay in it, because a proof holds forever. Two proofs of different periods for
one code end the work.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from grundy.storage import Line
from grundy.workflows.computing.period import known_periods
from grundy.workflows.computing.sweep import read_sweep

TABLE = Path(__file__).parents[1] / "src" / "grundy" / "data" / "octal_periods.csv"
HEAD = "code,preperiod,period,max_value"
"""The first row of the table."""


def main(paths: list[str]) -> None:
    """Join the table with the sweeps of these files."""
    lines: list[Line] = []
    if TABLE.exists():
        lines += ({"ruleset": code, **known._asdict()} for code, known in known_periods().items())
    for path in paths:
        lines += read_sweep(Path(path))[1]
    text = table_of(lines)
    codes = [row.split(",")[0] for row in text.splitlines()]
    if len(codes) != len(set(codes)):
        sys.exit("two periods for one code: " + ", ".join(sorted({code for code in codes if codes.count(code) > 1})))
    TABLE.write_text(text, encoding="ascii", newline="\n")
    print(f"{len(codes) - 1} periods in {TABLE.name}")


def table_of(lines: Iterable[Line]) -> str:
    """Return the table of the proved lines of sweeps, one row a code, in the order of their text."""
    rows = {(line["ruleset"], line["preperiod"], line["period"], line["max_value"]) for line in lines if line["period"]}
    return HEAD + "\n" + "".join(",".join(map(str, row)) + "\n" for row in sorted(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
