"""Known periods, certified again.

A seed is a place in the table of octal codes whose preperiod and period are together at most 20,000, the shortest
first. The period is found again, must be that of the table, gets its certificate, and the checker must accept it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soaking import Harness, Run
from tests.unit.check.sealed import checked

from grundy import read_game
from grundy.core import read_code
from grundy.sequences import rule_period
from grundy.workflows.computing.period import known_periods
from grundy.workflows.proving.periods import certify_period

MOST = 20_000
"""Preperiod and period of a code together."""


@cache
def codes() -> list[str]:
    near = {code: known.preperiod + known.period for code, known in known_periods().items()}
    return sorted((code for code in near if near[code] <= MOST), key=lambda code: (near[code], code))


def certified(seed: int) -> Counter[str]:
    code = codes()[(seed - Run(0).seed) % len(codes())]
    known = known_periods()[code]
    found = rule_period(read_code(code), 8 * MOST)
    if found is None or (found.preperiod, found.period) != (known.preperiod, known.period):
        return Counter(periods=1, differences=1)
    ruleset = read_game(f"{code}: 1").summands[0].ruleset
    with TemporaryDirectory() as folder:
        verdict = checked(certify_period(ruleset, found), Path(folder))
    return Counter({"periods": 1, verdict.status.lower(): 1})


HARNESS = Harness("periods", 1, certified, ("differences", "rejected", "malformed", "unsupported", "limit"))
