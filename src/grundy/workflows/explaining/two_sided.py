"""Explains games with two sides: the side to move, the length of best play, and the moves that lose a draw."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Outcome
from ...drawing.fit import MOST_LINES, abridged, prose
from ..solving import Answer, Solver
from ..solving.two_sided import TwoSidedFacts, position_of, reached


def lines(answer: Answer, _: Solver) -> Iterator[str]:
    """Yield the side to move, how a game is won, and a description of best play.

    Args:
        answer: The answer to explain.
        _: The solver; not used.

    Yields:
        Paragraphs.
    """
    (ruleset, position), facts = position_of(answer.game), answer.facts
    if not isinstance(facts, TwoSidedFacts):
        return
    if side := ruleset.side(position):
        yield f"{side} is to move." if answer.move_count else f"Play has ended ({side} would be to move)."
    if aim := ruleset.misere_aim if answer.play == "misere" else ruleset.aim:
        yield aim
    if answer.outcome is not None and answer.move_count:
        yield _counted(facts, reached(answer.game))
        yield from _best_play(facts, answer)


def _counted(facts: TwoSidedFacts, count: int | None) -> str:
    if count is None:
        return f"Retrograde analysis of {facts.judged} positions."
    alike = f" ({facts.judged} up to symmetry)" if facts.judged < count else ""
    are = "1 position" if count == 1 else f"{count} positions"
    return prose(f"Retrograde analysis of {are}, this one included{alike}.")


def _best_play(facts: TwoSidedFacts, answer: Answer) -> Iterator[str]:
    best = ", ".join(abridged([move.move for move in facts.best_moves], MOST_LINES, "move"))
    length = "1 move" if facts.remoteness == 1 else f"{facts.remoteness} moves"
    if answer.outcome is Outcome.N:
        yield f"The quickest win takes {length}: {best}."
    elif answer.outcome is Outcome.P:
        yield f"Moves that delay the loss longest, for {length}: {best}."
    else:
        moves = "Move that keeps" if len(facts.best_moves) == 1 else "Moves that keep"
        yield f"{moves} the draw ({len(facts.best_moves)} of {answer.move_count}): {best}."
        if facts.refuted:
            lost = [f"{move} ({f'the reply is {answer}' if answer else 'at once'})" for move, answer in facts.refuted]
            yield prose(f"The others lose: {', '.join(abridged(lost, MOST_LINES, 'move'))}.")
