"""What grundy writes down is what it found, and the checker accepts it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.checker.sealed import checked

from grundy import read_game
from grundy.cli.main import main
from grundy.core import InputError, LimitReached, Limits, LoopyGame, Meter, Outcome
from grundy.notation import read_ruleset
from grundy.workflows.certify import Proof, certify
from grundy.workflows.certify_period import certify_period
from grundy.workflows.period import find_period
from grundy.workflows.solve import solve

GAMES = [
    "nim: 3 5 7",
    "nim: 0",
    "nim: 1 1",
    "kayles: 5 6",
    "4.07: 6 2",
    "0.8: 7",
    "take {2, 3, 7}: 9 8",
    "take 1..3 or split: 6",
    "wythoff: 3 4",
    "grundy: 9 5",
    "maze: ..#./...@",
    "graph: 2>1 3>2 4>1 4>2 @ 4 3",
    "bash(min=2, max=5, end=rest-loses): 12",
    "kayles: 4 + wythoff: 1 2 + nim: 2",
    "staircase: 0 1 2",
]


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("text", GAMES)
def test_the_strategy_of_a_solved_game_is_accepted_with_its_outcome(text: str, misere: bool, tmp_path: Path) -> None:
    certificate = certify(read_game(text), misere=misere)
    assert checked(certificate, tmp_path).status == "ACCEPTED"
    outcome = solve(text, misere=misere).outcome
    assert outcome is not None
    assert certificate.claim["outcome"] == outcome.value


@pytest.mark.parametrize("proof", ["labelling", "nimber"])
@pytest.mark.parametrize("text", [text for text in GAMES if "rest-loses" not in text])
def test_the_value_of_a_solved_game_is_accepted(text: str, proof: Proof, tmp_path: Path) -> None:
    certificate = certify(read_game(text), proof=proof)
    assert checked(certificate, tmp_path).status == "ACCEPTED"
    assert certificate.claim["value"] == solve(text).value


def test_a_nimber_proof_needs_fewer_positions_than_a_labelling() -> None:
    game = read_game("kayles: 9 8")
    assert len(certify(game, proof="nimber").entries) < len(certify(game, proof="labelling").entries) // 5


def test_only_the_winners_replies_are_listed() -> None:
    game = read_game("nim: 8 9 11")
    assert solve("nim: 8 9 11").outcome is Outcome.N
    assert len(certify(game).entries) < len(certify(game, proof="labelling").entries) // 5


@pytest.mark.parametrize(
    "name", ["kayles", "0.07", "4.0", "take {1, 3, 4}", "take 2..5", "0.F", "0.3", "0.0", "dawsons-chess"]
)
def test_a_proved_period_is_accepted(name: str, tmp_path: Path) -> None:
    ruleset = read_ruleset(name)
    found = find_period(ruleset, 20_000)
    assert found is not None
    certificate = certify_period(ruleset, found)
    assert checked(certificate, tmp_path).status == "ACCEPTED"
    assert (certificate.claim["n0"], certificate.claim["p"]) == (found.preperiod, found.period)


@pytest.mark.parametrize("code", ["0.16", pytest.param("0.0115", marks=pytest.mark.soak)])
def test_a_far_period_is_proved_by_rare_heaps_where_they_are_few(code: str, tmp_path: Path) -> None:
    ruleset = read_ruleset(code)
    found = find_period(ruleset, 1 << 20)
    assert found is not None
    certificate = certify_period(ruleset, found)
    assert certificate.kind == "repeat"
    assert checked(certificate, tmp_path).status == "ACCEPTED"


def test_what_is_not_proved_gets_no_certificate() -> None:
    for name in ("grundy", "divisors", "nim"):
        ruleset = read_ruleset(name)
        with pytest.raises(InputError, match="certificate"):
            certify_period(ruleset, find_period(ruleset, 500))
    with pytest.raises(InputError, match="values are for normal play"):
        certify(read_game("nim: 3"), misere=True, proof="nimber")


def test_games_that_loop_or_are_large_are_refused() -> None:
    with pytest.raises(LoopyGame):
        certify(read_game("graph: 1>2 2>1 @ 1"))
    with pytest.raises(LimitReached):
        certify(read_game("nim: 1000000"))
    with pytest.raises(LimitReached):
        certify(read_game("wythoff: 40 50 + wythoff: 30 30"), meter=Meter(Limits(positions=1000)))


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code, standard output and standard error of a command."""
    with pytest.raises(SystemExit) as end:
        main(words)
    told = capsys.readouterr()
    return int(end.value.code or 0), told.out, told.err


def test_the_commands_write_and_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, words in [
        ("a.cert", ("solve", "nim: 3 5 7", "--proof", "nimber")),
        ("b.cert.gz", ("period", "kayles")),
    ]:
        file = str(tmp_path / name)
        assert run(capsys, *words, "--certificate", file)[0] == 0
        assert run(capsys, "verify", file)[1].startswith(f"{file}: ACCEPTED")
        code, out, _ = run(capsys, "verify", "--json", file)
        assert (code, json.loads(out)["verdict"]) == (0, "accepted")
    bad = tmp_path / "bad"
    bad.write_bytes((tmp_path / "a.cert").read_bytes().replace(b'"value":1', b'"value":2'))
    assert run(capsys, "verify", str(bad))[0] == 5
    assert run(capsys, "verify", str(tmp_path / "missing"))[0] == 2


def test_an_answer_without_a_certificate_is_still_an_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.cert"
    code, out, err = run(capsys, "period", "grundy", "--certificate", str(file))
    assert (code, out[:6], err) == (
        2,
        "grundy",
        "grundy: no certificate was written: a certificate needs a proved period\n",
    )
    assert run(capsys, "solve", "-", "--certificate", str(file))[0] == 2
    assert not file.exists()
