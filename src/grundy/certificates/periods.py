"""Certificates of periods: the numbers that a checker needs, and the hash of the values that it will compute itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from struct import pack
from typing import Any

from .certificate import Certificate

Values = Iterable[Sequence[int]]
"""The values of heaps 0, 1, ... in pieces."""


def period_certificate(
    game: Mapping[str, Any], found: tuple[int, int], shape: tuple[int, int], values: Values
) -> Certificate:
    """Return the certificate of (preperiod, period) by the window of Guy and Smith.

    `shape` is (h, k): a move leaves at most h heaps and takes at most k; `values` go up to heap h (n0 + p) + k - 1,
    where n0 is the preperiod, at least 1.
    """
    n0, p = found
    claim = {"n0": n0, "p": p, "parts": shape[0], "take": shape[1], "values_sha256": values_sha256(values)}
    return Certificate("period", "normal", game, claim)


def window_certificate(game: Mapping[str, Any], found: tuple[int, int], window: int, values: Values) -> Certificate:
    """Return the certificate of (preperiod, period) of a finite set of takes, the largest of which is `window`.

    `values` go up to heap preperiod + period + window - 1.
    """
    n0, p = found
    claim = {"via": "window", "n0": n0, "p": p, "window": window, "values_sha256": values_sha256(values)}
    return Certificate("repeat", "normal", game, claim)


def rare_certificate(
    game: Mapping[str, Any],
    found: tuple[int, int],
    space: Mapping[str, int],
    rares: Iterable[tuple[int, int]],
    values: Values,
) -> Certificate:
    """Return the certificate of (preperiod, period) by a window that comes again in a sparse space.

    `space` has mask, parity, shift, depth and window, `rares` are the rare heaps with their values, ascending; `values`
    go up to heap preperiod + period + window - 1.
    """
    n0, p = found
    claim = {"via": "rare", "n0": n0, "p": p, **space, "values_sha256": values_sha256(values)}
    return Certificate("repeat", "normal", game, claim, [[heap, value] for heap, value in rares])


def segments_certificate(
    game: Mapping[str, Any],
    found: tuple[int, int],
    space: Mapping[str, int],
    rares: Iterable[tuple[int, int]],
    ends: Iterable[tuple[int, bytes]],
) -> Certificate:
    """Return the certificate of (preperiod n0, period p) by a window that comes again, in segments checked apart.

    `space` and `rares` are as in `rare_certificate`; `ends` are heaps, ascending, each with the window + 1 values
    before it. Among them are n0 + p + window, the last, and n0 + d + window for d = 0 and for d = p / q, where q is a
    prime that divides p.
    """
    n0, p = found
    claim = {"via": "segments", "n0": n0, "p": p, **space, "rares": [[heap, value] for heap, value in rares]}
    return Certificate("repeat", "normal", game, claim, [[end, values.hex()] for end, values in ends])


def values_sha256(values: Values) -> str:
    """Return the SHA-256 of values as 32-bit numbers, the lowest byte first.

    >>> values_sha256([[0, 1], [2]]) == values_sha256([[0, 1, 2]])
    True
    """
    digest = sha256()
    for piece in values:
        digest.update(pack(f"<{len(piece)}I", *piece))
    return digest.hexdigest()
