"""Helpers for rulesets of many families: checks of numbers, parsing, and base classes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

from ..core import (
    InputError,
    Move,
    Option,
    P,
    Picture,
    PositionError,
    RuleError,
    Ruleset,
    Scanner,
    Sum,
    as_sum,
    read_integers,
)

T = TypeVar("T")


def refuse_below(least: int, rule: str, **numbers: object) -> None:
    """Raise `RuleError` if a number in a rule is not an integer or is too small.

    Args:
        least: The least number allowed.
        rule: The name of the ruleset, for errors.
        numbers: The numbers by name.

    Raises:
        RuleError: If one is not an integer of at least `least`.
    """
    for name, number in numbers.items():
        if type(number) is not int or number < least:
            raise RuleError(f"{rule}: {name} is a whole number from {least}, not {number!r}")


@contextmanager
def within(text: str, at: int = 0) -> Iterator[None]:
    """Return a context manager that changes input errors about a piece of a text so that they refer to the whole text.

    Args:
        text: The whole text.
        at: The index in the whole text at which the piece begins.

    Yields:
        Nothing; use it as a context manager.
    """
    try:
        yield
    except InputError as error:
        raise error.within(text, at) from None


def refused(scanner: Scanner, at: int, expected: str, *, number: bool = False) -> InputError:
    """Build the error for a name or number that is well formed but not allowed at its place in a text.

    Args:
        scanner: The scanner of the text.
        at: The index in the text at which the name or number begins.
        expected: The description of what was expected.
        number: Whether a number was expected; then the message also explains typical mistakes in writing numbers.

    Returns:
        The error, a `PositionError`, to be raised by the caller.
    """
    return scanner.error(expected, at=at, number=number, kind=PositionError)


def pieces_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the pieces of a text between semicolons, each as a pair: the index at which it begins, and the piece.

    >>> list(pieces_of("3 5; 1"))
    [(0, '3 5'), (4, ' 1')]
    """
    at = 0
    for piece in text.split(";"):
        yield at, piece
        at += len(piece) + 1


def numbers_in(text: str, at: int, piece: str, what: str) -> tuple[int, ...]:
    """Read the integers in a piece of a text, with errors that state the place in the whole text.

    Args:
        text: The whole text, for error messages.
        at: The index in the whole text at which the piece begins.
        piece: The piece.
        what: The noun for one integer in error messages.

    Returns:
        The integers.

    Raises:
        NotationError: If the piece is invalid; the error contains the place in the whole text.
    """
    with within(text, at):
        return tuple(read_integers(piece, what))


def combined(pools: Sequence[Callable[[], Iterable[T]]]) -> Iterator[tuple[T, ...]]:
    """Yield all tuples with one item from each pool, the last changing fastest, without storing the items.

    A pool is a function that returns its items. The functions are called repeatedly, the second one for example again
    for each item of the first pool, and must return the same items each time. No item may be None, because None marks
    the end of a pool.

    >>> list(combined([lambda: "ab", lambda: "c"]))
    [('a', 'c'), ('b', 'c')]
    """
    opened, made = [iter(pools[0]())], list[T]()
    while opened:
        del made[len(opened) - 1 :]
        item = next(opened[-1], None)
        if item is None:
            opened.pop()
            continue
        made.append(item)
        if len(made) == len(pools):
            yield tuple(made)
        else:
            opened.append(iter(pools[len(made)]()))


def components(near: Sequence[int], left: int) -> list[int]:
    """Return the connected components of a set of vertices, in the order of their first vertices, as bit masks.

    Args:
        near: For each vertex the bit mask of the vertices to which its edges lead.
        left: The bit mask of the vertices of the set.

    Returns:
        The components.

    Example:
        >>> components((0b010, 0b001, 0b000), 0b111)
        [3, 4]
    """
    found = []
    while left:
        piece = waiting = left & -left
        while waiting and piece != left:
            vertex = waiting.bit_length() - 1
            new = near[vertex] & left & ~piece
            piece |= new
            waiting = waiting ^ 1 << vertex | new
        found.append(piece)
        left ^= piece
    return found


class NamedRule(Ruleset[P]):
    """A base class of rulesets whose name states the whole rule, so that rules of the same name are equal."""

    def __eq__(self, other: object) -> bool:
        """Return whether the other ruleset is of the same class and has the same name."""
        return type(self) is type(other) and self.name == other.name

    __hash__ = Ruleset.__hash__


class Choosing(Ruleset[P], Generic[P, T]):
    """A base class of rulesets that define moves and options by one method, `choices`.

    A subclass lists in `choices` what the player can choose, such as a square, and the option that each choice leaves.
    The class derives `options` and `moves` from it. A move that makes a choice c has the name str(c); a
    subclass that names moves otherwise, or marks them in the picture, also overrides `_move`.
    """

    @abstractmethod
    def choices(self, position: P) -> Iterable[tuple[T, Option[P]]]:
        """Return pairs of a choice, such as a square, and the resulting option, in the order of moves."""

    def _move(self, position: P, choice: T, leaves: Sum[P]) -> Move[P]:
        """Return the move that makes a choice, by default named by the choice as text.

        Args:
            position: The position in which the choice is made.
            choice: The choice, such as a square.
            leaves: The position or sum after the choice.

        Returns:
            The move, with the parts of the picture on which it is marked.
        """
        return Move(str(choice), leaves)

    def options(self, position: P) -> Iterator[Option[P]]:
        return (left for _, left in self.choices(position))

    def moves(self, position: P) -> Iterator[Move[P]]:
        return (self._move(position, choice, as_sum(left)) for choice, left in self.choices(position))


class Labelled(Ruleset[P], Picture[P]):
    """A base class of rulesets with pictures in which the positions before and after a move determine its name.

    A subclass defines `options`, each option once, and `_move`, which builds the named move from one position to
    another. The class derives from these the list of all moves and the search for one move.
    """

    @abstractmethod
    def options(self, position: P) -> Iterable[P]:
        """Return the options of `position`, each once."""

    @abstractmethod
    def _move(self, before: P, after: P) -> Move[P]:
        """Return the move from `before` to its option `after`, with its name and its marks in the picture."""

    def named_move(self, position: P, label: str, leaves: Sum[P]) -> Move[P]:
        return self._move(position, leaves[0])

    def moves(self, position: P) -> Iterator[Move[P]]:
        return (self._move(position, after) for after in self.options(position))


class Drawn(Ruleset[P]):
    """A base class of rulesets on a graph or board that is part of the text of a position.

    A position itself is only what changes in play, such as the vertex of a token. A subclass defines `bind`, which
    reads a text and returns a ruleset with the graph or board of this text. `read` returns only the positions.
    """

    @abstractmethod
    def bind(self, text: str) -> tuple[Ruleset[P], Sum[P]]:
        """Read the part that all components share, such as a graph, and the components.

        Args:
            text: A text such as "0-1 1-2 @ 0 1": the graph, then the components.

        Returns:
            A ruleset that contains the graph or board of the text, and the sum of the components as its positions.
        """

    def read(self, text: str) -> Sum[P]:
        """Read the components; unless the ruleset already has the graph or board, the text begins with it."""
        return self.bind(text)[1]
