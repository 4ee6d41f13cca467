"""Checks a method of solving against the definition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core import Game, Limits, Meter, Ruleset, Sum
from ..notation import read_game
from ..search import grundy_values

Method = Callable[[Ruleset[Any], Any], int]
"""Gives the Grundy value of a position of a ruleset."""


def check_method(method: Method, *games: Game | str, limits: Limits | None = None) -> None:
    """Raise `AssertionError` that names the first position whose value `method` gets wrong.

    Every part of every game, given as notation or as a `Game`, is a start; all positions reached from
    it are compared with `search.grundy_value`, the smallest first.

    >>> check_method(lambda ruleset, position: position, "nim: 9", "take any: 5")
    >>> check_method(lambda ruleset, position: position % 4, "take 1..3: 9", "take {1, 3}: 9")
    Traceback (most recent call last):
        ...
    AssertionError: take {1, 3}: 2 has value 0, the method gives 2
    """
    meter = Meter(limits)
    for given in games:
        game = read_game(given) if isinstance(given, str) else given
        for ruleset, parts in game.summands:
            for position, value in grundy_values(ruleset, parts, meter).items():
                found = method(ruleset, position)
                if found != value:
                    shown = f"{ruleset.name}: {ruleset.show(Sum(position))}"
                    raise AssertionError(f"{shown} has value {value}, the method gives {found}")
