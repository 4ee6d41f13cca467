from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest
from tests.cases import first_seed
from tests.unit.games.partizan.second_program import followers, grid, letter, random_board, symmetric_board, wins

from grundy import solve
from grundy.core import Budget, InputError, LimitReached, Limits, Outcome, Partizan, PositionError, RuleError
from grundy.games.partizan.boards import PartizanBoard
from grundy.notation import read_game, read_ruleset
from grundy.search import PartizanSolver, ZermeloSolver, grundy_values

GAMES = ["domineering", "col", "snort", "clobber", "toads-and-frogs", "amazons", "partizan-nogo"]
every_game = pytest.mark.parametrize("name", GAMES)


def outcome(text: str, *, misere: bool = False) -> str | None:
    ruleset, position = read_game(text).part(0)
    return PartizanSolver(cast("Partizan[Any]", ruleset), misere=misere).winners(position).letter


def agree(name: str, count: int, seed: int) -> None:
    rng = Random(seed)
    for number in range(count):
        board, misere = random_board(name, rng), number % 4 == 3
        ruleset, position = read_game(f"{name}: {board}").part(0)
        assert outcome(f"{name}: {board}", misere=misere) == letter(name, board, misere=misere), (name, board, misere)
        for player, turn in enumerate((position, cast("Partizan[Any]", ruleset).opposite(position))):
            after = [grid("/".join(move.leaves[0].rows)) for move in ruleset.moves(turn)]
            assert sorted(after) == sorted(followers(name, grid(board), player)), (name, board, player)


def agree_by_symmetry(name: str, count: int, seed: int) -> None:
    """Compare the outcomes and the answers that a symmetry gives with a second program."""
    rng, known = Random(seed), 0
    for _ in range(count):
        board = symmetric_board(name, rng)
        ruleset, position = read_game(f"{name}: {board}").part(0)
        rule = cast("PartizanBoard", ruleset)
        for player, turn in enumerate((position, rule.opposite(position))):
            found = rule.known_outcome(turn)
            known += found is not None
            assert found in (None, Outcome.wins(wins(name, grid(board), player, misere=False))), (name, board, player)
            for move in rule.moves(turn) if found is Outcome.P else ():
                image, after = rule.mirrored(turn, move.label), move.leaves[0]
                (left,) = (reply.leaves[0] for reply in rule.moves(after) if reply.label == image)
                assert not wins(name, grid("/".join(left.rows)), player, misere=False), (name, board, move.label)
    assert known > count // 20


@every_game
def test_moves_and_outcomes_are_those_of_a_second_program(name: str) -> None:
    agree(name, 12, 0)
    agree_by_symmetry(name, 30, 1)


@pytest.mark.nightly
@every_game
def test_moves_and_outcomes_of_two_thousand_positions_are_those_of_a_second_program(name: str) -> None:
    agree(name, 2000, 1 + first_seed())
    agree_by_symmetry(name, 2000, 1 + first_seed())


@pytest.mark.parametrize("size", ["3x3", "2x4"])
def test_impartial_domineering_is_cram(size: str) -> None:
    rng, names = Random(size), ("impartial(domineering)", "cram")
    rows, columns = map(int, size.split("x"))
    tables: list[dict[Any, int]] = [{}, {}]
    for number in range(100):
        board = "/".join("".join(rng.choice("...#") for _ in range(columns)) for _ in range(rows))
        parts = [read_game(f"{name}: {board}").part(0) for name in names]
        values = [
            grundy_values(rule, [at], table=t)[rule.canonical(at)] for (rule, at), t in zip(parts, tables, strict=True)
        ]
        assert values[0] == values[1], board
        assert len({sum(1 for _ in rule.options(at)) for rule, at in parts}) == 1, board
        if number % 20 == 0:
            found, cram = (solve(f"{name}: {board}", misere=True) for name in names)
            assert (found.outcome, len(found.winning_moves)) == (cram.outcome, len(cram.winning_moves)), board


def test_impartial_nogo_is_the_game_nogo() -> None:
    for board in ("1x6", "2x3", "B.W/...", ".#B./..W."):
        assert solve(f"impartial(partizan-nogo): {board}").value == solve(f"nogo: {board}").value


@pytest.mark.parametrize("name", [name for name in GAMES if name != "amazons"])
def test_the_impartial_game_has_the_moves_of_both_players(name: str) -> None:
    board = random_board(name, Random(5))
    ruleset, position = read_game(f"impartial({name}): {board}").part(0)
    count = sum(1 for player in (0, 1) for _ in followers(name, grid(board), player))
    assert sum(1 for _ in ruleset.moves(position)) == count
    assert len({move.label for move in ruleset.moves(position)}) == count


# D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Solving 8 x 8 Domineering", 2000, and M. Lachmann,
# C. Moore and I. Rapaport, "Who wins Domineering on rectangular boards?", 2002. Left plays vertical dominoes.
DOMINEERING = {
    **dict.fromkeys(["2x2", "2x3", "2x6", "2x7", "3x3", "4x4", "4x6"], "N"),
    **dict.fromkeys(["1x2", "2x4", "2x8", "3x4", "3x5", "3x6"], "R"),
    **dict.fromkeys(["2x5", "4x5"], "L"),
    "1x1": "P",
}
# M. Müller, "Solving NoGo on small board sizes", University of Alberta, 2025.
NOGO = {"3x3": "N", "4x4": "P"}


