"""The errata of CATALOGUE section C: the right statement passes, the wrong one fails at its smallest counterexample."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement
from math import prod

import pytest
from tests.golden.reading import golden
from tests.unit.games.oracle import Oracle, labels

import grundy
from grundy.core import Outcome, Sum, nim_sum
from grundy.games import make
from grundy.games.coins.staircase import Staircase
from grundy.games.graphs.directed import GraphGame
from grundy.games.heaps.bash import Bash
from grundy.games.heaps.nim import BoundedNim, Nim
from grundy.notation import read_game
from grundy.workflows.library.solution import solve

Board = tuple[int, ...]


def boards(heaps: int, largest: int) -> Iterator[Board]:
    """Boards with the fewest heaps first, then the least sum, then in lexicographic order."""
    for n in range(1, heaps + 1):
        yield from sorted(combinations_with_replacement(range(largest + 1), n), key=lambda board: (sum(board), board))


def first_wrong(cases: Iterable[Board], says: Callable[[Board], bool], truth: Callable[[Board], bool]) -> Board | None:
    """The first board on which a statement fails."""
    return next((board for board in cases if says(board) != truth(board)), None)


def test_1_the_board_10_2_5_has_nim_sum_13_and_10_12_5_has_3() -> None:
    assert solve("nim: 10 2 5").value == 13
    assert solve("nim: 10 12 5").value == 3


def test_2_misere_nim_changes_its_strategy_only_from_non_trivial_boards() -> None:
    """A play from a board without a heap above 1 never meets the board where the strategies part."""
    oracle = Oracle(Nim())

    def meets_decisive(board: Board) -> bool:
        seen, stack = {board}, [board]
        while stack:
            current = stack.pop()
            if sum(heap >= 2 for heap in current) == 1:
                return True
            for i, heap in enumerate(current):
                for left in range(heap):
                    after = (*current[:i], left, *current[i + 1 :])
                    if after not in seen:
                        seen.add(after)
                        stack.append(after)
        return False

    small = list(boards(3, 3))
    assert all(meets_decisive(board) == (max(board) >= 2) for board in small)
    wrong = first_wrong((b for b in small if min(b) > 0), lambda _: True, meets_decisive)
    assert wrong == (1,)
    assert not meets_decisive((1, 1))
    assert oracle.misere(Sum(1)) is Outcome.P
    assert oracle.misere(Sum(1, 1)) is Outcome.N


def test_3_maze_1_up_2_is_one_of_five_winning_moves() -> None:
    cases = golden("mazes")["cases"][:3]
    mazes = [make("maze").bind("/".join([*case["rows"][:-1], case["rows"][-1][:-1] + "@"])) for case in cases]
    text = " + ".join(f"maze: {rule.show(figure)}" for rule, figure in mazes)
    wins = [(move.part + 1, move.move) for move in solve(text).winning_moves]
    assert wins == [(1, "left 4"), (1, "up 2"), (2, "up 3"), (3, "left 2"), (3, "up 2")]


def test_4_from_8_with_at_most_3_one_moves_to_5_6_and_7() -> None:
    assert sorted(BoundedNim(3).options(8)) == [5, 6, 7]


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


def test_6_kayles_is_a_row_and_circular_nim_another_game() -> None:
    assert all(grundy.game("kayles").values(60)[1:])
    assert all(solve(f"circular-kayles: {n}").outcome is Outcome.P for n in range(3, 20))
    assert solve("kayles: 3").outcome is Outcome.N
    assert solve("circular-nim(k=2): 1 1 1").outcome is Outcome.P


def test_7_a_position_of_value_g_may_have_moves_to_larger_values_and_they_are_reversible() -> None:
    case = golden("mazes")["cases"][0]
    rule, figure = make("maze").bind("/".join([*case["rows"][:-1], "....@"]))
    oracle = Oracle(rule)
    assert oracle.value(figure[0]) == 2
    assert {oracle.value(square) for square in rule.options(figure[0])} == {0, 1, 3, 4}


def test_8_in_misere_play_the_value_0_does_not_fix_the_outcome() -> None:
    oracle = Oracle(Nim())
    outcomes = {board: oracle.misere(Sum.of(board)) for board in ((), (1, 1), (2, 2))}
    assert {nim_sum(board) for board in outcomes} == {0}
    assert [str(outcome) for outcome in outcomes.values()] == ["N", "N", "P"]
    assert [str(solve(text, misere=True).outcome) for text in ("nim: 0", "nim: 1 1", "nim: 2 2")] == ["N", "N", "P"]


def test_9_a_bound_on_the_number_of_piles_is_none_on_their_sizes() -> None:
    """A heap may be far larger than the 300000 of the statement."""
    assert solve(f"nim: {10**18} {10**18 + 1}").value == 1


def test_10_sub_boards_are_counted_with_empty_heaps() -> None:
    board = (73, 69, 57, 21, 20)
    assert prod(heap + 1 for heap in board) == 138_803_280
    assert prod(board) == 120_585_780
    small: Board = (3, 1, 2)
    reached: set[Board] = {small}
    todo = [small]
    nim = Nim()
    while todo:
        here = todo.pop()
        for i, heap in enumerate(here):
            for left in nim.options(heap):
                after = (*here[:i], left, *here[i + 1 :])
                if after not in reached:
                    reached.add(after)
                    todo.append(after)
    assert len(reached) == prod(heap + 1 for heap in small) == 24 != prod(small)


def test_11_two_in_four_digits_is_0010_and_the_columns_of_9_8_5_2_are_even_odd_odd_even() -> None:
    assert f"{2:04b}" == "0010"
    columns = [sum(heap >> bit & 1 for heap in (9, 8, 5, 2)) % 2 for bit in (3, 2, 1, 0)]
    assert columns == [0, 1, 1, 0]
    assert f"{solve('nim: 9 8 5 2').value:04b}" == "0110"
    assert "odd columns: 4 and 2" in solve("nim: 9 8 5 2").explain()


def test_12_every_move_from_even_gives_odd_but_not_every_move_from_odd_gives_even() -> None:
    def after(board: Board) -> list[int]:
        solution = solve("nim: " + " ".join(map(str, board)))
        moves = ((i, move) for i, (ruleset, heap) in enumerate(solution.game.parts) for move in ruleset.moves(heap))
        return [solve(solution.game.after(i, move.leaves)).value or 0 for i, move in moves]

    for board in boards(3, 4):
        if nim_sum(board) == 0:
            assert all(after(board))
        else:
            assert 0 in after(board)
    assert after((2,)) == [1, 0]  # odd to odd, and odd to even


def test_13_taking_12_of_13_leaves_four_ones_and_taking_13_leaves_three() -> None:
    normal, misere = solve("nim: 13 1 1 1"), solve("nim: 13 1 1 1", misere=True)
    assert [(m.move, normal.leaves(m)) for m in normal.winning_moves] == [("take 12", "nim: 1 1 1 1")]
    assert [(m.move, misere.leaves(m)) for m in misere.winning_moves] == [("take 13", "nim: 0 1 1 1")]


def test_14_decisive_is_exactly_one_heap_of_2_or_more() -> None:
    """ "Exactly one non-singleton" would call [0, 1] decisive; its misere and normal outcomes differ."""
    oracle = Oracle(Nim())

    def won_in_both(board: Board) -> bool:
        return nim_sum(board) != 0 and oracle.misere(Sum.of(board)) is Outcome.N

    cases = list(boards(3, 4))
    assert all(won_in_both(board) for board in cases if sum(heap >= 2 for heap in board) == 1)
    wrong = first_wrong((b for b in cases if sum(heap != 1 for heap in b) == 1), lambda _: True, won_in_both)
    assert wrong == (0,)
    assert not won_in_both((0, 1))


@pytest.mark.parametrize(("end", "n"), [("stuck", 1), ("rest", 4)])
def test_15_bash_is_not_decided_by_r_at_most_m(end: str, n: int) -> None:
    """The counts 1094, 343, 1079, 709 of 2025 stand in test_bash."""
    oracle = Oracle(Bash(2, 2, end))
    wrong = first_wrong(((k,) for k in range(1, 80)), lambda b: b[0] % 4 <= 2, lambda b: oracle.value(b[0]) > 0)
    assert wrong == (n,)
    assert oracle.outcome(n) is Outcome.P
    right = (lambda b: b[0] % 4 >= 2) if end == "stuck" else (lambda b: 1 <= b[0] % 4 <= 2)
    assert first_wrong(((k,) for k in range(80)), right, lambda b: oracle.value(b[0]) > 0) is None


def test_16_with_at_most_m_remainders_are_taken_before_the_nim_sum() -> None:
    classics = golden("classics")["nim_at_most_m"]
    oracle = Oracle(BoundedNim(2))

    def won(board: Board) -> bool:
        return oracle.sum_value(Sum.of(board)) != 0

    assert first_wrong(boards(3, 6), lambda b: nim_sum(b) % 3 != 0, won) == (1, 2)
    assert first_wrong(boards(3, 6), lambda b: nim_sum(heap % 3 for heap in b) != 0, won) is None
    assert [tuple(case["piles"]) for case in classics["smallest_counterexamples"]] == [(1, 2), (1, 4)]
    assert won((1, 2))
    assert not won((1, 4))
    assert labels(BoundedNim(2).moves_to(4, 0)) == ["take 1"]
    assert [(m.part, m.move) for m in solve("nim(max=2): 0 4").winning_moves] == [(1, "take 1")]


def test_17_and_18_the_last_odd_stair_and_wins_that_start_on_an_even_one() -> None:
    """Errata 17 in full stands in test_staircase."""
    assert all(((n - 1) // 2 * 2 + 1) % 2 == 1 and (n + 1) // 2 * 2 % 2 == 0 for n in range(1, 30))
    assert labels(Staircase().moves_to((0, 0, 1, 1, 0), 0)) == ["move 1 from stair 2", "move 1 from stair 3"]


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


def test_the_four_demo_claims_fail_where_the_catalogue_says() -> None:
    kayles = grundy.game("kayles").values(200)
    assert next(n for n in range(70, 180) if kayles[n] != kayles[n + 12]) == 70
    assert (kayles[70], kayles[82]) == (6, 2)
    squares = grundy.game("take squares").values(60)
    assert next(n for n in range(61) if (squares[n] == 0) != (n % 5 in {0, 2})) == 25
    empty = solve("nim: 0", misere=True).outcome
    assert empty is Outcome.N
    dawson = grundy.game("0.07").values(200)
    assert any(dawson[n] != dawson[n + 12] for n in range(53, 188))


def test_graphs_reduce_to_nim_only_as_parts_of_normal_sums() -> None:
    """Errata 8, on graphs: two vertices of value 0 with different misere outcomes."""
    rule = GraphGame({"a": ("b",), "b": ("c",), "c": (), "d": ()})
    oracle = Oracle(rule)
    assert oracle.value("a") == oracle.value("d") == 0
    assert oracle.misere(Sum("d")) is Outcome.N
    assert oracle.misere(Sum("a")) is Outcome.N
    pair = Oracle(Nim())
    assert pair.misere(Sum(2, 2)) is Outcome.P
