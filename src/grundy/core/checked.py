"""A game as `grundy_check` represents it: the rules as data, the start, and the moves on positions as text."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from .packed import BitRule

P = TypeVar("P", bound=Hashable)


class CheckedMoves(NamedTuple, Generic[P]):
    """The functions that a certificate needs.

    Attributes:
        options: Returns the options of a position.
        show: Returns the text of a position.
        parts: Returns the components whose sum the position is.
        weight: Estimates the size of a component, so that proofs by small components are tried first; optional.
    """

    options: Callable[[P], Iterable[P]]
    show: Callable[[P], str]
    parts: Callable[[P], Iterable[P]]
    weight: Callable[[P], int] | None = None

    def listed(self, position: P) -> list[P]:
        """Return the distinct options in the order of a certificate."""
        named = {self.show(option): option for option in self.options(position)}
        return [named[text] for text in sorted(named)]

    def size(self, position: P) -> int:
        """Return the weight of a position, or 0 if it is not known."""
        return self.weight(position) if self.weight else 0


class CheckedWords(NamedTuple, Generic[P]):
    """The same moves on single words, for compiled search; its components are the parts up to symmetry.

    Attributes:
        packed: The rules on words.
        listed: Returns three arrays: the options of a part in the order of a certificate, the concatenated options of
            each of these, and bounds. The options of option i are from bounds[i] to bounds[i + 1] - 1.
    """

    packed: BitRule[P]
    listed: Callable[[P], tuple[Any, Any, Any]]


class CheckedGame(NamedTuple):
    """A game that the checker supports.

    Attributes:
        rule: The rules as data.
        moves: The moves.
        start: The position to be proved.
    """

    rule: dict[str, Any]
    moves: CheckedMoves[Any]
    start: Any
    words: Callable[[], CheckedWords[Any] | None] = lambda: None
    """Returns the moves on words, or None if there are none."""
    below: Callable[[], Iterator[Any]] | None = None
    """Yields all positions that can be reached, including the start, each after its options, if no search is needed."""
