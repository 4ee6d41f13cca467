"""The tasks, by easyAI: deeper and deeper Negamax with a table of positions."""

from easyAI import TranspositionTable, solve_with_iterative_deepening
from easyAI.games.Cram import Cram
from easyAI.games.Nim import Nim


class Board(Cram):  # type: ignore[misc]  # easyAI has no types
    """Cram with a key for the table of positions."""

    def ttentry(self) -> bytes:
        """Return the key of the position."""
        key: bytes = self.board.tobytes()
        return key


def outcome(game: object, depth: int) -> str:
    """Return the outcome of a game that ends after at most `depth` moves."""
    found = solve_with_iterative_deepening(
        game,
        range(1, depth + 1),
        win_score=90,
        scoring=lambda game: game.scoring(),
        tt=TranspositionTable(),
        verbose=False,
    )
    return {1: "N", -1: "P", 0: "unknown"}[found[0]]


TASKS = {
    "misere nim": lambda: outcome(Nim(piles=(3, 4, 5)), 12),
    "cram outcome": lambda: outcome(Board(None, (3, 4)), 6),
}
