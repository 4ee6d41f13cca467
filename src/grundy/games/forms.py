"""What rules of many families share: numbers that a rule takes, texts, moves listed once, arenas that are drawn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from ..core import InputError, Move, Option, P, PositionError, RuleError, Ruleset, Scanner, Sum, as_sum, read_integers

T = TypeVar("T")


def refuse_below(least: int, rule: str, **numbers: object) -> None:
    """Raise `RuleError` for a number of a rule that is no whole number from `least` on."""
    for name, number in numbers.items():
        if type(number) is not int or number < least:
            raise RuleError(f"{rule}: {name} is a whole number from {least}, not {number!r}")


@contextmanager
def within(text: str, at: int = 0) -> Iterator[None]:
    """Move the places of input errors into the whole `text`, in which what is read inside begins at `at`."""
    try:
        yield
    except InputError as error:
        raise error.within(text, at) from None


def needed(scanner: Scanner, pattern: str, expected: str) -> str:
    """Take what a pattern matches here, or refuse the text."""
    found = scanner.match(pattern)
    if found is None:
        raise scanner.error(expected)
    return found


def refused(scanner: Scanner, at: int, expected: str, *, number: bool = False) -> InputError:
    """Return the `PositionError` that says what was expected where the reading of a name or number began."""
    scanner.at = at
    return scanner.error(expected, number=number, kind=PositionError)


def pieces_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the pieces of a text between semicolons, each behind the place where it begins.

    >>> list(pieces_of("3 5; 1"))
    [(0, '3 5'), (4, ' 1')]
    """
    at = 0
    for piece in text.split(";"):
        yield at, piece
        at += len(piece) + 1


def numbers_in(text: str, at: int, piece: str, what: str) -> tuple[int, ...]:
    """Read the whole numbers of a piece that begins at `at` of a text; `what` is how an error calls one of them."""
    with within(text, at):
        return tuple(read_integers(piece, what))


class Choosing(Ruleset[P], Generic[P, T]):
    """A rule that lists its moves once: what is chosen, and what that leaves."""

    @abstractmethod
    def choices(self, position: P) -> Iterable[tuple[T, Option[P]]]:
        """Return what may be chosen in a position, each with what it leaves, in the order of moves."""

    def _move(self, position: P, choice: T, leaves: Sum[P]) -> Move[P]:
        """Return the move that makes a choice, by default named as the choice is written.

        Args:
            position: The position in which the choice is made.
            choice: What is chosen.
            leaves: What the choice leaves.

        Returns:
            The move, with the pieces that it touches.
        """
        return Move(str(choice), leaves)

    def options(self, position: P) -> Iterator[Option[P]]:
        """Return what each choice leaves."""
        return (left for _, left in self.choices(position))

    def moves(self, position: P) -> Iterator[Move[P]]:
        """Return the moves with their names."""
        return (self._move(position, choice, as_sum(left)) for choice, left in self.choices(position))


class Labelled(Ruleset[P]):
    """A rule that names a move by the positions before and after it."""

    @abstractmethod
    def options(self, position: P) -> Iterable[P]:
        """Return what the moves of `position` leave, every option once."""

    @abstractmethod
    def _move(self, before: P, after: P) -> Move[P]:
        """Return the move from `before` to its option `after`, with its name and the pieces that it touches."""

    def named_move(self, position: P, label: str, leaves: Sum[P]) -> Move[P]:
        """Return the move that leaves a position.

        Args:
            position: The position before the move.
            label: The name of the move.
            leaves: The position after it.

        Returns:
            The move.
        """
        return self._move(position, leaves[0])

    def moves(self, position: P) -> Iterator[Move[P]]:
        """Return the moves of `position` with their names, in the order of `options`."""
        return (self._move(position, after) for after in self.options(position))


class Drawn(Ruleset[P]):
    """A rule on an arena that its texts draw in front of the position, whether a part is left or not."""

    @abstractmethod
    def bind(self, text: str) -> tuple[Ruleset[P], Sum[P]]:
        """Read the arena and the parts that stand on it."""

    def read(self, text: str) -> Sum[P]:
        """Read the parts, with the arena in front of them where it is not known."""
        return self.bind(text)[1]

    def write(self, parts: Sum[P]) -> str:
        """Write the arena also where no part is left."""
        return self.show(parts)
