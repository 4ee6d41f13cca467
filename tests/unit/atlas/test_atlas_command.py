"""`grundy atlas`: lists, one fact, verdicts with their exit codes, drafts, refusals."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

from tests.terminal import Terminal

KEPT = str(Path(__file__).parents[2] / "data" / "0.1.0" / "atlas")


def test_facts_are_listed_and_counted(terminal: Terminal) -> None:
    code, out, _ = terminal.run("atlas", "find", "period", "--most", "1", "--atlas", KEPT)
    assert (code, out) == (0, "period: 0.07 has period 34 from heap 53 on\n3 facts, the first 1 are listed\n")
    code, found = terminal.json("atlas", "find", "--value", "P", "--atlas", KEPT)
    assert (code, found["count"], found["facts"][0]["id"]) == (0, 1, "outcome")


def test_a_fact_is_shown(terminal: Terminal) -> None:
    code, out, _ = terminal.run("atlas", "show", "outcome", "--atlas", KEPT)
    assert (code, out.splitlines()[0]) == (0, "outcome: nim: 1 2 3 is a P-position")
    assert "evidence: certificate nim.cert.gz" in out


def test_the_exit_code_says_wrong_before_limit_before_right(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.run("atlas", "verify", "value", "moves", "--atlas", KEPT)[:2] == (
        0,
        "2 right, 0 wrong, 0 not checked because of a limit, 0 only quoted\n",
    )
    code, found = terminal.json("atlas", "verify", "value", "--limit-seconds", "0", "--atlas", KEPT)
    assert (code, found["limit"], found["facts"][0]["result"]) == (4, 1, "limit")
    copytree(KEPT, tmp_path / "atlas")
    (tmp_path / "atlas" / "nim.cert.gz").write_bytes(b"")
    code, out, _ = terminal.run("atlas", "verify", "value", "outcome", "--atlas", str(tmp_path / "atlas"))
    assert code == 1
    assert "outcome by checksum" in out
    (tmp_path / "atlas" / "manifest.jsonl").write_text("torn", encoding="utf-8")
    assert terminal.run("atlas", "find", "--atlas", str(tmp_path / "atlas"))[0] == 5


def test_a_fact_that_is_not_a_sequence_has_no_draft(terminal: Terminal) -> None:
    assert terminal.run("atlas", "draft", "value", "--atlas", KEPT)[::2] == (
        2,
        "grundy: value is not a sequence of values with a title\n",
    )
    assert terminal.run("atlas", "draft", "values", "--atlas", KEPT)[::2] == (
        2,
        "grundy: values is A002186: expected a sequence without an entry\n",
    )
    assert terminal.run("atlas", "show", "nothing", "--atlas", KEPT)[::2] == (
        2,
        "grundy: expected the identifier of a fact, found 'nothing'\n  help: grundy atlas find lists them\n",
    )
