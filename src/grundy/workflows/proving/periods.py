"""Makes certificates of proved periods: by the theorem of Guy and Smith, a subtraction set, or a sparse space.

Checking the theorem of Guy and Smith takes time that grows with the square of the period. A code with few rare heaps
has a faster proof. A mask divides the values into two types (the sparse space is the type with fewer heaps), and the
heaps with values of this type are rare. The certificate lists the rare heaps, and a number that is called the depth:
each value of this type below the value of a heap is the value of an option whose smaller heap is at most the depth. The
depth was recorded by a long run, or it is computed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from struct import pack
from typing import TYPE_CHECKING, Any

from ... import sequences
from ...certificates import Certificate, family_of
from ...core import Budget, Code, InputError, LimitReached, Ruleset, Structure, TailedGraph, facet
from ...games.graphs.octal import CODED
from ...patterns.tail_periods import TailPeriods

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.uint16]

SHORT = 20_000
"""The number of values from which on a certificate by rare heaps is preferred."""
LONG = 200_000
"""The largest number of values in a certificate by the theorem of Guy and Smith; more would take a checker hours."""
PIECE = 1 << 22
"""The number of values that are hashed at a time."""
MOST_VALUE = 255
"""The largest value in a certificate by rare heaps."""
FEW = 16
"""When at most this number of heaps is left, they are examined one by one."""
MOST_SEGMENTS = 100_000
"""The largest number of segments of a certificate."""


def certify_period(
    ruleset: Ruleset[Any], period: sequences.Period | None, budget: Budget | None = None, *, segments: int | None = None
) -> Certificate:
    """Make a certificate of a proved period of a code or a finite subtraction set.

    Args:
        ruleset: An octal code or a finite subtraction set.
        period: The period of its values, or None if none was found.
        budget: Counts the work and has its limits.
        segments: The least number of segments, which can be checked separately; only for codes with few rare heaps.

    Returns:
        The certificate, whose values are generated when they are read.

    Raises:
        InputError: If the period is not proved, or if certificates do not support the ruleset or its segments.
        LimitReached: If no checker could finish within hours.
    """
    game = family_of(ruleset)
    if period is None or period.status != "proved":
        raise InputError("a certificate needs a proved period")
    if game is None or facet(ruleset, Structure).sequence() is None:
        raise InputError(f"{ruleset.name} has no certificates")
    if period.saltus:
        raise InputError(f"{ruleset.name}: a period that grows by {period.saltus} each time has no certificate")
    n0, p = period.preperiod, period.period
    if segments is not None:
        return _in_segments(ruleset, game, period, segments, budget or Budget())
    claim: dict[str, Any] = {"n0": n0, "p": p}
    if game["family"] == "subtraction":
        window = max(game["set"])
        claim |= {"via": "window", "window": window, "values_sha256": _digest(_pieces(period, n0 + p + window))}
        return Certificate("repeat", "normal", game, claim)
    digits = _digits(ruleset)
    heaps, largest = max(1, *(digit.bit_length() - 1 for digit in digits)), len(digits) - 1 if any(digits) else 0
    length = heaps * (max(n0, 1) + p) + largest
    rare = _by_rares(game, digits, period, budget or Budget()) if heaps == 2 and length > SHORT else None
    if rare is not None:
        return rare
    if length > LONG:
        raise LimitReached(
            f"a certificate would need {length} values, each compared with all earlier ones", kind="size"
        )
    claim |= {"parts": heaps, "take": largest, "values_sha256": _digest(_pieces(period, length))}
    return Certificate("period", "normal", game, claim)


def _digest(pieces: Iterable[Sequence[int]]) -> str:
    """Return the SHA-256 of values as 32-bit numbers, lowest byte first."""
    digest = sha256()
    for piece in pieces:
        digest.update(pack(f"<{len(piece)}I", *piece))
    return digest.hexdigest()


def _pieces(period: sequences.Period, stop: int) -> Iterator[Sequence[int]]:
    first, end = period.preperiod, period.preperiod + period.period
    for low in range(0, min(end, stop), PIECE):
        yield period.values[low : min(low + PIECE, end, stop)]
    place = 0
    while (left := stop - end) > 0:
        count = min(left, PIECE, period.period - place)
        yield period.values[first + place : first + place + count]
        place, end = (place + count) % period.period, end + count


def _digits(ruleset: Ruleset[Any]) -> tuple[int, ...]:
    rule = facet(ruleset, Structure).sequence()
    return (rule.plain if isinstance(rule, Code) else None) or ()


def _in_segments(
    ruleset: Ruleset[Any], game: dict[str, Any], period: sequences.Period, segments: int, budget: Budget
) -> Certificate:
    from ...sequences.state_repeat import prime_factors

    digits = _digits(ruleset)
    sparse = _sparse(digits, period, budget) if max(digits, default=8) < 8 and any(d & 4 for d in digits) else None
    if not 1 <= segments <= MOST_SEGMENTS:
        raise InputError(f"expected 1 to {MOST_SEGMENTS} segments, found {segments}")
    if sparse is None:
        hint = "leave out --segments"
        raise InputError(f"the proof for {ruleset.name} does not use rare heaps, so it has no segments", hint=hint)
    space, rares = sparse
    (n0, p), window = (period.preperiod, period.period), space["window"]
    last = n0 + p + window
    step = -(-last // segments)
    ends = {n0 + window, last, *(n0 + p // prime + window for prime in prime_factors(p))}
    ends |= {end for end in range(step, last, step) if end > window}

    entries = []
    for end in sorted(ends):
        budget.charge_unstored(window)
        entries.append([end, bytes(_stretch(period, end - window - 1, end)).hex()])
    claim = {"via": "segments", "n0": n0, "p": p, **space, "rares": rares}
    return Certificate("repeat", "normal", game, claim, entries)


def _stretch(period: sequences.Period, low: int, high: int) -> list[int]:
    """Return the values of heaps `low` to `high` - 1: those stored in `period`, then those that follow from it."""
    stop = period.preperiod + period.period
    values = [*period.values[low : min(high, stop)]]
    while len(values) < high - low:
        first = period.preperiod + (low + len(values) - period.preperiod) % period.period
        values += period.values[first : min(stop, first + high - low - len(values))]
    return values


def _by_rares(
    game: dict[str, Any], digits: Sequence[int], period: sequences.Period, budget: Budget
) -> Certificate | None:
    if (sparse := _sparse(digits, period, budget)) is None:
        return None
    (space, rares), n0, p = sparse, period.preperiod, period.period
    digest = _digest(_pieces(period, n0 + p + space["window"]))
    claim = {"via": "rare", "n0": n0, "p": p, **space, "values_sha256": digest}
    return Certificate("repeat", "normal", game, claim, rares)


def _sparse(
    digits: Sequence[int], period: sequences.Period, budget: Budget
) -> tuple[dict[str, int], list[list[int]]] | None:
    """Return the sparse space of a code as data, and a list of the rare heaps with their values, such as [[0, 0]].

    `digits` are the digits of the code. The result is None if these data do not prove the period.
    """
    import numpy as np

    from ...sequences.sparse import SAMPLE

    n0, p, proof, largest = period.preperiod, period.period, period.evidence, len(digits) - 1
    known = n0 + p if proof is None else min(n0 + p, proof.seed)
    values = np.array(period.values[:known], np.uint16)
    splits = [taken for taken, digit in enumerate(digits) if digit & 4]
    mask = (
        sequences.best_mask(values[:SAMPLE], splits)
        if proof is None
        else sequences.Mask(proof.mask, proof.flag, proof.tau)
    )
    rares = mask.rares(values)
    last = int(rares.max(initial=0))
    if values.max() > MOST_VALUE or last >= n0 or mask.flag & p:
        return None
    depth, needed = -1, last if proof is None else max(last, proof.depth)
    while needed > depth:
        depth = needed
        if proof is None:
            values = np.concatenate([np.array(piece, np.uint16) for piece in _pieces(period, n0 + p + depth + largest)])
        shown = _depth(digits, mask, values, last + largest + 1, budget)
        if shown is None:
            return None
        needed = max(depth, shown)
    space = {"mask": mask.bits, "parity": mask.flag, "shift": mask.tau % 2, "depth": depth, "window": depth + largest}
    return space, [[heap, int(values[heap])] for heap in rares.tolist()]


def _depth(digits: Sequence[int], mask: sequences.Mask, values: Values, first: int, budget: Budget) -> int | None:
    """Return the depth: the largest smaller heap among the splits that the proof needs.

    A heap from `first` on needs, for each smaller value of rare type, an option with this value. The option has one
    heap if possible, otherwise two heaps, the smaller of them as small as possible. The result is None if a heap has no
    such option. `digits` are the digits of the code.
    """
    import numpy as np

    takes, splits = ([taken for taken, digit in enumerate(digits) if digit & left] for left in (2, 4))
    heaps, types = np.arange(first, len(values)), mask.kinds()
    deepest = 0
    for wanted in range(int(values[first:].max(initial=0))):
        rare = types[wanted] ^ ((heaps - mask.tau) & mask.flag) == 0
        left = heaps[rare & (values[first:] > wanted)]
        for taken in takes:
            left = left[values[left - taken] != wanted]
        part = 0
        while len(left) > FEW:
            part += 1
            deepest = max(deepest, part)
            budget.charge_unstored(len(left) >> 10)
            for taken in splits:
                larger = left - taken - part
                left = left[(larger < 1) | (values[part] ^ values[larger] != wanted)]
        for heap in left.tolist():
            parts: list[int] = []
            for tokens in (heap - taken for taken in splits):
                parts += ((values[1:tokens] ^ values[tokens - 1 : 0 : -1]) == wanted).nonzero()[0][:1].tolist()
            if not parts:
                return None
            deepest = max(deepest, 1 + min(parts))
    return deepest


def certify_tails(tails: TailPeriods) -> Certificate:
    """Make a certificate of the periods of a graph with two pendant paths.

    Args:
        tails: The graph, with a table of its values and the periods that they prove.

    Returns:
        The certificate.

    Raises:
        InputError: If no period is proved, or the checker does not support the game.
    """
    regular, graph = tails.regular, tails.graph
    if regular is None:
        raise InputError("a certificate needs a proved period")
    if not graph.family:
        raise InputError(f"{graph.name}: the checker does not support this game on graphs with two pendant paths")
    claim = {
        "p": regular.period,
        "least": regular.least,
        "width": regular.width,
        "path": max(tails.paths.preperiod, 1),
        "begins": tails.exceptions().preperiod,
    }
    return Certificate("tails", "normal", game_of_tails(graph), claim)


def game_of_tails(graph: TailedGraph) -> dict[str, Any]:
    """Return the rules of a game on a graph with two pendant paths, as data for certificates."""
    edges = [[v, w] for v, near in enumerate(graph.near) for w in range(v + 1, len(graph.near)) if near >> w & 1]
    rule = {"family": graph.family, "n": len(graph.near), "edges": edges, "tails": list(graph.ends)}
    return rule | ({"code": f"0.{''.join(map(str, graph.digits[1:]))}"} if graph.family == CODED else {})
