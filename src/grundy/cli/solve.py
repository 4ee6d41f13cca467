"""`grundy solve GAME`: outcome, value, components, every winning move, and the reason."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import click

from ..core import GrundyError, InputError, LimitReached, Limits, NotationError, missing_package
from ..drawing.fit import move_words, number
from ..workflows.library.solution import Solution
from ..workflows.library.solution import solve as solve_game
from .options import (
    certified_option,
    db_option,
    format_option,
    json_option,
    limit_options,
    method_option,
    misere_option,
    screen_options,
    show_all,
    sum_option,
    text_argument,
    workers_option,
)
from .solved import Proof, solution_json, tell_solution

MOST_TOLD = 20


@click.command()
@text_argument("game")
@misere_option
@sum_option
@json_option
@format_option
@click.option(
    "--moves",
    is_flag=True,
    callback=show_all,
    help="List every legal move with the position it leaves, its value, and its refutation.",
)
@click.option("--line", is_flag=True, help="Show also how long the game lasts, and a line of best play.")
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw the position with its winning moves."
)
@click.option("--exit-status", is_flag=True, help="Exit with code 1 if the player to move loses.")
@click.option("--certificate", type=click.Path(dir_okay=False, path_type=Path), help="Write a certificate to a file.")
@click.option(
    "--proof",
    type=click.Choice(get_args(Proof)),
    default="strategy",
    show_default=True,
    help="What the certificate proves.",
)
@certified_option
@method_option
@db_option
@workers_option
@screen_options
@limit_options
def solve(game: str, limits: Limits, **asked: Any) -> int:  # noqa: ANN401  # the values of the other options
    """Solve a GAME: who wins, its value, every winning move, and why.

    GAME is a position such as "nim: 10 12 5" or "take 1..3: 15 + kayles: 7". Quotes are needed only for the characters
    ( ) { } > * ; & # of the shell. "-" reads one game per line from standard input and prints one line for each.

    --certified prints only results that grundy-check accepted: who wins and, with --proof nimber, the value.
    """
    if asked["certified"]:
        others = {"--moves": "moves", "--line": "line", "--svg": "svg", "--format": "style"}
        if wrong := next((option for option, name in others.items() if asked[name]), None):
            raise click.UsageError(f"--certified cannot be combined with {wrong}")
        if game == "-":
            raise click.UsageError("--certified needs a single game")
    if game != "-":
        return tell_solution(game, limits, asked)
    if asked["style"] is not None:
        raise click.UsageError("--format needs a single game")
    for name in ("certificate", "db", "svg"):
        if asked[name] is not None:
            raise click.UsageError(f"--{name} needs a single game")
    return _solve_lines(asked["misere"], asked["compound"], asked["as_json"], limits)


def _solve_lines(misere: bool, compound: str, as_json: bool, limits: Limits) -> int:
    """Print one answer for each line of standard input; the exit code is that of the first error."""
    status = 0
    for raw in sys.stdin.buffer:
        try:
            answer, code = _solve_line(raw, misere, compound, as_json, limits)
        except GrundyError as error:
            answer, code = _error_line(error, as_json), error.exit_code
        except Exception as error:  # noqa: BLE001  # a defect met in one line must not lose the others
            what = f"internal error: {type(error).__name__}: {error}; please report this"
            failure = missing_package(error) or GrundyError(what)
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
    told, status = solution_json(solution, moves=False) if as_json else (_one_line(solution), solution.status)
    return told, LimitReached.exit_code if status == "limit" else 0


def _one_line(solution: Solution) -> str:
    game = str(solution.game)
    told = [move_words(solution.game, move.part, move.move) for move in solution.winning_moves[:MOST_TOLD]]
    if len(solution.winning_moves) > MOST_TOLD:
        told.append(f"{len(solution.winning_moves) - MOST_TOLD} more")
    outcome = "unknown" if solution.outcome is None else solution.outcome.value
    value = "" if solution.value is None else f", value {number(solution.value)}"
    value += "" if solution.facts is None else solution.facts.brief
    wins = f", wins: {'; '.join(told)}" if told else ""
    limit = f", limit: {solution.reason}" if solution.status == "limit" else ""
    return f"{game if len(game) <= 200 else game[:197] + '...'} -> {outcome}{value}{wins}{limit}"


def _error_line(error: GrundyError, as_json: bool) -> str:
    if as_json:
        import json

        return json.dumps(error.to_dict())
    at = f" at character {error.at}" if isinstance(error, InputError) and error.at is not None else ""
    return f"error{at}: {error}"
