from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from runpy import run_path

from grundy.core import read_code
from grundy.workflows.computing.period import KnownPeriod, known_period, known_periods

MAKER = run_path(str(Path(__file__).parents[4] / "benchmarks" / "octal_periods.py"))
GOLDEN = json.loads((Path(__file__).parents[3] / "golden" / "octal_periods.json").read_text())["games"]


def test_the_table_agrees_with_every_published_period_that_it_holds() -> None:
    both = [code for code in GOLDEN if code in known_periods()]
    assert len(both) >= 160
    for code in both:
        found = known_period(read_code(code))
        assert found is not None
        assert (found.preperiod, found.period) == (GOLDEN[code]["preperiod"], GOLDEN[code]["period"])


def test_the_table_is_sorted_canonical_and_in_the_package() -> None:
    text = files("grundy").joinpath("data", "octal_periods.csv").read_text(encoding="ascii")
    lines = [{"ruleset": code, **known._asdict()} for code, known in known_periods().items()]
    assert MAKER["table_of"](lines) == text
    assert text.startswith("code,preperiod,period,max_value\n")
    assert "0.07,53,34,9\n" in text
    assert len(lines) >= 600
    for code in known_periods():
        assert str(read_code(code)) == code


def test_a_code_that_is_not_in_the_table_is_not_known() -> None:
    assert known_period(read_code("0.07")) == KnownPeriod(53, 34, 9)
    assert known_period(read_code("0.007")) is None
    assert known_period(read_code("4!.0")) is None
    assert known_period(read_code("0.[3]")) is None
