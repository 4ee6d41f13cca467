"""Why a position is won or lost, or a move good or bad."""

from __future__ import annotations

from typing import Annotated, Any

from ..core import MoveError
from ..workflows.playing.legal import nth_move, part_sizes
from .context import Context
from .moves import Letter, how_known, match_of
from .request import FieldRecord, GameText, Help, PlayField, Remote, Request
from .result import Exact, Result
from .table import operation


class ExplainRequest(Request):
    """Explain why a game is won or lost, or why one of its moves is good or bad."""

    game: GameText
    play: PlayField = "normal"
    move: Annotated[int | None, Help("The index of a move."), Remote(0, 10**6)] = None


class Refutation(FieldRecord):
    """The winning reply to the move that is explained.

    `part` is the index (from 0) of the component in which the reply is made, `move` is the name of the reply, and
    `leaves` is the game after the reply in notation.
    """

    part: int
    move: str
    leaves: str | None


class ExplainResult(Result):
    """The result of `explain`: the reason as `blocks` (paragraphs, lists, tables), and as one text, `explanation`."""

    game: str
    play: str
    move: str | None
    outcome: Letter | None
    value: Exact | None
    refutation: Refutation | None
    blocks_: list[dict[str, Any]]
    status: str
    theorem: str | None
    method: str
    explanation: str
    keys = {"blocks_": "blocks"}  # noqa: RUF012  # declared in the base


@operation(ExplainRequest)
def explain(request: ExplainRequest, context: Context) -> ExplainResult:
    """Explain why a position is won or lost, or why one of its moves is good or bad.

    Args:
        request: The question: the game, the play convention, and perhaps the index of a move. The decorated function
            also accepts its fields: `explain("nim: 3 5")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        The explanation, as blocks and as one text.

    Raises:
        InputError: If the game cannot be read.
        MoveError: If there is no such move.
    """
    from ..workflows.explaining import explain as why
    from ..workflows.explaining.blocks import explained

    match, move = match_of(request.game, request.play, context), request.move
    words = refutation = None
    if move is not None:
        total = sum(part_sizes(match.game))
        if match.over or move >= total:
            raise MoveError(f"expected a move from 0 to {total - 1}, found {move}" if total else "no move is left")
        played = nth_move(match.game, move)
        words = match.words(played)
        match.play(played)
    solution = match.judge.solution(match.game)
    if move is not None and solution.winning_moves:
        reply = solution.winning_moves[0]
        refutation = {"part": reply.part, "move": reply.move, "leaves": solution.leaves(reply)}
    outcome = None if solution.outcome is None else solution.outcome.value
    found = {"schema": 1, "game": str(match.game), "play": solution.play, "move": words, "outcome": outcome}
    found |= {"value": solution.value, "refutation": refutation, "blocks": explained(solution)}
    return ExplainResult.of(solution, found | how_known(solution) | {"explanation": why(solution)})
