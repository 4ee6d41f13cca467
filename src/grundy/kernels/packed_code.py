"""Plain functions over words, made machine code with one signature for every game.

The search kernels are compiled once and kept; a game enters them as pointers to functions, so a rule that is
typed for the first time costs only its own few functions (a tenth of a second each), and nothing when it was
compiled before: the code is kept under a digest of all that the function refers to.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

from numba import njit, types
from numba.core.errors import NumbaExperimentalFeatureWarning

from .plain_source import PlainSource, kept

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)  # said of functions as arguments

WORDS = types.int64[::1]
WRITES = types.int64(WORDS, WORDS)
"""Reads a state, writes states into the second array and returns how many."""
RATES = types.int64(WORDS)
"""Reads a state and returns a number."""


class Code(NamedTuple):
    """The compiled functions of a packed rule."""

    options: Any
    split: Any
    canon: Any
    weight: Any
    known: Any


def compiled(
    words: int,
    options: Callable[..., Any],
    split: Callable[..., Any] | None = None,
    canon: Callable[..., Any] | None = None,
    weight: Callable[..., Any] | None = None,
    known: Callable[..., Any] | None = None,
) -> Code:
    """Return the functions of a rule on states of `words` words, compiled; see `core.Packed` for what each does.

    Raises numba's errors (`numba.core.errors.NumbaError`) where a function cannot be compiled.
    """
    source = PlainSource()
    writing, turning, rating = (_writes, _turns, _rates) if words == 1 else (_writes_words, _turns_words, _rates_words)

    def made(door: Callable[[Any], Callable[..., Any]], function: Callable[..., Any], signature: Any) -> Any:
        return kept(door(njit(source.plain(function), inline="always")), signature, source.digest(function))

    return Code(
        made(writing, options, WRITES),
        keep if split is None else made(writing, split, WRITES),
        keep if canon is None else made(turning, canon, WRITES),
        count_bits if weight is None else made(rating, weight, RATES),
        unknown if known is None else made(rating, known, RATES),
    )


@njit(WRITES, cache=True)
def keep(state: Any, out: Any) -> int:
    """Write the state itself: its only component, or its own representative."""
    for i in range(len(state)):
        out[i] = state[i]
    return 1


@njit(RATES, cache=True)
def count_bits(state: Any) -> int:
    """Return how many bits of the state are set."""
    bits = 0
    for word in state:
        while word:
            word &= word - 1  # noqa: PLW2901
            bits += 1
    return bits


@njit(RATES, cache=True)
def unknown(state: Any) -> int:  # noqa: ARG001
    """Return -1: no theorem gives a value."""
    return -1


def _writes(inner: Any) -> Callable[..., Any]:
    """Return a function of arrays from one of a word and an array."""

    def writes(state: Any, out: Any) -> Any:
        return inner(state[0], out)

    return writes


def _turns(inner: Any) -> Callable[..., Any]:
    """Return a function of arrays from one of a word that returns a word."""

    def turns(state: Any, out: Any) -> int:
        out[0] = inner(state[0])
        return 1

    return turns


def _rates(inner: Any) -> Callable[..., Any]:
    """Return a function of an array from one of a word."""

    def rates(state: Any) -> Any:
        return inner(state[0])

    return rates


def _writes_words(inner: Any) -> Callable[..., Any]:
    """Return the function itself under a name that is known here."""

    def writes_words(state: Any, out: Any) -> Any:
        return inner(state, out)

    return writes_words


def _turns_words(inner: Any) -> Callable[..., Any]:
    """Return a function that returns a number from one that may return nothing."""

    def turns_words(state: Any, out: Any) -> int:
        inner(state, out)
        return 1

    return turns_words


def _rates_words(inner: Any) -> Callable[..., Any]:
    """Return the function itself under a name that is known here."""

    def rates_words(state: Any) -> Any:
        return inner(state)

    return rates_words
