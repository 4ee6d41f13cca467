"""Checks a Grundy value by the values of only those components that the proof needs.

Theorem (R. Sprague, 1935; P. M. Grundy, 1939). The value of a sum is the nim-sum of the values of its components.

Theorem (J. Lemoine and S. Viennot, "Nimbers are inevitable", 2010). A position with an option of value v has a value
other than v. So a component has value v if two conditions hold: no option has value v, which is shown by the known
value of the option or by an option of it with value v; and for every number below v an option has this value. Play must
end.

An entry is a component, its value v, and a hint for each option, ordered by bytes. The hint -1 means that the
components of the option are known and give another value than v. The hint j means that the components of option number
j of the option are known and give v. All of these are earlier entries.
"""

from .games import FAMILIES, Game
from .labelling import least_missing, settled
from .reading import Claim, Reader, many, nat, number, position, reject

THEOREM = (
    "the value of a sum is the nim-sum of the values of its components (R. Sprague, 1935; P. M. Grundy, 1939); "
    "a position with an option of value v has another value (J. Lemoine and S. Viennot, 2010)"
)
GAMES, CLAIM = FAMILIES, {"start": position, "value": nat}


def _value_of(game: Game, known: dict[str, int], shown: str) -> int:
    """Return the nim-sum of the values of the components of a position.

    `shown` is the text of the position. `known` has the values that earlier entries prove, by component. Raise `Stop`
    if a component is missing.
    """
    total = 0
    for part in game.split(shown):
        value = known.get(part)
        total ^= reject(f"{min(game.images(part))}, a part of {shown}, is not known yet") if value is None else value
    return total


def check(reader: Reader, game: Game, claim: Claim, _: bool) -> str:
    """Check each entry, a component: no option has its value, and each smaller value is the value of an option.

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
    if not game.ends():
        reject("the graph has a cycle")

    for shown, value, hints in game.entries(reader, nat, many(number(-1))):
        options, single = game.options(shown), [*game.split(shown)] == [shown]
        if not single or shown != min(game.images(shown)) or shown in known or len(hints) != len(options):
            reject("a single part once, with one hint to each of its options")
        found = set()
        for option, hint in zip(options, hints, strict=True):
            reader.tick()
            if hint < 0:
                found.add(_value_of(game, known, option))
            elif hint >= len(replies := game.options(option)) or _value_of(game, known, replies[hint]) != value:
                reject(f"{hint} is not a move from {option} to the value {value}")
        if least_missing(found) != value:
            reject(f"the options of {shown} are not shown to have every value below {value} and not {value}")
        known |= dict.fromkeys(game.images(shown), value)
    return settled(claim, [known.get(part) for part in game.split(game.position(claim["start"]))])
