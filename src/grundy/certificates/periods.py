"""Certificates of periods: the parameters, and a hash of the values, which the checker recomputes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from struct import pack
from typing import Any

from .certificate import Certificate

Values = Iterable[Sequence[int]]
"""The values of heaps 0, 1, ... in consecutive pieces."""


def period_certificate(
    game: Mapping[str, Any], found: tuple[int, int], shape: tuple[int, int], values: Values
) -> Certificate:
    """Make a certificate of the period of a take-and-break game, by the theorem of Guy and Smith.

    The theorem is in R. K. Guy and C. A. B. Smith, "The G-values of various games", 1956.

    Args:
        game: The rules as data, as `family_of` returns them.
        found: The preperiod n0, at least 1, and the period p.
        shape: (h, k): a move leaves at most h heaps and takes at most k tokens.
        values: The values of heaps 0 to h (n0 + p) + k - 1.

    Returns:
        The certificate.
    """
    n0, p = found
    claim = {"n0": n0, "p": p, "parts": shape[0], "take": shape[1], "values_sha256": values_sha256(values)}
    return Certificate("period", "normal", game, claim)


def window_certificate(game: Mapping[str, Any], found: tuple[int, int], window: int, values: Values) -> Certificate:
    """Make a certificate of the period of a finite subtraction set, by a repeated block of values.

    Args:
        game: The rules as data, as `family_of` returns them.
        found: The preperiod and the period.
        window: The largest member of the set.
        values: The values of heaps 0 to preperiod + period + window - 1.

    Returns:
        The certificate.
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
    """Make a certificate of the period of an octal code by a repeated block of values in a sparse space.

    Args:
        game: The rules as data, as `family_of` returns them.
        found: The preperiod and the period.
        space: The parameters of the sparse space: mask, parity, shift, depth and window.
        rares: The rare heaps and their values, ascending.
        values: The values of heaps 0 to preperiod + period + window - 1.

    Returns:
        The certificate.
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
    """Make a certificate of the period of an octal code in segments of the sequence, which are checked separately.

    Args:
        game: The rules as data, as `family_of` returns them.
        found: The preperiod n0 and the period p.
        space: The parameters of the sparse space, as in `rare_certificate`.
        rares: The rare heaps and their values, ascending.
        ends: Heaps, ascending, each with the window + 1 values before it. They include n0 + p + window, the last, and
            n0 + d + window for d = 0 and for d = p / q for every prime q that divides p.

    Returns:
        The certificate.
    """
    n0, p = found
    claim = {"via": "segments", "n0": n0, "p": p, **space, "rares": [[heap, value] for heap, value in rares]}
    return Certificate("repeat", "normal", game, claim, [[end, values.hex()] for end, values in ends])


def values_sha256(values: Values) -> str:
    """Return the SHA-256 of Grundy values as 32-bit numbers, lowest byte first.

    >>> values_sha256([[0, 1], [2]]) == values_sha256([[0, 1, 2]])
    True
    """
    digest = sha256()
    for piece in values:
        digest.update(pack(f"<{len(piece)}I", *piece))
    return digest.hexdigest()
