"""Disjunctive sums, moves and outcomes, and the arithmetic of Grundy values.

Every option of a position is a sum. A move that splits a heap leaves a sum of two positions, and a move that ends a
component leaves the empty sum. Only `Sum` denotes a sum; a plain tuple is a position.

Sources: R. Sprague, "Über mathematische Kampfspiele", 1935; P. M. Grundy, "Mathematics and games", 1939.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import StrEnum
from functools import reduce
from operator import index, xor
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from .errors import InputError
from .integers import shown

P = TypeVar("P", bound=Hashable)
Play = Literal["normal", "misere"]
"""Normal play: the player who makes the last move wins. Misère play: the player who makes the last move loses."""

Status = Literal["proved", "limit"]
"""Proved: true by definition or by a theorem. Limit: a limit was reached before the result was known."""


class Sum(tuple[P, ...], Generic[P]):
    """A disjunctive sum of positions of one ruleset.

    The player to move chooses one component and moves in it. `Sum()` is the empty sum, where play has ended. A sum is a
    tuple of its components, in order.

    Example:
        >>> Sum(3, 5) + Sum(7)
        Sum(3, 5, 7)
    """

    __slots__ = ()

    def __new__(cls, *positions: P) -> Sum[P]:
        """Return the sum of the given positions."""
        return tuple.__new__(cls, positions)

    @classmethod
    def of(cls, positions: Iterable[P]) -> Sum[P]:
        """Return the sum of the positions of an iterable.

        Args:
            positions: The positions, in the order of the components.

        Returns:
            The sum.

        Example:
            >>> Sum.of(range(3))
            Sum(0, 1, 2)
        """
        return tuple.__new__(cls, positions)

    def __getnewargs__(self) -> tuple[P, ...]:
        """Return the positions, because `Sum(*positions)` must rebuild the sum when it is copied or unpickled."""
        return tuple(self)

    def __add__(self, other: object) -> Sum[P]:
        return Sum.of((*self, *other)) if isinstance(other, Sum) else NotImplemented

    def replace(self, part: int, leaves: Sum[P]) -> Sum[P]:
        """Return the sum after a move in one component.

        Args:
            part: The index of the component, from 0.
            leaves: The positions that the move leaves; they take the place of the component.

        Returns:
            The new sum.

        Example:
            >>> Sum(3, 5, 7).replace(1, Sum(2, 2))
            Sum(3, 2, 2, 7)
        """
        return Sum.of((*self[:part], *leaves, *self[part + 1 :]))

    def __repr__(self) -> str:
        return f"Sum({', '.join(map(repr, self))})"


class Span(NamedTuple):
    """Neighbouring tokens, pins or squares in the picture of a position: those numbered `begin` to `end` - 1 of a row.

    Rows are heaps, rows of pins, or rows of squares. In a graph, each vertex or edge is a row with one element.

    Attributes:
        row: The number of the row, from 0.
        begin: The number of the first element in its row, from 0.
        end: The number after that of the last element.
        added: Whether the move adds these tokens to a heap; otherwise the move takes or changes them.

    Example:
        >>> from grundy import game
        >>> game("kayles").moves(3)[0].touches[0][0]
        Span(row=0, begin=0, end=1, added=False)
    """

    row: int
    begin: int
    end: int
    added: bool = False


Way: TypeAlias = tuple[Span, ...]
"""The pieces that a move touches in one of several ways: the pin at the left end of a row, or the one at the right."""
Ways: TypeAlias = tuple[Way, ...]


class _NamedOption(NamedTuple, Generic[P]):
    label: str
    leaves: Sum[P]


class Move(_NamedOption[P]):
    """A move of one position: its label, and the sum that replaces the position.

    Two moves are equal if they have the same label and the same sum; the other attributes do not count.

    Attributes:
        label: The name of the move in the words of the game, for instance "take 2".
        leaves: The positions that the move leaves.
        kind: The verb of a sentence about the move, such as "take", "split" or "turn"; by default "play".
        number: The number in a label such as "take 2" or "take 2 leave 1+4"; None for other labels.

    Example:
        >>> from grundy import game
        >>> move = game("kayles").moves(3)[-1]
        >>> move
        Move(label='take 2', leaves=Sum(1))
        >>> move.kind, move.number
        ('take', 2)
    """

    _touches: Ways | Callable[[], Ways]
    kind: str
    number: int | None

    def __new__(
        cls,
        label: str,
        leaves: Sum[P],
        touches: Ways | Callable[[], Ways] = (),
        kind: str = "play",
        number: int | None = None,
    ) -> Move[P]:
        """Make a move.

        Args:
            label: The label; no other move of the position has it.
            leaves: The positions that the move leaves.
            touches: The value of the property `touches`, or a function that returns it. The function is called only
                if the move is drawn.
            kind: The verb of a sentence about the move, such as "take" or "split".
            number: The number in a label such as "take 2", or None.

        Returns:
            The move.
        """
        move = tuple.__new__(cls, (label, leaves))
        move._touches, move.kind, move.number = touches, kind, number  # noqa: SLF001  # of this class
        return move

    @property
    def touches(self) -> Ways:
        """The ways to choose the move by clicks in the picture, each a tuple of the spans (`Span`) to click.

        There are several ways if, for example, the move takes two of three pins in a row, at either end. The result is
        empty if the picture does not show the move.

        Example:
            >>> from grundy import game
            >>> [(span.begin, span.end) for (span,) in game("kayles").moves(3)[-1].touches]
            [(0, 2), (1, 3)]
        """
        if callable(self._touches):
            self._touches = self._touches()
        return self._touches

    def __reduce__(self) -> tuple[type[Move[P]], tuple[object, ...]]:
        return type(self), (self.label, self.leaves, self.touches, self.kind, self.number)


def on_pieces(*pieces: tuple[int, int]) -> Ways:
    """Return `Move.touches` for a move that is chosen by clicks on the elements (row, number in the row).

    >>> [[row, begin, end] for row, begin, end, _ in on_pieces((0, 2), (1, 2))[0]]
    [[0, 2, 3], [1, 2, 3]]
    """
    return (tuple([Span(row, place, place + 1) for row, place in pieces]),)


def from_heap(size: int, left: Iterable[int]) -> Ways:
    """Return `Move.touches` for a move in one heap: the tokens to click.

    To leave a heap of n tokens, a player clicks all tokens above the lowest n. If the move leaves two heaps of
    different sizes, the player may do this for either size, so there are two ways.

    Args:
        size: The size of the heap.
        left: The sizes of the heaps that are left.

    Returns:
        One way for each distinct size that is left, ascending; sizes of 0 count only if no token is left.

    >>> [(span.begin, span.end) for (span,) in from_heap(5, [2, 3])]
    [(2, 5), (3, 5)]
    """
    return tuple([(Span(0, rest, size),) for rest in sorted({*filter(None, left)} or {0})])


def from_row(length: int, left: Iterable[int]) -> Ways:
    """Return `Move.touches` for a move that takes neighbouring pins from a row: the pins to click.

    Args:
        length: The number of pins in the row.
        left: The lengths of the rows that are left.

    Returns:
        One or two ways, from left to right: the taken pins may be at either of two mirrored places in the row.
        The result is empty if more than two rows are left.

    >>> [(span.begin, span.end) for (span,) in from_row(5, [1, 3])]
    [(1, 2), (3, 4)]
    """
    rows = [*filter(None, left)]
    begins = sorted({*rows} if len(rows) > 1 else {0, *rows})
    taken = length - sum(rows)
    return tuple([(Span(0, begin, begin + taken),) for begin in begins]) if len(rows) <= 2 else ()


def from_heaps(before: Iterable[int], after: Iterable[int]) -> Ways:
    """Return `Move.touches` for a move that changes several heaps at once: the tokens to click.

    Args:
        before: The sizes of the heaps before the move.
        after: The sizes after it.

    Returns:
        One way: a span of the tokens taken from, or added to, each heap that changes.

    >>> [[*span] for span in from_heaps((3, 5), (4, 4))[0]]
    [[0, 3, 4, True], [1, 4, 5, False]]
    """
    pairs = enumerate(zip(before, after, strict=True))
    spans = [Span(heap, min(old, new), max(old, new), new > old) for heap, (old, new) in pairs if old != new]
    return (tuple(spans),)


def as_sum(option: P | Sum[P]) -> Sum[P]:
    """Return an option as a sum; a bare position becomes a sum of one component.

    >>> as_sum((3, 4))
    Sum((3, 4))
    """
    return option if isinstance(option, Sum) else Sum(option)


def play_of(misere: bool) -> Play:
    """Return the name of a play convention: "misere" if `misere` is true, else "normal".

    Raises `InputError` if `misere` is neither true nor false.

    >>> play_of(False), play_of(True)
    ('normal', 'misere')
    """
    if misere not in (True, False):
        raise InputError(f"expected misere=True or misere=False, found {misere!r}")
    return "misere" if misere else "normal"


class Outcome(StrEnum):
    """The outcome of a position: N, P or D.

    - N: the next player, whose turn it is, wins.
    - P: the previous player wins.
    - D: a draw; neither player can force a win.

    Example:
        >>> Outcome.N == "N"
        True
    """

    N = "N"
    P = "P"
    D = "D"

    @classmethod
    def of_value(cls, value: int) -> Outcome:
        """Return the outcome in normal play of a position with this Grundy value.

        Args:
            value: The Grundy value.

        Returns:
            P if the value is 0, else N.

        Example:
            >>> str(Outcome.of_value(0)), str(Outcome.of_value(3))
            ('P', 'N')
        """
        return cls.N if value else cls.P

    @classmethod
    def wins(cls, win: bool) -> Outcome:
        """Return N if the player to move can force a win, else P.

        Args:
            win: Whether the player to move wins.

        Returns:
            N if the player to move wins, else P.

        Example:
            >>> str(Outcome.wins(True))
            'N'
        """
        return cls.N if win else cls.P


def mex(values: Iterable[int] | int = (), *more: int) -> int:
    """Return the mex (minimal excludant): the least non-negative integer that is not in `values`.

    Source: P. M. Grundy, "Mathematics and games", 1939.

    Args:
        values: Integers in any order, or the first of them.
        more: The other integers, if `values` is the first.

    Returns:
        The mex; it is 0 for no values.

    Raises:
        InputError: If a value is not an integer.

    Example:
        >>> mex([0, 1, 3]), mex(0, 1, 3), mex([]), mex([1, 3, 5])
        (2, 2, 0, 0)
    """
    given: Iterable[Any] = (values, *more) if more or isinstance(values, int) else values
    try:
        seen = set(map(index, given))
    except TypeError:
        raise InputError(f"mex needs whole numbers, found {shown(values)}") from None
    least = 0
    while least in seen:
        least += 1
    return least


def nim_sum(values: Iterable[int] | int = (), *more: int) -> int:
    """Return the nim-sum (bitwise exclusive or) of non-negative integers.

    Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901.

    Args:
        values: Non-negative integers of any size, or the first of them.
        more: The other integers, if `values` is the first.

    Returns:
        The nim-sum; it is 0 for no values.

    Raises:
        InputError: If a value is negative or not an integer.

    Example:
        >>> nim_sum([10, 12, 5]), nim_sum(10, 12, 5)
        (3, 3)
    """
    given: Iterable[Any] = (values, *more) if more or isinstance(values, int) else values
    try:
        numbers = list(map(index, given))
    except TypeError:
        raise InputError(f"expected non-negative whole numbers, found {shown(values)}") from None
    if numbers and min(numbers) < 0:
        raise InputError(f"expected non-negative whole numbers, found {shown(min(numbers))}")
    return reduce(xor, numbers, 0)


def tame_outcome(values: Iterable[int]) -> Outcome:
    """Return the outcome in misère play of nim with heaps of these sizes.

    A sum of tame positions has the same outcome as nim heaps of their Grundy values. Sources: C. L. Bouton, "Nim, a
    game with a complete mathematical theory", 1901; for tame positions J. H. Conway, "On Numbers and Games", 1976.

    >>> str(tame_outcome([1, 1, 1])), str(tame_outcome([1, 2, 3])), str(tame_outcome([]))
    ('P', 'P', 'N')
    """
    heaps = list(values)
    trivial = max(heaps, default=0) <= 1
    return Outcome.wins((nim_sum(heaps) != 0) != trivial)
