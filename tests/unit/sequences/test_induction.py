"""Periods with a saltus: proved by a repeated state or by automata, and compared with the definition."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.cases import first_seed

from grundy import game, read_ruleset
from grundy.core import Budget, InputError, LimitReached, Limits, read_code
from grundy.sequences import Period, code_values, observed_period, rule_proof
from grundy.sequences.induction import obstacle
from grundy.workflows.proving.periods import certify_period

DIGITS = "0123456789ABCDEF"
GROWING = {
    "0.8": (1, 3, 1),
    "0.C": (1, 2, 1),
    "0.3F": (0, 6, 3),
    "0.8D": (3, 4, 2),
    "0.8B": (7, 7, 4),
    "4.[3]": (1, 4, 4),
    "8.[3]": (1, 4, 4),
    "0.[12]": (1, 2, 1),
    "0.3003330[3]": (0, 4, 2),
}
"""Code -> preperiod, period, saltus; the hexadecimal ones as R. J. Nowakowski and S. Howse observe."""


@pytest.mark.parametrize("text", GROWING)
def test_a_period_with_a_saltus_is_proved_and_predicts_the_values_of_the_definition(text: str) -> None:
    code, stop = read_code(text), 90
    found = rule_proof(code, stop)
    assert isinstance(found, Period)
    if text != "8.[3]":
        assert (found.preperiod, found.period, found.saltus) == GROWING[text]
    assert [found.value(n) for n in range(130)] == code_values(code, 129)


@pytest.mark.nightly
def test_every_growing_period_of_two_hexadecimal_digits_is_proved() -> None:
    """All 71 codes whose values grow up to heap 400, of the 192 with a digit of 8 or more."""
    growing = 0
    for text in [f"0.{a}" for a in DIGITS[8:]] + [f"0.{a}{b}" for a in DIGITS for b in DIGITS[1:]]:
        code = read_code(text)
        if max(code.plain or (0,)) < 8:
            continue
        found = rule_proof(code, 400)
        if isinstance(found, Period):
            growing += found.saltus > 0
            assert [found.value(n) for n in range(401)] == code_values(code, 400), text
        else:
            assert not found.obstacle, (text, found.obstacle)
    assert growing == 71


@pytest.mark.parametrize("text", ["0.8", "4.[3]", pytest.param("0.3F", marks=pytest.mark.nightly)])
def test_no_other_formula_is_proved(text: str) -> None:
    code = read_code(text)
    seen = observed_period(code_values(code, 90))
    assert seen is not None
    assert obstacle(code, seen, Budget()) == ""
    for place in range(len(seen.values)):
        for value in {0, seen.values[place] + 1, seen.values[place] ^ 4} - {seen.values[place]}:
            values = [*seen.values]
            values[place] = value
            assert obstacle(code, replace(seen, values=tuple(values)), Budget()), (place, value)
    for saltus in (seen.saltus + 1, seen.saltus - 1):
        assert obstacle(code, replace(seen, saltus=saltus), Budget())


def agree(seed: int, count: int) -> None:
    rng = Random(seed)
    for _ in range(count):
        excluded = sorted(rng.sample(range(1, 16), rng.randint(1, 6)))
        rules = game(f"take all-but {{{', '.join(map(str, excluded))}}}")
        found = rules.period()
        assert found is not None
        assert found.status == "proved"
        g: list[int] = []
        for n in range(400):
            below = {g[m] for m in range(n) if n - m not in excluded}
            g.append(next(v for v in range(n + 1) if v not in below))
        assert [found.value(n) for n in range(400)] == g, excluded
        assert found.preperiod == 0 or len(excluded) > 3, "Sleator and Slusky 2012: sets of at most three have none"
        seen = observed_period(g)
        assert seen is None or (seen.preperiod, seen.period) == (found.preperiod, found.period), excluded


def test_the_period_of_all_but_a_few_takes_is_minimal_and_that_of_the_definition() -> None:
    agree(1, 12)


@pytest.mark.nightly
def test_five_hundred_periods_of_all_but_a_few_takes_are_those_of_the_definition() -> None:
    agree(first_seed(), 500)


def test_an_observed_period_names_what_its_proof_lacks() -> None:
    rule = game("take k where k % 3 != 0").period(60)
    assert rule is not None
    assert (rule.status, rule.obstacle) == ("observed", "no theorem covers this rule")
    code = read_code("0.8")
    seen = observed_period(code_values(code, 60))
    assert seen is not None
    assert obstacle(read_code("0.{3+}"), seen, Budget()) == "no theorem covers its digits"
    assert obstacle(read_code("0.G"), seen, Budget()) == "no theorem covers moves that leave four or more heaps"
    assert obstacle(read_code("0.C"), seen, Budget()).startswith("it ends at a larger heap")


def test_a_limit_ends_the_proof() -> None:
    with pytest.raises(LimitReached):
        rule_proof(read_code("0.8B"), 100, Budget(Limits(positions=300)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("nim", (0, 1, 1)), ("nim(max=3)", (0, 4, 0)), ("bash(min=2, max=5)", (0, 7, 0)), ("take any", (0, 1, 1))],
)
def test_the_period_of_a_game_with_a_theorem_is_proved(text: str, expected: tuple[int, int, int]) -> None:
    found = game(text).period()
    assert found is not None
    assert (found.preperiod, found.period, found.saltus, found.status) == (*expected, "proved")


@pytest.mark.parametrize("text", ["0.8", "0.3F", "4.[3]"])
def test_a_period_with_a_saltus_gets_no_certificate_of_another_theorem(text: str) -> None:
    ruleset = read_ruleset(text)
    with pytest.raises(InputError, match=r"has no certificate"):
        certify_period(ruleset, game(text).period(60), Budget())