@pytest.mark.parametrize("size", DOMINEERING)
def test_domineering_has_the_published_outcomes(size: str) -> None:
    rows, columns = size.split("x")
    transposed = {"L": "R", "R": "L"}.get(DOMINEERING[size], DOMINEERING[size])
    assert outcome(f"domineering: {size}") == DOMINEERING[size]
    assert outcome(f"domineering: {columns}x{rows}") == transposed


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "expected"), [("5x5", "P"), ("5x6", "R")])
def test_larger_boards_of_domineering_have_the_published_outcomes(size: str, expected: str) -> None:
    assert outcome(f"domineering: {size}") == expected


@pytest.mark.nightly
def test_nogo_of_four_rows_has_the_published_outcome() -> None:
    assert outcome("partizan-nogo: 4x4") == NOGO["4x4"]


def test_nogo_of_three_rows_has_the_published_outcome() -> None:
    assert outcome("partizan-nogo: 3x3") == NOGO["3x3"]


@pytest.mark.parametrize("pairs", range(1, 9))
def test_the_next_player_wins_a_row_of_alternating_clobber_unless_it_has_six_pieces(pairs: int) -> None:
    """Conjectured by M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe 2005, proved in 2025."""
    assert outcome(f"clobber: {'xo' * pairs}") == ("P" if pairs == 3 else "N")


@pytest.mark.parametrize("misere", [False, True])
@every_game
def test_the_search_agrees_with_backward_induction_without_symmetries(name: str, misere: bool) -> None:
    rng = Random(name)
    for _ in range(4):
        ruleset, position = read_game(f"{name}: {random_board(name, rng)}").part(0)
        rule = cast("Partizan[Any]", ruleset)
        plain = ZermeloSolver(rule, misere=misere, symmetry=False)
        fast = PartizanSolver(rule, misere=misere)
        for turn in (position, rule.opposite(position)):
            assert fast.outcome(turn) is plain.solve(turn).outcome


def test_boards_side_by_side_are_their_sum() -> None:
    assert str(read_game("clobber: xo; ox/xo")) == "clobber: xo#ox/###xo"
    # G - G = 0: the second player answers every move on the board that is turned by a right angle
    assert outcome("domineering: 2x3; 3x2") == outcome("clobber: xxo; oox") == "P"


def test_solve_states_the_outcome_in_words_and_in_json() -> None:
    found = solve("domineering: 3x1 @ R")
    assert found.explain().splitlines()[:2] == ["Left wins, whoever starts (outcome L).", "Right is to move and loses."]
    assert (found.to_dict()["outcome"], found.to_dict()["side"], found.outcome) == ("L", "Right", Outcome.P)
    assert solve("domineering: 2x2").explain().startswith("The next player wins")
    assert solve("clobber: xoxoxo").explain().startswith("The previous player wins: whoever starts loses (outcome P).")
    assert solve("domineering: 1x1", misere=True).letter == "N"


def test_a_player_who_answers_with_images_wins_on_boards_of_any_size() -> None:
    """The second player wins Col on an even number of squares, the first one Snort on an odd board."""
    found = solve("col: 10x10")
    assert (found.letter, found.status, found.moves_status) == ("P", "proved", "proved")
    assert "Pairing strategy. The other player answers every move by its image" in found.explain()
    assert "\na1    j10\n" in found.explain()
    found = solve("snort: 9x9", limits=Limits(positions=20))
    assert (found.letter, found.moves_status, [move.move for move in found.winning_moves]) == ("N", "limit", ["e5"])
    assert "Begin with e5, then answer every move by its image" in found.explain()
    assert "Winning move (1 of 81 moves; the search for others stopped):" in found.explain()


def test_every_winning_move_leaves_a_position_that_the_other_player_loses() -> None:
    found = solve("snort: 2x3")
    wins = {move.move for move in found.winning_moves}
    for move in found.game.part(0)[0].moves(found.game.part(0)[1]):
        assert (solve(f"snort: {found.game.part(0)[0].show(move.leaves)}").outcome is Outcome.P) == (move.label in wins)


def test_a_limit_leaves_the_outcome_unknown_and_says_so() -> None:
    found = solve("domineering: 6x6", limits=Limits(positions=50))
    assert (found.letter, found.status, found.to_dict()["outcome"]) == (None, "limit", None)
    assert found.reason == "the limit of 50 positions was reached after 50 positions"
    ruleset, position = read_game("domineering: 6x6").part(0)
    with pytest.raises(LimitReached):
        PartizanSolver(cast("Partizan[Any]", ruleset), Budget(Limits(positions=50))).winners(position)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("col: xx", "col: squares with a common side have the same colour, which is not allowed"),
        ("snort: xo", "snort: squares with a common side have different colours, which is not allowed"),
        ("partizan-nogo: BW", "partizan-nogo: a group of stones has no free neighbour"),
        ("amazons: 3x3", "expected rows of . x o # joined by /, found '3x3'"),
        ("domineering: 3x", "expected a size such as 3x4, or rows of . # joined by /, found '3x'"),
        ("domineering: 27x1", "expected a board of at most 26x26, found '27x1'"),
        ("clobber: xo @ X", 'expected the player to move, "L" or "R", found \'X\''),
        ("domineering: 2x2 + nim: 3", "domineering cannot be a component of a sum"),
    ],
)
def test_a_wrong_text_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_game(text)
    assert str(error.value).startswith(message)


def test_only_a_partizan_game_on_a_board_has_an_impartial_version() -> None:
    for text in ("impartial(cram)", "impartial(col, snort)", "impartial(tic-tac-toe)"):
        with pytest.raises(RuleError, match="expected one partizan game on a board, such as domineering, found"):
            read_ruleset(text)
    ruleset, position = read_game("col: 2x2").part(0)
    with pytest.raises(PositionError, match="the player to move is L or R"):
        ruleset.check(position._replace(side="X"))
