"""What an idea says is so by the definition of the game: who wins, and which moves win."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from tests.cases import few

from grundy import solve
from grundy.core import Outcome
from grundy.games.boards.tic_tac_toe import TicTacToe
from grundy.notation import read_game
from grundy.workflows.explaining.ideas import idea, idea_of_move
from grundy.workflows.library.solution import Solution

ROWS = [" ".join(map(str, row)) for size in (1, 2, 3) for row in combinations(range(1, 8), size)]
HEAPS = [" ".join(map(str, heaps)) for heaps in product(range(5), repeat=3)]
GAMES: dict[str, list[str]] = {
    "divisors": [str(n) for n in range(1, 40)],
    "moore(k=2)": HEAPS,
    "moore(k=1)": HEAPS,
    "circular-nim(k=2)": [*HEAPS, *(" ".join(map(str, heaps)) for heaps in product(range(3), repeat=4))],
    "circular-nim(k=1)": HEAPS,
    "staircase": HEAPS,
    "euclid": [f"{a} {b}" for a in range(1, 14) for b in range(1, 14)],
    "euclid(end=positive)": [f"{a} {b}" for a in range(1, 14) for b in range(1, 14)],
    "fibonacci": [f"{n}@{bound}" for n in range(1, 24) for bound in range(1, n)],
    "schwenk(factor=1)": [f"{n}@{bound}" for n in range(1, 20) for bound in range(1, n)],
    "schwenk(factor=3, plus=1)": [f"{n}@{bound}" for n in range(1, 22) for bound in range(1, n)],
    "wythoff": [f"{a} {b}" for a in range(1, 12) for b in range(1, 12)],
    **dict.fromkeys(("silver-dollar", "welter", "turning-turtles", "mock-turtles", "ruler", "sym", "moebius"), ROWS),
    "turning-corners": ["(1,2) (2,1)", "(1,1) (2,2)", "(1,1)", "(2,3) (3,2) (1,1)", "(1,2) (3,4)"],
    "poker-nim(add=2)": [f"{a} {b} @ {x} {y}" for a in range(4) for b in range(4) for x in range(2) for y in range(2)],
    "northcott": ["W.B./W..B @ W", "W.B./.W.B @ W", "W...B/WB... @ B", "W..B/W..B/W.B. @ W"],
    "geography": [f"{graph} @ {v}" for graph in ("path(5)", "grid(2x3)", "cycle(5)") for v in range(5)],
    "hackenbush": ["0-1", "0-1 0-2", "0-1 1-2 1-3", "ring(3)", "stalk(2) stalk(2)", "0-1 1-2 2-0 0-3", "0-1 1-1"],
    "brussels-sprouts": ["1", "2", "2.3.", "4.1.", "6."],
    "treblecross": [str(n) for n in range(1, 12)] + ["..x..", "...x...", ".....x.....", "x..x.", "x...x"],
    "circular-kayles": [str(n) for n in range(1, 20)],
    "chomp": ["3x3", "4x4", "3,2", "4,4", "4,3", "3,1,1", "4,1,1", "2x5", "3x4"],
    "cram": ["2x2", "2x3", "3x3", "2x4", "3x4", "4x4", "1x7"],
    "bishops": ["3x3", "3x4", "4x4"],
    **{
        rule: [str(n) for n in range(1, 60)]
        for rule in ("take 1..3", "take 1..6", "bash(min=2, max=5)", "bash(min=3, max=4)")
    },
}


def answers(rule: str) -> Iterator[Solution]:
    """Answers for positions that have moves and are one part; the definition alone says the same of them."""
    for text in GAMES[rule]:
        game = read_game(f"{rule}: {text}")
        if game.size == 1:
            answer, plain = solve(game), solve(game, method="definition")
            assert answer.outcome is plain.outcome
            assert {win.pieces for win in answer.winning_moves} == {win.pieces for win in plain.winning_moves}
            if answer.move_count:
                yield answer


@pytest.mark.parametrize("rule", few(GAMES, *[*GAMES][::2]))
def test_a_sentence_is_never_used_for_both_winner_and_loser_and_mentions_winning_moves_only(rule: str) -> None:
    told: dict[Outcome | None, set[str]] = {Outcome.N: set(), Outcome.P: set()}
    for answer in answers(rule):
        found = idea(answer)
        assert found is not None
        told[answer.outcome].add(re.sub("[0-9]+", "n", found.sentence))
        moves = [idea_of_move(answer, win.part, win.pieces) for win in answer.winning_moves]
        assert all(moves)
    assert not told[Outcome.N] & told[Outcome.P]
    assert told[Outcome.N]


@pytest.mark.parametrize("rule", ["fibonacci", "schwenk(factor=1)", "schwenk(factor=3, plus=1)"])
def test_the_last_part_of_a_heap_wins_and_every_win_takes_last_parts(rule: str) -> None:
    for answer in answers(rule):
        found = idea(answer)
        assert found is not None
        ((heap, bound),) = (position for _, position in answer.game.parts)
        parts = [int(part) for part in re.findall("[0-9]+", found.sentence.partition(" is ")[2].partition(", a ")[0])]
        parts = parts if "sum of" in found.sentence else [heap]
        assert sum(parts) == heap
        assert (answer.outcome is Outcome.N) == (parts[-1] <= bound)
        ends = [sum(parts[i:]) for i in range(len(parts))]
        assert {int(win.move.removeprefix("take ")) for win in answer.winning_moves} <= {*ends}
        assert answer.outcome is Outcome.P or f"take {parts[-1]}" in {win.move for win in answer.winning_moves}


@pytest.mark.parametrize("rule", ["turning-turtles", "mock-turtles", "ruler", "sym", "moebius"])
def test_heads_count_what_single_coins_are_worth(rule: str) -> None:
    found = idea(solve(f"{rule}: 3 5"))
    assert found is not None
    first, counts = re.findall("from coin ([01]) on: ([0-9, ]+), ", found.sentence)[0]
    for coin, count in enumerate(map(int, counts.split(", ")), int(first)):
        assert solve(f"{rule}: {coin}", method="definition").value == count


def test_euclid_has_one_move_where_it_is_lost() -> None:
    for answer in answers("euclid"):
        assert answer.outcome is Outcome.N or answer.move_count == 1


def test_the_middle_of_the_row_that_a_ring_became_leaves_equal_rows() -> None:
    for pins in range(3, 20):
        for row in (pins - 1, pins - 2):
            half = (row - 1) // 2
            assert row - 2 * half in (1, 2)
            assert str(solve(f"circular-kayles: r{half} r{half}").outcome) == "P"


@pytest.mark.parametrize("squares", [3, 5, 7, 9, 11])
def test_treblecross_on_an_odd_row_is_won_in_the_middle(squares: int) -> None:
    wins = [win.move for win in solve(f"treblecross: {squares}", method="definition").winning_moves]
    assert f"square {squares // 2 + 1}" in wins


def test_the_threats_of_tic_tac_toe_are_as_stated() -> None:
    seen = {"Complete": 0, "The": 0, "Stop": 0, "Threaten": 0, "Look": 0}
    waiting: list[tuple[str, ...]] = [("...", "...", "...")]
    rule = TicTacToe()
    known = set(waiting)
    outcomes = dict[tuple[str, ...], str]()
    while waiting:
        position = waiting.pop()
        for _, after in rule.choices(position):
            if (option := rule.canonical(after)) not in known:
                known.add(option)
                waiting.append(option)

    def outcome(position: tuple[str, ...]) -> str:
        if position not in outcomes:
            ended = rule.result(position)
            left = {outcome(rule.canonical(option)) for _, option in rule.choices(position)}
            outcomes[position] = str(ended) if ended else "N" if "P" in left else "D" if "D" in left else "P"
        return outcomes[position]

    for position in known:
        if rule.result(position) is not None:
            continue
        told, at = rule.idea(position), rule.idea(position).rstrip(".").rpartition(" at ")[2].partition(":")[0]
        left = {move.label: outcome(rule.canonical(move.leaves[0])) for move in rule.moves(position)}
        kind = told.partition(" ")[0]
        seen[kind] += 1
        assert kind != "Complete" or left[at] == "P"
        assert kind != "Threaten" or left[at] == "P"
        assert kind != "The" or outcome(position) == "P"
        assert kind != "Stop" or all(each == "N" for move, each in left.items() if move != at)
    assert all(seen.values())


def test_misere_nim_is_played_as_stated() -> None:
    for text in HEAPS:
        answer = solve(f"nim: {text}", misere=True)
        found = idea(answer)
        if not answer.move_count:
            continue
        assert found is not None
        assert found.sentence.startswith(("Play", "Leave")) == (answer.outcome is Outcome.N)
        for win in answer.winning_moves:
            heaps = [*(position for _, position in answer.game.after(win.part, win.pieces).parts)]
            if max(heaps) >= 2:
                assert str(solve(answer.game.after(win.part, win.pieces), method="definition").outcome) == "P"
            else:
                assert sum(heaps) % 2 == 1
