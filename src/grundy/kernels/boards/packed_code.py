"""Compiles the rules of a game, plain Python functions on machine words, to machine code that the search kernels call.

The search kernels are compiled once and call the rules of a game by the addresses of their functions. The values of
closure variables are passed to the code as data, so that boards of all sizes share it. The code is saved under a digest
of everything else that the functions refer to. The package contains the code of its own games (`build_kernels.py`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..compiled import has_kept, kept_code
from ..native_kernels import load_code
from ..object_files import LoadedObject, can_place
from ..sealed import has_compiler
from .rule_digest import RuleData

if TYPE_CHECKING:
    from ..machine import Machine


class RuleFunction(NamedTuple):
    """A compiled function of a rule. Its arguments are pointers to machine words, and its result is a word."""

    address: int
    code: object
    """The code lives as long as this."""

    def called(self) -> Callable[..., int]:
        """Return the function in a form that Python can call with numpy arrays, whose lengths are not checked."""

        def call(*states: NDArray[np.int64]) -> int:
            kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * len(states))
            return int(kind(self.address)(*(state.ctypes.data for state in states)))

        return call


class CompiledRule(NamedTuple):
    """The compiled functions of a rule: options, components, canonical form, weight (estimated work), known values."""

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
    joined: bool = False,
    alone: bool = False,
) -> CompiledRule:
    """Compile the functions of a rule on packed states, as `core.BitRule` describes them.

    Normally the numbers in closure variables, such as the size of a board, are passed to the code, so that all boards
    share it. With `alone`, or if object files cannot be loaded on this machine, they are compiled into the code. Every
    board then needs its own compilation, and the code is up to a tenth faster.

    Args:
        words: The number of words of a state.
        options: Writes the options of a state.
        split: Writes the independent components of a state.
        canon: Finds the representative of a component among its symmetric images.
        weight: Estimates the work to evaluate a component.
        known: Returns the Grundy values that theorems give; searches in misère play do not call it.
        joined: Whether the functions receive a state as one integer that contains all its words; otherwise they receive
            an array of words. A state of one word is always an integer.
        alone: Whether the code is for this board only.

    Returns:
        The compiled functions.

    Raises:
        Untranslatable: If a function cannot be compiled.
        ModuleNotFoundError: If no saved code is found, and no compiler is installed.
    """
    joined |= words == 1
    functions = _functions(words, options, split, canon, weight, known, joined=joined)
    data = RuleData(functions, words if joined else 1)

    def made(*, inside: bool) -> bytes:
        def make() -> bytes:
            if not has_compiler():
                raise ModuleNotFoundError("the rule is not compiled, and llvmlite is not installed", name="llvmlite")
            from .translated import rule_object

            return rule_object(functions, data, joined=joined, inside=inside)

        return kept_code(_name(data, joined=joined, inside=inside), make) if data.shape else make()

    placed: LoadedObject | Machine
    try:
        placed = load_code(made(inside=True)) if alone else LoadedObject(made(inside=False), outside=data.placed())
    except ValueError:
        placed = load_code(made(inside=True))
    return CompiledRule(**{name: RuleFunction(placed.address(name), placed) for name in functions})


def is_ready(words: int, *functions: Callable[..., Any] | None, joined: bool = False) -> bool:
    """Return whether the compiled functions of a rule were saved and can be loaded, so that no compiler is needed.

    Args:
        words: The number of words of a state.
        functions: The functions of the rule, in the order of `compiled`.
        joined: Whether they receive a state as one integer that contains all its words, not as an array of words.

    Returns:
        Whether their code was saved.
    """
    joined |= words == 1
    data = RuleData(_functions(words, *functions, joined=joined), words if joined else 1)
    return can_place() and data.shape != "" and has_kept(_name(data, joined=joined, inside=False))


def _name(data: RuleData, *, joined: bool, inside: bool) -> str:
    """Return the file name under which the code of a rule is saved.

    `data` has a digest of the functions. `joined` states whether they receive a state as one integer, and `inside`
    whether the code contains the data.
    """
    known = [joined, data.bits, data.shape, *([data.numbers, data.tables] if inside else [])]
    return f"rule-{sha256(repr(known).encode()).hexdigest()}"


def _functions(words: int, *functions: Callable[..., Any] | None, joined: bool) -> dict[str, Callable[..., Any]]:
    """Return the functions of a rule by name, with default functions for those that are None.

    A state has `words` words. The functions receive it as one integer if `joined` is true, else as an array.
    """
    named = zip(CompiledRule._fields, functions, strict=True)
    return _usual(words, joined=joined) | {name: function for name, function in named if function is not None}


def _usual(words: int, *, joined: bool) -> dict[str, Callable[..., Any]]:
    """Return by name the default functions of a rule, for those that it does not define; a state has `words` words.

    They treat the whole state as one component, leave it unchanged as its canonical form, count its one bits as its
    weight, and know no values. They receive a state as one integer if `joined` is true, else as an array of words.
    """
    return {
        "split": _keep_word if joined else _keeper(words),
        "canon": _same if joined else _keeper(words),
        "weight": _count_word if joined else _counter(words),
        "known": _unknown,
    }


def _same(state: int) -> int:
    return state


def _keep_word(state: int, out: Any) -> int:
    out[0] = state
    return 1


def _count_word(state: int) -> int:
    return state.bit_count()


def _unknown(_state: Any) -> int:
    return -1


def _keeper(words: int) -> Callable[..., int]:
    """Return the default function for components and for canonical forms: it copies the `words` words of a state."""

    def keep(state: Any, out: Any) -> int:
        for i in range(words):
            out[i] = state[i]
        return 1

    return keep


def _counter(words: int) -> Callable[..., int]:
    """Return the default function for weights: it counts the one bits of a state of `words` words."""

    def count(state: Any) -> int:
        bits = 0
        for i in range(words):
            bits += state[i].bit_count()
        return bits

    return count
