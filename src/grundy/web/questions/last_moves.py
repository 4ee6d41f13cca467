"""Whose last move a piece, a token that went, a heap or a part was."""

from __future__ import annotations

from collections.abc import Sequence

from ...workflows.playing.figures import MOST_TOKENS
from ...workflows.playing.traces import Trace


class LastMoves:
    """Answers with the player, 0 for who began, of the latest move that is seen somewhere; None where none is."""

    def __init__(self, traces: Sequence[Trace]) -> None:
        self._pieces = {at: trace.player for trace in traces for at in trace.keys}
        self._parts = {part: trace.player for trace in traces for part in trace.parts}
        self._gone = [(gone, trace.player) for trace in traces for gone in trace.gone]

    def of_piece(self, at: str) -> int | None:
        """Return who touched a piece."""
        return self._pieces.get(at)

    def of_part(self, part: int) -> int | None:
        """Return who made a part as it is."""
        return self._parts.get(part)

    def of_heap(self, part: int, heap: int) -> int | None:
        """Return who took from a heap."""
        players = [player for gone, player in self._gone if gone[:2] == (part, heap)]
        return players[-1] if players else self.of_part(part)

    def tokens_gone(self, part: int, heap: int) -> dict[int, int]:
        """Return who took the tokens that went from a heap, by their numbers; of large heaps only the first."""
        here = [(gone, player) for gone, player in self._gone if gone[:2] == (part, heap)]
        return {i: player for gone, player in here for i in range(gone.left, min(gone.size, MOST_TOKENS))}
