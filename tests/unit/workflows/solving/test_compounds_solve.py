"""Compounds from the text to every winning move."""

from __future__ import annotations

import random

import pytest

from grundy.core import Game, InputError, Limits, Outcome, RuleError, Sum, count_moves
from grundy.games import COMPOUNDS
from grundy.notation import read_game
from grundy.search import WholeSolver
from grundy.workflows import Match, Opponent, rule, solve
from grundy.workflows.solving.compound import compound_of

kinds = pytest.mark.parametrize("kind", COMPOUNDS)
plays = pytest.mark.parametrize("misere", [False, True])
GAMES = [
    "nim: 3 2",
    "nim: 2 + kayles: 4",
    "grundy: 6 + nim: 2 1",
    "take {1, 3}: 5 4",
    "graph: a>b a>c b>c @ a + kayles: 3",
]


@kinds
@plays
@pytest.mark.parametrize("text", GAMES)
def test_solve_gives_the_outcome_and_every_winning_move_of_the_definition(text: str, kind: str, misere: bool) -> None:
    solution = solve(text, compound=kind, misere=misere)
    rule, position = next(solution.game.parts)
    solver = WholeSolver([rule], misere)
    assert solution.outcome is solver.solve([(0, position)]).outcome
    lost = [m for m in rule.moves(position) if solver.solve([(0, m.leaves[0])]).outcome is Outcome.P]
    assert [(m.move, m.pieces) for m in solution.winning_moves] == [tuple(m) for m in lost]
    assert solution.status == "proved"
    answer = solution.to_dict()
    assert answer["compound"]["kind"] == kind
    assert [part["game"] for part in answer["compound"]["components"]] == solution.game.summands[0].ruleset.show(
        Sum(position)
    ).split(" & ")
    for move in answer["winning_moves"]:
        assert solve(move["leaves"], misere=misere).outcome is Outcome.P


@kinds
def test_a_compound_reads_as_it_is_written_also_after_moves(kind: str) -> None:
    game = read_game(f"{kind}: kayles: 7 & nim: 2 3 & take {{1, 3}}: 4")
    assert str(game) == f"{kind}: kayles: 7 & nim: 2 3 & take {{1, 3}}: 4"
    rng = random.Random(kind)
    for _ in range(5):
        rule, position = next(game.parts)
        assert rule.read(rule.show(Sum(position))) == Sum(position) or kind == "ordinal"
        moves = list(rule.moves(position))
        if not moves:
            break
        game = game.after(0, rng.choice(moves).leaves)
        assert str(read_game(str(game))) == str(game)
        assert solve(str(game)).outcome is solve(game).outcome


def test_without_an_ampersand_every_part_is_a_component() -> None:
    assert str(read_game("selective: nim: 3 5 7")) == "selective: nim: 3 & nim: 5 & nim: 7"
    assert read_game("selective: nim: 3 5") == compound_of("selective", read_game("nim: 3 5"))


def test_a_compound_is_a_part_of_a_sum_like_any_game() -> None:
    solution = solve("nim: 3 + selective: nim: 2 & nim: 1")
    assert solution.values == (3, 3)
    assert solution.outcome is Outcome.P
    assert str(read_game("selective: nim: 3 5 & kayles: 7 + nim: 2")) == "selective: nim: 3 5 & kayles: 7 + nim: 2"


def test_a_condition_with_an_ampersand_is_not_a_join() -> None:
    game = read_game("ordinal: take k where n & k == 0: 5 & take k where n & k == 1: 4")
    assert len(next(game.parts)[1]) == 2


def test_unknown_kinds_and_compounds_of_compounds_are_refused() -> None:
    with pytest.raises(InputError, match=r"expected disjunctive, conjunctive, .* found 'both'"):
        solve("nim: 3 5", compound="both")
    with pytest.raises(RuleError):
        solve("selective: nim: 3 5 + nim: 2", compound="ordinal")


def test_a_single_part_is_played_as_it_is_and_disjunctive_is_the_usual_sum() -> None:
    assert solve("nim: 3", compound="selective") == solve("nim: 3")
    assert solve("nim: 3 5", compound="disjunctive") == solve("nim: 3 5")


