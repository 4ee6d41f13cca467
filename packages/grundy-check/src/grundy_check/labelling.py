"""Checks a Grundy value by the values of all positions that can be reached.

Theorem (R. Sprague, 1935; P. M. Grundy, 1939). The value of a position is the least natural number that no option has.

An entry is a position with its value. All options of the position are earlier entries, so the proof is an induction
over the entries.
"""

from collections.abc import Iterable
from itertools import count

from .games import FAMILIES, Game
from .reading import Claim, Reader, nat, position, reject

THEOREM = "a value is the least number that no option has (R. Sprague, 1935; P. M. Grundy, 1939)"
GAMES, CLAIM = FAMILIES, {"start": position, "value": nat}


def least_missing(values: Iterable[int]) -> int:
    """Return the least natural number that is not among the values."""
    present = {*values}
    return next(value for value in count() if value not in present)


def check(reader: Reader, game: Game, claim: Claim, _: bool) -> str:
    """Check the value of each entry: the least number that no option has, where all options are earlier entries.

    Args:
        reader: The certificate.
        game: The game.
        claim: The start position and its value.
        _: Whether play is misère; not used, because the kind of the certificate determines it.

    Returns:
        The claim in words.

    Raises:
        Stop: If a step is wrong, or if a limit is exceeded.
    """
    known: dict[str, int] = {}
    for shown, value in game.entries(reader, nat):
        options = game.options(shown)
        if shown in known or not known.keys() >= {*options}:
            reject("a position once, after all its options")
        if value != least_missing(known[option] for option in options):
            reject(f"the least number that no option of {shown} has is not {value}")
        known[shown] = value
    return settled(claim, [known.get(game.position(claim["start"]))])


def settled(claim: Claim, values: list[int | None]) -> str:
    """Finish a check: the nim-sum of the values of the components of the start must be its claimed value.

    Args:
        claim: The start position and its value.
        values: The value that the certificate proves for each component of the start, or None if it has no entry.

    Returns:
        The claim in words.

    Raises:
        Stop: If a component is not an entry, or if the nim-sum differs from the claimed value.
    """
    total = 0
    for value in values:
        total ^= reject("the start is not among the entries") if value is None else value
    if total != claim["value"]:
        reject(f"the value of the start is {total}")
    return f"the Grundy value of {claim['start']} is {total}"
