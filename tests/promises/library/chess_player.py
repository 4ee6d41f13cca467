"""What somebody writes who knows python-chess: a board is walked, moves are pushed and popped, an engine is asked."""

from __future__ import annotations

from random import Random

import grundy


def perft(board: grundy.Match, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def is_lost(board: grundy.Match) -> bool:
    """Search by hand: a position is lost when every move leads to one that is not."""
    for move in board.legal_moves:
        board.push(move)
        lost = is_lost(board)
        board.pop()
        if lost:
            return False
    return True


def self_play(text: str, seed: int) -> grundy.Match:
    board, rng = grundy.match(text), Random(seed)
    while not board.over:
        if board.player == 0 and board.outcome() == "N":
            board.push(grundy.solve(board.game).winning_moves[0])
        else:
            board.push(rng.choice(list(board.legal_moves)))
    return board


def main() -> dict[str, object]:
    board = grundy.match("nim: 3 5 7")
    assert "take 1 from heap 2" in board.legal_moves
    assert "take 9 from heap 2" not in board.legal_moves
    first = board.push("take 1 from heap 2")
    assert board.peek() == first == board.move_stack[-1]
    line = board.copy()
    line.push("take 1 from heap 1")
    assert board.pop() == first
    sums = grundy.read_game("nim: 3") + grundy.read_game("cram: 2x3")
    return {
        "moves": len(board.legal_moves),
        "perft": perft(grundy.match("nim: 2 2"), 2),
        "lost": is_lost(grundy.match("kayles: 4 4")),
        "engine wins": {self_play("nim: 3 5 7", seed).winner for seed in range(3)},
        "line": [str(move) for move in line.move_stack],
        "sum": str(grundy.solve(sums).outcome),
        "picture": board.svg().startswith("<svg"),
    }
