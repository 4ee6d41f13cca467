"""What a solution knows beyond outcome and values: of games that can go on for ever, and of compounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..search import LoopyValue
    from .solution import Solution, WinningMove
    from .solve import Solver


@dataclass(frozen=True)
class Facts:
    """Facts of every such game.

    `drawing_moves` are all moves after which nobody can force a win; `remoteness` is the length of play when
    the winner hurries and the loser delays, None for a draw and where it would take too long to find.
    """

    drawing_moves: Sequence[WinningMove] = ()
    remoteness: int | None = None

    def lines(self, solution: Solution, solver: Solver) -> Iterator[str]:
        """Yield the explanation; `solver` answers side questions about games that follow."""
        yield from ()

    def brief(self) -> str:
        """Return what the answer on one line says behind the outcome."""
        return ""

    def to_dict(self, solution: Solution) -> dict[str, Any]:
        """Return the keys that the JSON of the solution has besides the usual ones."""
        moves = solution.moves_told(self.drawing_moves)
        return {"remoteness": self.remoteness, "drawing_moves": moves}


@dataclass(frozen=True)
class LoopyFacts(Facts):
    """Facts of a game that can go on for ever: its Smith-Fraenkel value and those of the parts, None in misere play."""

    value: LoopyValue | None = None
    values: tuple[LoopyValue | None, ...] = ()

    def lines(self, solution: Solution, solver: Solver) -> Iterator[str]:
        """Yield why somebody wins, or why nobody can."""
        from .explain_loopy import loopy_lines

        yield from loopy_lines(self, solution, solver)

    def brief(self) -> str:
        """Say the loopy value."""
        return "" if self.value is None else f", loopy value {self.value}"

    def to_dict(self, solution: Solution) -> dict[str, Any]:
        """Add the loopy value."""
        return {"loopy": None if self.value is None else str(self.value), **super().to_dict(solution)}


@dataclass(frozen=True)
class CompoundFacts(Facts):
    """Facts of a compound: its kind, its components as text, and what decides of each (None: it has none)."""

    kind: str = ""
    texts: tuple[str, ...] = ()
    counted: str = ""
    numbers: tuple[int | str | None, ...] = ()

    def lines(self, solution: Solution, solver: Solver) -> Iterator[str]:
        """Yield the rule of the compound, the numbers of the components and what they decide."""
        from .explain_compound import compound_lines

        yield from compound_lines(self, solution)

    def to_dict(self, solution: Solution) -> dict[str, Any]:
        """Add the compound with its components."""
        components: list[dict[str, int | str | None]] = [{"game": text} for text in self.texts]
        if self.counted:
            for told, number in zip(components, self.numbers, strict=True):
                told[self.counted.replace(" ", "_")] = number
        return {"compound": {"kind": self.kind, "components": components}, **super().to_dict(solution)}
