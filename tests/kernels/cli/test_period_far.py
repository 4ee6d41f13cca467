"""`grundy period` with a journal, on several workers, and what it tells of a proof by a repeated state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.kernels.sequences.exact import near_far
from tests.terminal import Terminal

RULE = "0.7577"
SEED = 1 << 14
THEOREM = "state repeat with every value verified: no rare heap appears, so a window of values decides the next"
LINES = [
    "0.7577: period 255 from heap 16204 on, proved",
    f"checked up to heap {{checked_to}}: {THEOREM}",
    "rare heaps (6): 6, 13, 17, 23, 30, 40; window 44, smaller summands up to {depth}",
    "no smaller period: g(16205) != g(16205 + 85); g(16204) != g(16204 + 51); g(16204) != g(16204 + 15)",
]


@pytest.fixture(autouse=True)
def _near(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    near_far(monkeypatch, SEED)
    monkeypatch.chdir(tmp_path)


def answer(terminal: Terminal, *words: str) -> Any:
    code, found = terminal.json("period", *words)
    assert code == 0
    return found


@pytest.mark.nightly
def test_the_evidence_of_a_far_period_is_reported(terminal: Terminal) -> None:
    found = answer(terminal, RULE)
    evidence = found.pop("evidence")
    text = "".join(f"{line}\n" for line in LINES).format(checked_to=found["checked_to"], depth=evidence["depth"])
    assert terminal.run("period", RULE) == (0, text, "")
    assert found == {
        "schema": 1,
        "ruleset": RULE,
        "status": "proved",
        "preperiod": 16204,
        "period": 255,
        "saltus": 0,
        "checked_to": found["checked_to"],
        "theorem": THEOREM,
        "method": "sequence",
    }
    assert list(evidence) == ["mask", "flag", "tau", "rares", "seed", "window", "depth", "witnesses", "resumed_at"]
    assert evidence["rares"] == [6, 13, 17, 23, 30, 40]
    assert (evidence["seed"], evidence["window"]) == (SEED, 44)
    assert evidence["witnesses"] == [[3, 16205], [5, 16204], [17, 16204]]


@pytest.mark.nightly
def test_the_answer_is_the_same_with_two_workers_and_with_a_journal(terminal: Terminal) -> None:
    alone = answer(terminal, RULE)
    assert answer(terminal, RULE, "--workers", "2") == alone
    assert answer(terminal, RULE, "--journal", "here") == alone
    assert answer(terminal, RULE, "--journal", "here", "--resume", "--workers", "2") == alone  # it had no entry yet
    assert json.loads(Path("here").read_text(encoding="ascii").splitlines()[0])["ruleset"] == RULE


def test_resume_needs_a_journal(terminal: Terminal) -> None:
    message = "grundy: --resume needs --journal FILE\n  help: grundy period --help\n"
    assert terminal.run("period", RULE, "--resume") == (2, "", message)


@pytest.mark.nightly
def test_a_journal_that_is_there_another_rule_s_and_a_damaged_one_are_refused(terminal: Terminal) -> None:
    answer(terminal, RULE, "--journal", "here")
    message = "grundy: here already exists\n  help: add --resume to continue it\n"
    assert terminal.run("period", RULE, "--journal", "here") == (2, "", message)
    message = f"grundy: here is the journal of {RULE}; this is 4.36706\n"
    assert terminal.run("period", "4.36706", "--journal", "here", "--resume") == (6, "", message)
    content = Path("here").read_bytes()
    Path("here").write_bytes(content.replace(b"255", b"256"))
    code, out, err = terminal.run("period", RULE, "--journal", "here", "--resume")
    assert (code, out) == (5, "")
    assert err.startswith("grundy: here: line 2 has changed since it was written; the lines before it are intact ")


def test_a_period_that_begins_early_needs_no_journal(terminal: Terminal) -> None:
    found = answer(terminal, "0.77", "--journal", "here")
    assert (found["preperiod"], found["period"]) == (71, 12)
    assert "evidence" not in found
    assert not Path("here").exists()


def test_a_folder_that_is_not_there_is_reported_before_the_end(terminal: Terminal) -> None:
    code, out, err = terminal.run("period", RULE, "--journal", "nowhere/here")
    assert (code, out) == (2, "")
    assert err == "grundy: cannot write nowhere/here: no such directory\n"
