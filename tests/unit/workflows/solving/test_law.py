"""Large positions are solved by a law that is found and proved; on small ones it agrees with the definition."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from grundy.core import Budget, Game, Limits, Outcome, Ruleset, Sum, Summand
from grundy.notation import read_game, read_ruleset
from grundy.workflows.explaining import explain
from grundy.workflows.playing import Match, Opponent
from grundy.workflows.solving import Solver, law, rule_law

RULES = (
    ("take k where 2 * k <= n", 1),
    ("take k where 3 * k <= n", 1),
    ("take k where k % 3 == 1", 2),
    ("take k where k <= 3 and n % 2 == k % 2", 1),
    ("take {1, 2} or take k where k == n", 1),
    ("take k of a or take k of b or take k, k of a, b", 2),
    ("take i, j of a, b where i <= 2 * j and j <= 2 * i", 2),
    ("take k of a or take k of b or take k, k of a, b blocking 2", 2),
    ("take k of a or take k of b where k <= 2 or take 2 * k, k of a, b", 2),
)
"""Rules with the number of heaps of a position."""
HARD = {"take k where 3 * k <= n", "take k where k <= 3 and n % 2 == k % 2"}
"""Rules for which no law is found in misère play."""


def small(ruleset: Ruleset[Any], heaps: int, size: int) -> list[Game]:
    every = product(range(1, size), repeat=heaps)
    return [Game.of(ruleset, *ruleset.read(" ".join(map(str, numbers)))) for numbers in every]


def compared(text: str, heaps: int, size: int, *, misere: bool, monkeypatch: pytest.MonkeyPatch) -> int:
    """Compare outcome, value and all winning moves with the other theories; return the number of positions."""
    ruleset, count = read_ruleset(text), 0
    for game in small(ruleset, heaps, size):
        plain = Solver(game, misere=misere).solve()
        with monkeypatch.context() as changed:
            changed.setattr(law, "FAR_HEAP", 0)
            changed.setattr(law, "FAR_COUPLED", 0)
            found = law.answer(game, Solver(game, misere=misere))
        if found is None:
            return count
        count += 1
        assert found.outcome is plain.outcome, game
        assert found.value in {None, plain.value}, game
        assert {game.after(m.part, m.pieces) for m in found.winning_moves} == {
            game.after(m.part, m.pieces) for m in plain.winning_moves
        }, game
        assert {(m.part, m.move) for m in found.winning_moves} <= {(m.part, m.move) for m in plain.winning_moves}
    return count


@pytest.mark.parametrize(
    ("text", "heaps", "misere"),
    [(*rule, misere) for rule in RULES for misere in (False, True) if rule[0] not in HARD or not misere],
)
def test_a_law_agrees_with_the_definition_on_small_positions(
    text: str, heaps: int, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = compared(text, heaps, {1: 24, 2: 6}[heaps], misere=misere, monkeypatch=monkeypatch)
    assert count or misere or rule_law.value_law(read_ruleset(text), Budget()) is not None


def random_condition(rng: Random) -> str:
    """One or two linear conditions on n and k."""
    parts = []
    for _ in range(rng.choice((1, 1, 2))):
        a, b, c, m = rng.randint(1, 4), rng.randint(1, 4), rng.randint(-2, 3), rng.randint(2, 4)
        shapes = (
            f"{a} * k <= {b} * n + {c}",
            f"k % {m} == {a % m}",
            f"n % {m} == k % {m}",
            f"k <= {a + 1}",
            f"k > {a}",
        )
        parts.append(rng.choice(shapes))
    return rng.choice((" and ", " or ")).join(parts)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(40))
def test_laws_of_random_rules_agree_with_the_definition(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    text = f"take k where {random_condition(rng)}"
    compared(text, 1, 40, misere=rng.random() < 0.5, monkeypatch=monkeypatch)


def test_a_law_of_values_agrees_with_the_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.workflows.solving import parts

    ruleset = read_ruleset("take k where k % 3 == 1")
    small_games = [Game(Summand(ruleset, Sum(a, b))) for a in range(1, 7) for b in range(1, 7)]
    plain = [Solver(game).solve() for game in small_games]
    monkeypatch.setattr(parts, "FAR_HEAP", -1)
    monkeypatch.setattr(parts.PartSolver, "stored", lambda *_: None)
    for game, right in zip(small_games, plain, strict=True):
        solver = Solver(game)
        found = solver.solve()
        assert solver.part_solver(ruleset).law is not None
        assert (found.value, found.values) == (right.value, right.values)
        assert {str(move) for move in found.winning_moves} == {str(move) for move in right.winning_moves}


@pytest.mark.parametrize(
    ("text", "misere", "outcome", "left"),
    [
        ("take k where 2 * k <= n: 10^300", False, "N", str(2**996 - 1)),
        (f"take k where 2 * k <= n: {2**1000 - 1}", False, "P", ""),
        ("take k where 2 * k <= n: 10^30", True, "N", str(3 * 2**98 - 1)),
        ("take k where 3 * k <= n: 10^300", False, "N", None),
        ("take k of a or take k of b or take k, k of a, b: 10^30 10^29", False, "N", None),
        ("take k of a or take k of b or take k, k of a, b blocking 2: 10^40 140", False, "N", None),
        ("take k where k % 3 == 1: 10^30 + kayles: 10^30 + take 1..3: 4", False, "N", None),
    ],
)
def test_heaps_of_hundreds_of_digits_are_solved(text: str, misere: bool, outcome: str, left: str | None) -> None:
    game = read_game(text)
    found = Solver(game, misere=misere).solve()
    assert str(found.outcome) == outcome
    assert any("Proved law of" in ground for ground in found.grounds)
    if found.winning_moves:
        move = found.winning_moves[0]
        after = Solver(game.after(move.part, move.pieces), misere=misere)
        assert after.solve().outcome is Outcome.P
        assert left in {None, str(game.after(move.part, move.pieces)).partition(": ")[2]}
    assert "Proved law of" in explain(found)


def test_a_rule_without_a_law_stays_unknown_with_a_reason() -> None:
    found = Solver(read_game("take k where k * k <= n: 10^30")).solve()
    assert (found.outcome, found.status) == (None, "limit")
    assert rule_law.rule_law(found.game.part(0)[0], 1, misere=False).reason.startswith("not definable: k * k")


def test_the_computer_wins_a_match_on_a_heap_of_thirty_digits() -> None:
    match = Match(read_game("take k where 2 * k <= n: 10^30"))
    chosen = Opponent(seed=1).choose(match)
    assert chosen.reason == "win"
    assert "Proved law" in match.why()
    match.push(chosen.move)
    match.push(match.find("take 12345678901234567890"))
    assert Opponent(seed=1).choose(match).reason == "win"


def test_the_search_for_a_law_ends_at_the_time_limit() -> None:
    game = read_game("take k of a or take k of b or take k, k of a, b blocking 3: 10^9 10^8")
    found = Solver(game, limits=Limits(seconds=0.1)).solve()
    assert found.outcome is None
