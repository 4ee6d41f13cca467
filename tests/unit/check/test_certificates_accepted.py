"""True certificates are accepted, and the checker's rules are those of plain recursion."""

from __future__ import annotations

import re
import runpy
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from tests.unit.check import plain_rules
from tests.unit.check.plain_claims import is_true
from tests.unit.check.sealed import AUTOMATON, STAR, header, parts_of, rare, samples, seal, verdict

from grundy import read_game
from grundy.core import read_code
from grundy.sequences import rule_period
from grundy.workflows.proving.periods import certify_period
from grundy_check import rare as rare_module
from grundy_check.__main__ import main
from grundy_check.games import FAMILIES

SAMPLES = samples()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_true_certificate_of_every_kind_and_family_is_accepted(name: str, tmp_path: Path) -> None:
    head, entries = SAMPLES[name]
    found = verdict(tmp_path, seal(head, entries))
    assert (found.status, found.reason, found.entries) == ("ACCEPTED", "", len(entries))
    assert re.search(r"\((.*)?\d{4}(\)|;)", found.theorem), "a theorem with its author and year"
    assert found.trusted.endswith(", this program, and Python")
    assert ("arcs in the file" in found.trusted) == (head["game"]["family"] == "graph")
    assert ("in games.py" in found.trusted) == (head["game"]["family"] != "graph")
    for said in (found.claim, found.theorem, found.trusted):
        assert said
        assert said in str(found)
    assert is_true(head, entries)


def test_a_move_back_to_where_it_came_from_is_infinite(tmp_path: Path) -> None:
    game = {"family": "graph", "arcs": [[0]]}
    found = verdict(tmp_path, seal(header("loops", game, {"start": "0", "among": []}), [["0", -1]]))
    assert (found.status, found.claim) == (
        "ACCEPTED",
        "in normal play of graph (arcs [[0]]): the loopy value of 0 is inf{}",
    )


def positions(game: dict[str, Any]) -> list[str]:
    """Positions of at most 12 cells, vertices or tokens."""
    family = game["family"]
    if family == "graph":
        return list(map(str, range(len(game["arcs"]))))
    seen = {plain_rules.read(game, game.pop("start"))}
    todo = list(seen)
    for position in todo:
        new = plain_rules.left(game, position) - seen
        seen |= new
        todo += new
    return [plain_rules.show(game, position) for position in todo]


@pytest.mark.parametrize(
    "game",
    [
        {"family": "nim", "start": "2+4+6"},
        {"family": "subtraction", "set": [2, 3, 7], "start": "5+7"},
        {"family": "take-break", "code": "0.77", "start": "12"},
        {"family": "take-break", "code": "4.07", "start": "9"},
        {"family": "take-break", "code": "8.C1F", "start": "9"},
        AUTOMATON | {"start": "0:5+1:7"},
        {"family": "cram", "rows": 3, "cols": 4, "start": "..../..../...."},
        {"family": "cram", "rows": 1, "cols": 9, "start": "..#......"},
        {"family": "chomp", "rows": 3, "cols": 4, "start": "4,4,4"},
        STAR | {"start": "0,1,2,3,4,5"},
        {"family": "graph", "arcs": [[], [0], [0, 1], [1], [3, 2]]},
    ],
    ids=lambda game: "-".join(map(str, list(game.values())[:2])),
)
def test_the_moves_of_a_family_are_those_of_plain_rules_on_all_small_positions(game: dict[str, Any]) -> None:
    shown = positions(game := dict(game))
    rule = FAMILIES[game["family"]](game)
    value, _ = plain_rules.solver(game, misere=False)
    assert len(shown) > 4
    for text in shown:
        assert rule.options(rule.position(text)) == plain_rules.options(game, text)
        total = 0
        for part in parts_of(rule, text):
            assert parts_of(rule, part) == [part]
            total ^= value(plain_rules.read(game, part))
        assert total == value(plain_rules.read(game, text))


def test_values_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = seal(*rare("0.055"))
    assert verdict(tmp_path, data).status == "ACCEPTED"
    monkeypatch.setattr(rare_module, "WIDE", 8)
    assert (verdict(tmp_path, data).status, verdict(tmp_path, data).reason) == ("UNSUPPORTED", "a value of 8 or more")


def test_a_code_that_leaves_three_heaps_has_its_own_window(tmp_path: Path) -> None:
    found = rule_period(read_code("0.F"), 400)
    assert found is not None
    made = certify_period(read_game("0.F: 1").summands[0].ruleset, found)
    assert made.claim["parts"] == 3
    assert verdict(tmp_path, b"".join(made.lines())).status == "ACCEPTED"


def test_the_package_runs_as_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "some.cert"
    file.write_bytes(seal(*SAMPLES["cram"]))
    monkeypatch.setattr(sys, "argv", ["grundy-check", str(file)])
    with pytest.raises(SystemExit) as end, pytest.warns(RuntimeWarning):
        runpy.run_module("grundy_check.__main__", run_name="__main__")
    assert end.value.code == 0


def test_the_exit_code_says_the_verdict_when_nobody_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(StringIO):
        def write(self, _: str, /) -> int:
            raise BrokenPipeError

    good, bad = tmp_path / "good.cert", tmp_path / "bad.cert"
    good.write_bytes(seal(*SAMPLES["cram"]))
    bad.write_bytes(b"no certificate")
    monkeypatch.setattr(sys, "stdout", Closed())
    assert main([str(good), str(bad)]) == 5
    assert sys.stdout is None


def test_a_sample_is_an_audit_and_no_proof(tmp_path: Path) -> None:
    data = seal(*SAMPLES["0.55 rare"])
    assert verdict(tmp_path, data, sample=1).exit_code == 9
    assert verdict(tmp_path, data, sample=0).reason == "only 0 blocks, drawn at random, were verified"
    assert verdict(tmp_path, seal(*SAMPLES["0.77 period"]), sample=1).exit_code == 0


def test_the_command_prints_one_verdict_for_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_bytes(seal(*SAMPLES["0.77 period"]))
    bad.write_bytes(b"no certificate\n")
    assert main([str(good)]) == 0
    assert "G(n + 12) = G(n) for every heap n >= 71" in capsys.readouterr().out
    assert main([str(good), str(bad), str(tmp_path / "missing")]) == 5
    assert "bad: MALFORMED: line 1: " in capsys.readouterr().out


def test_the_claim_of_every_sample_is_stated_in_words(tmp_path: Path) -> None:
    said = {name: verdict(tmp_path, seal(*data)).claim for name, data in SAMPLES.items()}
    assert said["nim: 3 5 7 strategy"].startswith(
        "in normal play of nim: the player to move from 3+5+7 wins, for instance"
    )
    assert said["nim: 0 strategy"] == "in misere play of nim: the player to move from 0 wins"
    assert said["cram"].endswith("the Grundy value of .../.../... is 0")
    assert said["automaton"].endswith("in every state")
    assert "a quotient of order 6" in said["quotient"]
