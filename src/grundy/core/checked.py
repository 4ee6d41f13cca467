"""A game as `grundy_check` knows it: the rule as data, where it stands, and its moves on texts of positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from .packed import Packed

P = TypeVar("P", bound=Hashable)


class CheckedMoves(NamedTuple, Generic[P]):
    """What may be done: the options of a position, its text, and the parts whose sum it is.

    `weight` says about how large a part is, so that proofs by small parts are tried first; by default by its moves.
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
        """Return the weight of a position, 0 where it is not known."""
        return self.weight(position) if self.weight else 0


class CheckedWords(NamedTuple, Generic[P]):
    """The same moves over single words, for compiled search: its components are the parts, up to how they are turned.

    `listed` returns three arrays: the options of a part, in the order of a certificate, the options of each of these
    one after another, and bounds: those of option i stand from bounds[i] to bounds[i + 1] - 1.
    """

    packed: Packed[P]
    listed: Callable[[P], tuple[Any, Any, Any]]


class CheckedGame(NamedTuple):
    """A game by a rule that the checker has too: the rule as data, its moves, and where it stands."""

    rule: dict[str, Any]
    moves: CheckedMoves[Any]
    start: Any
    words: Callable[[], CheckedWords[Any] | None] = lambda: None
    """The moves over words, where they are known."""
    below: Callable[[], Iterator[Any]] | None = None
    """Yields all positions that can be reached, the start too, each after its options, where no search is needed."""
