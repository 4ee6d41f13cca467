"""Treblecross: tic-tac-toe on one row in which both players write X; whoever completes three in a row wins.

`treblecross: 9` is an empty row, `treblecross: ..x..` one with an X. A row with three X in a row, or a full one, has no
move left, so whoever moves last has won; in a sum the other rows go on.

Who writes an X beside another, or with one square between, lets the other complete three. So nobody does willingly:
an X uses five squares, and a row falls apart into stretches of squares at least three away from every X. A stretch of
n is a heap of n + 2 in the game 0.007 as far as winning and losing go, in rows of three squares and more:
E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 4. The period of 0.007 is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..core import OVER, Board, Move, Outcome, PositionError, Ruleset, Scanner, Scene, Sum, Theorem, mex
from .several import read_several

MOST_SQUARES = 2000
"""The longest row."""
_EXPECTED = "a number of squares, or a row of x and dots"


class Treblecross(Ruleset[str]):
    """Write an X on a free square; three in a row end the game. A position is a row of `x` and `.`."""

    name = "treblecross"
    theory = Theorem(
        "A row of n >= 3 squares is P exactly when a heap of n + 2 has value 0 in the game 0.007; with X on it, N "
        "where two X are too near, else P exactly when the nim-sum over the stretches at least three squares from each "
        "X is 0",
        "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, 1982",
    )

    def options(self, position: str) -> Iterator[str]:
        """Return what an X on each free square leaves, from the left; nothing when three stand in a row."""
        return (after for _, after in _written(position))

    def moves(self, position: str) -> Iterator[Move[str]]:
        """Return moves called by their square, counted from 1, "square 3"."""
        return (Move(f"square {square + 1}", Sum(after)) for square, after in _written(position))

    def count_moves(self, position: str) -> int:
        """Count the free squares of a row without three X in a row."""
        return 0 if "xxx" in position else position.count(".")

    def canonical(self, position: str) -> str:
        """Return the lesser of the row and its reflection; one row for all that are over."""
        if "xxx" in position or "." not in position:
            return "x"
        return min(position, position[::-1])

    def known_outcome(self, position: str) -> Outcome | None:
        """Return the outcome by 0.007 where three X in a row are possible."""
        if "xxx" in position:
            return Outcome.P
        if len(position) < 3:
            return Outcome.wins(position.count(".") % 2 == 1)
        if any(threat in position for threat in ("xx.", ".xx", "x.x")):
            return Outcome.N
        total = 0
        for stretch in _stretches(position):
            total ^= stretch_value(stretch)
        return Outcome.of_value(total)

    def check(self, position: str) -> None:
        """Refuse what is no row of x and dots."""
        if type(position) is not str or not position or position.strip("x."):
            raise PositionError(f"treblecross: expected a row of x and dots, found {str(position)[:40]!r}")
        if len(position) > MOST_SQUARES:
            raise PositionError(f"treblecross: a row has at most {MOST_SQUARES} squares, not {len(position)}")

    def read(self, text: str) -> Sum[str]:
        """Read rows, each a number of squares or a row, separated by ";"."""
        return read_several(text, _read_row, self.check)

    def show(self, parts: Sum[str]) -> str:
        """Write an empty row by its length, any other by its squares."""
        return "; ".join(row if "x" in row else str(len(row)) for row in parts) or OVER

    def scene(self, position: str) -> Scene:
        """Show the row."""
        return Board((position.replace("x", "X"),))


def stretch_value(squares: int) -> int:
    """Return the value of a stretch of squares that may all be used: that of a heap of `squares` + 2 in 0.007.

    >>> [stretch_value(squares) for squares in range(13)]
    [0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0]
    """
    return _values(1 << squares.bit_length())[squares]


@lru_cache(maxsize=16)
def _values(stop: int) -> tuple[int, ...]:
    """Return the values of stretches below `stop`: an X uses its square and two on either side."""
    values = [0]
    for squares in range(1, stop):
        sides = ((max(0, left - 2), max(0, squares - left - 3)) for left in range((squares + 1) // 2))
        values.append(mex(values[left] ^ values[right] for left, right in sides))
    return tuple(values)


def _stretches(position: str) -> Iterator[int]:
    """Yield the lengths of stretches of squares at least three away from every X."""
    length = 0
    for square in range(len(position)):
        if "x" in position[max(0, square - 2) : square + 3]:
            yield length
            length = 0
        else:
            length += 1
    yield length


def _written(position: str) -> Iterator[tuple[int, str]]:
    """Yield each free square with the row after an X on it."""
    if "xxx" not in position:
        for square, mark in enumerate(position):
            if mark == ".":
                yield square, f"{position[:square]}x{position[square + 1 :]}"


def _read_row(scanner: Scanner) -> str:
    """Read a number of squares or a row."""
    if scanner.match("(?=[0-9])") is not None:
        at = scanner.at
        squares = scanner.integer("a number of squares")
        if not 1 <= squares <= MOST_SQUARES:
            scanner.at = at
            raise scanner.error(f"from 1 to {MOST_SQUARES} squares", number=True, kind=PositionError)
        return "." * squares
    row = scanner.match("[x.]+")
    if row is None:
        raise scanner.error(_EXPECTED)
    return row
