"""Plain functions over words, made machine code with one signature for every game.

The search kernels are compiled once; a game enters them as addresses of functions, which are kept under a digest of all
that they refer to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .rule_machine import RuleFunction, machine_code
from .source_trees import Untranslatable


class CompiledRule(NamedTuple):
    """The compiled functions of a packed rule, in the order of the places `store_shape.OPTIONS` and following."""

    options: RuleFunction
    split: RuleFunction
    canon: RuleFunction
    weight: RuleFunction
    known: RuleFunction


def compiled(
    words: int,
    options: Callable[..., Any],
    split: Callable[..., Any] | None = None,
    canon: Callable[..., Any] | None = None,
    weight: Callable[..., Any] | None = None,
    known: Callable[..., Any] | None = None,
) -> CompiledRule:
    """Return the functions of a rule on states of `words` words, compiled; see `core.Packed` for what each does.

    Raises `Uncompilable` where a function cannot be compiled.
    """
    named = {"options": options, "split": split, "canon": canon, "weight": weight, "known": known}
    functions = _usual(words) | {name: function for name, function in named.items() if function is not None}
    try:
        return CompiledRule(**machine_code(words, functions))
    except Untranslatable:
        from .plain_source import compiled_by_numba

        return CompiledRule(**compiled_by_numba(words, functions))


def _usual(words: int) -> dict[str, Callable[..., Any]]:
    """Return what a rule on states of so many words does where it says nothing."""
    one = words == 1
    return {
        "split": _keep_word if one else _keeper(words),
        "canon": _same if one else _keeper(words),
        "weight": _count_word if one else _counter(words),
        "known": _unknown,
    }


def _same(state: int) -> int:
    return state


def _keep_word(state: int, out: Any) -> int:
    out[0] = state
    return 1


def _count_word(state: int) -> int:
    bits = 0
    while state:
        state &= state - 1
        bits += 1
    return bits


def _unknown(_state: Any) -> int:
    return -1


def _keeper(words: int) -> Callable[..., int]:
    """Return the function that writes the state itself: its only component, or its own representative."""

    def keep(state: Any, out: Any) -> int:
        for i in range(words):
            out[i] = state[i]
        return 1

    return keep


def _counter(words: int) -> Callable[..., int]:
    """Return the function that counts the bits of a state."""

    def count(state: Any) -> int:
        bits = 0
        for i in range(words):
            rest = state[i]
            while rest:
                rest &= rest - 1
                bits += 1
        return bits

    return count
