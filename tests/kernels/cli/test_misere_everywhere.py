"""Misere play is answered wherever normal play is: from files as from notation, and large sums by the quotient."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grundy import Limits, Outcome, game
from grundy.cli.main import main
from grundy.core import Budget
from grundy.notation import read_ruleset
from grundy.workflows.claims.known import knowledge
from grundy.workflows.computing.p_positions import p_positions

RULES = """
def taking(n):
    return [n - k for k in (1, 2, 3) if k <= n]
"""


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int | str | None, str]:
    with pytest.raises(SystemExit) as end:
        main(words)
    return end.value.code, capsys.readouterr().out


def test_rules_from_a_file_have_the_quotient_of_the_same_rule_in_notation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rules.py"
    file.write_text(RULES)
    code, out = told(capsys, "misere", f"{file}:taking", "--to", "12", "--json")
    mine, theirs = json.loads(out), json.loads(told(capsys, "misere", "take 1..3", "--to", "12", "--json")[1])
    assert code == 0
    assert mine["ruleset"] == f"{file}:taking"
    for key in ("order", "orders", "tame", "elements", "p_portion", "images", "heaps", "relations"):
        assert mine[key] == theirs[key]


@pytest.mark.parametrize("text", ["kayles", "0.123", "grundy", "dawsons-kayles"])
def test_misere_p_positions_equal_those_of_the_whole_search(text: str) -> None:
    rules = read_ruleset(text)
    searched = [n for n, value in enumerate(game(text).values(18, misere=True)) if value == 0]
    assert p_positions(rules, 18, misere=True).tolist() == searched


def test_misere_p_positions_of_a_proved_quotient_continue_forever(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("values", "0.123", "--misere", "--p-positions", "--json", "--limit-seconds", "20")
    far = json.loads(told(capsys, *words, "--to", "100000")[1])["p_positions"]
    near = json.loads(told(capsys, *words, "--to", "40")[1])["p_positions"]
    assert far[: len(near)] == near
    assert {n % 5 for n in far if n > 10} == {0, 1}


def test_a_claim_about_misere_kayles_is_proved_by_its_quotient(capsys: pytest.CaptureFixture[str]) -> None:
    claim = "P iff n in {1, 4, 9, 12, 20}"
    code, out = told(capsys, "claim", "kayles", claim, "--misere", "--json", "--limit-seconds", "20")
    answer = json.loads(out)
    assert (code, answer["verdict"]) == (0, "proved")
    assert "misère quotient of kayles has 40 elements" in answer["theorem"]
    code, out = told(capsys, "claim", "kayles", "P iff n in {1, 4, 9, 12}", "--misere", "--json")
    assert (code, json.loads(out)["counterexample"]["position"]) == (1, "20")


def test_what_the_quotient_says_of_single_heaps_is_what_a_search_finds() -> None:
    for text in ("kayles", "0.123"):
        lost = knowledge(read_ruleset(text), 1, misere=True).lost
        assert lost is not None
        assert [lost.at(n) for n in range(20)] == [int(v == 0) for v in game(text).values(19, misere=True)]
    assert knowledge(read_ruleset("0.3122"), 1, misere=True, budget=Budget(Limits(seconds=0.2))).lost is None


@pytest.mark.nightly
def test_a_large_misere_sum_is_drawn_at_once_and_as_it_is_solved(tmp_path: Path) -> None:
    diagram = game("kayles").graph(game("kayles")(7)[0], misere=True)
    for node in diagram.nodes:
        assert node.outcome is game_outcome(node.text)
    with pytest.raises(SystemExit) as code:
        main(["graph", "kayles: 100 50 3", "--misere", "--out", str(tmp_path / "a.dot")])
    assert code.value.code == 0


def game_outcome(text: str) -> Outcome | None:
    rules = game("kayles")
    return rules.solve(rules.ruleset.read(text), misere=True).outcome


def test_two_heaps_of_misere_kayles_are_compared_by_the_quotient(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("claim", "kayles", "N iff a + b > 0 from 60", "--misere", "--to", "70", "--json")
    answer = json.loads(told(capsys, *words)[1])
    assert (answer["verdict"], answer["counterexample"]["actual"]) == ("refuted", "P")
    assert game_outcome(answer["counterexample"]["position"]) is Outcome.P
