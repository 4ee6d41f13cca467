"""Checks a large period of a code in segments, each of which can be checked apart, by several people.

Theorem. Let the conditions of `rare` hold, and let the last w + 1 values be listed before each of some ends, where w is
`window`. A segment is right where the rule of `rare` goes on from the values before it (the first one: from the rule
itself) and comes to those before its end. If all are right, then all values listed are true, by induction. Let n0 + w
and, as the last, n0 + p + w be among the ends, with values that agree but for the first: then what `rare` says holds,
G(n + p) = G(n) for all n >= n0 and not for n0 - 1. For every prime q that divides p let n0 + p/q + w be one too, with
values that differ in the last w: so p/q is no period from n0 on, nor is a smaller divisor of p, as it divides some p/q.

An entry is an end with the values before it, two hexadecimal digits each.
"""

from math import inf
from random import SystemRandom
from typing import Any, NamedTuple

from . import rare
from .rare import begun, octal
from .reading import Reader, Stop, nat, record, reject, row, text
from .values import primes

THEOREM = f"all segments rest on the one before, down to the rule itself; {rare.THEOREM}"


class Segment(NamedTuple):
    """What is checked apart: the heaps from one end to the next, with the values before both; the first end is 0."""

    game: dict[str, Any]
    claim: dict[str, Any]
    begin: int
    before: str
    end: int
    after: str


def check(reader: Reader, game: Any, claim: Any, chosen: Any) -> str:  # noqa: ANN401
    """Check the ends, and then all segments, those of the numbers in `chosen`, or as many as it says by chance."""
    segments = listed(reader, game, claim)
    if isinstance(chosen, int):
        chosen = sorted(SystemRandom().sample(range(1, len(segments) + 1), min(chosen, len(segments))))
    for number in chosen if chosen is not None else range(1, len(segments) + 1):
        reader.entry = number - 1
        verify(reader, segments[number - 1])
    return f"G(n + {claim['p']}) = G(n) for every heap n >= {claim['n0']}"


def listed(reader: Reader, game: Any, claim: Any) -> list[Segment]:  # noqa: ANN401
    """Return the segments, after all has been checked that can be without computing their values."""
    record(claim, "depth mask n0 p parity rares shift via window")
    n0, p, window = nat(claim["n0"]), nat(claim["p"], 1), nat(claim["window"], 1)
    begun(reader, octal(game), claim, rares_of(claim))
    found: list[Segment] = []
    ends: dict[int, str] = {}
    for end, values in (row(entry, 2) for entry in reader.entries()):
        begin, before = (found[-1].end, found[-1].after) if found else (0, "")
        if nat(end) <= max(begin, window) or len(text(values, "([0-9a-f]{2})+")) != 2 * window + 2:
            reject(f"ends ascending, each with the {window + 1} values before it")
        ends[end] = values
        found.append(Segment(game, claim, begin, before, end, values))
    first, last = ends.get(n0 + window, ""), found[-1] if found else None
    if not first or last is None or last.end != n0 + p + window:
        reject(f"the ends {n0 + window} and, as the last, {n0 + p + window}")
    if first[2:] != last.after[2:]:
        reject(f"G(n + {p}) = G(n) fails in the window of {window} heaps from {n0} on")
    if first[:2] == last.after[:2]:
        reject(f"the preperiod is at most {n0 - 1}")
    for prime in primes(p):
        if (other := ends.get(n0 + p // prime + window, "")) == "" or other[2:] == first[2:]:
            reject(f"that {p // prime} is no period is not shown")
    return found


def opened(path: str, most_entries: int) -> list[Segment]:
    """Return the segments of a certificate that `check` has read before."""
    reader = Reader(path, most_entries, inf)
    header = reader.header()
    return listed(reader, header["game"], header["claim"])


def rares_of(claim: dict[str, Any]) -> list[list[int]]:
    """Return the rare heaps with their values."""
    return [[nat(number) for number in row(entry, 2)] for entry in row(claim["rares"])]


def verify(reader: Reader, segment: Segment) -> None:
    """Check one segment: from the values before it the rule gives those before its end."""
    sparse, values = begun(reader, octal(segment.game), segment.claim, rares_of(segment.claim))
    window = segment.claim["window"] + 1
    sparse.proceed(values, window if segment.begin else segment.end, window)
    if segment.begin:
        values = bytearray.fromhex(segment.before)
        sparse.move(values, segment.begin)
        sparse.proceed(values, segment.end, window)
    if values[-window:].hex() != segment.after:
        reject(f"the values before heap {segment.end} are others than those listed")


def judged(segment: Segment, seconds: float) -> tuple[str, str]:
    """Return the verdict on one segment, and why; for a worker of its own."""
    reader = Reader("", 0, seconds)
    try:
        verify(reader, Segment(*segment))
    except (Stop, MemoryError) as stop:
        status, reason = stop.args or ("LIMIT", "there is not enough memory")
        return status, reason
    return "ACCEPTED", ""
