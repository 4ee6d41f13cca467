"""Checks a large period of a code in segments, which can be checked separately, by several people.

Theorem. Let the conditions in `rare` hold, and let w be `window`. For some heaps, called ends, the last w + 1 values
before them are listed. A segment leads from one end to the next, the first one from heap 0. It is right if the rule in
`rare`, applied to the values listed before it, gives the values listed before its end. (The first segment follows from
the rules of the game.) If all segments are right, all listed values are true, by induction. Let n0 + w and, as the
last, n0 + p + w be ends, whose listed values agree except for the first. Then the theorem in `rare` applies: G(n + p) =
G(n) for all n >= n0, but not for n0 - 1. For every prime q that divides p, let n0 + p/q + w be an end too, whose last w
values differ from those of n0 + w. Then p/q is not a period from n0 on, and neither is any smaller divisor of p,
because it divides some p/q.

An entry is an end with the values listed before it, each as two hexadecimal digits.
"""

from math import inf
from typing import Any, NamedTuple

from . import rare
from .limits import bounded
from .reading import LONGEST, Claim, Proposer, Reader, Stop, many, nat, record, reject, row, text
from .values import SHOWN, shorter

THEOREM = f"each segment follows from the one before it, and the first from the rule; {rare.THEOREM}"
GAMES = {"take-break": dict}
CLAIM = {name: SHOWN[name] for name in ("n0", "p")} | rare.SPACE
CLAIM["rares"] = many(many(nat, 2))


class Segment(NamedTuple):
    """A range of heaps with the values at its ends, which can be checked separately.

    Here w is the number `window` of the claim.

    Attributes:
        game: The data of the game in the certificate.
        claim: The claim of the certificate.
        begin: The first heap of the segment; 0 for the first segment.
        before: The last w + 1 values before `begin`, two hexadecimal digits each; "" for the first segment.
        end: The heap after the last heap of the segment.
        after: The last w + 1 values before `end`, two hexadecimal digits each.

    Example:
        >>> Segment({"family": "take-break"}, {}, 0, "", 100, "0001").end
        100
    """

    game: dict[str, Any]
    claim: Claim
    begin: int
    before: str
    end: int
    after: str


def check(reader: Reader, game: dict[str, Any], claim: Claim, _: bool) -> str:
    """Check the listed ends of segments, and then all segments, the requested segments, or a random sample of them.

    Args:
        reader: The certificate.
        game: The data of the game in the certificate.
        claim: The preperiod, the period and the sparse space.
        _: Whether play is misère; not used, because the kind of the certificate determines it.

    Returns:
        The claim in words.

    Raises:
        Stop: If a step is wrong, or if a limit is exceeded.
    """
    segments = _listed(reader, game, claim)
    numbers = reader.only
    if numbers is None:
        numbers = rare.drawn(reader, range(1, len(segments) + 1), "segments")
    else:
        reader.audited = "only some segments were verified"
    for number in numbers:
        reader.entry = number - 1
        verify(reader, segments[number - 1])
    return f"G(n + {claim['p']}) = G(n) for every heap n >= {claim['n0']}"


def _listed(reader: Reader, game: dict[str, Any], claim: Claim) -> list[Segment]:
    """Check everything except the values within the segments, and return the segments in order.

    The ends of the segments are the entries of the certificate. Raise `Stop` if a listed value contradicts the claim.
    """
    n0, p, window = claim["n0"], claim["p"], claim["window"]
    rare.Sparse(reader, rare.octal(game), claim, claim["rares"])
    found = [Segment(game, claim, 0, "", 0, "")]
    for end, values in reader.entries(row(nat, text("([0-9a-f]{2})++")), LONGEST):
        if end <= max(found[-1].end, window) or len(values) != 2 * window + 2:
            reject(f"ends ascending, each with the {window + 1} values before it")
        found.append(Segment(game, claim, found[-1].end, found[-1].after, end, values))
    ends = {segment.end: segment.after for segment in found}
    first, last = ends.get(n0 + window, ""), ends.get(n0 + p + window, "")
    if not first or found[-1].end != n0 + p + window:
        reject(f"the ends {n0 + window} and, as the last, {n0 + p + window}")
    if first[2:] != last[2:]:
        reject(f"G(n + {p}) = G(n) fails in the window of {window} heaps from {n0} on")
    if first[:2] == last[:2]:
        reject(f"the preperiod is at most {n0 - 1}")
    for part in shorter(p):
        if ends.get(n0 + part + window, first)[2:] == first[2:]:
            reject(f"the entries do not exclude the period {part}")
    return found[1:]


def opened(path: str, most_entries: int) -> list[Segment]:
    """Read the segments of a certificate, which can then be checked separately by `judged`.

    Args:
        path: The file.
        most_entries: The largest number of entries.

    Returns:
        The segments in order.

    Raises:
        Stop: If the file is not a certificate of a period in segments.

    Example:
        >>> [segment.end for segment in opened("period.cert", 1000)]  # doctest: +SKIP
        [1000000, 2000000, 3000000]
    """
    reader = Reader(path, most_entries, inf)
    header = reader.header()
    return _listed(reader, header["game"], record(header["claim"], **CLAIM))


def verify(reader: Reader, segment: Segment) -> None:
    """Check that the rules lead from the values before a segment to those before its end.

    Args:
        reader: Provides the time limit and the proposer of values; no certificate is read.
        segment: The segment.

    Raises:
        Stop: If the rules lead to other values, or if a limit is exceeded.
    """
    sparse = rare.Sparse(reader, rare.octal(segment.game), segment.claim, segment.claim["rares"])
    window = segment.claim["window"] + 1
    sparse.proceed(window, window)
    if segment.begin:
        sparse.values, sparse.base = bytearray.fromhex(segment.before), segment.begin - window
    sparse.proceed(segment.end, window)
    if sparse.values[-window:].hex() != segment.after:
        reject(f"the values before heap {segment.end} differ from those listed")


def judged(
    segment: Segment, seconds: float, proposer: Proposer | None = None, memory: int | None = None
) -> tuple[str, str]:
    """Check one segment and return the verdict; other processes may check other segments at the same time.

    Args:
        segment: The segment.
        seconds: The time limit; the verdict is "LIMIT" if it is exceeded.
        proposer: A source of values that may be wrong, because they are verified; None to compute all values here.
        memory: The number of additional bytes that may be allocated, or None for no limit.

    Returns:
        The status of the verdict, such as "REJECTED", and the reason; "ACCEPTED" and "" if the segment is right.
    """
    reader = Reader("", 0, seconds)
    reader.proposer = proposer
    try:
        with bounded(memory):
            verify(reader, Segment(*segment))
    except (Stop, MemoryError) as stop:
        status, reason = stop.args or ("LIMIT", "there is not enough memory")
        return status, reason
    return "ACCEPTED", ""
