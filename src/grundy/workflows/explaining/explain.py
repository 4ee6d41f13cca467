"""Explains answers in words and tables for students: outcome, theory, moves.

A theory of `solve` that needs more than a sentence has a module of the same name in this package. Its `lines(answer,
solver)` yields blocks: a paragraph, broken into lines for the terminal; a list of items; or a table with its cells
(`drawing.TextTable`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import islice

from ... import drawing
from ...core import (
    MAX_OPTIONS,
    Game,
    Knowledge,
    LimitReached,
    Limits,
    Outcome,
    Partizan,
    TwoSided,
    check_cancelled,
    facet,
)
from ...drawing.fit import MOST_LINES, MOST_PARTS, TextBlock, move_words, number, printed, prose, short_text
from ..searching.question import SearchSettings
from ..solving import Answer, Solver, WinningMove
from .ideas import pairing

MOST_LISTED = 10_000
"""The largest number of moves that are listed one by one."""
EFFORT = Limits(positions=300_000, seconds=2)
"""Limits on the search for replies and witnesses, in addition to that for the answer."""
THOROUGH = Limits(positions=1_000_000, seconds=20)
"""Limits on the work for a list of all moves."""


def explain(answer: Answer, *, moves: bool = False) -> str:
    """Explain in words and tables who wins a solved game, by which theory, and by which moves.

    Args:
        answer: The answer to explain.
        moves: Whether to list every legal move and its result.

    Returns:
        The explanation as text.
    """
    return printed(explanation(answer, moves=moves))


def explanation(answer: Answer, *, moves: bool = False) -> list[TextBlock]:
    """Return the explanation of an answer as blocks: paragraphs, lists and tables.

    Args:
        answer: The answer to explain.
        moves: Whether to list every legal move and its result.

    Returns:
        The blocks; if a limit is reached, the last one states so.
    """
    plain = SearchSettings(limits=EFFORT, misere=answer.play == "misere", reach="plain")
    solver = Solver(answer.game, settings=plain, thorough=False)
    told: list[TextBlock] = []
    try:
        for line in _lines(answer, solver, moves):
            told.append(line)  # noqa: PERF402  # the list is used if a limit is reached
    except LimitReached as error:
        told.append(f"The explanation stops here: {error.message}.")
    return told


def _lines(answer: Answer, solver: Solver, moves: bool) -> Iterator[TextBlock]:
    yield _verdict(answer)
    if answer.reason:
        yield f"Incomplete: {answer.reason}."
    for ground in answer.grounds:
        yield prose(ground, subsequent_indent="  ")
    yield from _reasons(answer, solver)
    if (strategy := pairing(answer)) is not None:
        yield prose(f"Pairing strategy. {strategy.sentence}")
    yield from _wins(answer)
    if not answer.parts and answer.outcome is Outcome.P:
        rows = list(_replies(answer.game, solver, MOST_LINES + 1)) if answer.game.size <= MOST_PARTS else []
        if rows:
            yield "Every move has a reply:"
            yield drawing.columns(rows[:MOST_LINES], ["move", "reply"])
            if len(rows) > MOST_LINES and answer.move_count is not None:
                yield f"... and {number(answer.move_count - MOST_LINES)} more moves"
    if answer.line.moves:
        from .deep import line_sentences

        yield from line_sentences(answer)
    if moves:
        yield from _all_moves(answer)


def _reasons(answer: Answer, solver: Solver) -> Iterator[TextBlock]:
    if answer.theory == "whole":
        if answer.outcome is not None and not answer.grounds:
            yield "Grundy values do not decide misère sums, so every reachable position was searched."
    elif answer.theory != "quotient":  # its grounds state the reason
        name = "deep" if answer.theory == "deep_misere" else answer.theory
        yield from import_module(f".{name}", __package__).lines(answer, solver)


def _verdict(answer: Answer) -> str:
    if answer.theory == "partizan":
        from .partizan import verdict

        return verdict(answer)
    outcome, value = answer.outcome, answer.value
    sides = answer.game.any_rule(TwoSided)
    play = ""
    if answer.game.last_loses:
        play = (
            (" by the rule of this game: the last move loses")
            if answer.misere
            else " with --misere: the last move wins"
        )
    elif answer.misere:
        how = "winning and losing are exchanged" if sides else "whoever makes the last move loses"
        play = f" in misère play: {how}"
    least = f", Grundy value at least {answer.lower}" if answer.parts and answer.lower > 1 and not answer.misere else ""
    if outcome is None:
        return f"The outcome is not known{play.partition(':')[0]}{least}."
    if outcome is Outcome.D:
        return f"A draw: nobody can force a win{f' (D-position{play})' if play else ''}."
    shown = least if value is None else f", Grundy value {number(value)}"
    wins = "wins" if outcome is Outcome.N else "loses against best play"
    return f"The player to move {wins} ({outcome}-position{shown}{play})."


def _wins(answer: Answer) -> Iterator[TextBlock]:
    wins, count = answer.winning_moves, answer.move_count
    if not wins:
        if answer.outcome is Outcome.N and count == 0:
            yield "No move is left, so the player to move wins: in misère play the last move loses."
        elif answer.outcome is Outcome.N and (count is None or count > MAX_OPTIONS):
            yield "There is a winning move, but there are too many moves to list."
        elif answer.outcome is Outcome.N and answer.moves_status == "limit":
            yield "There is a winning move, but a limit was reached before one was found."
        elif answer.outcome is Outcome.P and count == 0:
            yield "No move is left."
        return
    of = "" if count is None else f" of {number(count)} {'move' if count == 1 else 'moves'}"
    of += "; the search for others stopped" if answer.moves_status == "limit" else ""
    yield f"{'Winning move' if len(wins) == 1 else 'Winning moves'} ({len(wins)}{of}):"
    rest = [f"... and {len(wins) - MOST_LINES} more"] if len(wins) > MOST_LINES else []
    shown = wins[:MOST_LINES]
    yield [*(f"{move_words(answer.game, each.part, each.move)}{_leaves(answer.game, each)}" for each in shown), *rest]


def _leaves(game: Game, move: WinningMove) -> str:
    text = str(game.after(move.part, move.pieces)) if game.size <= MOST_PARTS else ""
    return f"   -> {text}" if 0 < len(text) <= 70 else ""


def _replies(game: Game, solver: Solver, most: int) -> Iterator[list[str]]:
    """Yield pairs of texts for the moves of a lost game: a move, and the reply that refutes it.

    There are at most `most` pairs. If `solver` reaches a limit, there are fewer.
    """
    with suppress(LimitReached):
        for part, label, after in islice(_moves(game), most):
            check_cancelled()
            words = (None if solver.misere else _mirrored(game, part, label, after)) or _reply(after, solver)
            yield [move_words(game, part, label), words]


def _mirrored(game: Game, part: int, label: str, after: Game) -> str | None:
    """Return the reply that mirrors a move: the same move in an equal component, or its image by a symmetry.

    `part` and `label` describe the move, and `after` is the game after it. The result is None if no such reply exists.
    """
    ruleset, position = game.part(part)
    for place, other in enumerate(game.parts):
        if place != part and other == (ruleset, position):
            return move_words(after, place + (after.size - game.size if place > part else 0), label)
    if (image := facet(ruleset, Knowledge).mirrored(position, label)) is None:
        return None
    for place in range(part, part + after.size - game.size + 1):
        if any(move.label == image for move in ruleset.moves(after.part(place)[1])):
            return move_words(after, place, image)
    return None


def _reply(after: Game, solver: Solver) -> str:
    found = solver.solve(after, want="win" if after.any_rule(Partizan) else None)
    if not found.winning_moves:
        return "a reply exists, not searched here" if found.move_count else "play is over"
    move = found.winning_moves[0]
    if found.facts is not None:
        from .loopy import quickest

        move = quickest(solver, found)[0]
    return move_words(after, move.part, move.move)


def _moves(game: Game) -> Iterator[tuple[int, str, Game]]:
    from ...core import playable

    for part, ruleset, position in playable(game):
        for label, pieces in ruleset.moves(position):
            yield part, label, game.after(part, pieces)


def _all_moves(answer: Answer) -> Iterator[str]:
    if answer.move_count is None or answer.move_count > MOST_LISTED:
        yield "There are too many moves to list."
        return
    solver = Solver(answer.game, answer.play == "misere", THOROUGH)
    rows: list[list[str | int | None]] = []
    for part, label, after in _moves(answer.game):
        try:
            check_cancelled()
        except LimitReached:
            break
        found = solver.solve(after)
        reply = found.winning_moves[0] if found.winning_moves else None
        told = "" if reply is None else f"refuted by {move_words(after, reply.part, reply.move)}"
        if found.outcome in (Outcome.P, Outcome.D):
            told = "wins" if found.outcome is Outcome.P else "draws"
        outcome = "?" if found.outcome is None else found.outcome.value
        value = "" if found.value is None else number(found.value)
        rows.append([move_words(answer.game, part, label), short_text(str(after), 48), outcome, value, told])
    some = f"The first {len(rows)} of {number(answer.move_count)} moves:"
    yield some if len(rows) < answer.move_count else "The only move:" if len(rows) == 1 else f"All {len(rows)} moves:"
    yield drawing.columns(rows, ["move", "leaves", "outcome", "value", ""])
