"""Bash's game: take at least `min` and at most `max` tokens from a heap, with several rules for its end.

    bash(min=2, max=5): 17                  fewer than min left: no move; the player who cannot move loses
    bash(min=2, max=5, end=rest): 17        a remainder below min may be taken whole; the last token wins
    bash(min=2, max=5, end=rest-loses): 17  such a remainder must be taken whole; taking the last token loses

"Win iff n mod (min+max) <= max" is often stated but wrong for all of these. Counterexamples for min = max = 2 are a
heap of 1 by the first rule (end=stuck) and a heap of 4 by the second one (end=rest).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ...core import (
    MAX_OPTIONS,
    Course,
    HeapRuleset,
    Knowledge,
    LimitReached,
    Move,
    Outcome,
    RuleError,
    Structure,
    Sum,
    Theorem,
)

SOURCE = "C.-G. Bachet, Problemes plaisants et delectables, 1612, in the form with two bounds; by induction"
ENDS = ("stuck", "rest", "rest-loses")


class Bash(HeapRuleset, Structure, Knowledge[int]):
    """The rules of Bash's game: take `least` to `most` tokens from a heap.

    The attribute `end` states what may be done with a heap of fewer than `least` tokens: "stuck" if nothing, "rest" if
    it may be taken whole, and "rest-loses" if it may be taken whole and whoever takes the last token loses.
    """

    def __init__(self, least: int, most: int, end: str = "stuck") -> None:
        """Build the ruleset.

        Args:
            least: The smallest number of tokens that a move may take, at least 1.
            most: The largest such number, at least `least`.
            end: "stuck" if no move is possible in a heap of fewer than `least` tokens. Otherwise a player may take such
                a heap whole; the player who takes the last token wins for "rest" and loses for "rest-loses".
        """
        self.least, self.most, self.end = least, most, end
        self.round = least + most
        self.misere_rule = end == "rest-loses"
        extra = "" if end == "stuck" else f", end={end}"
        self.name = f"bash(min={least}, max={most}{extra})"
        s, r = least, f"r = n mod {self.round}"
        normal, misere = f"one heap is N exactly when 1 <= r <= {most}", f"N exactly when r = 0 or r > {s}"
        if end == "stuck":
            normal = f"a heap has value r // {s}; it is P exactly when r < {s}"
            misere = f"P exactly when {s} <= r < {2 * s}"
        self.theory = Theorem(f"With {r} {normal}", SOURCE)
        self.misere_theory = Theorem(f"With {r} one heap is {misere}", SOURCE)
        self.value_course = Course(0, self.round) if end == "stuck" else None
        self.outcome_course = Course(0, self.round)
        self.misere_course = Course(1, self.round)

    def options(self, position: int) -> Iterable[int]:
        if self.end != "stuck" and 0 < position < self.least:
            return range(1)
        return range(position - self.least, max(position - self.most, 0) - 1, -1)

    def count_moves(self, position: int) -> int:
        options = self.options(position)
        return options[0] - options[-1] + 1 if isinstance(options, range) and options else 0

    def known_value(self, position: int) -> int | None:
        return position % self.round // self.least if self.end == "stuck" else None

    def known_outcome(self, position: int) -> Outcome | None:
        r = position % self.round
        return Outcome.wins(r >= self.least if self.end == "stuck" else 1 <= r <= self.most)

    def moves_to(self, position: int, value: int) -> Iterable[Move[int]] | None:
        if self.end == "stuck":
            low = self.least * value
            takes = self._takes(position, low, min(low + self.least, self.round) - 1)
        elif value:
            return None
        elif position < self.least:
            takes = iter([position] if position else [])
        else:
            takes = self._takes(position, self.most + 1, self.round)
        return self._named(position, takes)

    def _takes(self, position: int, low: int, high: int) -> Iterator[int]:
        """Yield the numbers of tokens k that a move may take such that (heap - k) mod (least + most) is in low..high.

        A remainder of 0 counts also as least + most.
        """
        r = position % self.round
        for shift in (0, self.round):
            first, last = max(self.least, r + shift - high), min(self.most, r + shift - low, position)
            yield from range(first, last + 1)

    def _named(self, position: int, takes: Iterator[int]) -> Iterator[Move[int]]:
        """Yield the moves that take given numbers of tokens, with names such as "take 3".

        Raise `LimitReached` after the first MAX_OPTIONS moves.
        """
        for k in islice(takes, MAX_OPTIONS):
            yield self.heap_move(position, Sum(position - k))
        if next(takes, None) is not None:
            raise LimitReached(f"{self.name}: a position has more than {MAX_OPTIONS} such moves", kind="size")

    def known_misere(self, parts: Sum[int]) -> Outcome | None:
        heaps = [part for part in parts if part or self.end != "stuck"]
        if len(heaps) != 1:
            return None
        r = heaps[0] % self.round
        if self.end == "stuck":
            return Outcome.wins(not self.least <= r < 2 * self.least)
        return Outcome.wins(r == 0 or r > self.least)


def bash(max: int, min: int = 1, end: str = "stuck") -> Bash:  # noqa: A002  # the names in notation
    """Build Bash's game.

    Args:
        max: The largest number of tokens that a move may take.
        min: The smallest such number.
        end: The rule for a heap of fewer than `min` tokens, as in `Bash`: "stuck", "rest" or "rest-loses".

    Returns:
        The ruleset.

    Raises:
        RuleError: Unless 1 <= min <= max.
    """
    if not 1 <= min <= max:
        raise RuleError(f"expected 1 <= min <= max, found min={min}, max={max}")
    return Bash(min, max, end)
