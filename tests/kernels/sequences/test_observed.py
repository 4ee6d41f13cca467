"""Periods that no theorem here covers are observed, with their saltus, and say so."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tests.terminal import Terminal

from grundy import game
from grundy.core import PositionError, breaks, mex, nim_sum, read_code
from grundy.sequences import code_values, observed_period

GOLDEN = Path(__file__).parents[2] / "golden"


def naive_values(text: str, stop: int) -> list[int]:
    code = read_code(text)
    values: list[int] = []
    for heap in range(stop + 1):
        values.append(mex({nim_sum(values[piece] for piece in pieces) for pieces in breaks(code, heap)}))
    return values


def test_codes_that_leave_three_heaps_and_more_agree_with_the_definition() -> None:
    rng = random.Random(11)
    for _ in range(150):
        digits = [rng.choice("048CG"), *(rng.choice("0123456789ABCDEFGK") for _ in range(rng.randrange(1, 4)))]
        text = f"{digits[0]}.{''.join(digits[1:])}"
        assert code_values(read_code(text), 22) == naive_values(text, 22), text


@pytest.mark.parametrize(
    ("text", "preperiod", "period", "saltus"),
    [
        ("0.8", 1, 3, 1),  # Austin 1976; Howse and Nowakowski 2004
        ("0.G", 1, 4, 1),
        ("0.C", 1, 2, 1),
        ("0.3F", 0, 6, 3),
        ("take all-but {1}", 0, 2, 1),
        ("take all-but {2}", 0, 4, 2),
        ("take all-but {1, 2}", 0, 3, 1),
        ("take all-but {3, 5}", 0, 6, 3),
        ("nim", 0, 1, 1),
        ("lasker", 1, 4, 4),
    ],
)
def test_growing_periods_are_proved_unless_moves_leave_four_heaps(
    text: str, preperiod: int, period: int, saltus: int
) -> None:
    found = game(text).period()
    assert found is not None
    assert (found.preperiod, found.period, found.saltus) == (preperiod, period, saltus)
    assert (found.status, found.theorem is None) == (("observed", True) if text == "0.G" else ("proved", False))


def test_the_golden_all_but_sets_have_their_arithmetic_periods() -> None:
    for case in json.loads((GOLDEN / "subtraction.json").read_text())["all_but"]:
        found = observed_period(case["values"])
        assert found is not None
        assert [found.preperiod, found.period, found.saltus] == case["arithmetic_preperiod_period_saltus"]


def test_a_periodic_hexadecimal_code_is_proved() -> None:
    found = game("0.F").period()
    assert found is not None
    assert (found.preperiod, found.period, found.saltus, found.status) == (0, 2, 0, "proved")


@pytest.mark.parametrize("text", ["take squares", "grundy", "divisors"])
def test_where_nothing_repeats_nothing_is_claimed(text: str) -> None:
    assert game(text).period() is None


def test_an_observed_period_is_minimal_and_fits_every_value_on_random_sequences() -> None:
    rng = random.Random(3)
    for _ in range(300):
        n0, p, s = rng.randrange(0, 6), rng.randrange(1, 7), rng.randrange(0, 4)
        values = [rng.randrange(5) for _ in range(n0 + p)]
        while len(values) < 80:
            values.append(values[-p] + s)
        found = observed_period(values)
        assert found is not None
        n, q, t = found.preperiod, found.period, found.saltus
        assert n <= n0
        assert p % q == 0
        assert all(values[i + q] == values[i] + t for i in range(n, 80 - q))
        assert n == 0 or values[n - 1 + q] != values[n - 1] + t
        assert all(found.value(i) == values[i] for i in range(80))


def test_a_repeat_in_the_last_few_values_only_is_not_reported() -> None:
    values = [*(n * n % 97 for n in range(90)), *[5] * 8]
    assert observed_period(values) is None


def test_positions_that_are_not_heaps_have_no_period() -> None:
    with pytest.raises(PositionError, match="wythoff positions are not heaps"):
        game("wythoff").period()


def test_the_command_answers_the_three_grades_as_json(terminal: Terminal) -> None:
    assert terminal.json("period", "0.77")[1] == {
        "schema": 1,
        "ruleset": "0.77",
        "status": "proved",
        "preperiod": 71,
        "period": 12,
        "saltus": 0,
        "checked_to": 167,
        "theorem": "Guy and Smith, The G-values of various games, 1956",
        "method": "sequence",
    }
    seen = terminal.json("period", "0.G")[1]
    assert (seen["status"], seen["saltus"], seen["checked_to"], seen["theorem"]) == ("observed", 1, 400, None)
    none = terminal.json("period", "take squares")[1]
    assert (none["status"], none["period"], none["checked_to"]) == ("none", None, 2000)
