"""Induction over residues: residues never deny what happens, and no claim is proved that brute force contradicts."""

from __future__ import annotations

from grundy.core import Scanner
from grundy.core.expressions import Node, read_condition
from grundy.games import HeapRule, TakeSet, TakeWhere
from grundy.notation import read_ruleset
from grundy.patterns import Judgement, ProvedFacts, read_claim
from grundy.patterns.residue_induction import residue_induction
from grundy.workflows.claims.known import knowledge


def condition(text: str) -> Node:
    return read_condition(Scanner(text), ("n", "k"))


def test_in_misere_play_a_heap_without_a_move_is_won() -> None:
    divisors = ProvedFacts(misere=True, takes=condition("n % k == 0 and k < n"))
    found = residue_induction(read_claim("P iff n == 2 or n % 2 == 1 and n > 3"), divisors, 0)
    assert found is not None
    assert found.counterexample is None
    assert residue_induction(read_claim("P iff n % 2 == 0"), divisors, 0) == Judgement(
        "computed by definition", (0,), claimed=1
    )
    stuck = ProvedFacts(misere=True, takes=condition("k == 1 and n < 40"))
    found = residue_induction(read_claim("P iff n < 40 and n % 2 == 1 or n > 40"), stuck, 0)
    assert found is None or found.counterexample is not None


def test_a_far_move_between_p_heaps_is_seen_though_no_small_one_is() -> None:
    node = condition("k <= 2 or k == 999")
    assert residue_induction(read_claim("P iff n % 3 == 0"), ProvedFacts(takes=node), 0) is None


def test_a_rule_that_is_more_than_its_conditions_has_none() -> None:
    weird = TakeSet("take squares", lambda n: range(1, n + 1))
    for rule in (HeapRule(weird, TakeWhere(condition("k == 1"))), read_ruleset("split or take k where k == 1")):
        assert knowledge(rule, 1, misere=False).takes is None
