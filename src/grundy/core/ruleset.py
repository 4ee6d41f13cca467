"""Rulesets, which state the options of a position.

A ruleset has one required method, `options`, which defines the game. The other methods are optional. They name moves
(`moves`), read and write positions (`read`, `show`, `bind`), reject positions that do not belong to the ruleset
(`check`), or return one representative of equivalent positions (`canonical`). Facets (`facets.py`) state further
knowledge about a game, such as theorems. Tests compare every optional method with `options`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, SupportsIndex, TypeAlias

from .sums import Move, P, Sum, as_sum

OVER = "over"
"""The text of a position without components."""
Option: TypeAlias = "P | Sum[P]"
"""The result of a move: a sum, or one bare position, which means the sum of this position alone."""


class Theorem(NamedTuple):
    """A theorem that gives results without search.

    Attributes:
        statement: The theorem in one sentence for the user.
        source: Its author, title and year.

    Example:
        >>> from grundy import game
        >>> game("nim").explore(9).theory.source
        'C. L. Bouton, Nim, a game with a complete mathematical theory, 1901'
    """

    statement: str
    source: str

    def __str__(self) -> str:
        return f"{self.statement} ({self.source})"


class Course(NamedTuple):
    """An arithmetic-periodic sequence: f(n + period) = f(n) + saltus for every n >= preperiod.

    Attributes:
        preperiod: The first n of the periodic part.
        period: The length of the period, at least 1.
        saltus: The increase per period; 0 means that the sequence is periodic.
    """

    preperiod: int
    period: int
    saltus: int = 0

    def stretched(self, period: int) -> Course:
        """Return the same sequence described by the longer period `period`, which must be a multiple of its own."""
        return Course(self.preperiod, period, self.saltus * (period // self.period))

    @property
    def window(self) -> int:
        """The number of terms that determine the sequence: f(0) to f(preperiod + period - 1)."""
        return self.preperiod + self.period


class Ruleset(ABC, Generic[P]):
    """The rules of an impartial game on positions of type P, which are hashable and immutable.

    A subclass defines `name`, the text that names the ruleset with its parameters, and `options`.

    Example:
        >>> class Countdown(Ruleset[int]):
        ...     name = "countdown"
        ...     def options(self, position):
        ...         return range(position)
        >>> rules = Countdown()
        >>> [*rules.options(2)], [move.label for move in rules.moves(2)]
        ([0, 1], ['to 0', 'to 1'])
        >>> rules.read("2 3"), rules.show(Sum(2, 3)), rules.bind("2 3")
        (Sum(2, 3), '2 3', (<Countdown countdown>, Sum(2, 3)))
        >>> rules.check(2), rules.canonical(2)
        (None, 2)
    """

    name: str = ""
    _made_by: tuple[Callable[..., Any], tuple[str, ...]] | None = None

    @abstractmethod
    def options(self, position: P) -> Iterable[Option[P]]:
        """Return the options of a position, in the same order at every call.

        Args:
            position: A position of this ruleset.

        Returns:
            The options, each a sum or one bare position.
        """

    def moves(self, position: P) -> Iterable[Move[P]]:
        """Return the moves of a position with their labels, in the order of `options`.

        Args:
            position: A position of this ruleset.

        Returns:
            The moves.
        """
        for option in self.options(position):
            leaves = as_sum(option)
            yield Move(f"to {self.show(leaves)}", leaves, kind="move")

    def check(self, position: P) -> None:  # subclasses may override it
        """Raise an error for a position that does not belong to this ruleset; by default, accept every position.

        Args:
            position: Any value.

        Raises:
            PositionError: If it does not belong to this ruleset.
        """

    def canonical(self, position: P) -> P:
        """Return a position that represents all positions equivalent to the given one.

        Args:
            position: A position of this ruleset.

        Returns:
            The representative; `canonical` does not change it.
        """
        return position

    def bind(self, text: str) -> tuple[Ruleset[P], Sum[P]]:
        """Read the text of a position, which may begin with a graph or board; the text "over" means no components.

        Args:
            text: The text of a position.

        Returns:
            The ruleset for this graph or board, and the components. If the text has neither, this is the same ruleset.

        Raises:
            InputError: If the text is invalid, with the place of the mistake.
        """
        return self, Sum() if text.strip() == OVER else self.read(text)

    def read(self, text: str) -> Sum[P]:
        """Read the components of a position, so that `read(show(x)) == x`.

        Args:
            text: The text of the components.

        Returns:
            The components.

        Raises:
            InputError: If the text is invalid, with the place of the mistake.
        """
        from .literals import read_literals

        if text.strip() == OVER:
            return Sum()
        parts: Sum[P] = Sum.of(read_literals(text))
        for part in parts:
            self.check(part)
        return parts

    def show(self, parts: Sum[P]) -> str:
        """Write components so that `read` reads them; the empty sum is "over".

        Args:
            parts: The components.

        Returns:
            The text.
        """
        from .literals import show_literal

        return " ".join(map(show_literal, parts)) or OVER

    def __eq__(self, other: object) -> bool:
        """Return whether class, name and all attributes are equal; a class with caches as attributes overrides it."""
        if self is other:
            return True
        return type(self) is type(other) and self.name == other.name and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.name))

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        return self._made_by or super().__reduce_ex__(protocol)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


def copied_by(ruleset: Ruleset[Any], function: Callable[..., Any], *arguments: str) -> None:
    """Set the function that rebuilds a ruleset when it is copied or unpickled.

    This is for rulesets whose module other processes cannot import.

    Args:
        ruleset: The ruleset, which is changed.
        function: The function that builds an equal ruleset from the arguments.
        arguments: The arguments with which the function is called.
    """
    ruleset._made_by = function, arguments  # noqa: SLF001  # of the class above
