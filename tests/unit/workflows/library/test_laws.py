"""Evidence of claims about all P-positions: certificates that the checker accepts, and files for Walnut."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from grundy.core import Budget, InputError
from grundy.notation import read_ruleset
from grundy.workflows.claims.claim import check_claim
from grundy.workflows.library.evidence import check_certificate, claim_certificate
from grundy.workflows.library.laws import certify_rule, write_walnut

PROVED = {
    ("take 1..3", "P iff n % 4 == 0"): "P iff n % 4 == 0",
    (
        "take k where 2 * k <= n",
        "P iff is_power(n + 1, 2)",
    ): "the automaton with 3 states accepts exactly the P-positions",
    ("take any", "P iff a ^ b ^ c == 0"): "P iff a ^ b ^ c == 0",
    ("take any", "N iff a != b"): "P iff not a != b",
    ("take i, j of x, y where i == 0 or j == 0", "P iff a == b"): "P iff a == b",
    ("vectors(steps={(1,0),(0,1)})", "P iff (a + b) % 2 == 0"): "P iff (a + b) % 2 == 0",
}
"""Rules and claims, with what the checker says."""


@pytest.mark.parametrize(
    ("rule", "claim", "misere", "said"),
    [
        ("take 1..3", "value == n % 4", False, "normal play .*value == n % 4"),
        ("take 1..3", "P iff n % 4 == 1", True, "misere play .*P iff n % 4 == 1"),
        ("take k where 2 * k <= n", "N iff n % 3 < 2 or not is_power((n + 1) // 3, 2)", True, "4 states accepts"),
    ],
)
def test_values_and_misere_laws_have_certificates_that_the_checker_accepts(
    rule: str, claim: str, misere: bool, said: str
) -> None:
    found = check_claim(read_ruleset(rule), claim, 8, misere=misere)
    verdict = check_certificate(claim_certificate(found))
    assert (verdict.status, verdict.reason) == ("ACCEPTED", "")
    assert re.search(said, verdict.claim)


@pytest.mark.parametrize(
    ("rule", "misere", "said"),
    [
        ("take k where 2 * k <= n", False, "3 states accepts exactly the P-positions"),
        ("take k where 2 * k <= n", True, "4 states accepts exactly the P-positions"),
        ("take k where k % 3 == 1", False, "5 states gives the values of all positions"),
        ("take k of a or take k of b or take k, k of a, b", False, "8 states accepts exactly the P-positions"),
    ],
)
def test_the_law_of_a_rule_has_a_certificate_that_the_checker_accepts(rule: str, misere: bool, said: str) -> None:
    verdict = check_certificate(certify_rule(read_ruleset(rule), misere=misere, budget=Budget()))
    assert (verdict.status, verdict.reason) == ("ACCEPTED", "")
    assert said in verdict.claim


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("take k where 3 * k <= n", "none for progressions of P-positions"),
        ("take k of a or take k of b or take k, k of a, b blocking 2", "none for rules with blocked moves"),
        ("kayles", "rules stated by conditions"),
        ("take k where k * k <= n", "not definable: k [*] k"),
    ],
)
def test_a_rule_without_a_certificate_of_a_law_says_why(rule: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        certify_rule(read_ruleset(rule), misere=False, budget=Budget())


@pytest.mark.parametrize(("rule", "claim"), PROVED)
def test_a_proved_claim_has_a_certificate_that_the_checker_accepts(rule: str, claim: str) -> None:
    found = check_claim(read_ruleset(rule), claim, 8)
    verdict = check_certificate(claim_certificate(found))
    assert (verdict.status, verdict.reason) == ("ACCEPTED", "")
    assert PROVED[rule, claim] in verdict.claim


@pytest.mark.parametrize(
    ("rule", "claim", "misere", "why"),
    [
        ("take k of a or take k of b blocking 1", "P iff a == b", False, "only proved claims"),
        ("take 1..3", "P iff n % 4 == 1", True, "files for Walnut are about P-positions in normal play"),
        ("take squares", "P iff n == n", False, "only proved claims"),
        ("take 1..3", "value == n % 4", False, "files for Walnut are about P-positions in normal play"),
        ("take any", "value == n", False, "not definable by automata: a value of more than 15"),
    ],
)
def test_a_claim_without_a_proof_by_automata_has_no_files_for_walnut(
    rule: str, claim: str, misere: bool, why: str, tmp_path: Path
) -> None:
    found = check_claim(read_ruleset(rule), claim, 8, misere=misere)
    with pytest.raises(InputError, match=why):
        write_walnut(found, tmp_path / "walnut")
    assert not (tmp_path / "walnut").exists()


def automaton(text: str) -> tuple[list[str], dict[int, tuple[int, dict[tuple[int, ...], int]]]]:
    """The numeration systems and the states of a file for Walnut."""
    head, *blocks = text.split("\n\n")
    states: dict[int, tuple[int, dict[tuple[int, ...], int]]] = {}
    for block in blocks:
        first, *lines = block.strip().splitlines()
        name, accepts = map(int, first.split())
        arrows = (line.split(" -> ") for line in lines)
        states[name] = accepts, {tuple(map(int, letter.split())): int(after) for letter, after in arrows}
    return head.split(), states


def test_the_automata_for_walnut_accept_the_moves_and_the_p_positions(tmp_path: Path) -> None:
    found = check_claim(read_ruleset("take k of a or take k of b where k <= a"), "P iff a == b", 4)
    assert found.verdict == "refuted"
    found = check_claim(read_ruleset("take k of a or take k of b"), "P iff a == b", 4)
    write_walnut(found, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lost.txt", "move1.txt", "move2.txt", "prove.txt"]

    def accepts(name: str, *numbers: int) -> bool:
        systems, states = automaton((tmp_path / f"{name}.txt").read_text())
        assert systems == ["msd_2"] * len(numbers)
        state = 0
        for place in (4, 2, 1):
            state = states[state][1][tuple(int(number & place > 0) for number in numbers)]
        return bool(states[state][0])

    for a, b, c in product(range(8), repeat=3):
        assert accepts("lost", a, b) == (a == b)
        assert accepts("move1", a, b, c) == (c < a)
        assert accepts("move2", a, b, c) == (c < b)
    assert (tmp_path / "prove.txt").read_text() == (
        'eval nomoves "?msd_2 (Aa,b,a_ ($move1(a,b,a_) & $lost(a,b)) => ~$lost(a_,b)) '
        '& (Aa,b,b_ ($move2(a,b,b_) & $lost(a,b)) => ~$lost(a,b_))";\n'
        'eval others "?msd_2 Aa,b (~$lost(a,b)) => ((Ea_ $move1(a,b,a_) & $lost(a_,b)) '
        '| (Eb_ $move2(a,b,b_) & $lost(a,b_)))";\n'
    )
