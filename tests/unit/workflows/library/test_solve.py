from __future__ import annotations

from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.golden.reading import golden
from tests.pace import spent
from tests.unit.search.naive import Whole, values_of, wins_of

from grundy.core import Budget, Game, Limits, Outcome, Sum, Summand, as_sum, nim_sum
from grundy.notation import read_game
from grundy.workflows.library import solution
from grundy.workflows.library.solution import Solution, solve

NIM = golden("nim_boards")["cases"]
OTHERS = [
    "wythoff: 2 3", "wythoff: 3 3", "euclid: 5 3", "fibonacci: 5", "schwenk(factor=1): 6", "welter: 1 4",
    "silver-dollar: 1 4", "staircase: 1 2 1", "moore(k=2): 1 2 2", "circular-nim(k=2): 1 2 1", "nimble: 2 1",
    "circular-kayles: 5", "maze: ..#/.../..@", "graph: a>b b>c a>c d>a @ d a", "vectors(steps={(1,0),(2,2)}): 3 3",
    "nim(max=2): 1 4", "nim(max=2): 0 4", "nim(max=3): 15", "nim: 13 1 1 1",
]  # fmt: skip


def brute(game: Game, misere: bool) -> tuple[bool, int, list[tuple[int, str]]]:
    """Whether the player to move wins, the value, and every winning move, from moves and options alone."""
    rules = {rule: i for i, rule in enumerate(dict.fromkeys(rule for rule, _ in game.parts))}
    by_number = list(rules)

    def below(part: Any) -> list[Whole]:
        number, position = part
        return [tuple((number, p) for p in as_sum(option)) for option in by_number[number].options(position)]

    parts = tuple((rules[rule], position) for rule, position in game.parts)
    wins, value = wins_of(below, misere), values_of(below)
    found = []
    for i, (rule, position) in enumerate(game.parts):
        for move in rule.moves(position):
            leaves = tuple((rules[rule], p) for p in move.leaves)
            if not wins((*parts[:i], *leaves, *parts[i + 1 :])):
                found.append((i, move.label))
    return wins(parts), nim_sum(map(value, parts)), found


def check(solution: Solution, misere: bool) -> None:
    """Everything that a solution says is what brute force finds, and every move reads back."""
    won, value, moves = brute(solution.game, misere)
    assert solution.status == "proved"
    assert solution.outcome is Outcome.wins(won)
    assert solution.value == (None if misere else value)
    assert [(move.part, move.move) for move in solution.winning_moves] == moves
    for move in solution.winning_moves:
        assert read_game(solution.leaves(move)) == solution.game.after(move.part, move.pieces)
    assert solution.move_count == sum(len(list(rule.moves(position))) for rule, position in solution.game.parts)


@pytest.mark.parametrize("case", NIM, ids=lambda case: str(case["board"]))
def test_golden_nim_boards_in_both_plays(case: dict[str, Any]) -> None:
    text = "nim: " + " ".join(map(str, case["board"]))
    for play in ("normal", "misere"):
        solution = solve(text, misere=play == "misere")
        assert str(solution.outcome) == case[play]
        assert [[move.part, *move.pieces] for move in solution.winning_moves] == case[f"{play}_winning"]
    assert solve(text).value == case["nim_sum"]


@pytest.mark.parametrize("text", OTHERS)
def test_every_single_game_is_solved_completely_in_both_plays(text: str) -> None:
    for misere in (False, True):
        check(solve(text, misere=misere), misere)


@pytest.mark.parametrize("bounds", [(1, 3), (2, 3), (2, 2), (3, 5)])
def test_a_rule_that_is_misere_by_itself_turns_the_convention_round(bounds: tuple[int, int]) -> None:
    low, high = bounds
    for heap in range(25):
        text = f"bash(min={low}, max={high}, end=rest-loses): {heap}"
        for misere in (False, True):
            won, _, moves = brute(read_game(text), not misere)
            solution = solve(text, misere=misere)
            assert solution.outcome is Outcome.wins(won)
            assert [(move.part, move.move) for move in solution.winning_moves] == moves


def test_a_heap_that_splits_is_replaced_in_place_by_its_pieces() -> None:
    solution = solve("kayles: 3 7 1 + nim: 2")
    leaves = [solution.leaves(move) for move in solution.winning_moves]
    assert all(text.endswith((" + nim: 0", " + nim: 1", " + nim: 2")) for text in leaves)
    split = next(move for move in solution.winning_moves if move.part == 1 and len(move.pieces) == 2)
    assert solution.leaves(split) == f"kayles: 3 {split.pieces[0]} {split.pieces[1]} 1 + nim: 2"


