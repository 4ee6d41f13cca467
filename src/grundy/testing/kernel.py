"""Checks a kernel of heap values against its plain twin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

R = TypeVar("R")


def check_kernel(
    kernel_values: Callable[[R, int], Sequence[int]],
    plain_values: Callable[[R, int], Sequence[int]],
    rules: Iterable[R],
    stop: int,
) -> None:
    """Raise `AssertionError` at the first rule and heap where two functions (rule, stop) -> values disagree.

    Both give the values of heaps 0 to `stop`, both included.

    >>> from grundy.core import Meter, read_code
    >>> from grundy.sequences import code_values, plain_code_values
    >>> plain = lambda code, stop: plain_code_values(code.plain, stop, Meter())
    >>> check_kernel(code_values, plain, map(read_code, ["0.77", "0.137"]), 100)
    """
    for rule in rules:
        found, right = kernel_values(rule, stop), plain_values(rule, stop)
        if not len(found) == len(right) == stop + 1:
            raise AssertionError(f"{rule}: expected {stop + 1} values, found {len(found)} and {len(right)}")
        for heap, (value, truth) in enumerate(zip(found, right, strict=True)):
            if value != truth:
                raise AssertionError(f"{rule}: heap {heap} has value {truth}, the kernel gives {value}")