def test_too_many_moves_leave_the_outcome_and_too_large_components_nothing() -> None:
    solution = solve("selective: nim: 1000 & nim: 1000")
    assert (solution.outcome, solution.status, list(solution.winning_moves)) == (Outcome.N, "limit", [])
    assert "more than 100000 moves" in solution.reason
    large = solve("conjunctive: nim: 10000 & nim: 9", limits=Limits(positions=500))
    assert (large.outcome, large.status) == (None, "limit")


@pytest.mark.parametrize("kind", ["conjunctive", "selective", "ordinal", "sequential"])
def test_components_may_loop(kind: str) -> None:
    solution = solve(f"{kind}: graph: a>b b>a b>c @ a & graph: x>x x>y @ x")
    rule, position = next(solution.game.parts)
    assert solution.outcome is not None
    assert solution.facts is not None
    for move in solution.facts.drawing_moves:
        assert solve(solution.game.after(0, move.pieces)).outcome is Outcome.D
    for move in solution.winning_moves:
        assert solve(solution.game.after(0, move.pieces)).outcome is Outcome.P
    listed = len(solution.facts.drawing_moves) + len(solution.winning_moves)
    assert listed <= count_moves(rule, position)


def test_explanations_name_the_number_that_decides() -> None:
    text = solve("nim: 3 4 + kayles: 5", compound="conjunctive").explain()
    assert "component 3  kayles: 5           5" in text
    assert "The least remoteness is 1: the player to move wins if it is odd." in text
    text = solve("nim: 2 3 + kayles: 4", compound="continued").explain()
    assert "The greatest suspense is 3: the player to move wins if it is odd." in text
    text = solve("nim: 2 + kayles: 5", compound="diminished").explain()
    assert "foreclosed value" in text
    assert "-: it has ended, or one move can end it, which wins at once in normal play." in text
    text = solve("ordinal: nim: 2 & kayles: 3", misere=True).explain()
    assert "No theorem decides ordinal sums in misère play, so every reachable position was searched" in text


def test_a_rule_of_the_name_of_a_compound_is_a_rule() -> None:
    def conjunctive(n: int) -> range:
        return range(n)

    assert rule(conjunctive).solve(5).value == 5


@kinds
@plays
def test_the_opponent_wins_what_is_won(kind: str, misere: bool) -> None:
    for text in ("nim: 3 2", "kayles: 4 + nim: 2"):
        game = compound_of(kind, read_game(text))
        outcome = solve(game, misere=misere).outcome
        match = Match(game, misere)
        while not match.over:
            match.play(match.find(match.words(Opponent().choose(match).move)))
        assert match.winner == (0 if outcome is Outcome.N else 1)


def test_the_library_takes_a_game_object_too() -> None:
    game = Game.of(read_game("nim: 3").summands[0].ruleset, 3, 5)
    assert solve(game, compound="ordinal").value == 8


@pytest.mark.parametrize("kind", ["diminished", "side"])
def test_a_finished_compound_is_lost_even_if_a_component_could_continue_forever(kind: str) -> None:
    solution = solve("nim: 0 + graph: 2>3 3>2 @ 3", compound=kind)
    assert (solution.outcome, solution.facts and solution.facts.remoteness) == (Outcome.P, 0)


@pytest.mark.nightly
def test_theorems_reach_where_no_search_does() -> None:
    limits = Limits(positions=2_000_000)
    assert solve("ordinal: nim: 900 800 & nim: 70000", limits=limits).value is not None
    assert solve(f"selective: nim: {10**18} & nim: 0", limits=limits).outcome is Outcome.N
    assert solve("selective: nim: 3 3 & nim: 70 70", limits=limits).outcome is Outcome.P
    both = solve("conjunctive: take 1..3: 4000 & take 1..4: 3000", limits=limits)
    assert both.outcome is Outcome.P
    assert both.to_dict()["remoteness"] == 3000 // 5 * 2
    assert solve("sequential: take 1..3: 4000 & take 1..4: 3001", limits=limits).value is not None
