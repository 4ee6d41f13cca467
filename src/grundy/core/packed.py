"""The same rule over machine words, for compiled search: plain Python functions, run as they are or compiled.

A position is one or more words: whole numbers from 0 to 2^63 - 1, so that the arithmetic of Python and of the
machine agree (`x & -x`, shifts and masks need no care; only a shift to the left must be masked before it leaves
the word). The functions allocate nothing, raise nothing and call only functions like themselves. What they know of the
board is in their closure, as numbers and tuples of numbers: compiled code reads these as data, so that it is compiled
once for boards of all sizes. A rule that is to be compiled with the package is named in `build_kernels.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from .errors import RuleError
from .sums import P

WORD = (1 << 63) - 1
"""The largest word."""
Words = Sequence[int]
"""A position as words."""


@dataclass(frozen=True, slots=True)
class Packed(Generic[P]):
    """A rule over positions of `words` words each.

    With `words` == 1 a state is a number: `options(state, out) -> k` writes the k options into `out[0]`, ... and
    `split(state, out) -> k` the k independent components; `canon(state)` returns the representative under symmetry.
    With more, a state is read as `state[0]`, ..., `state[words - 1]`, option i is written into `out[words * i]` and the
    following places, and `canon(state, out)` writes the representative into `out`. `weight(state)` estimates the work
    of a component; it grows with it and falls strictly along moves. The state of zeros is over, and components
    without moves should be left out by `split`. `options` never sees a state that `canon` would change.

    >>> def take(state, out):
    ...     for k in range(state):
    ...         out[k] = k
    ...     return state
    >>> nim = Packed(1, 100, take, pack=lambda heap: [heap], unpack=lambda words: words[0])
    >>> nim.options_of((3,))
    [(0,), (1,), (2,)]
    """

    words: int
    """How many words make a position."""
    most: int
    """An upper bound of the number of options of any position."""
    options: Callable[..., int]
    pack: Callable[[P], Words]
    """Return the words of a position."""
    unpack: Callable[[Words], P]
    """Return a position with these words; it plays the same as the one that was packed."""
    split: Callable[..., int] | None = None
    """None: a position is its only component."""
    canon: Callable[..., Any] | None = None
    """None: every position represents itself."""
    weight: Callable[[Any], int] | None = None
    """None: the number of bits that are set."""
    known: Callable[[Any], int] | None = None
    """Return the Grundy value of a component where a theorem gives it at once, else -1. None: never."""
    parts: int = 1
    """An upper bound of the number of components."""
    states: int = 0
    """Where it is not 0, the rule has one word, `options` may be asked of all numbers below this one, canonical or not,
    every option is a smaller number, and all positions are among them."""
    diagram: tuple[int, int] | None = None
    """Rows and columns, where the positions are lengths of rows (a tuple, none longer than the one above, none empty)
    that fit into them as `unpack` gives them, and a move takes any square but the first with all below it and to its
    right. They are numbered without words."""
    encoding: str = ""
    """What the words depend on besides the rule, such as the size of the board; empty: the position that was packed."""
    normal_only: bool = False
    """The words give the same values in normal play, but not the same outcomes in misere play."""

    def options_of(self, words: Words) -> list[tuple[int, ...]]:
        """Return the options of a position, interpreted."""
        return self._written(self.options, words, self.most)

    def split_of(self, words: Words) -> list[tuple[int, ...]]:
        """Return the canonical components of a position, interpreted; what is over is left out."""
        pieces = [tuple(words)] if self.split is None else self._written(self.split, words, self.parts)
        return [self.canon_of(piece) for piece in pieces if any(piece)]

    def canon_of(self, words: Words) -> tuple[int, ...]:
        """Return the representative of a position, interpreted."""
        if self.canon is None:
            return tuple(words)
        if self.words == 1:
            return (self.canon(words[0]),)
        out = [0] * self.words
        self.canon(words, out)
        return tuple(out)

    def weight_of(self, words: Words) -> int:
        """Return the weight of a component, interpreted."""
        if self.weight is None:
            return sum(word.bit_count() for word in words)
        return self.weight(words[0] if self.words == 1 else words)

    def known_of(self, words: Words) -> int | None:
        """Return the value of a component that a theorem gives, interpreted; None where none does."""
        value = -1 if self.known is None else self.known(words[0] if self.words == 1 else words)
        return None if value < 0 else value

    def _written(self, writes: Callable[..., int], words: Words, most: int) -> list[tuple[int, ...]]:
        """Return what a function writes; raise `RuleError` when it is more than `most`."""
        out = [0] * (self.words * most)
        try:
            count = writes(words[0] if self.words == 1 else words, out)
        except IndexError:
            count = most + 1
        if not 0 <= count <= most:
            raise RuleError(f"the rule over words says that at most {most} can be written, and writes more")
        size = self.words
        return [tuple(out[size * i : size * (i + 1)]) for i in range(count)]
