"""The answer of a search as `grundy search` prints it: outcome, method, winning moves, best play, and work."""

from __future__ import annotations

from ...core import Outcome
from ...drawing.fit import Told, abridged, move_words, printed, sentence, short_text
from ..solving import Answer
from .deep import line_told, told_parts
from .explain import explain

MOST_TOLD = 30
"""The largest number of winning moves that are listed."""


def searched(answer: Answer) -> str:
    """Return the answer of a search in words: outcome, method, winning moves, best play, and work.

    An answer without a search is explained by its theory.
    """
    if not answer.parts:
        return explain(answer)
    return printed([_head(answer), *told_parts(answer), *_moves(answer), *line_told(answer), *_work(answer)])


def _head(answer: Answer) -> str:
    misere = ", misère play" if answer.play == "misere" else ""
    who = {
        None: "the outcome is not known",
        Outcome.N: "the next player wins (N)",
        Outcome.P: "the previous player wins (P)",
    }.get(answer.outcome, "nobody can force a win (D)")
    value = f", Grundy value at least {answer.lower}" if answer.lower else ", Grundy value unknown"
    if answer.value is not None:
        value = f", Grundy value {answer.value}"
    elif answer.play == "misere":
        value = ""
    stopped = f"\n{sentence(answer.reason)}." if answer.reason and answer.moves_status != "limit" else ""
    return f"{short_text(str(answer.game), 100)}{misere}: {who}{value}.{stopped}"


def _moves(answer: Answer) -> list[Told]:
    if answer.moves_status is None:
        return []
    told = [move_words(answer.game, move.part, move.move) for move in answer.winning_moves]
    if answer.moves_status == "limit":
        found = f"at least {len(told)}" if told else "none found yet"
        return [f"Winning moves ({found}; a limit was reached):", abridged(told, MOST_TOLD, "move")]
    if not told:
        return [] if answer.outcome is not Outcome.N else ["No move is left."]
    count = "1 winning move:" if len(told) == 1 else f"{len(told)} winning moves:"
    return [count, abridged(told, MOST_TOLD, "move")]


def _work(answer: Answer) -> list[str]:
    kept = [f"Database {answer.database}."] if answer.database else []
    count = "1 position" if answer.visited == 1 else f"{answer.visited} positions"
    return [*kept, f"{count} in {answer.seconds:.2f} s."]
