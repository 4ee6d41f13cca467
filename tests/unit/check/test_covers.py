"""Certificates of P-positions that automata accept: true ones are accepted, forged ones refused."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.unit.check.forged_covers import LAWS, certified, forgery, is_true, smallest_part, stated, true_ones
from tests.unit.check.sealed import Data, data_of, seal

from grundy.automatic import Arithmetic, Base, Recurrent
from grundy.core import Scanner, Structure, facet
from grundy.core.evaluation import compile_node
from grundy.core.expressions import read_condition
from grundy.notation import read_ruleset
from grundy.patterns.find_laws import Law, find_law
from grundy_check import check
from grundy_check.reading import Stop
from grundy_check.rules import Conditions, Follower, System, walked


def judged(data: Data, folder: Path) -> str:
    (folder / "cover").write_bytes(seal(*data))
    verdict = check(str(folder / "cover"), seconds=600)
    return str(verdict).partition("\n")[0]


@pytest.mark.parametrize("number", range(len(LAWS) + 1))
def test_a_true_law_is_accepted(number: int, tmp_path: Path) -> None:
    head, entries = json.loads(true_ones()[number])
    assert judged((head, entries), tmp_path) == "ACCEPTED"
    assert is_true((head, entries))


@pytest.mark.parametrize("kind", ["misere", "values"])
def test_true_laws_of_misere_play_and_of_values_are_accepted(kind: str, tmp_path: Path) -> None:
    for one in true_ones(kind):
        head, entries = json.loads(one)
        assert judged((head, entries), tmp_path) == "ACCEPTED", head
        assert is_true((head, entries))


@pytest.mark.nightly
@pytest.mark.parametrize(("ends", "number"), [("", 1), (" until a + b <= 3", 1), (None, 2)])
def test_a_law_that_was_found_is_accepted(ends: str | None, number: int, tmp_path: Path) -> None:
    text = "wythoff(a=2)" if ends is None else f"take k of a or take k of b or take k, k of a, b{ends}"
    rule = facet(read_ruleset(text), Structure).coupled_moves()
    assert rule is not None
    law = find_law(stated(rule), systems=[Recurrent(number)])
    assert isinstance(law, Law)
    made = certified(text, Arithmetic(Recurrent(number)), law.levels[1])
    assert judged(data_of(made), tmp_path) == "ACCEPTED"


@pytest.mark.nightly
def test_a_move_may_leave_a_larger_number(tmp_path: Path) -> None:
    assert judged(data_of(smallest_part()), tmp_path) == "ACCEPTED"


@pytest.mark.parametrize("kind", ["normal", "misere", "values"])
def test_forgeries_are_refused(kind: str, tmp_path: Path) -> None:
    rng, refused = Random(7), 0
    for _ in range(150):
        data = forgery(rng, kind)
        if judged(data, tmp_path) == "ACCEPTED":
            assert is_true(data), data
        else:
            refused += 1
    assert refused > 100


def changed(change: Any) -> Data:
    head, entries = data_of(certified("take k of a or take k of b", Arithmetic(Base(2)), "a == b", law=True))
    data = json.loads(json.dumps([head, entries]))
    change(*data)
    return data[0], data[1]


CHANGES = {
    "REJECTED: the automaton differs from the law": lambda head, _: head["claim"].update(law="a <= b"),
    "REJECTED: the automaton of a move differs from the rule": lambda head, _: head["game"]["moves"][0].update(
        {"if": "k > 1"}
    ),
    "REJECTED: a move does not lower the sum of the stated heaps": lambda head, _: head["claim"].update(lowers=["a"]),
    "MALFORMED: line 1: expected an automaton with 9 letters": lambda head, _: head["claim"].update(
        digits=["recurrent", 2]
    ),
    "UNSUPPORTED: the heaps after a move do not determine k": lambda head, _: head["game"]["moves"][0].update(
        left={"a": "a - 1"}
    ),
}
"""Verdicts with the change of a true certificate that causes each."""


@pytest.mark.parametrize("verdict", CHANGES)
def test_a_changed_claim_or_rule_is_refused_with_its_reason(verdict: str, tmp_path: Path) -> None:
    assert judged(changed(CHANGES[verdict]), tmp_path) == verdict


@pytest.mark.parametrize(
    "system", [System(top, recurrent=kind) for top, kind in ((1, False), (2, False), (1, True), (3, True))]
)
@pytest.mark.parametrize(
    "text",
    [
        "x < 2 * y + 1",
        "abs(x - y) <= 3",
        "min(x, y) == 2 or max(x, 4) > y",
        "(x + y) % 3 == 1 and not x == y",
        "x != 3 * y - 5",
    ],
)
def test_conditions_are_followed_digit_by_digit(system: System, text: str) -> None:
    conditions = Conditions({"x": {"x": 1}, "y": {"y": 1}})
    follower = Follower(conditions, conditions.condition(text), ["x", "y"], system)
    right = compile_node(read_condition(Scanner(text), ("x", "y")), ("x", "y"))
    places = [1, system.top + 1]
    while len(places) < 5:
        places.append(places[-1] * (system.top + 1) if not system.recurrent else system.top * places[-1] + places[-2])
    for x in range(14):
        for y in range(14):
            state = follower.start
            for letter in zip(_word(x, places), _word(y, places), strict=True):
                state = follower.step(state, letter)
            assert follower.holds(state) == right((x, y))
    assert len([*walked(follower, [[0] * (system.top + 1) ** 2], invalid=True)]) < 3000


@pytest.mark.parametrize("text", ["abs(x, y) == 1", "abs() == 1"])
def test_the_absolute_value_of_two_numbers_is_refused(text: str) -> None:
    with pytest.raises(Stop, match="UNSUPPORTED"):
        Conditions({"x": {"x": 1}, "y": {"y": 1}}).condition(text)


def _word(number: int, places: list[int]) -> list[int]:
    found = []
    for place in reversed(places):
        digit, number = divmod(number, place)
        found.append(digit)
    return found
