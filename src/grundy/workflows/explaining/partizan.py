"""Explains partizan games without draws: the outcome in words, the player to move, and the extent of the search."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Outcome
from ..solving import Answer, Solver
from ..solving.partizan import PartizanFacts

VERDICTS = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "The next player wins: Left and Right each win if they start",
    "P": "The previous player wins: whoever starts loses",
}


def verdict(answer: Answer) -> str:
    """State the outcome in a sentence.

    Args:
        answer: The answer of the theory `partizan`.

    Returns:
        The sentence.
    """
    facts = answer.facts
    letter = facts.winners.letter if isinstance(facts, PartizanFacts) else None
    misere = " in misère play: a player who cannot move wins" if answer.play == "misere" else ""
    if letter is not None:
        return f"{VERDICTS[letter]} (outcome {letter}{misere})."
    return f"The outcome is not known{misere.partition(':')[0]}."


def lines(answer: Answer, _: Solver) -> Iterator[str]:
    """Yield the player to move and whether this player wins, and the extent of the search.

    Args:
        answer: The answer to explain.
        _: The solver; not used.

    Yields:
        Paragraphs.
    """
    facts = answer.facts
    if not isinstance(facts, PartizanFacts):
        return
    result = "" if answer.outcome is None else " and wins" if answer.outcome is Outcome.N else " and loses"
    yield f"{facts.side} is to move{result}."
    if answer.outcome is not None and facts.searched:
        count = "1 position" if facts.searched == 1 else f"{facts.searched} positions"
        yield f"Search of {count} up to symmetry."
