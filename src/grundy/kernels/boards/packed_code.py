"""Plain functions over words, made machine code with one signature for every game.

The search kernels are compiled once; a game enters them as addresses of functions, which are kept under a digest of all
that they refer to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .rule_machine import RuleFunction, Uncompilable, has_code, machine_code
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
    *,
    theory: bool = True,
    alone: bool = False,
) -> CompiledRule:
    """Compile the functions of a rule; see `core.BitRule` for what each does.

    Args:
        words: The words of a state.
        options: Writes the options.
        split: Writes the components.
        canon: Finds the representative.
        weight: Estimates the work.
        known: Returns the values that theorems give.
        theory: Whether `known` is used; the same code serves both.
        alone: Whether the code is for this board alone, which takes a compiler.

    Returns:
        The compiled functions.

    Raises:
        Uncompilable: If a function cannot be compiled.
        NotReady: If they are not compiled yet, and no compiler is installed.
    """
    functions = _functions(words, options, split, canon, weight, known)
    try:
        code = machine_code(words, functions, alone=alone)
    except Untranslatable as error:
        raise Uncompilable(str(error)) from error
    unknown = code.pop("unknown")
    return CompiledRule(**code if theory else code | {"known": unknown})


def is_ready(words: int, *functions: Callable[..., Any] | None) -> bool:
    """Return whether the functions of a rule need no compiler, because their code was saved.

    Args:
        words: The number of words of a state.
        functions: The functions of the rule, in the order of `compiled`.

    Returns:
        Whether their code was saved.
    """
    return has_code(words, _functions(words, *functions))


def _functions(words: int, *functions: Callable[..., Any] | None) -> dict[str, Callable[..., Any]]:
    """Return functions by their names, with what a rule does where it says nothing."""
    named = zip(CompiledRule._fields, functions, strict=True)
    return _usual(words) | {name: function for name, function in named if function is not None}


def _usual(words: int) -> dict[str, Callable[..., Any]]:
    """Return the default functions of a rule on states of so many words."""
    one = words == 1
    return {
        "split": _keep_word if one else _keeper(words),
        "canon": _same if one else _keeper(words),
        "weight": _count_word if one else _counter(words),
        "known": _unknown,
        "unknown": _unknown,
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
