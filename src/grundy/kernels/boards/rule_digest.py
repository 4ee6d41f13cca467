"""What a plain function is made of, as a digest: compiled code is kept under it.

A rule is put together from functions of several files and from numbers that were computed.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from types import CodeType, FunctionType
from typing import Any

import numpy as np


def rule_digest(function: Callable[..., Any]) -> str:
    """Return a digest of a function with everything it refers to; empty where something is not understood."""
    pieces: list[str] = []
    try:
        _describe(function, pieces, set())
    except TypeError:
        return ""
    return sha256("\n".join(pieces).encode()).hexdigest()


def globals_of(function: FunctionType) -> dict[str, Any]:
    """Return the values of the names outside that a function refers to."""
    return {
        name: function.__globals__[name] for name in sorted(_names(function.__code__)) if name in function.__globals__
    }


def _names(code: CodeType) -> set[str]:
    """Return the names that a function and the functions inside it refer to."""
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inner)


def _describe(value: object, pieces: list[str], met: set[int]) -> None:
    """Write down what a value is; raise `TypeError` for what is neither code nor numbers."""
    if isinstance(value, FunctionType):
        if id(value) in met:
            pieces.append("met")
            return
        met.add(id(value))
        pieces.append(value.__module__)  # what is kept asks for it by name
        _describe(value.__code__, pieces, met)
        pieces.append(repr(value.__defaults__))
        for name, item in globals_of(value).items():
            pieces.append(name)
            _describe(item, pieces, met)
        for cell in value.__closure__ or ():
            _describe(cell.cell_contents, pieces, met)
    elif isinstance(value, CodeType):
        pieces += [value.co_code.hex(), repr(value.co_names), repr(value.co_varnames), repr(value.co_freevars)]
        for constant in value.co_consts:
            _describe(constant, pieces, met)
    elif isinstance(value, int | str | bytes | float | None) or value is np or isinstance(value, type):
        pieces.append(repr(value))
    elif isinstance(value, tuple | list):
        pieces.append(f"{type(value).__name__} of {len(value)}")
        for item in value:
            _describe(item, pieces, met)
    else:
        raise TypeError
