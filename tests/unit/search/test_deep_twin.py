from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from tests.unit.search.couples import CouplesSolver

from grundy import solve
from grundy.core import (
    Budget,
    FunctionRuleset,
    InputError,
    Knowledge,
    LimitReached,
    Limits,
    LoopyGame,
    RuleError,
    Sum,
    facet,
)
from grundy.games import make
from grundy.games.boards.cram import Cram
from grundy.games.boards.fields import Field
from grundy.games.boards.nimstring import Nimstring
from grundy.games.boards.tic_tac_toe import TicTacToe
from grundy.notation import read_game
from grundy.search import ProofNumbersSolver, choose, grundy_value

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
chosen = import_module("grundy.search.choose")
FULL = Field(4, 5, (1 << 20) - 1)
PLAIN: list[type[ProofNumbersSolver]] = [CouplesSolver, ProofNumbersSolver]


@pytest.mark.parametrize("method", PLAIN)
def test_a_plain_method_finds_a_loop_and_says_so(method: type[ProofNumbersSolver]) -> None:
    for rule in (lambda n: [(n + 1) % 7], lambda n: [Sum(n - 1, n + 1)] if 0 < n < 5 else []):
        with pytest.raises(LoopyGame):
            method(FunctionRuleset(rule, "loop")).value([3])


@pytest.mark.parametrize("method", PLAIN)
def test_a_plain_search_keeps_its_memory_limit_and_its_seconds(method: type[ProofNumbersSolver]) -> None:
    with pytest.raises(LimitReached) as caught:
        method(Cram(), memory=100_000).value([FULL])
    assert caught.value.kind == "memory"
    endless = FunctionRuleset(lambda n: [n + 1, n + 2], "endless")
    with pytest.raises(LimitReached) as caught:
        method(endless, budget=Budget(Limits(seconds=0.1))).value([0])
    assert caught.value.kind == "time"


@pytest.mark.parametrize("method", PLAIN)
def test_huge_values_known_by_theorem_cost_nothing(method: type[ProofNumbersSolver]) -> None:
    nim = make("nim")
    solver = method(nim)
    assert solver.value([10**30, 5]) == 10**30 ^ 5
    assert solver.has_value([10**30], 10**30)
    lasker = make("lasker")
    assert method(lasker).value([10**12]) == facet(lasker, Knowledge).known_value(10**12)

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
def test_rules_without_grundy_values_are_refused(method: type[ProofNumbersSolver]) -> None:
    for ruleset in (Nimstring(), TicTacToe()):
        with pytest.raises(RuleError, match="have no Grundy value"):
            method(ruleset)


@pytest.mark.parametrize(
    ("text", "method", "reason"),
    [
        ("cram: 3x4", "definition", "the position is small"),
        ("kayles: 50", "definition", "only 51 positions can be reached"),
        ("kayles: 0", "definition", "only 1 position can be reached"),
        ("wythoff: 90 90", "definition", "none of them splits"),
        ("notakto: .../.../...", "definition", "positions can be reached"),
        ("kayles: 3000", "proof-numbers", "the position splits; in plain Python"),
    ],
)
def test_the_method_follows_from_what_the_game_is_like(text: str, method: str, reason: str) -> None:
    ((ruleset, position),) = read_game(text).parts
    found = choose(ruleset, position)
    assert found.method == method
    assert reason in found.reason
    assert choose(ruleset, position) == found


@pytest.mark.parametrize(
    ("compiler", "reason"),
    [
        (True, "the position splits"),
        (False, "in plain Python because no compiler is installed (install numba)"),
    ],
)
def test_boards_are_searched_in_plain_python_without_a_compiler(
    compiler: bool, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chosen, "can_search", lambda *_: compiler)
    ((ruleset, position),) = read_game("cram: 4x5").parts
    found = choose(ruleset, position)
    assert (found.method, reason in found.reason) == ("proof-numbers", True)


@pytest.mark.parametrize("text", ["cram: 3x5", "chomp: 3x5", "sprouts: 2", "node-kayles: grid(3x4)"])
def test_the_value_of_a_board_is_found_without_a_compiler(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen, "can_search", lambda *_: False)
    ((ruleset, position),) = read_game(text).parts
    assert solve(text).value == grundy_value(ruleset, position)


def test_an_unknown_method_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(InputError) as caught:
        choose(Cram(), FULL, "fast")
    assert caught.value.message.startswith("expected auto, definition, ")
    assert caught.value.message.endswith("layers or proof-numbers, found 'fast'")


@pytest.mark.nightly
@pytest.mark.parametrize("method", PLAIN)
def test_a_stopped_plain_search_keeps_its_proofs_and_continues(method: type[ProofNumbersSolver]) -> None:
    solver = method(Cram(), budget=Budget(Limits(positions=200)))
    with pytest.raises(LimitReached) as caught:
        solver.value([FULL])
    assert (caught.value.kind, caught.value.visited) == ("steps", 200)
    proved = sum(value is not None for value in solver.components.value)
    assert proved > 10
    assert solver.lower_bound(FULL) <= 2
    solver.budget = Budget()
    assert solver.value([FULL]) == 2


@pytest.mark.parametrize("method", PLAIN)
def test_a_game_five_thousand_positions_deep_needs_no_recursion(method: type[ProofNumbersSolver]) -> None:
    chain = FunctionRuleset(lambda n: [n - 1] if n else [], "chain")
    assert method(chain).value([5001]) == 1
    assert not method(chain).has_value([2000], 1)
