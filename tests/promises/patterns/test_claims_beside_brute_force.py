"""Random claims get the verdict of brute force, whatever the limits (the harness is `soak_claims`)."""

from __future__ import annotations

import pytest
from tests.promises.patterns.soak_claims import HARNESS
from tests.soaking import Run, soak

import grundy
from grundy.patterns import Judgement
from grundy.workflows.claims import claim


def told(number: int, seed: int) -> tuple[int, list[str]]:
    lines: list[str] = []
    found = soak(HARNESS, Run(number, seed=seed), lines.append)
    return sum(found[name] for name in (*HARNESS.bad, "failed")), lines


def test_no_verdict_is_wrong_and_no_claim_ends_in_an_internal_error() -> None:
    assert told(30, 1_000_700)[0] == told(8, 1_000_970)[0] == 0


def test_a_theorem_refutes_where_more_positions_would_be_compared_than_a_limit_lets() -> None:
    found = grundy.game("take 1..1").claim("value == (a % 2) ^ (b % 2) ^ (b & 32768)")
    assert found.counterexample is not None
    assert found.counterexample[:3] == ("0 32768", 32768, 0)


def test_the_harness_finds_a_theorem_that_proves_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "judge", lambda *_: Judgement("faith"))
    bad, lines = told(30, 1_000_700)
    assert bad
    assert any("wrong:" in line for line in lines)


def test_the_harness_finds_a_theorem_that_refutes_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "judge", lambda *_: Judgement("doubt", (7,), claimed=1))
    bad, lines = told(30, 1_000_700)
    assert bad
    assert any("please report" in line for line in lines)
