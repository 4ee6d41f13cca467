"""Stones on a strip, no two adjacent: Dawson's Chess as a board."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.core import Knowledge, PositionError, Theorem, iterate_checked, nim_sum
from grundy.games import Choosing, dawson_value


class Checkers(Choosing[str, str], Knowledge[str]):
    """The game on a strip in which a move places a stone "o" on an empty cell "." that is not next to a stone."""

    name = "checkers"
    theory = Theorem(
        "A strip splits into runs of free cells, and a run of n cells is a heap of n in Dawson's Chess, the "
        "octal game 0.137: values of period 34 from 52 on",
        "T. R. Dawson, 1935; R. K. Guy and C. A. B. Smith, The G-values of various games, 1956",
    )

    def choices(self, position: str) -> Iterator[tuple[str, str]]:
        """Yield each cell on which a stone may be placed, as "cell 1", "cell 2", ..., and the strip with this stone."""
        for i, free in enumerate(_free(position)):
            if free:
                yield f"cell {i + 1}", f"{position[:i]}o{position[i + 1 :]}"

    def known_value(self, position: str) -> int:
        """Return the nim-sum of the values of the runs of consecutive cells on which a stone may be placed."""
        runs = "".join("." if free else " " for free in _free(position)).split()
        return nim_sum(dawson_value(len(run)) for run in runs)

    def check(self, position: str) -> None:
        """Raise `PositionError` unless the position is a strip without adjacent stones."""
        if type(position) is not str or not position or set(position) - set(".o") or "oo" in position:
            raise PositionError(f"checkers: expected cells . and stones o, no two side by side, found {position!r}")


def _free(strip: str) -> list[bool]:
    padded = f".{strip}."
    return ["o" not in padded[i : i + 3] for i in iterate_checked(range(len(strip)))]
