"""Compares functions that compute Grundy values with the definition, or with a slower reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from ..core import Budget, Game, Limits, Ruleset, Sum
from ..notation import read_game
from ..search import grundy_values

R = TypeVar("R")
Method = Callable[[Ruleset[Any], Any], int]
"""Returns the Grundy value of a position of a ruleset."""


def check_method(method: Method, *games: Game | str, limits: Limits | None = None) -> None:
    """Check that a function computes Grundy values correctly, by comparing it with the definition.

    All components of the games, and all positions that can be reached from them, are compared with
    `search.grundy_values`.

    Args:
        method: The function of (ruleset, position); it returns the Grundy value of the position.
        games: The games, in notation or as `Game`.
        limits: Limits on the number of positions and the time.

    Raises:
        AssertionError: If a value differs; the message names the first position.
        LimitReached: If a limit is exceeded.

    Example:
        >>> check_method(lambda ruleset, position: position, "nim: 9", "take any: 5")
        >>> check_method(lambda ruleset, position: position % 4, "take 1..3: 9", "take {1, 3}: 9")
        Traceback (most recent call last):
            ...
        AssertionError: take {1, 3}: 2 has value 0, the method gives 2
    """
    budget = Budget(limits)
    for given in games:
        game = read_game(given) if isinstance(given, str) else given
        for ruleset, parts in game.summands:
            for position, value in grundy_values(ruleset, parts, budget).items():
                found = method(ruleset, position)
                if found != value:
                    shown = f"{ruleset.name}: {ruleset.show(Sum(position))}"
                    raise AssertionError(f"{shown} has value {value}, the method gives {found}")


def check_kernel(
    kernel_values: Callable[[R, int], Sequence[int]],
    plain_values: Callable[[R, int], Sequence[int]],
    rules: Iterable[R],
    stop: int,
) -> None:
    """Check that a compiled function returns the same Grundy values of heaps as a slower reference.

    Args:
        kernel_values: The function; it returns the values of heaps 0 to `stop`, inclusive, for (rule, stop).
        plain_values: The reference, with the same arguments and result.
        rules: The rules to compare.
        stop: The largest heap.

    Raises:
        AssertionError: If a value differs; the message names the rule and the first heap.

    Example:
        >>> from grundy.core import Budget, read_code
        >>> from grundy.sequences import code_values, plain_code_values
        >>> plain = lambda code, stop: plain_code_values(code.plain, stop, Budget())
        >>> check_kernel(code_values, plain, map(read_code, ["0.77", "0.137"]), 100)
    """
    for rule in rules:
        found, right = kernel_values(rule, stop), plain_values(rule, stop)
        if not len(found) == len(right) == stop + 1:
            raise AssertionError(f"{rule}: expected {stop + 1} values, found {len(found)} and {len(right)}")
        for heap, (value, truth) in enumerate(zip(found, right, strict=True)):
            if value != truth:
                raise AssertionError(f"{rule}: heap {heap} has value {truth}, the kernel gives {value}")
