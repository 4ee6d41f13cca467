"""One question for every kind of public object, as another process answers it too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import grundy
from grundy.core import HeapRuleset


@grundy.rule
def thirds(n: int) -> list[int]:
    """Take a third of the heap, or one."""
    return [n - n // 3, n - 1] if n > 2 else []


class Halving(HeapRuleset):
    """Take at most half of the heap."""

    name = "halving"

    def options(self, position: int) -> Iterable[int]:
        """Return the heaps left, the smallest take first."""
        return range(position - 1, position - position // 2 - 1, -1)


def _game(found: grundy.Game) -> Any:
    moves = [str(move) for move in grundy.match(found).legal_moves[:20]]
    told = grundy.solve(found, limits=grundy.Limits(positions=2000)).to_dict()
    kept = ("outcome", "value", "status", "move_count", "winning_moves")  # methods depend on what is compiled
    return str(found), moves, [told[key] for key in kept]


def _match(found: grundy.Match) -> Any:
    again = found.copy()
    again.push(next(iter(again.legal_moves)))
    return str(again), str(again.outcome()), str(again.record()), found.svg()


QUESTIONS: dict[type, Callable[[Any], Any]] = {
    grundy.Game: _game,
    grundy.Rules: lambda found: (found.values(30).tolist(), found.options(9), found.solve(grundy.Sum(5, 9)).value),
    grundy.Match: _match,
    grundy.HeapValues: lambda found: (found.tolist(), found.heaps, found.to_records()[:3], found.paper()),
    grundy.Certificate: lambda found: (list(found.lines()), grundy.check_certificate(found)),
    grundy.ValueStore: lambda found: (found.values().tolist(), found.verify()),
    grundy.LegalMoves: lambda found: ([str(move) for move in found], len(found), found[0] in found),
    grundy.StateGraph: lambda found: (found.to_records(), found.paper()),
}


def answer(found: Any) -> Any:
    """Return what an object says when it is asked."""
    for kind, question in QUESTIONS.items():
        if isinstance(found, kind):
            return question(found)
    return repr(found), found.to_dict() if hasattr(found, "to_dict") else ""
