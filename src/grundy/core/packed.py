"""Rules on machine words for compiled search: plain Python functions, which are interpreted or compiled.

A position is one or more words. A word is an integer from 0 to 2^63 - 1, so that Python and the machine compute the
same results (`x & -x`, shifts and masks need no care; only a left shift must be masked before it overflows). The
functions allocate nothing, raise nothing and call only functions of the same kind. Their data about the board are
closure variables: numbers and tuples of numbers. Compiled code reads these as data, so one compilation serves boards of
all sizes. Rules that are compiled with the package are listed in `build_kernels.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from .errors import RuleError
from .sums import P

BITS = 63
"""The bits of a word."""
WORD = (1 << BITS) - 1
"""The largest word."""
Words = Sequence[int]
"""The words of one position."""


@dataclass(frozen=True, slots=True)
class BitRule(Generic[P]):
    """The rules of a game for compiled search: functions on packed positions, called states.

    A state consists of `words` integers from 0 to 2^63 - 1, called words. The main fields are functions:

    - `options(state, out)` writes the options to the array `out` and returns their number.
    - `split(state, out)` does the same for the independent components; it should omit components without moves.
    - `canon(state)` returns the representative of all states that are equal by symmetry. `options` receives only
      representatives.
    - `weight(state)` estimates the work for a component; every move must decrease it.

    If `words` is 1, or if `joined` is True, a state is one number, and option i is written to `out[i]`. Otherwise the
    words of a state are `state[0]` to `state[words - 1]`, option i is written to `out[words * i]` and the following
    entries, and `canon(state, out)` writes the representative to `out`. In the state of zeros, play has ended.

    An author supplies at least `words`, `most` (a bound on the options of a position), `options`, `pack` and `unpack`.
    The other fields are optional, for instance `parts` (a bound on the components) and `known` (values by a theorem).

    The example is nim with one heap of at most 100 tokens, so a position has one word and at most 100 options. `pack`
    returns the words of a heap, and `unpack` is its inverse.

    >>> def take(state, out):
    ...     for k in range(state):
    ...         out[k] = k
    ...     return state
    >>> nim = BitRule(1, 100, take, pack=lambda heap: [heap], unpack=lambda words: words[0])
    >>> nim.options_of((3,))
    [(0,), (1,), (2,)]
    """

    words: int
    """The number of words of a position."""
    most: int
    """An upper bound on the number of options of any position."""
    options: Callable[..., int]
    pack: Callable[[P], Words]
    """Returns the words of a position."""
    unpack: Callable[[Words], P]
    """Returns a position with these words; it is equivalent to the one that was packed."""
    split: Callable[..., int] | None = None
    """If it is None, a position is its only component."""
    canon: Callable[..., Any] | None = None
    """If it is None, every position represents itself."""
    weight: Callable[[Any], int] | None = None
    """If it is None, the weight is the number of bits that are set."""
    known: Callable[[Any], int] | None = None
    """Returns the Grundy value of a component if a theorem gives it, else -1; optional."""
    parts: int = 1
    """An upper bound on the number of components."""
    diagram: tuple[int, int] | None = None
    """The size (rows, columns) of a rectangle that contains all positions as Young diagrams; optional.

    The positions, as `unpack` returns them, are tuples of positive row lengths, none longer than the one above. A move
    chooses any square but the first and removes it with all squares below it and to its right. Such positions are
    numbered without words.
    """
    encoding: str = ""
    """The parameters that the words depend on in addition to the rule, such as the size of the board.

    If it is empty, they depend on the position that was packed.
    """
    joined: bool = False
    """Whether the functions take and write a state of several words as one number, as they do if `words` is 1.

    Bits 63 * i to 63 * i + 62 of the number are word i. Numbers of compiled code then have 64 bits for each word. So
    one rule serves positions of any size, and its closure variables may be as large as its states.
    """
    normal_only: bool = False
    """Whether the words are valid in normal play only: misère outcomes may differ."""

    def options_of(self, words: Words) -> list[tuple[int, ...]]:
        """Return the options of a packed position, computed by the interpreter instead of compiled code."""
        return self._written(self.options, words, self.most)

    def split_of(self, words: Words) -> list[tuple[int, ...]]:
        """Return the canonical components of a packed position, without empty ones, computed by the interpreter."""
        pieces = [tuple(words)] if self.split is None else self._written(self.split, words, self.parts)
        return [self.canon_of(piece) for piece in pieces if any(piece)]

    def canon_of(self, words: Words) -> tuple[int, ...]:
        """Return the representative of a packed position up to symmetry, computed by the interpreter."""
        if self.canon is None:
            return tuple(words)
        if self._is_number:
            return self.words_of(self.canon(self.number_of(words)))
        out = [0] * self.words
        self.canon(words, out)
        return tuple(out)

    def weight_of(self, words: Words) -> int:
        """Return the estimated work for a packed component, computed by the interpreter."""
        if self.weight is None:
            return sum(word.bit_count() for word in words)
        return self.weight(self._given(words))

    def known_of(self, words: Words) -> int | None:
        """Return the Grundy value of a packed component by a theorem, or None; computed by the interpreter."""
        value = -1 if self.known is None else self.known(self._given(words))
        return None if value < 0 else value

    def _written(self, writes: Callable[..., int], words: Words, most: int) -> list[tuple[int, ...]]:
        """Call `writes`, which is `options` or `split`, and return the packed positions that it writes.

        Raise `RuleError` if there are more than `most`.
        """
        size = 1 if self._is_number else self.words
        out = [0] * (size * most)
        try:
            count = writes(self._given(words), out)
        except IndexError:
            count = most + 1
        if not 0 <= count <= most:
            raise RuleError(f"the bitboard rule writes more states than its limit {most}")
        if self._is_number:
            return [self.words_of(number) for number in out[:count]]
        return [tuple(out[size * i : size * (i + 1)]) for i in range(count)]

    def words_of(self, number: int) -> tuple[int, ...]:
        """Split a state that is given as one number into its words: word i is bits 63 * i to 63 * i + 62."""
        last = self.words - 1
        return *(number >> BITS * i & WORD for i in range(last)), number >> BITS * last

    def number_of(self, words: Words) -> int:
        """Join the words of a state to one number: word i is bits 63 * i to 63 * i + 62."""
        return words[0] if self.words == 1 else sum(word << BITS * i for i, word in enumerate(words))

    @property
    def _is_number(self) -> bool:
        return self.joined or self.words == 1

    def _given(self, words: Words) -> Any:  # noqa: ANN401  # a number or words
        """Return a packed position as the functions of the rule take it: as one number, or unchanged as words."""
        return self.number_of(words) if self._is_number else words