def test_the_json_has_exactly_the_fields_of_the_contract() -> None:
    found = solve("nim: 10 12 5").to_dict()
    assert list(found) == ["schema", "game", "play", "outcome", "value", "status", "parts", "move_count",
                           "winning_moves", "explanation", "lower", "moves_status", "line", "method", "visited",
                           "database", "seconds", "theorem"]  # fmt: skip
    explanation, seconds, theorem = found.pop("explanation"), found.pop("seconds"), found.pop("theorem")
    assert isinstance(explanation, str)
    assert theorem.startswith("Theorem for nim: ")
    assert 0 <= seconds < 60
    assert found == {
        "schema": 1,
        "game": "nim: 10 12 5",
        "play": "normal",
        "outcome": "N",
        "value": 3,
        "status": "proved",
        "parts": [
            {"game": "nim: 10", "value": 10, "lower": 10, "method": "theorem"},
            {"game": "nim: 12", "value": 12, "lower": 12, "method": "theorem"},
            {"game": "nim: 5", "value": 5, "lower": 5, "method": "theorem"},
        ],
        "move_count": 27,
        "winning_moves": [{"part": 0, "move": "take 1", "leaves": "nim: 9 12 5"}],
        "lower": 3,
        "moves_status": "proved",
        "line": [],
        "method": "theorem",
        "visited": 0,
        "database": "",
    }


def test_in_misere_play_the_value_is_null_and_a_limit_adds_its_reason() -> None:
    misere = solve("kayles: 5 4", misere=True).to_dict()
    assert (misere["play"], misere["value"], misere["status"]) == ("misere", None, "proved")
    limit = solve(f"take squares: {10**18}").to_dict()
    assert set(limit) == {*misere, "reason"}
    assert (limit["outcome"], limit["value"], limit["status"]) == (None, None, "limit")
    assert [(part["game"], part["value"]) for part in limit["parts"]] == [(f"take squares: {10**18}", None)]


def test_parts_are_numbered_over_all_summands_in_the_order_of_the_text() -> None:
    solution = solve("nim: 1 0 + kayles: 2 + maze: ..@")
    assert [str(rule.name) for rule, _ in solution.game.parts] == ["nim", "nim", "kayles", "maze"]
    assert solution.values == (1, 0, 2, 2)
    moves = [(move.part, move.move) for move in solution.winning_moves]
    assert moves == sorted(moves, key=lambda move: move[0])


def test_a_game_object_and_its_text_have_one_solution() -> None:
    rule, parts = read_game("kayles: 4 6").summands[0]
    game = Game(Summand(rule, parts))
    assert solve(game) == solve("kayles: 4 6")
    assert solve(Game.of(rule, *parts)).winning_moves == solve(game).winning_moves
    assert parts == Sum(4, 6)


def test_more_winning_moves_than_the_json_lists_are_counted_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution, "MOST_MOVES", 100)
    found = solve("kayles: 10000 3", misere=True)
    told = found.to_dict()
    assert [(m["part"], m["move"]) for m in told["winning_moves"]] == [
        (m.part, m.move) for m in found.winning_moves[:100]
    ]
    assert (told["outcome"], told["status"], told["moves_status"]) == ("N", "limit", "limit")
    assert told["reason"] == f"the first 100 of {len(found.winning_moves)} winning moves are listed"


def test_the_time_that_is_left_ends_the_list_of_winning_moves() -> None:
    found = solve("kayles: 100000000 3", misere=True)
    begin = process_time()
    with Budget(Limits(0.1)).interruptible():
        told = found.to_dict()
    assert spent(begin) < 3
    assert 0 < len(told["winning_moves"]) < 1_000_000
    assert told["moves_status"] == "limit"


HEAP_RULES = [
    "nim", "nim(max=2)", "bash(min=2, max=3)", "bash(min=2, max=3, end=rest)", "kayles", "grundy", "lasker", "4.3",
    "take squares", "take primes", "take {1, 3, 4}", "take 1..2 or split", "take all-but {2}", "split", "divisors",
    "take k where n % k == 0", "0.137", "0.8", "0.[3]",
]  # fmt: skip


SUMMANDS = [f"{rule}: {heap}" for rule in HEAP_RULES for heap in range(7)] + OTHERS


@settings(max_examples=examples(200))
@given(st.lists(st.sampled_from(SUMMANDS), min_size=1, max_size=2), st.booleans())
def test_outcome_value_and_every_winning_move_agree_with_brute_force(texts: list[str], misere: bool) -> None:
    check(solve(" + ".join(texts), misere=misere), misere)


@settings(max_examples=30)
@given(st.lists(st.sampled_from(HEAP_RULES), min_size=1, max_size=3), st.data(), st.booleans())
def test_sums_of_several_heaps_of_one_rule_agree_with_brute_force(
    rules: list[str], data: st.DataObject, misere: bool
) -> None:
    heaps = [data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=2)) for _ in rules]
    text = " + ".join(f"{rule}: {' '.join(map(str, row))}" for rule, row in zip(rules, heaps, strict=True))
    check(solve(text, misere=misere), misere)
