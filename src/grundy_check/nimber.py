"""Checks a Grundy value by the values of parts, of which only those are listed that the proof needs.

Theorem (R. Sprague, 1935; P. M. Grundy, 1939). The value of parts side by side is the nim-sum of their values.
Theorem (J. Lemoine and S. Viennot, "Nimbers are inevitable", 2010). What has an option of value v has another value
itself. So a part has value v where no option has v, which a known value of the option or its own option of value v
shows, and where for every number below v an option has it. Play must end.

An entry is a part, its value v, and for each option in bytewise order -1 (its parts are known and give another value
than v) or j (the parts of its own option number j are known and give v): all by earlier entries.
"""

from .games import FAMILIES, Game
from .labelling import least_missing, settled
from .reading import Claim, Reader, many, nat, number, position, reject

THEOREM = (
    "the value of parts is the nim-sum of their values (R. Sprague, 1935; P. M. Grundy, 1939); "
    "what has an option of value v has another value itself (J. Lemoine and S. Viennot, 2010)"
)
GAMES, CLAIM = FAMILIES, {"start": position, "value": nat}


def value_of(game: Game, known: dict[str, int], shown: str) -> int:
    """Return the nim-sum of the parts of a position, which must be known."""
    total = 0
    for part in game.split(shown):
        value = known.get(part)
        total ^= reject(f"{min(game.images(part))}, a part of {shown}, is not known yet") if value is None else value
    return total


def check(reader: Reader, game: Game, claim: Claim, _: bool) -> str:
    """Check values v of parts: no option has v (-1: it is known; j: its own option j has v), some have all below."""
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
                found.add(value_of(game, known, option))
            elif hint >= len(replies := game.options(option)) or value_of(game, known, replies[hint]) != value:
                reject(f"{hint} is no move from {option} to the value {value}")
        if least_missing(found) != value:
            reject(f"the options of {shown} are not shown to have every value below {value} and not {value}")
        known |= dict.fromkeys(game.images(shown), value)
    return settled(claim, [known.get(part) for part in game.split(game.position(claim["start"]))])
