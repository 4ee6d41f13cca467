"""Periods of octal codes that were proved before: the table `data/octal_periods.csv`, built from sweeps.

Every row is a theorem about one code, found and proved by `grundy sweep` (Guy and Smith, "The G-values
of various games", 1956): g(n + period) = g(n) for every n >= preperiod, both minimal. A code that is
not in the table may have a period all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ..core import Code
from .sweep_file import Line

HEAD = "code,preperiod,period,max_value"
"""The first row of the table."""


class KnownPeriod(NamedTuple):
    """A proved period and the largest value of any heap."""

    preperiod: int
    period: int
    max_value: int


def known_period(code: Code) -> KnownPeriod | None:
    """Return the period of a code from the table, None when the code is not in it.

    >>> from grundy.core import read_code
    >>> known_period(read_code("0.77"))
    KnownPeriod(preperiod=71, period=12, max_value=8)
    """
    return known_periods().get(str(code))


@cache
def known_periods() -> dict[str, KnownPeriod]:
    """Return the whole table, read once."""
    text = files("grundy").joinpath("data", "octal_periods.csv").read_text(encoding="ascii")
    rows = (row.split(",") for row in text.split("\n")[1:-1])
    return {code: KnownPeriod(*map(int, numbers)) for code, *numbers in rows}


def table_of(lines: Iterable[Line]) -> str:
    """Return the table of the proved lines of sweeps, one row a code, in the order of their text.

    >>> print(table_of([{"ruleset": "0.07", "preperiod": 53, "period": 34, "max_value": 9}]), end="")
    code,preperiod,period,max_value
    0.07,53,34,9
    """
    rows = {(line["ruleset"], line["preperiod"], line["period"], line["max_value"]) for line in lines if line["period"]}
    return HEAD + "\n" + "".join(",".join(map(str, row)) + "\n" for row in sorted(rows))
