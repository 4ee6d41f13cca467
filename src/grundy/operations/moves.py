"""The legal moves of a position, each with its value, its outcome and its remoteness."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from ..core import LimitReached, Limits
from ..workflows.playing.legal import PartMove, after
from ..workflows.playing.match import Match
from ..workflows.playing.prospects import Prospect, prospects
from ..workflows.solving import Answer
from .context import Context
from .request import FieldRecord, GameText, Help, PlayField, Request
from .result import Exact, Result
from .table import operation

MOST_MOVES = 2000
"""The largest number of listed moves."""
Letter = Literal["N", "P", "D"]


class MovesRequest(Request):
    """List every legal move: the position after it, its value, outcome and remoteness, and whether the move wins.

    What is not known when time is up is null, and `moves_status` is "limit".
    """

    game: GameText
    play: PlayField = "normal"
    values: Annotated[bool, Help("Compute values and outcomes, which may need a search.")] = True


class MoveRow(FieldRecord):
    """A legal move; `value`, `outcome` and `remoteness` are those of the position after the move, null if unknown."""

    index: int
    part: int
    move: str
    label: str
    leaves: str
    value: Exact | None
    outcome: Letter | None
    remoteness: int | None
    winning: bool | None


class MovesResult(Result):
    """The result of `moves`: every legal move of a position, and the outcome, value and remoteness of this position.

    What is unknown is null. `over` is true if no move is left or the game is a draw by rule. `moves_status` is "limit"
    if the outcome of a move is unknown, or a value that was searched for, otherwise "proved".
    """

    game: str
    play: str
    over: bool
    outcome: Letter | None
    value: Exact | None
    remoteness: int | None
    move_count: int | None
    moves: list[MoveRow]
    moves_status: str
    status: str
    theorem: str | None
    method: str


@operation(MovesRequest)
def moves(request: MovesRequest, context: Context) -> MovesResult:
    """List the legal moves of a position.

    Args:
        request: The question: the game, the play convention, and whether to compute values. The decorated function also
            accepts its fields: `moves("nim: 3 5")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        The position and its moves in the order of their indices.

    Raises:
        InputError: If the game cannot be read.
        LimitReached: If there are too many moves.
    """
    match = match_of(request.game, request.play, context)
    return MovesResult.of(match, listed_moves(context, match, values=request.values))


def match_of(game: str, play: str, context: Context) -> Match:
    """Start a match from a game in notation; its moves and values are computed within the time limit of the context.

    Args:
        game: The game in notation.
        play: The play convention, "normal" or "misere".
        context: The limits of the run and the receiver of its progress.

    Returns:
        The match.
    """
    return Match(context.game(game), play == "misere", Limits(seconds=context.limits.seconds))


def how_known(solution: Answer) -> dict[str, Any]:
    """Return how an answer is known: a dictionary with `status`, `theorem` (None if none was used) and `method`."""
    theorem = solution.grounds[0] if solution.grounds else None
    return {"status": solution.status, "theorem": theorem, "method": solution.method}


def remoteness_of(match: Match) -> int | None:
    """Return the number of moves that remain under best play in the current position of a match; None if unknown."""
    course = match.judge.course(match.game)
    return None if course is None else course.remoteness


def listed_moves(context: Context, match: Match, *, values: bool) -> dict[str, Any]:
    """List the legal moves of the current position of a match, as far as time allows.

    Args:
        context: The limits of the run and the receiver of its progress.
        match: The match with the position.
        values: Whether to compute values and outcomes if this needs a search.

    Returns:
        The fields of `MovesResult`.

    Raises:
        LimitReached: If there are too many moves.
    """
    count = match.count()
    if count is None or count > MOST_MOVES:
        raise LimitReached(f"expected at most {MOST_MOVES} moves, found {count or 'more'}", kind="size")
    found, judge = [] if match.over else match.moves(), match.judge
    with context.budget.interruptible():
        solution = judge.solution(match.game)
    asked = values or not judge.is_searched(match.game)
    known = context.in_time(lambda: prospects(match, found)) if asked else None
    searched = values and solution.value is not None
    numbers = [_value(context, match, move) if searched else None for move in found]
    remoteness = context.in_time(lambda: remoteness_of(match))
    unknown = [Prospect("unknown", None)] * len(found)
    rows = [
        {
            "index": number,
            "part": move.part,
            "move": move.move.label,
            "label": match.words(move),
            "leaves": str(after(match.game, move)),
            "value": value,
            "outcome": {"win": "P", "lose": "N", "draw": "D"}.get(prospect.verdict),
            "remoteness": prospect.remoteness,
            "winning": {"win": True, "lose": False, "draw": False}.get(prospect.verdict),
        }
        for number, (move, prospect, value) in enumerate(zip(found, known or unknown, numbers, strict=True))
    ]
    missing = any(row["outcome"] is None or (searched and row["value"] is None) for row in rows)
    outcome = None if solution.outcome is None else solution.outcome.value
    facts = {"outcome": outcome, "value": solution.value, "remoteness": remoteness}
    head = {"schema": 1, "game": str(match.game), "play": solution.play, "over": match.over, **facts}
    status = "limit" if missing else "proved"
    return {**head, "move_count": len(rows), "moves": rows, "moves_status": status, **how_known(solution)}


def _value(context: Context, match: Match, move: PartMove) -> int | None:
    return context.in_time(lambda: match.judge.solution(after(match.game, move)).value)
