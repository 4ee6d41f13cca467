"""Nim, with or without a limit on the tokens taken by a move.

`nim: 10 12 5` take any positive number from one heap; `nim(max=3): 10 12 5` take 1 to 3 from one heap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...core import Checked, Course, HeapRuleset, Knowledge, Move, Sum, Theorem

BOUTON = "C. L. Bouton, Nim, a game with a complete mathematical theory, 1901"


class Nim(HeapRuleset, Checked[int], Knowledge[int]):
    """The rules of nim: take any positive number of tokens from one heap."""

    name = "nim"
    tame = True
    idea_won = "Take the whole heap."
    theory = Theorem("A heap of n has Grundy value n; a position is a P-position exactly when its nim-sum is 0", BOUTON)
    value_course = Course(0, 1, 1)
    checked_rule: Mapping[str, Any] | None = {"family": "nim"}  # never changed
    misere_theory = Theorem(
        "With a heap of 2 or more a position is a P-position exactly when its nim-sum is 0; "
        "with heaps of 0 and 1 only, exactly when the number of ones is odd",
        BOUTON,
    )

    def options(self, position: int) -> Iterable[int]:
        return range(position - 1, -1, -1)

    def count_moves(self, position: int) -> int:
        return position

    def known_value(self, position: int) -> int:
        return position

    def moves_to(self, position: int, value: int) -> tuple[Move[int], ...]:
        return (self.heap_move(position, Sum(value)),) if value < position else ()

    def count_moves_to(self, position: int, value: int) -> int:
        return int(value < position)


class BoundedNim(HeapRuleset, Knowledge[int]):
    """The rules of nim with a limit: take 1 to `most` tokens from one heap."""

    tame = True

    def __init__(self, most: int) -> None:
        self.most = most
        self.name = f"nim(max={most})"
        self.theory = Theorem(f"A heap of n has Grundy value n mod {most + 1}", BOUTON)
        self.value_course = Course(0, most + 1)
        self.misere_theory = Theorem(
            f"With r = n mod {most + 1} for every heap: P exactly when the nim-sum of the r is 0, "
            "or, when every r is 0 or 1, exactly when the number of ones is odd",
            "the genus of subtraction games {1, ..., m}; J. H. Conway, On Numbers and Games, 1976, chapter 12",
        )

    def options(self, position: int) -> Iterable[int]:
        return range(position - 1, max(position - self.most, 0) - 1, -1)

    def count_moves(self, position: int) -> int:
        return min(position, self.most)

    def known_value(self, position: int) -> int:
        return position % (self.most + 1)

    def moves_to(self, position: int, value: int) -> tuple[Move[int], ...]:
        taken = (position - value) % (self.most + 1)
        if value > self.most or not 0 < taken <= position:
            return ()
        return (self.heap_move(position, Sum(position - taken)),)


def nim(max: int | None = None) -> Nim | BoundedNim:  # noqa: A002  # the name in notation
    """Return nim, with at most `max` tokens per move if it is given."""
    return Nim() if max is None else BoundedNim(max)
