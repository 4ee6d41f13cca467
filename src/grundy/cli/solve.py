"""`grundy solve GAME`: outcome, value, parts, every winning move, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

import click

from ..core import Game, GrundyError, InputError, Limits, NotationError, Outcome
from ..workflows import Solution
from ..workflows import solve as solve_game
from ..workflows.words import number, win_words
from .options import json_option, limit_options, limits_of, misere_option, sum_option, working

LIMIT = 4
MOST_TOLD = 20
Proof = Literal["strategy", "labelling", "nimber"]
"""What a certificate lists: replies to every move, the values of all positions, or those of the parts needed."""


@click.command()
@click.argument("game")
@misere_option
@sum_option
@json_option
@click.option("--moves", is_flag=True, help="List every legal move: what it leaves, its value, its refutation.")
@click.option("--exit-status", is_flag=True, help="Leave with status 1 when the player to move loses.")
@click.option("--certificate", type=click.Path(dir_okay=False, path_type=Path), help="Write a proof for a checker.")
@click.option(
    "--proof", type=click.Choice(get_args(Proof)), default="strategy", show_default=True, help="What is proved."
)
@limit_options
def solve(
    game: str,
    misere: bool,
    compound: str,
    as_json: bool,
    moves: bool,
    exit_status: bool,
    certificate: Path | None,
    proof: Proof,
    limit_seconds: float,
    limit_memory: int | None,
) -> int:
    """Solve a GAME: who wins, its value, every winning move, and why.

    GAME is notation such as "nim: 10 12 5" or "take 1..3: 15 + kayles: 7"; "-" reads one game a line
    from standard input and answers one line each.
    """
    limits = limits_of(limit_seconds, limit_memory)
    if game == "-" and certificate is not None:
        raise click.UsageError("--certificate needs a single game")
    if game == "-":
        return _solve_lines(misere, compound, as_json, limits)
    with working(limits) as meter:
        solution = solve_game(game, misere=misere, compound=compound, meter=meter)
    click.echo(_json(solution, moves) if as_json else _text(solution, moves))
    if solution.status == "limit":
        return LIMIT
    if certificate is not None and (failed := _certify(solution, proof, certificate, limits)):
        return failed
    return int(exit_status and solution.outcome is Outcome.P)


def _certify(solution: Solution, proof: Proof, out: Path, limits: Limits) -> int:
    """Write a certificate of the outcome, or of the value, and return 0 or the exit code of what prevented it."""
    from ..workflows.certify import certify
    from .verify import save_certificate

    with working(limits) as meter:
        misere = solution.play == "misere"
        return save_certificate(out, lambda: certify(solution.game, misere=misere, proof=proof, meter=meter))


def _json(solution: Solution, moves: bool) -> str:
    """Return the solution as one line of JSON."""
    import json

    answer = solution.to_dict()
    if moves:
        answer["explanation"] = solution.explain(moves=True)
    return json.dumps(answer)


def _text(solution: Solution, moves: bool) -> str:
    """Return the solution with its board, where it is a board, and its reason."""
    return "\n".join([*_boards(solution.game), solution.explain(moves=moves)])


def _boards(game: Game) -> Iterator[str]:
    """Yield pictures of the parts that are boards."""
    if game.size > 4:
        return
    for ruleset, position in game.parts:
        if not ruleset.heaps:
            from ..core import Board
            from ..drawing import scene_text

            scene = ruleset.scene(position)
            if isinstance(scene, Board):
                yield scene_text(scene)


def _solve_lines(misere: bool, compound: str, as_json: bool, limits: Limits) -> int:
    """Answer one line for each line of standard input; the exit code is that of the first error."""
    status = 0
    for raw in sys.stdin.buffer:
        try:
            answer, code = _solve_line(raw, misere, compound, as_json, limits)
        except GrundyError as error:
            answer, code = _error_line(error, as_json), error.exit_code
        except Exception as error:  # noqa: BLE001  # our bug in one line must not lose the others
            failure = GrundyError(f"internal error, please report it: {type(error).__name__}: {error}")
            answer, code = _error_line(failure, as_json), failure.exit_code
        click.echo(answer)
        status = status or code
    return status


def _solve_line(raw: bytes, misere: bool, compound: str, as_json: bool, limits: Limits) -> tuple[str, int]:
    """Return the answer to one line and its exit code."""
    try:
        text = raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise NotationError(f"expected UTF-8 text, found the byte {raw[error.start]:#04x}") from None
    solution = solve_game(text, misere=misere, compound=compound, limits=limits)
    code = LIMIT if solution.status == "limit" else 0
    return (_json(solution, moves=False) if as_json else _one_line(solution)), code


def _one_line(solution: Solution) -> str:
    """Return the solution as one line of text."""
    game = str(solution.game)
    told = [win_words(solution.game, move) for move in solution.winning_moves[:MOST_TOLD]]
    if len(solution.winning_moves) > MOST_TOLD:
        told.append(f"{len(solution.winning_moves) - MOST_TOLD} more")
    outcome = "unknown" if solution.outcome is None else solution.outcome.value
    value = "" if solution.value is None else f", value {number(solution.value)}"
    value += "" if solution.facts is None else solution.facts.brief()
    wins = f", wins: {'; '.join(told)}" if told else ""
    limit = f", limit: {solution.reason}" if solution.status == "limit" else ""
    return f"{game if len(game) <= 200 else game[:197] + '...'} -> {outcome}{value}{wins}{limit}"


def _error_line(error: GrundyError, as_json: bool) -> str:
    """Return an error as one line."""
    if as_json:
        import json

        return json.dumps(error.to_dict())
    at = f" at character {error.at}" if isinstance(error, InputError) and error.at is not None else ""
    return f"error{at}: {error}"
