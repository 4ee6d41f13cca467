"""Certificates of periods in two lengths: what is proved is accepted, and every other number is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.unit.check.sealed import seal, verdict

from grundy.notation import read_family
from grundy.patterns.tail_periods import find_tail_periods
from grundy.workflows.proving.periods import certify_tails
from grundy_check import Verdict

PATH = {"family": "arc-kayles", "n": 1, "edges": [], "tails": [0, 0]}
CLAIM = {"p": 34, "least": 55, "width": 0, "path": 53, "begins": 52}


def said(folder: Path, game: dict[str, Any], claim: dict[str, Any], entries: int = 0) -> Verdict:
    header = {"grundy_cert": 1, "kind": "tails", "play": "normal", "game": game, "claim": claim}
    return verdict(folder, seal(header, [[0]] * entries), seconds=120.0)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("arc-kayles: star(b,c)", "for all b and all c >= 52, the smallest such number"),
        pytest.param(
            "node-kayles: path(2) with b at 0, c at 1",
            "for all b and all c >= 50, the smallest such number",
            marks=pytest.mark.nightly,
        ),
        ("0.33: star(2,2,b,c)", "for all b and all c >= 0, the smallest such number"),
        ("0.15: star(1,b,c)", "for all b and all c >= 20, the smallest such number"),
        pytest.param(
            "0.4: star(1,b,c)",
            "outside the strip |b - c| < 10, and along it; it has no common beginning for all b",
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_what_the_theorem_proves_is_accepted(tmp_path: Path, text: str, words: str) -> None:
    family = read_family(text)
    assert family is not None
    proved = find_tail_periods(family)
    certify_tails(proved).write(tmp_path / "some.cert")
    found = verdict(tmp_path, (tmp_path / "some.cert").read_bytes(), seconds=120.0)
    assert found.status == "ACCEPTED", found
    assert "in tails.py" in found.trusted
    assert proved.regular is not None
    assert found.claim.endswith(f"g(b, c + {proved.regular.period}) = g(b, c) {words}")


@pytest.mark.parametrize(
    ("wrong", "status", "reason"),
    [
        ({"p": 17}, "REJECTED", "paths have no period 17 from 53 on"),
        ({"path": 52, "least": 54}, "REJECTED", "paths have no period 34 from 52 on"),
        ({"least": 54}, "REJECTED", "least is at least 55, and at least the width"),
        ({"width": 56}, "REJECTED", "least is at least 55, and at least the width"),
        ({"begins": 51}, "REJECTED", "for all b the period begins at 52"),
        ({"begins": None}, "REJECTED", "for all b the period begins at 52"),
        ({"least": 10**6}, "LIMIT", "are more than"),
        ({"p": 0}, "MALFORMED", ""),
    ],
)
def test_another_number_is_refused(tmp_path: Path, wrong: dict[str, Any], status: str, reason: str) -> None:
    found = said(tmp_path, PATH, CLAIM | wrong)
    assert found.status == status, found
    assert reason in found.reason


@pytest.mark.parametrize(
    ("game", "status", "reason"),
    [
        ({"n": 2, "edges": []}, "MALFORMED", "expected a connected graph without loops"),
        ({"edges": [[0, 0]]}, "MALFORMED", "expected a connected graph without loops"),
        ({"tails": [0, 1]}, "MALFORMED", ""),
        ({"tails": [0]}, "MALFORMED", ""),
        ({"family": "nim"}, "UNSUPPORTED", "tails is for arc-kayles, node-kayles, take-break"),
        ({"family": "boxes"}, "UNSUPPORTED", "this kind or family is not supported"),
    ],
)
def test_another_graph_is_refused(tmp_path: Path, game: dict[str, Any], status: str, reason: str) -> None:
    found = said(tmp_path, PATH | game, CLAIM)
    assert found.status == status, found
    assert reason in found.reason


CODED = {"family": "take-break", "code": "0.15", "n": 2, "edges": [[0, 1]], "tails": [0, 0]}
BEGINS_20 = {"p": 10, "least": 20, "width": 0, "path": 1, "begins": 20}
FORGED_CODES = [f"0.{n:02o}" for n in range(1, 64) if n not in {0o15, 0o10}]
"""Other codes of two digits; 0.10 is 0.1."""


@pytest.mark.parametrize("code", FORGED_CODES)
def test_the_period_of_a_code_is_refused_of_another(tmp_path: Path, code: str) -> None:
    found = said(tmp_path, CODED | {"code": code}, BEGINS_20)
    assert found.status == "REJECTED", found


@pytest.mark.parametrize("begins", [None, *range(20), *range(21, 41)])
def test_another_beginning_of_the_period_of_a_code_is_refused(tmp_path: Path, begins: int | None) -> None:
    found = said(tmp_path, CODED, BEGINS_20 | {"begins": begins})
    assert (found.status, found.reason) == ("REJECTED", "for all b the period begins at 20")


@pytest.mark.parametrize("p", [*range(1, 10), 11, 15, 25, 29])
def test_a_number_that_is_not_a_period_of_a_code_is_refused(tmp_path: Path, p: int) -> None:
    found = said(tmp_path, CODED, BEGINS_20 | {"p": p})
    assert (found.status, found.reason) == ("REJECTED", f"paths have no period {p} from 1 on")


@pytest.mark.parametrize("least", range(20))
def test_a_period_of_a_code_that_begins_earlier_is_refused(tmp_path: Path, least: int) -> None:
    assert said(tmp_path, CODED, BEGINS_20 | {"least": least}).status == "REJECTED"


@pytest.mark.parametrize(
    ("game", "status", "reason"),
    [
        ({"code": "4.15"}, "MALFORMED", "expected a code with digits up to 7 after 0."),
        ({"code": "0.18"}, "MALFORMED", "expected a code with digits up to 7 after 0."),
        ({"code": "0."}, "MALFORMED", "expected a code with digits up to 7 after 0."),
        ({"code": "0.x"}, "MALFORMED", "expected a text"),
        ({"code": None}, "MALFORMED", "expected a text"),
        ({"family": "arc-kayles"}, "MALFORMED", "expected an object with the keys edges family n tails"),
        ({"set": [1]}, "MALFORMED", "expected an object with the keys code edges family n tails"),
        ({"n": 3, "edges": [[0, 1], [1, 2]]}, "REJECTED", ""),
        ({"n": 3, "edges": [[0, 1], [0, 2]]}, "REJECTED", ""),
        ({"tails": [0, 1]}, "REJECTED", "for all b the period begins at"),
        (
            {"code": "0.0000007", "n": 40, "edges": [[v, w] for v in range(40) for w in range(v)]},
            "LIMIT",
            "are more than 5000",
        ),
    ],
)
def test_another_game_on_a_graph_is_refused(tmp_path: Path, game: dict[str, Any], status: str, reason: str) -> None:
    found = said(tmp_path, CODED | game, BEGINS_20)
    assert found.status == status, found
    assert reason in found.reason


def test_a_period_that_fails_in_a_row_is_refused(tmp_path: Path) -> None:
    found = said(tmp_path, {"family": "arc-kayles", "n": 2, "edges": [[0, 1]], "tails": [1, 1]}, CLAIM)
    assert (found.status, found.reason[:28]) == ("REJECTED", "for the other length 2, the "), found


def test_entries_are_refused(tmp_path: Path) -> None:
    assert said(tmp_path, PATH, CLAIM, entries=1).status == "MALFORMED"
