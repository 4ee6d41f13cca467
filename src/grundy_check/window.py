"""Checks a period by a window as long as the largest take w.

Theorem (S. W. Golomb, "A mathematical investigation of games of take-away", 1966). A value is decided by the last w, of
all states, so where w in a row come again everything after them does.
"""

from typing import Any

from .games import arcs_of, rules_of
from .labelling import least_missing
from .reading import Reader, Stop, nat, record, reject
from .values import CLAIM, MOST, repeats

THEOREM = "the last values decide the next one, so a window that comes again does so for ever (S. W. Golomb, 1966)"


def check(reader: Reader, game: Any, claim: Any, _: int | None) -> str:  # noqa: ANN401
    """Compute all values by the rule and check the window."""
    n0, p = nat(record(claim, f"{CLAIM} via window")["n0"]), nat(claim["p"], 1)
    if game["family"] not in {"automaton", "subtraction"}:
        raise Stop("UNSUPPORTED", "a window is for subtraction and automaton")
    states, arcs = arcs_of(game) if game["family"] == "automaton" else (1, [[0, 0, t] for t, _ in rules_of(game)])
    largest = max((take for _, _, take in arcs), default=0)
    if largest > nat(claim["window"], 1):
        reject(f"the largest take is {largest}")
    values: list[int] = []
    reader.room((n0 + p + largest) * states, MOST)
    for heap in range(n0 + p + largest):
        reader.tick()
        for state in range(states):
            options = [(heap - k) * states + t for s, t, k in arcs if s == state and k <= heap]
            values.append(least_missing(values[option] for option in options))
    return repeats(values, claim, n0, largest, states)
