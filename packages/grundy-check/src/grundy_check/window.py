"""Checks a period by a block of values whose length is the largest number of tokens that a move takes, w.

Theorem (S. W. Golomb, "A mathematical investigation of games of take-away", 1966). The last w values, in all states,
determine the next one, so if w consecutive ones are repeated, all later values are repeated.
"""

from itertools import product

from .games import arcs_of, set_of
from .labelling import least_missing
from .reading import Claim, Reader, positive, reject
from .values import MOST, SHOWN, repeats

THEOREM = "each value follows from those before it, so a block, once repeated, repeats forever (S. W. Golomb, 1966)"
GAMES = {"subtraction": lambda game: (1, [[0, 0, take] for take, _ in set_of(game)]), "automaton": arcs_of}
CLAIM = SHOWN | {"via": str, "window": positive}


def check(reader: Reader, game: tuple[int, list[list[int]]], claim: Claim, _: bool) -> str:
    """Compute all values by the rules, and check that a block of values is repeated.

    Args:
        reader: The certificate.
        game: The number of states, and the moves [s, t, k], see `games.arcs_of`.
        claim: The preperiod, the period, the length w, and the hash of the values.
        _: Whether play is misère; not used, because the kind of the certificate determines it.

    Returns:
        The claim in words.

    Raises:
        Stop: If the claim is wrong, or if a limit is exceeded.
    """
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
