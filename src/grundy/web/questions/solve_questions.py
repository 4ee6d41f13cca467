"""The questions about one game: the outcome, winning moves, the reason, and the computer's move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core import LimitReached, Limits, MoveError
from ...drawing import Diagram
from ...operations import Context
from ...operations.subjects import game_of, is_misere
from ...workflows import Match, Opponent
from ...workflows import solve as solve_game
from ...workflows.playing.legal import PartMove, after, nth_move, part_sizes
from ...workflows.playing.prospects import Prospect, prospects
from ...workflows.solving import Answer

MOST_MOVES = 2000
"""The largest number of moves listed one by one."""
CLAIMS = {"win": "proved", "draw": "proved", "resist": "proved", "only": "proved", "over": "proved", "random": "none"}
"""Reason of a move -> the status of its claim; "limit" if the move was not known to be best."""


def solve(task: Context, game: str, play: str = "normal", want: Sequence[str] = ()) -> dict[str, Any]:
    """Return the output of `grundy solve --json`.

    Args:
        task: The limits of the question.
        game: The game in notation.
        play: "normal" or "misere".
        want: Further parts: "remoteness", "certificate".

    Returns:
        The answer.
    """
    solution = solve_game(game_of(game), misere=is_misere(play), meter=task.meter)
    found = solution.to_dict() | told(solution)
    if "remoteness" in want:
        found["remoteness"] = task.in_time(lambda: _remoteness(_match(task, game, play)))
    if "certificate" in want:
        from ...workflows.proving.certify import certify

        made = certify(solution.game, misere=solution.play == "misere", meter=task.meter, answer=solution)
        found["certificate"] = made.text()
    return found


def told(solution: Answer) -> dict[str, Any]:
    """Return the status, the theorem that gave the answer, or None, and the method in one word."""
    theorem = solution.grounds[0] if solution.grounds else None
    return {"status": solution.status, "theorem": theorem, "method": solution.method}


def moves(task: Context, game: str, play: str = "normal", values: bool = True) -> dict[str, Any]:  # noqa: FBT002
    """Return every legal move: the position after it, its value, outcome and remoteness, and whether the move wins.

    Args:
        task: The limits of the question.
        game: The game in notation.
        play: "normal" or "misere".
        values: Whether to compute values.

    Returns:
        The answer; unknown entries are null if time was up, and `moves_status` is "limit".
    """
    return _moves(task, _match(task, game, play), values=values)


def _match(task: Context, game: str, play: str) -> Match:
    """Return a match at its start."""
    return Match(game_of(game), is_misere(play), Limits(seconds=task.limits.seconds))


def _remoteness(match: Match) -> int | None:
    course = match.judge.course(match.game)
    return None if course is None else course.remoteness


def _moves(task: Context, match: Match, *, values: bool) -> dict[str, Any]:
    count = match.count()
    if count is None or count > MOST_MOVES:
        raise LimitReached(f"expected at most {MOST_MOVES} moves, found {count or 'more'}", kind="size")
    found, judge = [] if match.over else match.moves(), match.judge
    with task.meter.heard():
        solution = judge.solution(match.game)
    asked = values or not judge.is_searched(match.game)
    known = task.in_time(lambda: prospects(match, found)) if asked else None
    searched = values and solution.value is not None
    numbers = [_value(task, match, move) if searched else None for move in found]
    remoteness = task.in_time(lambda: _remoteness(match))
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
    return {**head, "move_count": len(rows), "moves": rows, "moves_status": status, **told(solution)}


def _value(task: Context, match: Match, move: PartMove) -> int | None:
    """Return the value of the position after a move, or None if time is up."""
    return task.in_time(lambda: match.judge.solution(after(match.game, move)).value)


def play(  # noqa: PLR0913  # the parameters of the endpoint
    task: Context,
    game: str,
    play: str = "normal",
    err: int = 0,
    seed: int = 0,
    ply: int = 0,
    values: bool = False,  # noqa: FBT002  # a field of the endpoint
) -> dict[str, Any]:
    """Return the computer's move, its reason, and all moves of the position after it.

    Args:
        task: The limits of the question.
        game: The game in notation.
        play: "normal" or "misere".
        err: The percentage of moves chosen at random.
        seed: The seed of random choices.
        ply: The number of the move.
        values: Whether to compute values of the moves.

    Returns:
        The answer, whose `status` is that of the claim about the move; other parts may be missing if time was up.
    """
    match = _match(task, game, play)
    if match.over:
        return {"choice": None, "reason": "over", **_moves(task, match, values=values)}
    with task.meter.heard():
        choice = Opponent(100 - err, seed).choose(match, ply)
    words = match.words(choice.move)
    label, part = choice.move.move.label, choice.move.part
    match.play(choice.move)
    chosen = {"choice": {"part": part, "move": label, "label": words}, "reason": choice.reason}
    claim = {"status": CLAIMS.get(choice.reason, "limit")}
    unknown = dict.fromkeys(("value", "remoteness", "theorem"))
    unknown["outcome"] = {"win": "P", "resist": "N", "draw": "D"}.get(choice.reason)
    head = {"schema": 1, "game": str(match.game), "play": play, "over": match.over, "move_count": None}
    rest = {"moves": [], "moves_status": "limit", "method": "none"}
    task.so_far({**chosen, **head, **unknown, **rest, **claim})
    found = _moves(task, match, values=values)
    return {**chosen, **found, "outcome": found["outcome"] or unknown["outcome"], **claim}


def explain(task: Context, game: str, play: str = "normal", move: int | None = None) -> dict[str, Any]:
    """Return why a position is won or lost, or why a move is good or bad: as blocks of data and as text.

    Args:
        task: The limits of the question.
        game: The game in notation.
        play: "normal" or "misere".
        move: The index of a move, or None.

    Returns:
        The answer.

    Raises:
        InputError: If the game is invalid.
        MoveError: If there is no such move.
    """
    from ...workflows.explaining import explain as why
    from ...workflows.explaining.blocks import explained

    match = _match(task, game, play)
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
    blocks = explained(solution)
    return {**found, "value": solution.value, "refutation": refutation, "blocks": blocks, **told(solution)} | {
        "explanation": why(solution)
    }


def _within(found: Diagram, depth: int | None) -> Diagram:
    """Return the part of a graph within `depth` moves from the start; positions are sorted by this distance."""
    if depth is None:
        return found
    far = [0, *[len(found.nodes)] * (len(found.nodes) - 1)]
    for tail, head in found.arcs:
        far[head] = min(far[head], far[tail] + 1)
    kept = sum(moves <= depth for moves in far)
    arcs = tuple(arc for arc in found.arcs if max(arc) < kept and far[arc[0]] < depth)
    cut = f"Only the {kept} positions of the first {depth} moves are drawn."
    return found._replace(nodes=found.nodes[:kept], arcs=arcs, note=found.note if kept == len(far) else cut)


def graph(task: Context, game: str, play: str = "normal", depth: int | None = None) -> dict[str, Any]:
    """Return the game graph with the coordinates of a layered drawing: x in px, and the layer.

    Args:
        task: The limits of the question.
        game: The game in notation.
        play: "normal" or "misere".
        depth: The largest number of moves from the start, or None.

    Returns:
        The answer.
    """
    from ...drawing import layout
    from ...workflows import graph as state_graph

    parsed = game_of(game)
    found = _within(state_graph(parsed, misere=is_misere(play), limits=task.limits), depth)
    arcs = list(dict.fromkeys(found.arcs))
    drawn = layout([24 + 9 * len(node.text) for node in found.nodes], arcs)
    nodes = [
        {
            "position": node.text,
            "value": node.value,
            "outcome": None if node.outcome is None else node.outcome.value,
            "x": round(drawn.x[i], 1),
            "layer": drawn.row[i],
        }
        for i, node in enumerate(found.nodes)
    ]
    lines = [{"from": a, "to": b, "winning": found.wins((a, b))} for a, b in arcs]
    size = {"width": round(drawn.width, 1), "layers": drawn.rows}
    head = {"schema": 1, "game": str(parsed), "play": play, "status": "proved", "method": "search", "theorem": None}
    return {**head, "positions": nodes, "arcs": lines, **size, "note": found.note, "whole": not found.note}
