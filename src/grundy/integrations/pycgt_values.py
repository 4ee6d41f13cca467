"""Values of partizan games, by the package pycgt (extra `pycgt`); grundy itself has only their outcomes.

pycgt computes canonical forms of short games (J. H. Conway, "On Numbers and Games", 1976). It has none of the rules of
grundy: the value is built from the options of Left and Right in every position that can be reached.
"""

from __future__ import annotations

from typing import Any

from ..core import Budget, Game, InputError, Limits, MissingExtra, Partizan
from ..notation import game_of

MOST_POSITIONS = 20_000
"""The default limit of positions."""


def pycgt_value(game: Game | str, budget: Budget | None = None) -> Any:  # noqa: ANN401  # a Game of pycgt
    """Compute the value of a partizan game as a canonical form of pycgt.

    Args:
        game: The game, in notation or as a `Game`; whoever is to move makes no difference.
        budget: Counts and limits the positions; None for a limit of 20,000.

    Returns:
        The value, a `pycgt.Game`; `str` writes it.

    Raises:
        InputError: If the game is not partizan, or has draws.
        MissingExtra: If pycgt is not installed.
        LimitReached: If a limit was reached.

    Example:
        >>> str(pycgt_value("domineering: 2x2"))  # doctest: +SKIP
        '+-1'
    """
    parts = game_of(game)
    ruleset, start = next(parts.parts, (None, None))
    if not isinstance(ruleset, Partizan):
        raise InputError(f"expected a game of Left and Right such as domineering: 2x3, found {parts}")
    try:
        import pycgt
    except ImportError:
        raise MissingExtra("the value of a partizan game", "pycgt") from None
    budget = budget or Budget(Limits(positions=MOST_POSITIONS))
    values: dict[Any, Any] = {}
    below: dict[Any, tuple[list[Any], list[Any]]] = {}
    first = _as_left(ruleset, start)
    stack = [first]
    with budget.interruptible():
        while stack:
            at = stack[-1]
            if at not in below:
                budget.charge()
                turns = (at, ruleset.opposite(at))
                left, right = ([_as_left(ruleset, option) for option in ruleset.options(turn)] for turn in turns)
                below[at] = left, right
                stack += [option for option in (*left, *right) if option not in values]
                continue
            stack.pop()
            if at not in values:
                left, right = below[at]
                values[at] = pycgt.game({values[option] for option in left}, {values[option] for option in right})
    return values[first]


def _as_left(ruleset: Partizan[Any], position: Any) -> Any:  # noqa: ANN401  # any position
    return position if ruleset.side(position) == "Left" else ruleset.opposite(position)
