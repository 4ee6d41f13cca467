"""Solve one game and print the answer; also used by calls that are parsed without click (`main.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from ..core import Game, LimitReached, Limits, Meter, Outcome
from ..workflows.library.solution import Solution, solving
from ..workflows.searching.question import Reach, SearchSettings
from .telling import progress, say

if TYPE_CHECKING:
    from pathlib import Path

    from ..certificates import Certificate
    from ..core import Status
    from ..workflows.solving import Solver

Proof = Literal["strategy", "labelling", "nimber"]
"""The contents of a certificate: replies to every move, values of all positions, or those of the components needed."""


def tell_solution(game: str, limits: Limits, options: Mapping[str, Any]) -> int:
    """Solve a game and print the answer.

    Args:
        game: The game in notation.
        limits: The limits.
        options: The options of `grundy solve`, by parameter name.

    Returns:
        The exit code.
    """
    clock = Meter(limits)
    method, db, workers, misere = (options[name] for name in ("method", "db", "workers", "misere"))
    reach: Reach = "auto" if db is None and workers == 1 else "deep"
    moves, certificate = options["moves"], options["certificate"]
    with progress() as show:
        asked = SearchSettings("moves", limits, None, method, db, show, misere, workers, reach, options["line"])
        with solving(game, asked, compound=options["compound"]) as (solution, solver):
            if options["certified"]:
                return _certified(solution, solver, options, limits)
            with clock.telling():
                if options["style"] is None:
                    told, status = (solution_json if options["as_json"] else _text)(solution, moves)
                else:
                    told, status = _written(solution, options["style"])
                say(told)
                if options["svg"] is not None:
                    _draw(solution, options["svg"])
            if solution.status == "limit":
                return LimitReached.exit_code
            with clock.telling():
                if certificate and (failed := _certify(solution, solver, options["proof"], certificate, limits)):
                    return failed
    return (
        LimitReached.exit_code if status == "limit" else int(options["exit_status"] and solution.outcome is Outcome.P)
    )


def _certify(solution: Solution, solver: Solver, proof: Proof, out: Path, limits: Limits) -> int:
    """Write a certificate of the outcome or the value, and return 0 or the exit code of an error."""
    from .options import working
    from .verify import save_certificate

    with working(limits) as meter:
        return save_certificate(out, lambda: _certificate(solution, solver, proof, meter))


def _certificate(solution: Solution, solver: Solver, proof: Proof, meter: Meter) -> Certificate:
    """Return the certificate of an answer, by the search that found it if that is possible."""
    from ..workflows.proving.certify import certify
    from ..workflows.proving.searched import certify_search

    if solution.parts and proof == "nimber" and solution.play == "normal":
        return certify_search(solver, solution)
    return certify(solution.game, misere=solution.play == "misere", proof=proof, meter=meter, answer=solution)


def _certified(solution: Solution, solver: Solver, options: Mapping[str, Any], limits: Limits) -> int:
    """Print the part of an answer that the checker accepts, and return the exit code."""
    from .certified import answer_certified, solution_certified
    from .options import working

    if solution.outcome is None:
        raise LimitReached(solution.reason, kind="search")
    read = solution_certified(str(solution.game), solution.play, exit_status=options["exit_status"])
    with working(limits) as meter:
        certificate = _certificate(solution, solver, options["proof"], meter)
        return answer_certified(
            certificate, read, out=options["certificate"], limits=limits, as_json=options["as_json"]
        )


def solution_json(solution: Solution, moves: bool) -> tuple[str, Status]:
    """Return the solution as JSON.

    Args:
        solution: The solution.
        moves: Whether to include every winning move in the explanation.

    Returns:
        The JSON, and its status, which may differ because winning moves can be too many to list.
    """
    import json

    answer = solution.to_dict()
    if moves:
        answer["explanation"] = solution.explain(moves=True)
    return json.dumps(answer), answer["status"]


def _written(solution: Solution, style: str) -> tuple[str, Status]:
    """Return the solution in a format for documents, and its status."""
    from ..drawing.papers import written

    return written(solution.paper(), style).rstrip("\n"), solution.status


def _text(solution: Solution, moves: bool) -> tuple[str, Status]:
    """Return the solution with its board, if there is one, and its reason; and its status."""
    return "\n".join([*_boards(solution.game), solution.explain(moves=moves)]), solution.status


def _boards(game: Game) -> Iterator[str]:
    """Yield the pictures of boards, and a hint for drawings that text shows only partly."""
    if game.size > 4 or all(ruleset.heaps for ruleset, _ in game.parts):
        return
    from ..core import Board, Faces, Multigraph
    from ..drawing import scene_text
    from .boards import where_drawn

    for ruleset, position in game.parts:
        scene = None if ruleset.heaps else ruleset.scene(position)
        if isinstance(scene, (Board, Faces, Multigraph)):
            yield scene_text(scene, ruleset.first_square, letters=ruleset.lettered)
    if told := where_drawn(game):
        yield told


def _draw(solution: Solution, out: Path) -> None:
    """Write the position as a picture in which the winning moves are marked."""
    from ..drawing.papers.pictures import picture_svg
    from ..operations.context import write_whole

    write_whole(out, picture_svg(solution.paper().pictures[0]).encode("utf-8"))
    say(f"{out}: {solution.game}", err=True)
