from __future__ import annotations

from typing import Any

import pytest
from tests.search.test_deep_random import PLAIN

from grundy.core import FunctionRuleset, InputError, LimitReached, Limits, LoopyGame, Meter, RuleError, Sum
from grundy.games import make
from grundy.games.cram import Cram
from grundy.games.fields import Field
from grundy.games.nimstring import Nimstring
from grundy.games.tic_tac_toe import TicTacToe
from grundy.notation import read_game
from grundy.search import (
    DeepSearch,
    PlainSolver,
    ProofNumbersSolver,
    choose,
    make_solver,
)

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
FULL = Field(4, 5, (1 << 20) - 1)
METHODS = ["definition", "couples", "requested", "proof-numbers"]


@pytest.mark.parametrize("text", ["cram: 3x5", "cram: 4x5", "node-kayles: grid(4x5)"])
def test_the_plain_proof_numbers_visit_what_the_compiled_ones_visit(text: str) -> None:
    ((ruleset, position),) = read_game(text).parts
    packed = ruleset.packed(position)
    assert packed is not None
    for least in (0, 6):
        plain, deep = ProofNumbersSolver(ruleset, packed, least=least), DeepSearch(text, packed, least=least)
        assert plain.value([position]) == deep.value([position])
        met = [packed.known_of(deep.memory.key(number)) is None for number in range(deep.memory.count)]
        assert sum(met) <= len(plain.components.keys)  # the kernel stops at the first option that decides
        assert abs(deep.visited - plain.visited) <= 3  # a visit counts again when an array was too short


@pytest.mark.parametrize("method", PLAIN)
def test_a_plain_method_finds_a_loop_and_says_so(method: type[PlainSolver]) -> None:
    for rule in (lambda n: [(n + 1) % 7], lambda n: [Sum(n - 1, n + 1)] if 0 < n < 5 else []):
        with pytest.raises(LoopyGame):
            method(FunctionRuleset(rule, "loop")).value([3])


@pytest.mark.parametrize("method", PLAIN)
def test_a_game_five_thousand_positions_deep_needs_no_recursion(method: type[PlainSolver]) -> None:
    chain = FunctionRuleset(lambda n: [n - 1] if n else [], "chain")
    for least in (0, 1):
        assert method(chain, least=least).value([5001]) == 1
    assert not method(chain).has_value([2000], 1)


@pytest.mark.parametrize("method", PLAIN)
def test_a_stopped_plain_search_keeps_what_it_proved_and_goes_on(method: type[PlainSolver]) -> None:
    solver = method(Cram(), meter=Meter(Limits(positions=200)))
    with pytest.raises(LimitReached) as caught:
        solver.value([FULL])
    assert (caught.value.kind, caught.value.visited) == ("steps", 200)
    proved = sum(value is not None for value in solver.components.value)
    assert proved > 10
    assert solver.lower_bound(FULL) <= 2
    solver.meter = Meter()
    assert solver.value([FULL]) == 2


@pytest.mark.parametrize("method", PLAIN)
def test_a_plain_search_keeps_its_memory_limit_and_its_seconds(method: type[PlainSolver]) -> None:
    with pytest.raises(LimitReached) as caught:
        method(Cram(), memory=100_000).value([FULL])
    assert caught.value.kind == "memory"
    endless = FunctionRuleset(lambda n: [n + 1, n + 2], "endless")
    with pytest.raises(LimitReached) as caught:
        method(endless, meter=Meter(Limits(seconds=0.1))).value([0])
    assert caught.value.kind == "time"


@pytest.mark.parametrize("method", PLAIN)
def test_huge_values_known_by_theorem_cost_nothing(method: type[PlainSolver]) -> None:
    nim = make("nim")
    solver = method(nim)
    assert solver.value([10**30, 5]) == 10**30 ^ 5
    assert solver.has_value([10**30], 10**30)
    lasker = make("lasker")
    assert method(lasker).value([10**12]) == lasker.known_value(10**12)

    class Beside(type(nim)):  # type: ignore[misc]  # a class chosen at run time
        name = "beside"

        def known_value(self, position: int) -> int | None:
            return None if position == 7 else position

        def options(self, position: int) -> Any:
            return [Sum(10**30, 3), Sum(0), Sum(1)] if position == 7 else super().options(position)

    assert method(Beside()).value([7]) == 2
    assert not method(Beside()).has_value([7], 10**30)
    assert not method(Beside()).has_value([7, 10**30], 2)


@pytest.mark.parametrize("method", PLAIN)
def test_rules_without_grundy_values_are_refused(method: type[PlainSolver]) -> None:
    for ruleset in (Nimstring(), TicTacToe()):
        with pytest.raises(RuleError, match="no Grundy value to search for"):
            method(ruleset)


@pytest.mark.parametrize(
    ("text", "method", "reason"),
    [
        ("cram: 3x4", "definition", "the position is small"),
        ("cram: 6x7", "proof-numbers", "it falls apart and is compiled"),
        ("kayles: 50", "definition", "only 51 positions can be reached"),
        ("kayles: 0", "definition", "only 1 position can be reached"),
        ("wythoff: 90 90", "definition", "none was seen to fall apart"),
        ("notakto: .../.../...", "definition", "positions can be reached"),
        ("kayles: 3000", "proof-numbers", "falls apart; in plain Python"),
    ],
)
def test_the_method_follows_from_what_the_game_is_like(text: str, method: str, reason: str) -> None:
    ((ruleset, position),) = read_game(text).parts
    found = choose(ruleset, position)
    assert found.method == method
    assert reason in found.reason
    assert choose(ruleset, position) == found


def test_every_method_can_be_asked_for_and_gives_the_same_value() -> None:
    for text, value in (("cram: 3x5", 1), ("kayles: 40", 1), ("hackenbush: 0-1 1-2 1-3", 1)):
        ((ruleset, position),) = read_game(text).parts
        for method in METHODS:
            solver = make_solver(choose(ruleset, position, method), ruleset, position, Meter())
            assert solver.value([position]) == value


def test_an_unknown_method_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(InputError) as caught:
        choose(Cram(), FULL, "fast")
    assert caught.value.message.startswith("expected auto, definition, ")
    assert caught.value.message.endswith("couples, requested or proof-numbers, found 'fast'")
