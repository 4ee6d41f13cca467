"""Games that can go on for ever, from the text to every winning and every drawing move."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from tests.golden.reading import golden
from tests.unit.search.loopy_graphs import Graph, Places, heap, moves_of, played_out, random_graph, text_of

import grundy
from grundy import LimitReached, Limits, LoopyGame, Solution, Sum
from grundy.core import Game, Outcome
from grundy.notation import read_game
from grundy.workflows import Match, Opponent, Solver, hint, review_lines, solve

BOOK = "graph: 0>1 0>2 1>0 1>2 @ 0"


def told(value: Any) -> str:
    return str(value) if isinstance(value, int) else f"inf{{{','.join(map(str, value['inf']))}}}"


@pytest.mark.parametrize("case", golden("loopy")["cases"], ids=lambda case: str(case["succ"]))
def test_the_golden_graphs_from_text_to_json(case: Any) -> None:
    for v, (outcome, value) in enumerate(zip(case["outcome"], case["smith"], strict=True)):
        answer = solve(text_of(case["succ"], v)).to_dict()
        assert answer["outcome"] == outcome
        loops = answer["value"] is None
        assert (answer["loopy"] if loops else str(answer["value"])) == told(value)
        assert answer["status"] == "proved"


def test_the_json_of_the_graph_of_the_books() -> None:
    answer = solve(BOOK).to_dict()
    assert (answer["outcome"], answer["value"], answer["loopy"], answer["remoteness"]) == ("N", None, "inf{0}", 1)
    assert [move["leaves"] for move in answer["winning_moves"]] == ["graph: 0>1 0>2 1>0 1>2 @ 2"]
    assert answer["drawing_moves"] == []


def test_a_position_from_which_play_must_end_has_its_value_also_in_a_graph_that_loops() -> None:
    solution = solve("graph: a>b b>c c>a c>d x>d @ x")
    assert (solution.value, solution.facts) == (1, None)


def check_moves(solution: Solution, graphs: Sequence[Graph], places: Places, truth: dict[Places, Any]) -> None:
    outcome, remoteness = truth[places]
    assert solution.outcome is Outcome(outcome)
    wins = [(m.part, m.pieces[0]) for m in solution.winning_moves]
    draws = [(m.part, m.pieces[0]) for m in solution.facts.drawing_moves] if solution.facts else []
    names = [(part, after[part], truth[after][0]) for part, after in moves_of(graphs, places)]
    assert [(part, str(place)) for part, place in wins] == [
        (part, name_of(part, v)) for part, v, o in names if o == "P"
    ]
    assert [(part, str(place)) for part, place in draws] == [
        (part, name_of(part, v)) for part, v, o in names if o == "D"
    ]
    if solution.facts is not None:
        assert solution.facts.remoteness == remoteness


def name_of(part: int, vertex: int) -> str:
    return f"{'abc'[part]}{vertex}"


@pytest.mark.parametrize("misere", [False, True])
def test_random_sums_have_every_winning_and_every_drawing_move_and_their_remoteness(misere: bool) -> None:
    rng = random.Random(1)
    for _ in range(40):
        graphs = [random_graph(rng, 4) for _ in range(rng.choice([1, 2, 2, 3]))]
        truth = played_out(graphs, misere)
        for places in rng.sample(list(truth), min(4, len(truth))):
            text = " + ".join(text_of(g, v, "abc"[i]) for i, (g, v) in enumerate(zip(graphs, places, strict=True)))
            check_moves(solve(text, misere=misere), graphs, places, truth)


@pytest.mark.parametrize("misere", [False, True])
def test_a_part_that_loops_and_heaps_that_do_not_have_every_move_that_wins_or_draws(misere: bool) -> None:
    rng = random.Random(2)
    for _ in range(40):
        graph, size = random_graph(rng, 5), rng.randint(0, 4)
        truth = played_out([graph, heap(size)], misere)
        place = (rng.randrange(len(graph)), size)
        solution = solve(f"{text_of(graph, place[0])} + nim: {size}", misere=misere)
        assert solution.outcome is Outcome(truth[place][0])
        if solution.facts is not None:
            left = [truth[after][0] for _, after in moves_of([graph, heap(size)], place)]
            assert len(solution.winning_moves) == left.count("P")
            assert len(solution.facts.drawing_moves) == left.count("D")


@pytest.mark.nightly
def test_twenty_thousand_random_sums_are_solved_as_the_definition_says() -> None:
    rng = random.Random(3)
    for _ in range(20_000):
        graphs = [random_graph(rng, 8) for _ in range(rng.choice([2, 3]))]
        truth = played_out(graphs)
        places = rng.choice(list(truth))
        text = " + ".join(text_of(g, v, "abc"[i]) for i, (g, v) in enumerate(zip(graphs, places, strict=True)))
        check_moves(solve(text), graphs, places, truth)


def test_one_solver_answers_for_all_games_that_follow() -> None:
    game = read_game("graph: a>b b>a b>c c>d @ a b + nim: 2")
    solver = Solver(game)
    for each in (game, game.after(0, Sum("b")), game.after(1, Sum("c")), game.after(2, Sum(0)), game):
        again, first = Solution.of(solver.solve(each)).to_dict(), solve(each).to_dict()
        assert again | {"seconds": 0, "visited": 0} == first | {"seconds": 0, "visited": 0}


def test_a_rule_written_in_python_may_loop() -> None:
    ring = grundy.rule(lambda n: [(n + 1) % 5, *([9] if n == 3 else [])] if n < 9 else [])
    solution = ring.solve(0)
    assert (solution.outcome, solution.to_dict()["loopy"], solution.to_dict()["remoteness"]) == (Outcome.P, "0", 4)
    assert ring.outcome(3) is Outcome.N
    assert [str(move) for move in ring.winning_moves(3)] == ["part 0: to 9"]
    with pytest.raises(LoopyGame):
        ring.value(0)


def test_a_ring_that_is_walked_round_is_a_draw_in_both_plays() -> None:
    for misere in (False, True):
        solution = grundy.rule(lambda n: [(n + 1) % 5]).solve(0, misere=misere, limits=Limits(positions=10**6))
        assert solution.outcome is Outcome.D
        assert "For example, forever: 0 -> 1 -> 2 -> 3 -> 4 -> 0" in solution.explain()


@pytest.mark.parametrize("misere", [False, True])
def test_positions_without_end_end_at_the_limit(misere: bool) -> None:
    solution = grundy.rule(lambda n: [n + 1, abs(n - 1)]).solve(5, misere=misere, limits=Limits(positions=2000))
    assert (solution.outcome, solution.status) == (None, "limit")
    assert "2000 positions" in solution.reason
    assert solution.to_dict()["loopy"] is None
    assert "The outcome is not known" in solution.explain() or "the outcome is not known" in solution.explain()


def test_explanations_say_why_nobody_can_force_a_win() -> None:
    text = solve(f"{BOOK} + nim: 3 5").explain()
    assert text.startswith("A draw: nobody can force a win.")
    assert "component 1  0>1 0>2 1>0 1>2 @ 0  inf{0}" in text
    assert "The other components have nim-sum 6, and component 1 has no option of that value." in text
    assert "the player to move can always keep the draw" in text
    assert "For example, forever: 0 + 3 + 5 -> 1 + 3 + 5 -> 0 + 3 + 5" in text
    two = solve("graph: a>a a>b @ a a").explain()
    assert "2 components have infinite values; two of them make a draw" in two
    one = " ".join(solve(BOOK).explain().split())
    assert "the Smith-Fraenkel value is inf{0}: added to a heap of 0 the player to move wins" in one
    assert "With best play it ends after 1 move" in one


def test_all_moves_are_listed_with_the_positions_they_leave() -> None:
    lines = solve("graph: a>a a>b b>c @ a").explain(moves=True).splitlines()
    assert [line.split()[:2] for line in lines[-2:]] == [["to", "a"], ["to", "b"]]
    assert lines[-2].endswith("draws")
    assert lines[-1].endswith("refuted by to c")


# Play.


def match_of(text: str, misere: bool = False) -> Match:  # noqa: FBT002
    return Match(read_game(text), misere)


def test_the_third_time_of_a_position_is_a_draw() -> None:
    match = match_of("graph: a>b b>a b>c c>b @ a")
    for turn in range(4):
        assert not match.over, turn
        match.play(Opponent().choose(match).move)
    assert match.drawn
    assert match.over
    assert match.winner is None
    assert review_lines(match) == ["Nobody could force a win, and nobody gave the draw away."]
    match.undo()
    assert not match.over


def test_the_same_position_with_the_other_player_to_move_is_another_one() -> None:
    match = match_of("graph: a>a @ a")
    for _ in range(3):
        match.play(match.moves()[0])
        assert not match.drawn
    match.play(match.moves()[0])
    assert match.drawn


@pytest.mark.parametrize("misere", [False, True])
def test_the_opponent_wins_in_as_many_moves_as_the_remoteness_says(misere: bool) -> None:
    rng = random.Random(4)
    played = 0
    for _ in range(60):
        graph = [[u for u in range(12) if rng.random() < 0.16] for _ in range(12)]
        match = match_of(text_of(graph, 0), misere)
        solution = solve(match.game, misere=misere)
        if solution.facts is None:
            continue
        while not match.over:
            match.play(Opponent().choose(match).move)
        if solution.outcome is Outcome.D:
            assert match.drawn
        else:
            assert match.winner == (0 if solution.outcome is Outcome.N else 1)
            assert len(match.history) == solution.facts.remoteness
            played += len(match.history) > 1
    assert played > 3


def test_hints_speak_of_draws() -> None:
    match = match_of("graph: a>b b>a b>c c>d c>b @ b")
    told = "Nobody can force a win here: with best play it is a draw. A move that keeps it is at vertex a."
    assert hint(match, 1) == told
    assert hint(match, 2) == "For example, to a keeps the draw."


def test_the_review_names_the_player_that_lost_the_draw_or_gave_a_win_away() -> None:
    match = match_of("graph: a>b b>a b>c c>d @ b")
    match.play(match.find("to c"))
    match.play(match.find("to d"))
    assert review_lines(match) == ["The first player lost the draw at move 1: to c; to a would have kept the draw."]


def test_a_game_and_its_moves_after_a_limit_are_refused_where_a_value_is_needed() -> None:
    with pytest.raises(LoopyGame):
        grundy.graph(BOOK, strategy=True)
    with pytest.raises(LimitReached):
        Match(Game.of(read_game("nim: 3").summands[0].ruleset, 10**7)).moves()


@pytest.mark.nightly
def test_a_rule_that_splits_may_loop() -> None:
    table: dict[int, list[int | Sum[int]]] = {0: [], 1: [0], 2: [Sum(1, 3), 1], 3: [3, 0]}
    solution = grundy.rule(table.__getitem__).solve(2)
    assert solution.to_dict()["loopy"] == "inf{1}"
    assert solution.outcome is Outcome.D
    assert [move["move"] for move in solution.to_dict()["drawing_moves"]] == ["to 1 3"]
    more: dict[int, list[int | Sum[int]]] = {0: [], 1: [0], 2: [Sum(1, 3)], 3: [0, 2]}
    endless = grundy.rule(more.__getitem__).solve(3)
    assert (endless.outcome, endless.status) == (None, "limit")


@pytest.mark.nightly
def test_the_sum_of_a_huge_heap_and_a_loopy_component_is_won_by_theorem() -> None:
    solution = solve(f"graph: a>b b>a b>c a>d d>a @ a + nim: {10**18}")
    assert solution.outcome is Outcome.D or solution.status == "limit"
    won = solve(f"graph: a>b b>a b>c @ a + nim: {10**18}")
    assert won.outcome is Outcome.N
    assert [(move.part, move.move) for move in won.winning_moves] == [(1, f"take {10**18}")]
