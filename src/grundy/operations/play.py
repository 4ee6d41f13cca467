"""The operation `play`, which chooses a move of the computer in a position."""

from __future__ import annotations

from typing import Annotated

from ..workflows.playing.opponent import Opponent
from .context import Context
from .moves import MovesResult, listed_moves, match_of
from .request import FieldRecord, GameText, Help, PlayField, Remote, Request
from .table import operation

CLAIMS = {"win": "proved", "draw": "proved", "resist": "proved", "only": "proved", "over": "proved", "random": "none"}
"""Reason of a move -> the status of its claim; "limit" if the move was not known to be best."""


class PlayRequest(Request):
    """Let the computer choose a move of a game, with its reason and all moves of the position after it.

    `status` says whether it is proved that no move is better. The moves may be missing if time was up.
    """

    game: GameText
    play: PlayField = "normal"
    err: Annotated[int, Help("The percentage of moves chosen at random."), Remote(0, 100)] = 0
    seed: Annotated[int, Help("The seed of random choices."), Remote(0, 2**32 - 1)] = 0
    ply: Annotated[int, Help("The number of the move."), Remote(0, 100_000)] = 0
    values: Annotated[bool, Help("Search for the value of every move of the position after it.")] = False


class ComputerMove(FieldRecord):
    """The move that the computer chose: `part` is the index (from 0) of the component in which it moves.

    `move` is the name of the move in this component. `label` names it in the whole game, such as "take 2 from heap 2".
    """

    part: int
    move: str
    label: str


class PlayResult(MovesResult):
    """The result of `play`: the computer's move (null if play is over), its reason, and the moves that can follow."""

    choice: ComputerMove | None
    reason: str

    @property
    def exit_code(self) -> int:
        """The exit code: always 0, because a move is an answer even if a limit was reached."""
        return 0


@operation(PlayRequest, seconds=5.0, plays=True, tool="play-move")
def play(request: PlayRequest, context: Context) -> PlayResult:
    """Choose a move as the computer opponent, and list the moves of the position after it.

    Args:
        request: The question: the game, the play convention, the percentage and the seed of random moves, and the
            number of the move. The decorated function also accepts its fields: `play("nim: 3 5")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        The chosen move (None if play is over) with its reason, and the position after it.

    Raises:
        InputError: If the game cannot be read.
        LimitReached: If a limit was reached before anything was known.
    """
    match = match_of(request.game, request.play, context)
    if match.over:
        found = listed_moves(context, match, values=request.values)
        return PlayResult.of(match, found, choice=None, reason="over")
    with context.budget.interruptible():
        choice = Opponent(100 - request.err, request.seed).choose(match, request.ply)
    words = match.words(choice.move)
    label, part = choice.move.move.label, choice.move.part
    match.play(choice.move)
    chosen = {"choice": {"part": part, "move": label, "label": words}, "reason": choice.reason}
    claim = {"status": CLAIMS.get(choice.reason, "limit")}
    unknown = dict.fromkeys(("value", "remoteness", "theorem"))
    unknown["outcome"] = {"win": "P", "resist": "N", "draw": "D"}.get(choice.reason)
    head = {"schema": 1, "game": str(match.game), "play": request.play, "over": match.over, "move_count": None}
    rest = {"moves": [], "moves_status": "limit", "method": "none"}
    context.so_far({**chosen, **head, **unknown, **rest, **claim})
    found = listed_moves(context, match, values=request.values)
    known = {**found, "outcome": found["outcome"] or unknown["outcome"], **claim}
    return PlayResult.of(match, chosen | known)
