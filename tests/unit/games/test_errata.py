"""Errata of CATALOGUE section C that no other test of a game covers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

import grundy
from grundy.core import Outcome, nim_sum
from grundy.notation import read_game
from grundy.workflows.library.solution import solve

Board = tuple[int, ...]


def boards(heaps: int, largest: int) -> Iterator[Board]:
    """Boards with the fewest heaps first, then the least sum, then in lexicographic order."""
    for n in range(1, heaps + 1):
        yield from sorted(combinations_with_replacement(range(largest + 1), n), key=lambda board: (sum(board), board))


def test_1_the_board_10_2_5_has_nim_sum_13_and_10_12_5_has_3() -> None:
    assert solve("nim: 10 2 5").value == 13
    assert solve("nim: 10 12 5").value == 3


def test_5_mirroring_proves_that_two_equal_parts_are_lost_and_names_the_answer() -> None:
    for text in ("nim: 7 7", "kayles: 9 9", "0.137: 8 8", "wythoff: 3 4 + wythoff: 3 4"):
        solution = solve(text)
        assert solution.outcome is Outcome.P
        game = read_game(text)
        for ruleset, position in list(game.parts)[:1]:
            for move in ruleset.moves(position):
                answered = game.after(0, move.leaves)
                mirror = answered.after(answered.size - 1, move.leaves)
                assert solve(mirror).outcome is Outcome.P


def test_8_in_misere_play_the_value_0_does_not_fix_the_outcome() -> None:
    assert [str(solve(text, misere=True).outcome) for text in ("nim: 0", "nim: 1 1", "nim: 2 2")] == ["N", "N", "P"]


def test_11_the_columns_of_9_8_5_2_are_even_odd_odd_even() -> None:
    assert f"{solve('nim: 9 8 5 2').value:04b}" == "0110"
    assert "odd columns: 4 and 2" in solve("nim: 9 8 5 2").explain()


def test_13_taking_12_of_13_leaves_four_ones_and_taking_13_leaves_three() -> None:
    normal, misere = solve("nim: 13 1 1 1"), solve("nim: 13 1 1 1", misere=True)
    assert [(m.move, normal.leaves(m)) for m in normal.winning_moves] == [("take 12", "nim: 1 1 1 1")]
    assert [(m.move, misere.leaves(m)) for m in misere.winning_moves] == [("take 13", "nim: 0 1 1 1")]


def test_19_n_is_the_next_player() -> None:
    assert solve("nim: 5").outcome is Outcome.N
    assert "player to move" in solve("nim: 5").explain()


def test_20_a_heap_works_only_when_it_is_larger_than_its_target() -> None:
    for board in boards(3, 7):
        total = nim_sum(board)
        wins = {i for i, heap in enumerate(board) if heap > heap ^ total}
        assert wins == {move.part for move in solve("nim: " + " ".join(map(str, board))).winning_moves}
        weak = {i for i, heap in enumerate(board) if heap >= heap ^ total}
        assert weak == (wins if total else set(range(len(board))))


def test_21_0_161_and_0_36_differ_first_at_519_and_0_27_is_0_26() -> None:
    left, right = (grundy.game(code).values(600) for code in ("0.161", "0.36"))
    assert next(n for n in range(601) if left[n] != right[n]) == 519
    assert (left[519], right[519]) == (2, 4)
    values = {code: grundy.game(code).values(400) for code in ("0.27", "0.26", "0.06")}
    assert values["0.27"] == values["0.26"]
    for shift in range(-20, 21):
        low = max(0, -shift)
        assert any(values["0.27"][n + shift] != values["0.06"][n] for n in range(low, 401 - max(0, shift)))
