"""Plain functions over words, made machine code with one signature for every game.

The search kernels are compiled once; a game enters them as pointers to functions, which are kept under a digest of all
that they refer to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..typed import njit
from .plain_source import PlainSource, kept
from .rule_machine import RATES, WRITES, machine_code, signature
from .source_trees import Untranslatable


class CompiledRule(NamedTuple):
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
) -> CompiledRule:
    """Return the functions of a rule on states of `words` words, compiled; see `core.Packed` for what each does.

    Raises numba's errors (`numba.core.errors.NumbaError`) where a function cannot be compiled.
    """
    named = {"options": options, "split": split, "canon": canon, "weight": weight, "known": known}
    functions = {name: function for name, function in named.items() if function is not None}
    usual = {"split": keep, "canon": keep, "weight": count_bits, "known": unknown}
    try:
        made: dict[str, Any] = dict(machine_code(words, functions))
    except Untranslatable:
        made = _by_numba(words, functions)
    return CompiledRule(**usual | made)


def _by_numba(words: int, functions: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
    """Return the functions of a rule that use more of Python than is translated; raises numba's errors."""
    source = PlainSource()
    found = {}
    for name, function in functions.items():
        door = {"canon": _turns, "weight": _rates, "known": _rates}.get(name, _writes)
        inner = njit(source.plain(function), inline="always")
        found[name] = kept(door(inner, words == 1), signature(name), source.digest(function))
    return found


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


def _writes(inner: Any, one_word: bool) -> Callable[..., Any]:
    """Return a function of arrays from one of a state, which may be a single word, and an array."""

    def writes(state: Any, out: Any) -> Any:
        return inner(state[0] if one_word else state, out)

    return writes


def _turns(inner: Any, one_word: bool) -> Callable[..., Any]:
    """Return a function of arrays from one of a word that returns a word, or from one of two arrays."""

    def turns(state: Any, out: Any) -> int:
        if one_word:
            out[0] = inner(state[0])
        else:
            inner(state, out)
        return 1

    return turns


def _rates(inner: Any, one_word: bool) -> Callable[..., Any]:
    """Return a function of an array from one of a state, which may be a single word."""

    def rates(state: Any) -> Any:
        return inner(state[0] if one_word else state)

    return rates
