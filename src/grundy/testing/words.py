"""Rulesets for comparisons: one without theorems, and one whose positions are machine words.

Two functions list components, packed into machine words, for a comparison: `nearest` those that few moves reach,
`playouts` those of random play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from ..core import BitRule, Option, Ruleset, Sum

PLAYOUTS = 20
"""The number of random playouts on which compiled functions are compared."""
Words = tuple[int, ...]


class Bare(Ruleset[Any]):
    """A ruleset reduced to its options, without canonical positions and theorems, for comparisons.

    Args:
        inner: The ruleset to reduce.

    Example:
        >>> from grundy import read_ruleset
        >>> bare = Bare(read_ruleset("nim"))
        >>> [*bare.options(3)], bare.show(Sum(3, 5)), bare.canonical(3)
        ([2, 1, 0], '3 5', 3)
    """

    def __init__(self, inner: Ruleset[Any]) -> None:
        self.inner = inner
        self.name = inner.name

    def options(self, position: Any) -> Iterable[Option[Any]]:  # noqa: ANN401  # any position
        """Return the options of a position, as the original ruleset does.

        Args:
            position: A position of the original ruleset.

        Returns:
            Its options.
        """
        return self.inner.options(position)

    def show(self, parts: Sum[Any]) -> str:
        """Return the text of components in the notation of the ruleset that this one wraps.

        Args:
            parts: The components.

        Returns:
            The text.
        """
        return self.inner.show(parts)


class WordsRuleset(Ruleset[Words]):
    """A ruleset whose positions are components packed into machine words, so that only packed rules are used.

    Args:
        name: The name of the ruleset.
        packed: The rules on positions packed into machine words.

    Example:
        >>> from grundy.games import make
        >>> from grundy.games.boards.fields import Field
        >>> from grundy.search import grundy_value
        >>> packed = make("cram").packed(Field(2, 3, 0b111111))
        >>> ruleset = WordsRuleset("words", packed)
        >>> [grundy_value(ruleset, words) for words in packed.split_of((0b111111,))]
        [1]
        >>> [len([*ruleset.options(words)]) for words in packed.split_of((0b111111,))]
        [7]
    """

    def __init__(self, name: str, packed: BitRule[Any]) -> None:
        self.name = name
        self._packed = packed

    def options(self, position: Words) -> Iterator[Sum[Words]]:
        """Yield every option of a component, as the sum of the components of the option.

        Args:
            position: The component, as machine words.

        Yields:
            The sums.
        """
        for option in self._packed.options_of(position):
            yield Sum.of(self._packed.split_of(option))


def nearest(packed: BitRule[Any], start: Words, most: int) -> list[Words]:
    """Return components that can be reached from a state in few moves, nearest first.

    Args:
        packed: The rules on positions packed into machine words.
        start: The state, as machine words.
        most: The largest number of components.

    Returns:
        The components, canonical and distinct.
    """
    found = dict.fromkeys(packed.split_of(start))
    queue = list(found)
    for words in queue:  # the list grows during the loop
        for option in packed.options_of(words):
            for piece in packed.split_of(option):
                if piece not in found and len(queue) < most:
                    found[piece] = None
                    queue.append(piece)
    return queue[:most]


def playouts(packed: BitRule[Any], start: Words) -> Iterator[Words]:
    """Yield the components that occur in some random lines of play from a state.

    Args:
        packed: The rules on positions packed into machine words.
        start: The state, as machine words.

    Yields:
        Canonical components.
    """
    rng = Random(0)  # noqa: S311  # not for cryptography
    for _ in range(PLAYOUTS):
        pieces = packed.split_of(start)
        while pieces:
            piece = pieces.pop(rng.randrange(len(pieces)))
            yield piece
            options = packed.options_of(piece)
            if options:
                pieces += packed.split_of(rng.choice(options))
