"""Positions told by two lengths: what the commands say of them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from grundy.cli.generate import claim, explore, period
from grundy.core import Budget, InputError, LimitReached, Limits
from grundy.notation import read_family
from grundy.workflows.claims.two_lengths import TwoLengths, _decided, check_lengths, two_lengths

PATH = "arc-kayles: star(b,c)"


def family(text: str, most: int | None = None) -> TwoLengths:
    graph = read_family(text)
    assert graph is not None
    return two_lengths(graph, most)


@pytest.fixture(scope="module")
def path() -> TwoLengths:
    return family(PATH)


def test_the_period_is_reported_for_all_lengths(path: TwoLengths) -> None:
    assert path.explain().split("\n")[:4] == [
        "arc-kayles: star(b,c): period 34 in b and in c, proved for all lengths",
        "g(b, c + 34) = g(b, c) for c >= 55, g(b + 34, c) = g(b, c) for b >= 55",
        "g(b + 34, c + 34) = g(b, c) for b, c >= 55",
        "for all b the period in c begins at 52, and no smaller number works for all",
    ]


@pytest.mark.parametrize(
    ("text", "verdict", "told"),
    [
        ("periodic 34 from 52", "proved", "Proved for all b and all c >= 52: "),
        ("periodic 68 from 60", "proved", "Proved for all b and all c >= 60: "),
        ("periodic 34 from 51", "refuted", "Refuted: g(0, 51) = 2, but g(0, 85) = 9."),
        ("periodic 17 from 1000", "refuted", "Refuted: "),
        ("value <= 9", "proved", "Proved by a table that contains every value: "),
        ("value <= 8", "refuted", "Refuted at b = "),
        ("P iff b + c == 999", "refuted", "Refuted at b = 0, c = 0: the value is 0."),
        ("value >= 0 * b", "holds", "It holds for b, c < 400. This is not a proof."),
    ],
)
def test_claims_are_proved_refuted_or_hold(path: TwoLengths, text: str, verdict: str, told: str) -> None:
    found = _decided(path, text)
    assert found.verdict == verdict, found
    assert found.told.startswith(told), found
    if found.counterexample is not None and text.startswith("periodic"):
        (b, c), p = found.counterexample, int(text.split()[1])
        assert c >= int(text.split()[3])
        assert path.found.value(b, c) != path.found.value(b, c + p)


def test_without_a_proof_nothing_is_proved() -> None:
    found = family("arc-kayles: star(1,b,c)", 100)
    assert found.explain() == "arc-kayles: star(1,b,c): the values for b, c < 100 prove no period"
    assert _decided(found, "periodic 34 from 90").verdict == "holds"
    with pytest.raises(InputError, match="expected a table of 1 to 10000 lengths, found 0"):
        family(PATH, 0)


@pytest.mark.nightly
def test_a_small_table_refutes_first_and_a_limit_states_how_far_it_was_compared() -> None:
    graph = read_family("arc-kayles: star(3,b,c)")
    assert graph is not None
    assert check_lengths(graph, "value == b").counterexample == (0, 0)
    found = check_lengths(graph, "value <= 57", budget=Budget(Limits(seconds=None, memory=1 << 25)))
    assert (found.verdict, found.told) == ("holds", "It holds for b, c < 64. This is not a proof.")
    assert "the memory limit" in found.reason
    assert found.to_dict()["reason"] == found.reason
    with pytest.raises(LimitReached):  # no small table reaches so far
        check_lengths(graph, "periodic 34 from 5000", budget=Budget(Limits(seconds=None, memory=1 << 25)))
    nothing = check_lengths(graph, "periodic 34 from 5000", 60)
    assert nothing.told == "Nothing was compared: the lengths b, c < 60 do not reach the claim."


def test_a_table_without_a_proof_still_shows_its_observations() -> None:
    found = family("0.15: star(1,b,c)", 50)
    assert found.status == "observed"
    assert found.told() == [
        "the values for b, c < 50 prove no period; they show",
        "g(b, c + 10) = g(b, c) for c >= 20, g(b + 10, c) = g(b, c) for b >= 20",
        "g(b + 10, c + 10) = g(b, c) for b, c >= 20",
        "a table of 64 lengths may prove it",
    ]
    assert found.to_dict()["seen"] == {"period": 10, "least": 20, "width": 0}


@pytest.mark.parametrize("text", ["same as 0.07", "P iff n % 4 == 0", "value == a + b"])
def test_a_claim_about_something_else_is_refused(path: TwoLengths, text: str) -> None:
    with pytest.raises(InputError, match="or a claim in the lengths b and c"):
        _decided(path, text)


@pytest.mark.nightly
def test_the_commands_know_families() -> None:
    run = CliRunner().invoke
    told = json.loads(run(period, [PATH, "--json"]).output)
    assert (told["period"], told["least"], told["width"], told["period_in_c"]["preperiod"]) == (34, 55, 0, 52)
    assert run(explore, [PATH]).output.startswith("b\\c   0   1   2")
    assert "Proved" in run(claim, [PATH, "periodic 34 from 52"]).output
    assert "allow no --misere" in run(claim, [PATH, "periodic 34 from 52", "--misere"]).output
    assert "allow neither --misere nor --code" in run(explore, [PATH, "--code", "python"]).output
    assert "--journal FILE is for rulesets on single heaps" in run(period, [PATH, "--journal", "j"]).output
