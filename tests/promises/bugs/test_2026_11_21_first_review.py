"""What the first review found, one test a bug."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterable
from typing import Any

import pytest
from tests.pace import spent

import grundy
from grundy import Limits, Sum, solve
from grundy.cli.main import main
from grundy.core import (
    HeapRuleset,
    Knowledge,
    LimitReached,
    PositionError,
    RuleError,
    Ruleset,
    Structure,
    Summand,
    read_code,
)
from grundy.core.arithmetic import is_prime
from grundy.games import make
from grundy.sequences import code_values
from grundy.testing import check_ruleset


class Taking(HeapRuleset):
    name = "taking"

    def __init__(self, most: int) -> None:
        self.most = most

    def options(self, position: int) -> Iterable[int]:
        return range(max(0, position - self.most), position)


def test_two_rules_of_one_name_that_hold_different_numbers_are_different_rules() -> None:
    assert Taking(1) != Taking(3)
    assert Taking(2) == Taking(2)
    found = solve(grundy.Game(Summand(Taking(1), Sum(5)), Summand(Taking(3), Sum(6))))
    assert found.value == 1 ^ 2


def test_a_negative_heap_far_below_is_refused_by_values_as_by_value() -> None:
    @grundy.rule
    def far(n: int) -> list[int]:
        return [n - 1] if 0 < n < 5 else [-12] if n == 5 else []

    for ask in (far.value, far.values):
        with pytest.raises(RuleError, match="a heap cannot be negative"):
            ask(5)


def test_a_stopped_search_for_a_period_is_a_limit_and_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["period", "0.07", "--limit-seconds", "0.000001"])
    assert end.value.code == 4
    assert capsys.readouterr().out == ""
    with pytest.raises(LimitReached):
        grundy.game("0.07").period(limits=Limits(positions=50))


def test_a_rule_that_is_misere_by_itself_has_no_grundy_value() -> None:
    rules = grundy.game("bash(min=2, max=5, end=rest-loses)")
    with pytest.raises(RuleError, match="it has outcomes, but no Grundy value"):
        rules.value(6)
    assert str(rules.outcome(6)) == "N"


class Merging(HeapRuleset):
    """Kayles whose canonical heap is the smallest of the same value: right in normal play only."""

    name = "merging"

    def options(self, position: int) -> Iterable[Any]:
        return make("kayles").options(position)

    def canonical(self, position: int) -> int:
        values = code_values(read_code("0.77"), position)
        return values.index(values[position])


def test_a_canonical_form_that_keeps_values_but_not_misere_play_is_found() -> None:
    with pytest.raises(RuleError, match="canonical changes misere play"):
        check_ruleset(Merging(), range(13))


class Odd(Taking):
    name = "odd"

    def __init__(self) -> None:
        super().__init__(2)

    def check(self, position: int) -> None:
        super().check(position)
        if position % 2 == 0:
            raise PositionError("expected an odd heap")


def test_a_text_is_checked_by_the_rule_that_reads_it() -> None:
    with pytest.raises(PositionError, match="expected an odd heap"):
        Odd().read("3 4")


@pytest.mark.parametrize("length", [2, 60, 3000, pytest.param(10_000, marks=pytest.mark.nightly)])
def test_a_cycle_of_any_length_is_shown_as_it_is_and_soon(length: int) -> None:
    start = time.process_time()
    with pytest.raises(grundy.LoopyGame) as caught:
        grundy.rule(lambda n: [(n + 1) % length]).value(0)
    assert len(caught.value.cycle) == length
    assert spent(start) < 10


def test_the_least_composite_that_fools_twelve_bases_is_not_a_prime() -> None:
    assert not is_prime(318665857834031151167461)


def test_many_winning_moves_of_moores_nim_are_in_the_order_of_the_options() -> None:
    found = solve("moore(k=3): 9 10 11 12 13 14 15")
    ruleset, position = next(found.game.parts)
    order = {move.label: i for i, move in enumerate(ruleset.moves(position))}
    places = [order[move.move] for move in found.winning_moves]
    assert len(places) > 256
    assert places == sorted(places)


def test_a_theorem_that_did_not_answer_is_not_cited() -> None:
    assert "Theorem" not in solve("circular-nim(k=2): 1 2 3 1 2").explain()
    assert "Theorem" in solve("circular-nim(k=2): 1 2 1 2").explain()


def test_positions_that_state_the_side_to_move_cannot_be_added() -> None:
    rules = grundy.game("poker-nim(add=3)")
    board = rules.ruleset.read("3 5 @ 2 2")[0]
    with pytest.raises(RuleError, match="cannot be a component of a sum"):
        rules.solve(Sum(board, board))


def test_an_attribute_of_a_users_rule_is_not_taken_for_its_moves() -> None:
    class Named(Taking):
        finite_takes = (1,)
        code = "abc"

    assert grundy.game(Named(2)).value(5) == 2


@pytest.mark.parametrize(
    "text",
    [
        "moore(k=2): 200000000 200000000 200000000",
        "moore(k=100000000000): 3 5",
        "wythoff: 1618 2618",
        "take any or take 5: 300000000",
        f"circular-nim(k=2): {10**2999} {10**2999}",
        f"moore(k=2): {10**2999} {10**2999} {10**2999}",
    ],
    ids=lambda text: text[:30],
)
def test_every_question_about_a_large_position_is_answered_soon(text: str) -> None:
    start = time.process_time()
    found = solve(text)
    assert json.dumps(found.to_dict())
    assert spent(start) < 12


class Half(HeapRuleset, Knowledge[int]):
    """Takes 1 to 3; its theorem knows every fourth heap only."""

    name = "half"

    def options(self, position: int) -> Iterable[int]:
        return range(max(0, position - 3), position)

    def known_value(self, position: int) -> int | None:
        return 0 if position % 4 == 0 else None


def test_a_theorem_may_know_some_heaps_only() -> None:
    rules = grundy.game(Half())
    assert rules.values(10) == [n % 4 for n in range(11)]
    assert rules.value(6) == 2


@pytest.mark.nightly
def test_values_above_four_thousand_are_computed_the_plain_way() -> None:
    code = read_code("0." + "3" * 2500 + "7")
    assert code_values(code, 66_000)[:2500] == list(range(2500))


class Misnamed(Taking, Structure):
    """Says that it is the set {1, 2}, and takes up to three."""

    def sequence(self) -> tuple[int, ...]:
        return (1, 2)


def test_a_rule_that_names_the_wrong_set_of_takes_is_found() -> None:
    with pytest.raises(RuleError, match="sequence gives value 0 to a heap of 3, its value is 3"):
        check_ruleset(Misnamed(3), range(10))


class Wide(Ruleset[tuple[int, ...]]):
    """Positions that keep thousands of options waiting."""

    name = "wide"

    def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return ((k,) for k in range(position[0]))


def test_options_that_wait_count_as_memory() -> None:
    found = grundy.game(Wide()).solve((8000,), limits=Limits(memory=50_000_000))
    assert found.status == "limit"
    assert "memory limit" in found.reason


def test_a_limit_in_a_sum_of_ten_thousand_heaps_keeps_outcome_and_value() -> None:
    game = grundy.game("bash(min=1000000, max=3000000)").position(Sum.of([5_999_999] * 10_001))
    found = solve(game)
    assert (found.status, str(found.outcome), found.value) == ("limit", "N", 1)


def test_a_long_set_of_takes_is_put_together_once() -> None:
    start = time.process_time()
    assert solve("take 2..60000: " + " ".join(["5"] * 300)).value == 0
    assert spent(start) < 5


def test_a_bad_line_of_a_batch_loses_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    class Input:
        buffer = io.BytesIO(b"nim: 1\nnim: x\nnim: 2 2\n")

    monkeypatch.setattr("sys.stdin", Input())
    with pytest.raises(SystemExit) as end:
        main(["solve", "-"])
    assert end.value.code == 2
