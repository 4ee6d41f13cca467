"""A game in the form in which the independent checker `grundy_check` represents it.

This form consists of the rules as data, the starting position, and functions that return the options of a position
and its text.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from .packed import BitRule

P = TypeVar("P", bound=Hashable)


class CheckedMoves(NamedTuple, Generic[P]):
    """The functions of a game that write its certificates (proofs for the independent checker `grundy_check`).

    Attributes:
        options: Returns the options of a position.
        show: Returns the text of a position.
        parts: Returns the components whose sum the position is.
        weight: Estimates the size of a component, so that proofs by small components are tried first. None without an
            estimate.
    """

    options: Callable[[P], Iterable[P]]
    show: Callable[[P], str]
    parts: Callable[[P], Iterable[P]]
    weight: Callable[[P], int] | None = None

    def listed(self, position: P) -> list[P]:
        """Return the distinct options of a position, sorted by their text, which is the order in certificates."""
        named = {self.show(option): option for option in self.options(position)}
        return [named[text] for text in sorted(named)]

    def size(self, position: P) -> int:
        """Return the estimated size of a position, or 0 if the game has no estimate."""
        return self.weight(position) if self.weight else 0


class CheckedWords(NamedTuple, Generic[P]):
    """The moves of `CheckedMoves` on positions packed into machine words, for compiled search.

    Components that differ by a symmetry are represented by the same words.

    Attributes:
        packed: The rules on packed positions.
        listed: Takes a component and returns three arrays (options, replies, bounds). `options` has one row of words
            for each option of the component, in the order of a certificate. `replies` has the options of options[0],
            then those of options[1] and so on. Those of options[i] are replies[bounds[i]] to
            replies[bounds[i + 1] - 1].
    """

    packed: BitRule[P]
    listed: Callable[[P], tuple[Any, Any, Any]]


class CheckedGame(NamedTuple):
    """A game whose certificates the independent checker `grundy_check` can verify.

    Attributes:
        rule: The rules as data, as certificates contain them.
        moves: The functions that return options, components and texts of positions.
        start: The position whose value the certificate proves.
    """

    rule: dict[str, Any]
    moves: CheckedMoves[Any]
    start: Any
    words: Callable[[], CheckedWords[Any] | None] = lambda: None
    """Returns the moves on words, or None if there are none."""
    below: Callable[[], Iterator[Any]] | None = None
    """Yields all positions that can be reached, including the start, each after its options, if no search is needed."""
