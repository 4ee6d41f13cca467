"""Checks a period by a window as long as the largest take w.

Theorem (S. W. Golomb, "A mathematical investigation of games of take-away", 1966). A value is decided by the last w, of
all states, so where w in a row come again everything after them does.
"""

from itertools import product

from .games import arcs_of, set_of
from .labelling import least_missing
from .reading import Claim, Reader, positive, reject
from .values import MOST, SHOWN, repeats

THEOREM = "the last values decide the next one, so a window that comes again does so for ever (S. W. Golomb, 1966)"
GAMES = {"subtraction": lambda game: (1, [[0, 0, take] for take, _ in set_of(game)]), "automaton": arcs_of}
CLAIM = SHOWN | {"via": str, "window": positive}


def check(reader: Reader, game: tuple[int, list[list[int]]], claim: Claim, _: bool) -> str:
    """Compute all values by the rule and check the window."""
    n0, (states, arcs) = claim["n0"], game
    largest = max((take for _, _, take in arcs), default=0)
    if largest > claim["window"]:
        reject(f"the largest take is {largest}")
    values: list[int] = []
    reader.room((n0 + claim["p"] + largest) * states, MOST)
    for heap, state in product(range(n0 + claim["p"] + largest), range(states)):
        reader.tick()
        values.append(least_missing(values[(heap - k) * states + t] for s, t, k in arcs if s == state and k <= heap))
    return repeats(values, claim, n0, largest, states)
