"""`--certified` prints what the independent checker accepted, and nothing where it accepted nothing."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.terminal import Terminal

from grundy.certificates import Certificate
from grundy.core import Limits
from grundy.workflows.proving import certify as proving
from grundy.workflows.proving import independent
from grundy_check import check

ACCEPTED: dict[str, tuple[tuple[str, ...], int, dict[str, Any]]] = {
    "an outcome": (("solve", "nim: 10 12 5"), 0, {"outcome": "N", "value": None}),
    "a value": (("solve", "nim: 10 12 5", "--proof", "nimber"), 0, {"outcome": "N", "value": 3}),
    "misere play": (("solve", "kayles: 5 3", "--misere"), 0, {"outcome": "N", "play": "misere"}),
    "a board": (("solve", "cram: 3x3", "--proof", "labelling"), 0, {"outcome": "P", "value": 0}),
    "a loopy value": (("solve", "graph: a>b b>a @ a", "--proof", "labelling"), 0, {"outcome": "D", "among": []}),
    "two sides": (("solve", "tic-tac-toe: X.O/.X./..O"), 0, {"outcome": "D"}),
    "a status": (("solve", "nim: 5 5", "--exit-status"), 1, {"outcome": "P"}),
    "a period": (("period", "kayles"), 0, {"period": 12, "preperiod": 71}),
    "a period of takes": (("period", "take {1, 3, 4}"), 0, {"period": 7, "preperiod": 0}),
    "a quotient": (("misere", "kayles", "--to", "6"), 0, {"heaps": 6, "order": 12}),
    "a counterexample": (("claim", "take 1..3", "P iff n % 5 == 0"), 1, {"verdict": "refuted"}),
    "a wrong value": (("claim", "take squares", "value <= 3"), 1, {"verdict": "refuted"}),
    "a claimed period": (("claim", "kayles", "periodic 24 from 80"), 0, {"verdict": "proved"}),
}
FEW = ["a value", "a claimed period"]


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.nightly) for name in ACCEPTED]
)
def test_an_answer_is_printed_with_what_the_checker_accepted(name: str, terminal: Terminal) -> None:
    words, status, expected = ACCEPTED[name]
    code, told = terminal.json(*words, "--certified")
    assert code == status
    assert told["certified"] is True
    assert {key: told[key] for key in expected} == expected
    assert told["check"]["claim"]
    code, out, err = terminal.run(*words, "--certified")
    assert (code, err) == (status, "")
    assert "\nChecked by grundy-check: accepted (" in out
    assert f" claim: {told['check']['claim']} " in f" {' '.join(out.split())} ".replace(" theorem: ", " ")


REFUSED: dict[str, tuple[tuple[str, ...], int, str]] = {
    "holds": (("claim", "take squares", "value <= 30", "--to", "50"), 2, "so it has no certificate"),
    "no kind": (("claim", "take 1..K", "P iff n % (K + 1) == 0 for all K >= 1"), 2, "have no certificate"),
    "observed": (("period", "take squares", "--to", "200"), 2, "a certificate needs a proved period"),
    "no value": (("solve", "notakto: 3x3", "--proof", "nimber"), 2, "in misère play a strategy is certified"),
    "moves": (("solve", "nim: 5", "--moves"), 2, "cannot be combined with --moves"),
    "format": (("claim", "nim", "P iff n == 0", "--format", "latex"), 2, "cannot be combined with --format"),
    "a limit": (("solve", "sprouts: 12", "--limit-seconds", "0"), 4, ""),
}


@pytest.mark.parametrize("name", REFUSED)
def test_nothing_is_printed_where_nothing_can_be_certified(name: str, terminal: Terminal) -> None:
    words, status, message = REFUSED[name]
    code, out, err = terminal.run(*words, "--certified")
    assert (code, out) == (status, "")
    assert err.startswith("grundy: ")
    assert message in err


def lying(kind: str) -> Any:

    def write(self: Certificate) -> Iterator[bytes]:
        claim: Mapping[str, Any] = {**self.claim, **({"value": 2} if kind == "value" else {"outcome": "P"})}
        claim = {key: found for key, found in claim.items() if key != "move"}
        yield from plain(Certificate(self.kind, self.play, self.game, claim, self.entries, self.note))

    plain = Certificate.lines
    return write


@pytest.mark.parametrize("kind", ["value", "outcome"])
def test_a_false_certificate_ends_in_an_error_and_leaves_no_file(
    kind: str, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Certificate, "lines", lying(kind))
    proof = "nimber" if kind == "value" else "strategy"
    file = tmp_path / "nim.cert"
    code, out, err = terminal.run("solve", "nim: 3", "--certified", "--proof", proof, "--certificate", str(file))
    assert (code, out) == (70, "")
    assert "grundy-check rejected the certificate" in err
    assert not file.exists()


def test_a_solver_that_is_wrong_prints_nothing(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.games.heaps.nim.Nim.known_value", lambda _, heap: heap + 1)
    monkeypatch.setattr(proving, "agreeing", lambda certificate, _: certificate)
    code, out, err = terminal.run("solve", "nim: 3 5", "--certified", "--proof", "nimber")
    assert out == ""
    assert code not in (0, 1)
    assert err.startswith("grundy: ")


def test_the_certificate_is_saved_when_it_is_accepted(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "kayles.cert.gz"
    code, out, err = terminal.run("period", "kayles", "--certified", "--certificate", str(file))
    assert code == 0
    assert out.startswith("kayles: period 12 from heap 71 on, proved\nChecked by grundy-check: accepted (0 entries).\n")
    assert err == f"certificate: {file}; grundy verify {file} checks it again\n"
    assert check(str(file)).status == "ACCEPTED"


def test_a_limit_of_the_checker_is_a_limit(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    late = independent.CheckerVerdict("LIMIT", "the 1-second limit was reached", "", "", 0)
    monkeypatch.setattr(independent, "_run_checker", lambda *_: late)
    code, out, err = terminal.run("period", "kayles", "--certified")
    assert (code, out) == (4, "")
    assert err == "grundy: grundy-check reached a limit: the 1-second limit was reached\n"


def test_the_checker_runs_alone_in_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "grundy_check.py").write_text("def check(*_, **__): return ['ACCEPTED', '', '', '', 0]\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    file = tmp_path / "broken.cert"
    file.write_text("{}\n")
    assert independent._run_checker(file, Limits()).status == "MALFORMED"
    assert "grundy." not in independent.CHECK
    assert "import grundy\n" not in independent.CHECK


def test_the_file_that_is_checked_is_private(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def look(path: Path, limits: Limits) -> independent.CheckerVerdict:
        seen.append(stat.S_IMODE(path.parent.stat().st_mode))
        return checked(path, limits)

    checked = independent._run_checker
    monkeypatch.setattr(independent, "_run_checker", look)
    assert json.loads(terminal.run("solve", "nim: 3", "--certified", "--json")[1])["certified"] is True
    assert seen == [0o700]
