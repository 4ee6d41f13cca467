"""Rulesets to judge by: one without its hooks; the components of a packed rule as positions, and walks over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from ..core import Option, Packed, Ruleset, Sum

PLAYOUTS = 20
"""Random play-outs on which the compiled functions are compared."""
Words = tuple[int, ...]


class Bare(Ruleset[Any]):
    """The options of a ruleset and nothing else: every position stands for itself, no theorem is known."""

    def __init__(self, inner: Ruleset[Any]) -> None:
        self.inner = inner
        self.name = inner.name

    def options(self, position: Any) -> Iterable[Option[Any]]:  # noqa: ANN401  # any position
        """Return the options of the ruleset inside."""
        return self.inner.options(position)

    def show(self, parts: Sum[Any]) -> str:
        """Write parts as the ruleset inside does."""
        return self.inner.show(parts)


class WordsRuleset(Ruleset[Words]):
    """The components of a packed rule as positions: its values are those of the words alone.

    >>> from grundy.games import make
    >>> from grundy.games.boards.fields import Field
    >>> from grundy.search import grundy_value
    >>> packed = make("cram").packed(Field(2, 3, 0b111111))
    >>> [grundy_value(WordsRuleset("words", packed), words) for words in packed.split_of((0b111111,))]
    [1]
    """

    def __init__(self, name: str, packed: Packed[Any]) -> None:
        self.name = name
        self._packed = packed

    def options(self, position: Words) -> Iterator[Sum[Words]]:
        """Return the components of every option."""
        for option in self._packed.options_of(position):
            yield Sum.of(self._packed.split_of(option))


def nearest(packed: Packed[Any], start: Words, most: int) -> list[Words]:
    """Return the first `most` components that are reached from a state, the nearest first."""
    found = dict.fromkeys(packed.split_of(start))
    queue = list(found)
    for words in queue:  # grows while it is read
        for option in packed.options_of(words):
            for piece in packed.split_of(option):
                if piece not in found and len(queue) < most:
                    found[piece] = None
                    queue.append(piece)
    return queue[:most]


def playouts(packed: Packed[Any], start: Words) -> Iterator[Words]:
    """Yield the components met in random play from a state."""
    lot = Random(0)  # noqa: S311  # no secret
    for _ in range(PLAYOUTS):
        pieces = packed.split_of(start)
        while pieces:
            piece = pieces.pop(lot.randrange(len(pieces)))
            yield piece
            options = packed.options_of(piece)
            if options:
                pieces += packed.split_of(lot.choice(options))
