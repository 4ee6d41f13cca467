"""Certificates of periods in two lengths: what is proved is accepted, and every other number is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.unit.checker.sealed import seal, verdict

from grundy.notation import read_family
from grundy.patterns.tail_periods import find_tail_periods
from grundy.workflows.proving.tails import certify_tails
from grundy_check import Verdict

PATH = {"family": "arc-kayles", "n": 1, "edges": [], "tails": [0, 0]}
CLAIM = {"p": 34, "least": 55, "width": 0, "path": 53, "begins": 52}


def said(folder: Path, game: dict[str, Any], claim: dict[str, Any], entries: int = 0) -> Verdict:
    header = {"grundy_cert": 1, "kind": "tails", "play": "normal", "game": game, "claim": claim}
    return verdict(folder, seal(header, [[0]] * entries), seconds=120.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("arc-kayles: star(b,c)", "for all b and all c >= 52, no smaller number"),
        ("node-kayles: path(2) with b at 0, c at 1", "for all b and all c >= 50, no smaller number"),
    ],
)
def test_what_the_theorem_proves_is_accepted(tmp_path: Path, text: str, words: str) -> None:
    family = read_family(text)
    assert family is not None
    certify_tails(find_tail_periods(family)).write(tmp_path / "some.cert")
    found = verdict(tmp_path, (tmp_path / "some.cert").read_bytes(), seconds=120.0)
    assert found.status == "ACCEPTED", found
    assert found.claim.endswith(f"g(b, c + 34) = g(b, c) {words}")


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
        ({"family": "nim"}, "UNSUPPORTED", "tails are for arc-kayles and node-kayles"),
        ({"family": "boxes"}, "UNSUPPORTED", "a family that is not known here"),
    ],
)
def test_another_graph_is_refused(tmp_path: Path, game: dict[str, Any], status: str, reason: str) -> None:
    found = said(tmp_path, PATH | game, CLAIM)
    assert found.status == status, found
    assert reason in found.reason


def test_a_period_that_fails_in_a_row_is_refused(tmp_path: Path) -> None:
    found = said(tmp_path, {"family": "arc-kayles", "n": 2, "edges": [[0, 1]], "tails": [1, 1]}, CLAIM)
    assert (found.status, found.reason[:28]) == ("REJECTED", "a length from 55 on has no p"), found


def test_entries_are_refused(tmp_path: Path) -> None:
    assert said(tmp_path, PATH, CLAIM, entries=1).status == "MALFORMED"
