"""Nim arithmetic of long numbers: many small products side by side in one Python integer.

The field of w = 2^k bits is F = 2^(w/2) over the field of h = w/2 bits, with F (x) F = F ^ 2^(h-1) (Conway,
"On Numbers and Games", 1976, chapter 6). With a = a1 F + a0 and b = b1 F + b0 Karatsuba's three products give

    a (x) b = (a0 b0 ^ (a0 ^ a1)(b0 ^ b1)) F + (a0 b0 ^ (2^(h-1) a1) b1).

Here a number is a row of lanes of w bits; one step makes rows of half lanes for all three products of all
lanes at once, down to single bits, where a product is the bitwise and. The whole is about 3^k bits long and a
few hundred operations of Python, so 4096 bits take about 10 ms. Plain twin: `nimbers.plain_product`.
"""

from __future__ import annotations

from functools import lru_cache


def width_of(a: int) -> int:
    """Return the bits 2^k of the smallest field that holds `a`; numbers below 2 need 1.

    >>> [width_of(a) for a in (0, 1, 2, 3, 4, 15, 16, 256)]
    [1, 1, 2, 2, 4, 4, 8, 16]
    """
    return 1 << (max(a.bit_length(), 1) - 1).bit_length()


def tower_product(a: int, b: int) -> int:
    """Return the nim product of two non-negative integers."""
    return _product(a, b, width_of(a | b), 1)


def tower_square(a: int) -> int:
    """Return a (x) a, without a product: squaring is additive, and (a1 F)^2 = a1^2 (F ^ 2^(h-1))."""
    width, half = width_of(a), 1
    while half < width:
        a ^= _times_half(a >> half & _lows(half, width), half, width)
        half *= 2
    return a


def tower_square_root(a: int) -> int:
    """Return the only r with r (x) r = a: the steps of `tower_square` backwards."""
    width = width_of(a)
    half = width // 2
    while half:
        a ^= _times_half(a >> half & _lows(half, width), half, width)
        half //= 2
    return a


def times_half(a: int, bits: int) -> int:
    """Return a (x) 2^(bits-1), a being a number of the field of `bits` bits."""
    return _times_half(a, bits, bits)


def _product(a: int, b: int, width: int, lanes: int) -> int:
    """Multiply `lanes` lanes of `width` bits, each with its partner.

    The half lanes of the first and third product keep their places in the row; those of the middle one, which
    would leave every other place empty, are folded and stand behind the row.
    """
    if width == 1:
        return a & b
    half, total, lows = width // 2, lanes * width, _lows(width // 2, lanes * width)
    cut = (lanes + 1) // 2 * width
    a1, b1 = a >> half & lows, b >> half & lows
    middle_a, middle_b = _fold((a ^ a1) & lows, cut, half), _fold((b ^ b1) & lows, cut, half)
    left = a & lows | _times_half(a1, half, total) << half | middle_a << total
    found = _product(left, b | middle_b << total, half, 2 * lanes + cut // half)
    folded, mask = found >> total, _lows(half, cut)
    middle = folded & mask | (folded >> half & mask) << cut
    low, high = found & lows, found >> half & lows
    return low ^ high | (low ^ middle) << half


def _fold(row: int, cut: int, half: int) -> int:
    """Put the lanes from bit `cut` on into the empty upper halves of those before it."""
    return row & ((1 << cut) - 1) | row >> cut << half


def _times_half(row: int, width: int, total: int) -> int:
    """Multiply every lane of `width` bits in a row of `total` bits by 2^(width-1).

    2^(width-1) = g F with g = 2^(h-1), and g F (x) (x1 F + x0) = g(x0 ^ x1) F + g(g x1).
    """
    if width == 1:
        return row
    half = width // 2
    lows = _lows(half, total)
    x1 = row >> half & lows
    x01 = (row ^ x1) & lows
    if width == 2:
        return x01 << 1 | x1
    both = _times_half(x01 << half | x1, half, total)
    return both & (lows << half) | _times_half(both & lows, half, total)


@lru_cache(maxsize=256)
def _lows(half: int, total: int) -> int:
    """Return the mask of the lower halves of lanes of 2 * `half` bits, `total` bits long.

    >>> bin(_lows(2, 12))
    '0b1100110011'
    """
    mask, reach = (1 << half) - 1, 2 * half
    while reach < total:
        mask |= mask << reach
        reach *= 2
    return mask & ((1 << total) - 1)
