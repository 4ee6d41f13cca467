"""Explains searches of large components, with a line of best play."""

from __future__ import annotations

from ...core import brief_of
from ...drawing.fit import abridged, capital, move_words, prose, short_text
from ..solving import Answer, Solver

MOST_NAMED = 10
"""The largest number of components with the same method that are named."""
UNREACHED = "none"
"""The method of a component that was not examined because of a limit."""


def lines(answer: Answer, _: Solver) -> list[str]:
    """Return sentences that state by which method each component was searched.

    Args:
        answer: The answer to explain.
        _: The solver; not used.

    Returns:
        One sentence for each method, which names all components that were searched by it.
    """
    methods: dict[tuple[str, str], list[str]] = {}
    for (ruleset, position), part in zip(answer.game.parts, answer.parts, strict=True):
        value = f" = {part.value}" if part.value is not None else ""
        methods.setdefault((part.method, part.reason), []).append(
            f"{short_text(brief_of(ruleset, position), 40)}{value}"
        )
    return [_how(answer, names, *method) for method, names in methods.items()]


def _how(answer: Answer, names: list[str], method: str, reason: str) -> str:
    how = reason if method == UNREACHED else f"{method} ({reason})"
    if method == "theorem" and answer.grounds:  # these name it
        how = method
    if len(answer.parts) > 1 and answer.play == "normal":
        return capital(f"{', '.join(abridged(list(dict.fromkeys(names)), MOST_NAMED, 'component'))}: {how}.")
    return capital(f"{how}." if method == UNREACHED else f"method: {how}.")


def line_sentences(answer: Answer) -> list[str]:
    """Return sentences with the length of play, if it was requested, and the line of best play, if there is one."""
    if not answer.line.moves:
        return []
    end = "; then play is over." if answer.line.over else "; ..."
    told = f"A line of best play: {'; '.join(line_words(answer))}{end}"
    if answer.suspense is None:
        return [told]
    moves = "1 move" if answer.remoteness == 1 else f"{answer.remoteness} moves"
    lasts = f"Play lasts {moves} if the winner hurries and the loser delays (remoteness)"
    return [
        prose(f"{lasts}, and {answer.suspense} if the winner delays and the loser hurries (suspense)."),
        prose(told),
    ]


def line_words(answer: Answer) -> list[str]:
    """Return the moves of the line of best play in words."""
    return [move_words(answer.game, part, label) for part, label in answer.line.moves]
